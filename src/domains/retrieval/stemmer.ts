import type { Pool } from 'pg'
import { SIMPLE } from './language.ts'

const REMEMBERED = 50_000

/** PostgreSQL's Snowball dictionaries, asked once for each word. */
export class Stemmer {
  readonly #pool: Pool
  readonly #known = new Map<string, string | null>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** The stem of each word (lower case), or null for a stop word, in one statement at most. */
  async stem(dictionary: string, words: Iterable<string>): Promise<Map<string, string | null>> {
    const stems = new Map<string, string | null>()
    const unknown = new Set<string>()
    for (const word of words) {
      const stem = dictionary === SIMPLE ? word : this.#known.get(`${dictionary} ${word}`)
      if (stem === undefined) unknown.add(word)
      else stems.set(word, stem)
    }
    if (unknown.size > 0) await this.#ask(dictionary, [...unknown], stems)
    return stems
  }

  async #ask(dictionary: string, words: string[], stems: Map<string, string | null>) {
    const { rows } = await this.#pool.query<{ word: string; stem: string | null }>(
      'SELECT word, (ts_lexize($1::regdictionary, word))[1] AS stem FROM unnest($2::text[]) AS word',
      [dictionary, words],
    )
    if (this.#known.size > REMEMBERED) this.#known.clear()
    for (const { word, stem } of rows) {
      stems.set(word, stem)
      this.#known.set(`${dictionary} ${word}`, stem)
    }
  }
}
