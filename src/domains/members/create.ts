import type { Prisma } from '../../database/client/client.ts'
import type { Language, Role } from '../../database/client/enums.ts'
import { violatedUniqueIndex } from '../../database/constraint.ts'
import { AppError, invalid, notFound } from '../../errors.ts'

export type NewUser = {
  companyId: number
  email: string
  username?: string | null
  firstName?: string | null
  lastName?: string | null
  role?: Role | null
  language?: Language | null
  groupIds?: number[] | null
}

/** The longest given or family name, in characters. */
export const maxNameLength = 150

/**
 * Inserts a user, their personal workspace and their place in the company workspace. The company's row is locked, so
 * that two users never both take its last place. Refuses with `conflict` when the company is full, or the e-mail or
 * username is taken.
 */
export async function insertUser(
  tx: Prisma.TransactionClient,
  input: NewUser,
  defaultMaxUsers: number,
): Promise<number> {
  const email = input.email.trim().toLowerCase()
  const username = (input.username ?? email).trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) throw invalid('email', 'is not an e-mail address.')
  if (username === '' || username.length > 254) throw invalid('username', 'must have 1 to 254 characters.')
  if (username.includes('@') && username.toLowerCase() !== email)
    throw invalid('username', 'may be an e-mail address only if it is the own one.')
  for (const key of ['firstName', 'lastName'] as const) {
    if ((input[key]?.length ?? 0) > maxNameLength) throw invalid(key, `must have at most ${maxNameLength} characters.`)
  }
  await takePlace(tx, input.companyId, defaultMaxUsers)
  const groups = await groupsOf(tx, input.companyId, input.groupIds ?? [])
  try {
    const user = await tx.user.create({
      data: {
        companyId: input.companyId,
        email,
        username,
        groups,
        firstName: input.firstName ?? '',
        lastName: input.lastName ?? '',
        role: input.role ?? 'MEMBER',
        language: input.language ?? 'EN',
      },
      select: { id: true },
    })
    await joinWorkspaces(tx, input.companyId, user.id, username)
    return user.id
  } catch (error) {
    const index = violatedUniqueIndex(error)
    if (!index) throw error
    throw new AppError(
      'conflict',
      `A user with this ${index.includes('email') ? 'e-mail address' : 'username'} exists already.`,
    )
  }
}

/**
 * Makes sure that the company has room for one more active user, and holds its row until the transaction ends.
 * `conflict` when it is full.
 */
export async function takePlace(
  tx: Prisma.TransactionClient,
  companyId: number,
  defaultMaxUsers: number,
): Promise<void> {
  const [company] = await tx.$queryRaw<
    { max_users: number | null }[]
  >`SELECT max_users FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`
  if (!company) throw notFound('company')
  const limit = company.max_users ?? defaultMaxUsers
  const members = await tx.user.count({ where: { companyId, isActive: true } })
  if (members >= limit) throw new AppError('conflict', `The company has ${members} of at most ${limit} users.`)
}

async function groupsOf(tx: Prisma.TransactionClient, companyId: number, groupIds: number[]) {
  const ids = [...new Set(groupIds)]
  if (ids.length > 1_000) throw invalid('groupIds', 'may name at most 1,000 groups.')
  if (ids.length === 0) return {}
  if ((await tx.group.count({ where: { id: { in: ids }, companyId } })) !== ids.length) throw notFound('group')
  return { connect: ids.map((id) => ({ id })) }
}

async function joinWorkspaces(
  tx: Prisma.TransactionClient,
  companyId: number,
  userId: number,
  username: string,
): Promise<void> {
  await tx.workspace.create({
    data: {
      companyId,
      ownerId: userId,
      type: 'PERSONAL',
      name: `Personal workspace of ${username}`,
      members: { connect: { id: userId } },
      collections: { create: { type: 'PRIVATE', name: 'Private' } },
    },
    select: { id: true },
  })
  const shared = await tx.workspace.findFirstOrThrow({ where: { companyId, type: 'COMPANY' }, select: { id: true } })
  await tx.workspace.update({
    where: { id: shared.id },
    data: { members: { connect: { id: userId } } },
    select: { id: true },
  })
}
