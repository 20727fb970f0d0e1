import type { Chunk, Document, PrismaClient } from '../../database/client/client.ts'
import { AppError } from '../../errors.ts'
import type { Viewer } from '../../viewer.ts'
import { visibleChunks } from '../documents/policy.ts'
import { type DocumentScope, type ResolvedScope, resolveScope } from '../documents/scope.ts'
import type { SearchIndex } from './search-index.ts'

/** A chunk that was found, with all that a citation of it needs. */
export type FoundExtract = {
  score: number
  chunk: Chunk & { document: Document & { workspace: { name: string } } }
}

/** The longest question that is looked up, in characters. */
const maxQueryLength = 10_000

/** Finds the passages that a question is answered from, among what the viewer may see. */
export class RetrievalService {
  readonly #prisma: PrismaClient
  readonly #index: SearchIndex

  constructor(deps: { prisma: PrismaClient; index: SearchIndex }) {
    this.#prisma = deps.prisma
    this.#index = deps.index
  }

  /** A scope as ids, or `not_found` for one that names what the viewer may not see. */
  resolve(viewer: Viewer, scope?: DocumentScope | null): Promise<ResolvedScope> {
    return resolveScope(this.#prisma, viewer, scope)
  }

  /** The best passages of a scope, best first, at most `limit` (1 to 100). */
  async search(
    viewer: Viewer,
    args: { query: string; scope?: DocumentScope | null; limit: number },
  ): Promise<FoundExtract[]> {
    if (args.query.length > maxQueryLength)
      throw new AppError('bad_request', `A query may have at most ${maxQueryLength} characters.`)
    return this.searchResolved(viewer, { ...args, scope: await this.resolve(viewer, args.scope) })
  }

  /** The same in a scope that was resolved before. */
  async searchResolved(
    viewer: Viewer,
    args: { query: string; scope: ResolvedScope; limit: number },
  ): Promise<FoundExtract[]> {
    const { workspaceIds, documentIds } = args.scope
    const hits = await this.#index.search({
      query: args.query.slice(0, maxQueryLength),
      scope: { workspaceIds, documentIds },
      limit: args.limit,
    })
    const chunks = await this.#load(
      viewer,
      hits.map((hit) => hit.chunkId),
    )
    return hits.flatMap(({ chunkId, score }) => {
      const chunk = chunks.get(chunkId)
      return chunk ? [{ score, chunk }] : []
    })
  }

  /** Every chunk of a scope in reading order, when they are at most `limit`; null when they are more. */
  async whole(viewer: Viewer, scope: ResolvedScope, limit: number): Promise<FoundExtract['chunk'][] | null> {
    const chunks = await this.#prisma.chunk.findMany({
      where: { document: scope.where, AND: visibleChunks(viewer) },
      include: { document: { include: { workspace: { select: { name: true } } } } },
      orderBy: [{ documentId: 'asc' }, { position: 'asc' }],
      take: limit + 1,
    })
    return chunks.length > limit ? null : chunks
  }

  async #load(viewer: Viewer, ids: number[]): Promise<Map<number, FoundExtract['chunk']>> {
    if (ids.length === 0) return new Map()
    const chunks = await this.#prisma.chunk.findMany({
      where: { id: { in: ids }, AND: visibleChunks(viewer) },
      include: { document: { include: { workspace: { select: { name: true } } } } },
    })
    return new Map(chunks.map((chunk) => [chunk.id, chunk]))
  }
}
