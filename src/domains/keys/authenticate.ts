import type { Logger } from 'pino'
import type { Prisma, PrismaClient } from '../../database/client/client.ts'
import type { Viewer } from '../../viewer.ts'
import { readToken, sameHash } from './token.ts'

/** How long a use of a key goes without being written down again, in milliseconds. */
const touchInterval = 10 * 60 * 1_000

/** True for an account that may sign in now: active, and not past its expiration date. */
export const isSignInAllowed = (user: { isActive: boolean; accountExpirationDate: Date | null }, now: Date): boolean =>
  user.isActive && (user.accountExpirationDate === null || user.accountExpirationDate > now)

const userColumns = {
  id: true,
  companyId: true,
  role: true,
  email: true,
  isActive: true,
  accountExpirationDate: true,
} as const

const keyColumns = {
  id: true,
  hash: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  isScoped: true,
  scopes: { select: { workspaceId: true, role: true } },
  user: { select: userColumns },
} as const

type StoredKey = Prisma.ApiKeyGetPayload<{ select: typeof keyColumns }>

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
    const key = await this.#prisma.apiKey.findUnique({ where: { prefix: token.prefix }, select: keyColumns })
    if (!key || !sameHash(key.hash, token.hash)) return null
    const now = new Date()
    const viewer = spokenFor(key, now)
    const isTouched = key.lastUsedAt !== null && now.getTime() - key.lastUsedAt.getTime() <= touchInterval
    if (viewer && !isTouched) this.#touch(key.id, viewer.id, now)
    return viewer
  }

  /**
   * True while the credentials of a viewer hold and give the same rights: the key is neither revoked nor expired, its
   * role and scopes are as they were, and its user may sign in. One SQL statement, for what goes on for long.
   */
  async stillHolds(viewer: Viewer): Promise<boolean> {
    const now = new Date()
    if (viewer.keyId === null) {
      const user = await this.#prisma.user.findUnique({ where: { id: viewer.id }, select: userColumns })
      return user !== null && isSignInAllowed(user, now) && user.role === viewer.role
    }
    const key = await this.#prisma.apiKey.findUnique({ where: { id: viewer.keyId }, select: keyColumns })
    const current = key && spokenFor(key, now)
    return current !== null && rightsOf(current) === rightsOf(viewer)
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

/** Who a stored key speaks for; null when it is revoked or expired, or its account may not sign in. */
function spokenFor(key: StoredKey, now: Date): Viewer | null {
  if (key.revokedAt || (key.expiresAt && key.expiresAt <= now) || !isSignInAllowed(key.user, now)) return null
  const { id, companyId, role, email } = key.user
  const scopes = key.isScoped ? new Map(key.scopes.map((scope) => [scope.workspaceId, scope.role])) : null
  return { id, companyId, role, email, keyId: key.id, scopes }
}

/** All that decides what a viewer may do, as a text to compare. */
const rightsOf = ({ companyId, role, scopes }: Viewer): string =>
  JSON.stringify([companyId, role, scopes && [...scopes].sort(([a], [b]) => a - b)])
