import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { DocumentIndex } from './document-index.ts'
import { ExactSearch } from './exact-search.ts'
import { IndexSearch } from './index-search.ts'
import type { Hit, LexicalSearch, SearchScope } from './lexical.ts'
import { PlannedSearch } from './planned-search.ts'
import { analyseQuestion } from './question.ts'
import { diversify, relativeToBest } from './ranking.ts'
import { prepareSearchSchema, type SearchCapabilities } from './search-schema.ts'
import { Stemmer } from './stemmer.ts'

export type { Hit, SearchScope } from './lexical.ts'

export type SearchIndexDependencies = {
  pool: Pool
  capabilities: SearchCapabilities
  logger: Logger
  /** How words are searched, instead of what the capabilities suggest. */
  lexical?: LexicalSearch
}

const MAX_LIMIT = 100

/** Finds the chunks that answer a question. Everything it keeps is derived from `chunks` and can be built anew. */
export class SearchIndex {
  readonly #deps: SearchIndexDependencies
  readonly #documents: DocumentIndex
  readonly #lexical: LexicalSearch

  constructor(deps: SearchIndexDependencies) {
    const { pool } = deps
    this.#deps = deps
    this.#documents = new DocumentIndex(pool, new Stemmer(pool))
    this.#lexical = deps.lexical ?? bestLexicalSearch(deps)
  }

  prepare(): Promise<void> {
    const { pool, capabilities, logger } = this.#deps
    return prepareSearchSchema(pool, capabilities, logger)
  }

  indexDocument(documentId: number, language: string | null): Promise<void> {
    return this.#documents.index(documentId, language)
  }

  async search(args: { query: string; scope: SearchScope; limit: number; signal?: AbortSignal }): Promise<Hit[]> {
    const limit = Math.min(Math.max(Math.trunc(args.limit), 1), MAX_LIMIT)
    const question = await analyseQuestion(this.#deps.pool, args.query, args.scope)
    if (question.terms.length === 0 || question.chunks === 0) return []
    const hits = await this.#lexical.search(question, 3 * limit)
    return diversify(relativeToBest(hits), limit)
  }
}

function bestLexicalSearch({ pool, capabilities, logger }: SearchIndexDependencies): LexicalSearch {
  const exact = new ExactSearch(pool)
  return capabilities.bm25 ? new PlannedSearch(exact, new IndexSearch(pool), logger) : exact
}
