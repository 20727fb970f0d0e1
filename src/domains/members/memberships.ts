import type { Prisma } from '../../database/client/client.ts'
import { notFound } from '../../errors.ts'

/** Puts a user into these groups and no others; `not_found` for a group of another company. */
export async function replaceGroups(tx: Prisma.TransactionClient, id: number, groupIds: number[]): Promise<void> {
  const ids = [...new Set(groupIds)]
  const [user] = await tx.$queryRaw<{ company_id: number }[]>`SELECT company_id FROM users WHERE id = ${id} FOR UPDATE`
  const known = await tx.group.count({ where: { id: { in: ids }, companyId: user?.company_id ?? -1 } })
  if (known !== ids.length) throw notFound('group')
  await tx.user.update({
    where: { id },
    data: { groups: { set: ids.map((group) => ({ id: group })) } },
    select: { id: true },
  })
}
