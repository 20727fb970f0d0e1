import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { DenseSearch } from './dense-search.ts'
import { DocumentIndex } from './document-index.ts'
import { type EmbeddingProgress, EmbeddingStore, unitVector } from './embedding-store.ts'
import type { Embedder } from './embeddings/embedder.ts'
import { ExactSearch } from './exact-search.ts'
import { IndexSearch } from './index-search.ts'
import type { Hit, LexicalQuery, LexicalSearch, SearchScope } from './lexical.ts'
import { PlannedSearch } from './planned-search.ts'
import { analyseQuestion } from './question.ts'
import { diversify, fuse, relativeToBest } from './ranking.ts'
import { type RebuildOptions, rebuild } from './rebuild.ts'
import { prepareSearchSchema, rebuildTextIndex, type SearchCapabilities } from './search-schema.ts'
import { Stemmer } from './stemmer.ts'
import { requestVectors } from './vector-requests.ts'

export type { EmbeddingProgress } from './embedding-store.ts'
export type { Hit, SearchScope } from './lexical.ts'
export type { RebuildOptions } from './rebuild.ts'

type SearchIndexDependencies = {
  pool: Pool
  capabilities: SearchCapabilities
  logger: Logger
  /** Absent: words alone are searched. */
  embedder?: Embedder
  /** How words are searched, instead of what the capabilities suggest. */
  lexical?: LexicalSearch
}

type SearchArguments = { query: string; scope: SearchScope; limit: number; signal?: AbortSignal }

const MAX_LIMIT = 100

/** More than asked for is looked at, so that several documents and both ways of searching have a say. */
const DEPTH = 3

/** Someone waits for the answer: words alone are better than a late one. */
const EMBED_QUESTION_TIMEOUT_MS = 5_000

/** Finds the chunks that answer a question. Everything it keeps is derived from `chunks` and can be built anew. */
export class SearchIndex {
  readonly #deps: SearchIndexDependencies
  readonly #documents: DocumentIndex
  readonly #lexical: LexicalSearch
  readonly #dense: DenseSearch
  readonly #embeddings: EmbeddingStore | undefined

  constructor(deps: SearchIndexDependencies) {
    const { pool, capabilities, embedder } = deps
    this.#deps = deps
    this.#documents = new DocumentIndex(pool, new Stemmer(pool))
    this.#lexical = deps.lexical ?? bestLexicalSearch(deps)
    this.#dense = new DenseSearch(pool, capabilities)
    this.#embeddings = embedder && new EmbeddingStore(pool, capabilities, embedder)
  }

  /** Creates what is missing in the schema "search". Run it at every start, after the migrations. */
  prepare(): Promise<void> {
    const { pool, capabilities, logger } = this.#deps
    return prepareSearchSchema(pool, capabilities, logger)
  }

  /** Makes the words of a document's chunks findable. `language` is ISO 639-1, or null. May be stopped and run again. */
  indexDocument(documentId: number, language: string | null): Promise<void> {
    return this.#documents.index(documentId, language)
  }

  /** Embeds what is not embedded yet of a document; does nothing without an embedder. May be stopped and run again. */
  async embedDocument(
    documentId: number,
    onProgress?: (progress: EmbeddingProgress) => unknown,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#embeddings?.embed(documentId, onProgress, signal)
  }

  /**
   * Builds the word index anew, or what is missing of it, from the chunks; answers the number of documents. With an
   * embedder, documents without vectors of its model are put back on their way, and ingestion makes these: the endpoint
   * may be down without any harm to the words. Documents whose vectors failed have another go, unless `onlyMissing`.
   */
  async reindex(options: RebuildOptions = {}): Promise<number> {
    const { pool, capabilities } = this.#deps
    const count = await rebuild(pool, options, (documentId, language) => this.indexDocument(documentId, language))
    await this.#requestVectors(options)
    if (capabilities.bm25 && !options.onlyMissing) await rebuildTextIndex(pool)
    await pool.query('ANALYZE search.documents, search.chunks, search.embeddings')
    return count
  }

  /**
   * The chunks of the scope that answer best, at most `limit` (up to 100), best first, with scores of 0..1 relative to the
   * best that was found. An embedder that fails costs its share of the ranking, never the search.
   */
  async search({ query, scope, limit, signal }: SearchArguments): Promise<Hit[]> {
    const wanted = Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT)
    const question = await analyseQuestion(this.#deps.pool, query, scope)
    if (question.chunks === 0) return []
    const [lexical, vector] = await Promise.all([
      question.terms.length > 0 ? this.#lexical.search(question, DEPTH * wanted) : [],
      this.#embedQuestion(query, signal),
    ])
    signal?.throwIfAborted()
    const dense = vector ? await this.#searchDense(question, vector, lexical, DEPTH * wanted) : []
    return diversify(dense.length > 0 ? fuse(lexical, dense) : relativeToBest(lexical), wanted)
  }

  async #requestVectors({ onlyMissing = false, signal }: RebuildOptions): Promise<void> {
    const { pool, embedder, logger } = this.#deps
    if (!embedder) return
    const { model } = embedder
    const documents = await requestVectors(pool, { model, includeFailed: !onlyMissing, signal })
    if (documents > 0) logger.info({ documents, model }, 'documents wait for their vectors')
  }

  async #embedQuestion(query: string, signal?: AbortSignal): Promise<number[] | undefined> {
    const { embedder, logger } = this.#deps
    if (!embedder || query.trim() === '') return undefined
    const timeout = AbortSignal.timeout(EMBED_QUESTION_TIMEOUT_MS)
    try {
      const [vector] = await embedder.embed([query], signal ? AbortSignal.any([signal, timeout]) : timeout)
      return vector && unitVector(vector)
    } catch (error) {
      logger.warn({ err: error, model: embedder.model }, 'the question was not embedded; searching by words alone')
      return undefined
    }
  }

  #searchDense(question: LexicalQuery, vector: number[], lexical: Hit[], limit: number): Promise<Hit[]> {
    const { scope, chunks } = question
    const candidates = lexical.map(({ chunkId }) => chunkId)
    return this.#dense.search({ model: this.#deps.embedder?.model ?? '', vector, scope, chunks, candidates }, limit)
  }
}

function bestLexicalSearch({ pool, capabilities, logger }: SearchIndexDependencies): LexicalSearch {
  const exact = new ExactSearch(pool)
  return capabilities.bm25 ? new PlannedSearch(exact, new IndexSearch(pool), logger) : exact
}
