import type { ApiKey, Prisma, PrismaClient } from '../../database/client/client.ts'
import type { ScopeRole } from '../../database/client/enums.ts'
import { AppError, forbidden, invalid, notFound } from '../../errors.ts'
import type { Viewer } from '../../viewer.ts'
import { visibleWorkspaces } from '../workspaces/policy.ts'
import { manageableKeys } from './policy.ts'
import { createToken } from './token.ts'

export type KeyScope = { workspaceId: number; role: ScopeRole }
export type NewKey = { name: string; expiresAt?: Date | null; scopes?: KeyScope[] | null }

/** API keys: made for oneself, listed, revoked. The plaintext leaves this class once and is never stored. */
export class KeysService {
  readonly #prisma: PrismaClient

  constructor(deps: { prisma: PrismaClient }) {
    this.#prisma = deps.prisma
  }

  /** One key that the viewer may see, or null. */
  find(viewer: Viewer, id: string, query: object): Promise<ApiKey | null> {
    return this.#prisma.apiKey.findUnique({ ...query, where: { id, AND: manageableKeys(viewer) } })
  }

  /** A key that was made in this very request, for whoever holds its text: also for an invited user without a viewer. */
  findNew(made: { id: string; key: string }, query: object): Promise<ApiKey | null> {
    return this.#prisma.apiKey.findUnique({ ...query, where: { id: made.id } })
  }

  /**
   * Makes a key for the viewer. A limited key makes no further keys, or it could widen itself; and none makes a key
   * that outlives it.
   */
  async create(viewer: Viewer, input: NewKey): Promise<{ id: string; key: string }> {
    if (viewer.scopes) throw forbidden('A key that is limited to workspaces makes no further keys.')
    if (input.expiresAt && input.expiresAt <= new Date()) throw invalid('expiresAt', 'must lie in the future.')
    await this.#requireNoLongerLife(viewer, input.expiresAt ?? null)
    const scopes = input.scopes ?? []
    const ids = new Set(scopes.map((scope) => scope.workspaceId))
    if (ids.size > 1_000) throw invalid('scopes', 'may name at most 1,000 workspaces.')
    if (ids.size !== scopes.length) throw invalid('scopes', 'names a workspace twice.')
    if (ids.size > 0) {
      const seen = await this.#prisma.workspace.count({
        where: { id: { in: [...ids] }, AND: visibleWorkspaces(viewer) },
      })
      if (seen !== ids.size) throw notFound('workspace')
    }
    return this.#insert(this.#prisma, viewer.id, input, scopes)
  }

  async #requireNoLongerLife(viewer: Viewer, expiresAt: Date | null): Promise<void> {
    if (!viewer.keyId) return
    const maker = await this.#prisma.apiKey.findUnique({ where: { id: viewer.keyId }, select: { expiresAt: true } })
    const limit = maker?.expiresAt
    if (limit && (!expiresAt || expiresAt > limit))
      throw invalid('expiresAt', `must be ${limit.toISOString()} at the latest, when the key that makes it expires.`)
  }

  /** Makes a key for any user; for the command line and for an accepted invitation, where nobody has signed in yet. */
  createFor(tx: Prisma.TransactionClient, userId: number, name: string): Promise<{ id: string; key: string }> {
    return this.#insert(tx, userId, { name }, [])
  }

  async #insert(tx: Prisma.TransactionClient, userId: number, input: NewKey, scopes: KeyScope[]) {
    const name = input.name.trim()
    if (name === '' || name.length > 255) throw invalid('name', 'must have 1 to 255 characters.')
    const { text, stored } = createToken('key')
    const key = await tx.apiKey.create({
      data: {
        ...stored,
        userId,
        name,
        expiresAt: input.expiresAt ?? null,
        isScoped: scopes.length > 0,
        scopes: { create: scopes },
      },
      select: { id: true },
    })
    return { id: key.id, key: text }
  }

  /**
   * Revokes a key: from this moment on it authenticates nothing. Own keys, and for administrators those of their
   * company or of anyone. A key that is already revoked is `insufficient_permissions`, as the interface has it.
   */
  async revoke(viewer: Viewer, id: string): Promise<{ id: string }> {
    const found = isUuid(id)
      ? await this.#prisma.apiKey.findUnique({ where: { id, AND: manageableKeys(viewer) }, select: { id: true } })
      : null
    if (!found) throw notFound('API key')
    const { count } = await this.#prisma.apiKey.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    if (count === 0) throw new AppError('insufficient_permissions', 'The API key has already been revoked.')
    return { id }
  }
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
