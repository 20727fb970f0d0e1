import type { Prisma } from '../../database/client/client.ts'
import { invalid, notFound } from '../../errors.ts'

/** Puts a user into these groups and no others; `not_found` for a group of another company. */
export async function replaceGroups(tx: Prisma.TransactionClient, id: number, groupIds: number[]): Promise<void> {
  const ids = [...new Set(groupIds)]
  if (ids.length > 1_000) throw invalid('groupIds', 'may name at most 1,000 groups.')
  const [user] = await tx.$queryRaw<{ company_id: number }[]>`SELECT company_id FROM users WHERE id = ${id} FOR UPDATE`
  // Held until the end, so that none of them is deleted in between.
  const known = await tx.$queryRaw<unknown[]>`
    SELECT id FROM groups WHERE id = ANY(${ids}) AND company_id = ${user?.company_id ?? -1} FOR KEY SHARE`
  if (known.length !== ids.length) throw notFound('group')
  await tx.user.update({
    where: { id },
    data: { groups: { set: ids.map((group) => ({ id: group })) } },
    select: { id: true },
  })
}
