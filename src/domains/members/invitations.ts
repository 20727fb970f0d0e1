import type { Prisma, PrismaClient } from '../../database/client/client.ts'
import { type AppError, invalid } from '../../errors.ts'
import { isSignInAllowed } from '../keys/authenticate.ts'
import type { KeysService } from '../keys/service.ts'
import { createToken, readToken, sameHash } from '../keys/token.ts'

/** How long an invitation can be accepted, in milliseconds: 7 days. */
const lifetime = 7 * 24 * 60 * 60 * 1_000

/** Invitations: how a new user comes by a first API key. The token is shown once; only its hash is stored. */
export class InvitationsService {
  readonly #prisma: PrismaClient
  readonly #keys: KeysService

  constructor(deps: { prisma: PrismaClient; keys: KeysService }) {
    this.#prisma = deps.prisma
    this.#keys = deps.keys
  }

  /** Issues a token that is valid for 7 days and replaces earlier ones of this user. */
  async issue(tx: Prisma.TransactionClient, userId: number): Promise<string> {
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`
    const { text, stored } = createToken('invitation')
    await tx.invitation.deleteMany({ where: { userId, redeemedAt: null } })
    await tx.invitation.create({
      data: { ...stored, userId, expiresAt: new Date(Date.now() + lifetime) },
      select: { id: true },
    })
    return text
  }

  /**
   * Redeems a token for the user's first API key; needs no other credentials. One token works once, also when it is
   * sent twice at the same time. Every other token is answered by the same `bad_request`.
   */
  async accept(token: string, keyName: string): Promise<{ id: string; key: string }> {
    const read = readToken('invitation', token)
    if (!read) throw unusable()
    return this.#prisma.$transaction(async (tx) => {
      const now = new Date()
      const found = await tx.invitation.findUnique({
        where: { prefix: read.prefix },
        select: { id: true, hash: true, userId: true },
      })
      if (!found || !sameHash(found.hash, read.hash)) throw unusable()
      // The user first, as `issue` has it: so a new invitation and the old one are never both good.
      await tx.$queryRaw`SELECT id FROM users WHERE id = ${found.userId} FOR UPDATE`
      const user = await tx.user.findUniqueOrThrow({
        where: { id: found.userId },
        select: { id: true, isActive: true, accountExpirationDate: true },
      })
      if (!isSignInAllowed(user, now)) throw unusable()
      const { count } = await tx.invitation.updateMany({
        where: { id: found.id, redeemedAt: null, expiresAt: { gt: now } },
        data: { redeemedAt: now },
      })
      if (count === 0) throw unusable()
      await tx.user.update({
        where: { id: user.id },
        data: { invitationState: 'ACCEPTED', lastLogin: now },
        select: { id: true },
      })
      return this.#keys.createFor(tx, user.id, keyName)
    }, waiting)
  }
}

/** Those who redeem and invite at once wait for each other, in milliseconds. */
const waiting = { maxWait: 30_000, timeout: 30_000 }

const unusable = (): AppError => invalid('token', 'is not a valid invitation: unknown, used already, or expired.')
