import type { Prisma } from '../../database/client/client.ts'
import { AppError } from '../../errors.ts'
import { takePlace } from './create.ts'
import { isAllowedToSignIn } from './policy.ts'

/** Activates a user, who takes one of the places of their company; nothing happens to one who is active. */
export async function activateUser(tx: Prisma.TransactionClient, id: number, defaultMaxUsers: number): Promise<void> {
  const { companyId } = await tx.user.findUniqueOrThrow({ where: { id }, select: { companyId: true } })
  // The company first, as for a new user; whether the user is active is known once nobody else changes it.
  await tx.$queryRaw`SELECT id FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`
  const { isActive } = await tx.user.findUniqueOrThrow({ where: { id }, select: { isActive: true } })
  if (isActive) return
  await takePlace(tx, companyId, defaultMaxUsers)
  await tx.user.update({ where: { id }, data: { isActive: true }, select: { id: true } })
}

/** Deactivates a user. `conflict` for the last administrator who may sign in: nobody could let them in again. */
export async function deactivateUser(tx: Prisma.TransactionClient, id: number): Promise<void> {
  const { role } = await tx.user.findUniqueOrThrow({ where: { id }, select: { role: true } })
  // All of them, so that two administrators never deactivate each other at once.
  if (role === 'ADMIN') await tx.$queryRaw`SELECT id FROM users WHERE role = 'ADMIN' ORDER BY id FOR NO KEY UPDATE`
  await tx.user.update({ where: { id }, data: { isActive: false }, select: { id: true } })
  if (role !== 'ADMIN') return
  const left = await tx.user.count({ where: { role: 'ADMIN', AND: isAllowedToSignIn() } })
  if (left === 0) throw new AppError('conflict', 'The last active administrator cannot be deactivated.')
}
