import type { Chunk, Document, Prisma, PrismaClient } from '../../database/client/client.ts'
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

/** A chunk that was found, by its id; scores lie between 0 and 1. */
export type FoundChunk = { chunkId: number; score: number }

type SearchRequest = { query: string; scope?: DocumentScope | null; limit: number }

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
  async search(viewer: Viewer, args: SearchRequest): Promise<FoundExtract[]> {
    return this.#found(viewer, await this.find(viewer, args))
  }

  /** The same as `search`, as ids with scores, to be read with `rows`. */
  async find(viewer: Viewer, { query, scope, limit }: SearchRequest): Promise<FoundChunk[]> {
    if (query.length > maxQueryLength)
      throw new AppError('bad_request', `A query may have at most ${maxQueryLength} characters.`)
    return this.#hits({ query, scope: await this.resolve(viewer, scope), limit })
  }

  /** The chunks of hits in their order, with their scores and the selection that was asked for; those only that may be seen. */
  async rows(viewer: Viewer, hits: readonly FoundChunk[], query: object): Promise<(Chunk & { score: number })[]> {
    const where = { id: { in: hits.map(({ chunkId }) => chunkId) }, AND: visibleChunks(viewer) }
    const rows: Chunk[] = await this.#prisma.chunk.findMany({ ...query, where })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return hits.flatMap(({ chunkId, score }) => {
      const row = byId.get(chunkId)
      return row ? [{ ...row, score }] : []
    })
  }

  /** The same in a scope that was resolved before. */
  async searchResolved(
    viewer: Viewer,
    args: { query: string; scope: ResolvedScope; limit: number },
  ): Promise<FoundExtract[]> {
    return this.#found(viewer, await this.#hits(args))
  }

  #hits({ query, scope, limit }: { query: string; scope: ResolvedScope; limit: number }): Promise<FoundChunk[]> {
    const { workspaceIds, documentIds } = scope
    return this.#index.search({ query: query.slice(0, maxQueryLength), scope: { workspaceIds, documentIds }, limit })
  }

  async #found(viewer: Viewer, hits: FoundChunk[]): Promise<FoundExtract[]> {
    const chunks = await this.#load(
      viewer,
      hits.map((hit) => hit.chunkId),
    )
    return hits.flatMap(({ chunkId, score }) => {
      const chunk = chunks.get(chunkId)
      return chunk ? [{ score, chunk }] : []
    })
  }

  /**
   * Every chunk of a scope in reading order, when they are at most `limit` and have at most `tokens` together; null
   * otherwise, after one look at no more than `limit` documents.
   */
  async whole(
    viewer: Viewer,
    scope: ResolvedScope,
    { limit, tokens }: { limit: number; tokens: number },
  ): Promise<FoundExtract['chunk'][] | null> {
    const documents = await this.#prisma.document.findMany({
      where: { AND: [scope.where, { chunkCount: { gt: 0 } }] },
      select: { id: true, chunkCount: true, tokenCount: true },
      take: limit + 1,
    })
    const sum = (count: (document: (typeof documents)[number]) => number) =>
      documents.reduce((total, document) => total + count(document), 0)
    if (sum(({ chunkCount }) => chunkCount) > limit || sum(({ tokenCount }) => tokenCount) > tokens) return null
    return this.#chunks(viewer, { documentId: { in: documents.map(({ id }) => id) } })
  }

  async #load(viewer: Viewer, ids: number[]): Promise<Map<number, FoundExtract['chunk']>> {
    if (ids.length === 0) return new Map()
    const chunks = await this.#chunks(viewer, { id: { in: ids } })
    return new Map(chunks.map((chunk) => [chunk.id, chunk]))
  }

  #chunks(viewer: Viewer, where: Prisma.ChunkWhereInput): Promise<FoundExtract['chunk'][]> {
    return this.#prisma.chunk.findMany({
      where: { AND: [where, visibleChunks(viewer)] },
      include: { document: { include: { workspace: { select: { name: true } } } } },
      orderBy: [{ documentId: 'asc' }, { position: 'asc' }],
    })
  }
}
