import type { PrismaClient } from '../database/client/client.ts'
import { found } from '../errors.ts'

const select = {
  id: true,
  companyId: true,
  role: true,
  email: true,
  isActive: true,
  accountExpirationDate: true,
} as const

/** The user with this id (digits) or e-mail address; `not_found` where there is none. */
export async function findUser(prisma: PrismaClient, idOrEmail: string) {
  const text = idOrEmail.trim().toLowerCase()
  const where = /^\d{1,9}$/.test(text) ? { id: Number(text) } : { email: text }
  return found(await prisma.user.findUnique({ where, select }), 'user')
}
