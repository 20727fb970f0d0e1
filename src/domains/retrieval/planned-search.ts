import type { Logger } from 'pino'
import type { Hit, LexicalQuery, LexicalSearch } from './lexical.ts'

/** Scopes up to so many chunks are searched exactly even where there is an index: it is as quick, and it is complete. */
const EXACT_UP_TO = 2_000

/**
 * Chooses between the exact search and the index by the size of the scope. The index gives up early under a filter that
 * keeps little, so whenever it returns fewer rows than asked for, or fails, the exact search answers.
 */
export class PlannedSearch implements LexicalSearch {
  readonly #exact: LexicalSearch
  readonly #index: LexicalSearch
  readonly #logger: Logger

  constructor(exact: LexicalSearch, index: LexicalSearch, logger: Logger) {
    this.#exact = exact
    this.#index = index
    this.#logger = logger
  }

  async search(query: LexicalQuery, limit: number): Promise<Hit[]> {
    if (query.chunks <= EXACT_UP_TO) return this.#exact.search(query, limit)
    const hits = await this.#byIndex(query, limit)
    return hits.length < limit ? this.#exact.search(query, limit) : hits
  }

  async #byIndex(query: LexicalQuery, limit: number): Promise<Hit[]> {
    try {
      return await this.#index.search(query, limit)
    } catch (error) {
      this.#logger.warn({ err: error }, 'the full-text index could not be read; searching without it')
      return []
    }
  }
}
