import type { Prisma, PrismaClient } from './database/client/client.ts'
import { chosenToken, createToken } from './domains/keys/token.ts'
import type { Services } from './services.ts'

/** Guards the first start: several machines may begin on one database at once. */
const bootstrapLock = 8_203_114

export type Bootstrap = {
  /** True when this start made the first company. */
  isFirst: boolean
  /** The first administrator's token, when it was generated: to be shown now and never again. */
  generatedKey: string | null
}

export const bootstrapAdmin = { username: 'admin', email: 'admin@docgraph.example' }

/**
 * Makes the first company and its administrator on an empty database, and sees to it that `chosenKey` opens it. The
 * company is called `companyName`.
 */
export async function bootstrap(
  services: Services,
  options: { companyName: string; chosenKey: string | undefined },
): Promise<Bootstrap> {
  return services.prisma.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(${bootstrapLock})::text`
      const isFirst = (await tx.user.count()) === 0
      if (isFirst) await createFirstAdmin(tx, services, options.companyName)
      if (options.chosenKey) await ensureKey(tx, chosenToken(options.chosenKey))
      const generatedKey = isFirst && !options.chosenKey ? await generateKey(tx) : null
      return { isFirst, generatedKey }
    },
    { maxWait: 30_000, timeout: 30_000 },
  )
}

async function createFirstAdmin(tx: Prisma.TransactionClient, services: Services, companyName: string): Promise<void> {
  const companyId = await services.companies.createUnchecked(tx, { name: companyName })
  const { id } = await services.members.createUnchecked(tx, {
    companyId,
    ...bootstrapAdmin,
    firstName: 'First',
    lastName: 'Administrator',
    role: 'ADMIN',
  })
  await tx.user.update({ where: { id }, data: { invitationState: 'ACCEPTED' }, select: { id: true } })
}

const adminId = async (tx: Prisma.TransactionClient): Promise<number> =>
  (await tx.user.findFirstOrThrow({ where: { role: 'ADMIN' }, orderBy: { id: 'asc' }, select: { id: true } })).id

async function ensureKey(tx: Prisma.TransactionClient, stored: { prefix: string; hash: string }): Promise<void> {
  const known = await tx.apiKey.findUnique({ where: { prefix: stored.prefix }, select: { id: true } })
  if (!known)
    await tx.apiKey.create({ data: { ...stored, name: 'bootstrap', userId: await adminId(tx) }, select: { id: true } })
}

async function generateKey(tx: Prisma.TransactionClient): Promise<string> {
  const { text, stored } = createToken('key')
  await ensureKey(tx, stored)
  return text
}

/** Gives the first administrator a new key and makes the account usable again; for the command line, when all keys are lost. */
export function resetBootstrapAdmin(prisma: PrismaClient): Promise<{ email: string; key: string }> {
  return prisma.$transaction(async (tx) => {
    const id = await adminId(tx)
    const user = await tx.user.update({
      where: { id },
      data: { isActive: true, accountExpirationDate: null },
      select: { email: true },
    })
    await tx.apiKey.updateMany({ where: { userId: id, revokedAt: null }, data: { revokedAt: new Date() } })
    return { email: user.email, key: await generateKey(tx) }
  })
}
