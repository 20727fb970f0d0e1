import type { Logger } from 'pino'
import type { PrismaClient } from '../../database/client/client.ts'
import type { Viewer } from '../../viewer.ts'
import { readToken, sameHash } from './token.ts'

/** How long a use of a key goes without being written down again, in milliseconds. */
const touchInterval = 10 * 60 * 1_000

/** True for an account that may sign in now: active, and not past its expiration date. */
export const isSignInAllowed = (user: { isActive: boolean; accountExpirationDate: Date | null }, now: Date): boolean =>
  user.isActive && (user.accountExpirationDate === null || user.accountExpirationDate > now)

/** Turns bearer tokens into viewers. Nothing is cached: a revoked key is refused from the next request on. */
export class Authenticator {
  readonly #prisma: PrismaClient
  readonly #logger: Logger

  constructor(deps: { prisma: PrismaClient; logger: Logger }) {
    this.#prisma = deps.prisma
    this.#logger = deps.logger
  }

  /**
   * The viewer that an `Authorization` header names, or null when it is absent, malformed, unknown, revoked or
   * expired, or its account may not sign in. One SQL statement; none for a text that can't be a key.
   */
  async authenticate(authorization: string | undefined): Promise<Viewer | null> {
    const text = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
    const token = text ? readToken('key', text) : null
    if (!token) return null
    const key = await this.#prisma.apiKey.findUnique({
      where: { prefix: token.prefix },
      select: {
        id: true,
        hash: true,
        expiresAt: true,
        revokedAt: true,
        lastUsedAt: true,
        isScoped: true,
        scopes: { select: { workspaceId: true, role: true } },
        user: {
          select: { id: true, companyId: true, role: true, email: true, isActive: true, accountExpirationDate: true },
        },
      },
    })
    const now = new Date()
    if (!key || !sameHash(key.hash, token.hash) || key.revokedAt || (key.expiresAt && key.expiresAt <= now)) return null
    if (!isSignInAllowed(key.user, now)) return null
    if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > touchInterval)
      this.#touch(key.id, key.user.id, now)
    const { id, companyId, role, email } = key.user
    const scopes = key.isScoped ? new Map(key.scopes.map((scope) => [scope.workspaceId, scope.role])) : null
    return { id, companyId, role, email, keyId: key.id, scopes }
  }

  /** Writes down that the key was used, beside the request: nobody waits for it, and its failure refuses no one. */
  #touch(keyId: string, userId: number, now: Date): void {
    this.#prisma
      .$transaction([
        this.#prisma.apiKey.update({ where: { id: keyId }, data: { lastUsedAt: now }, select: { id: true } }),
        this.#prisma.user.update({ where: { id: userId }, data: { lastLogin: now }, select: { id: true } }),
      ])
      .catch((error) => this.#logger.warn({ err: error, keyId }, 'the use of a key could not be written down'))
  }
}
