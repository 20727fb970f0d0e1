import type { Pool } from 'pg'
import { BM25, type Hit, type LexicalQuery, type LexicalSearch } from './lexical.ts'

/** Up to so many chunks it is cheaper to read the scope than to look every term up in the whole index. */
const SMALL_SCOPE = 20_000

const SCOPE = '(d.workspace_id = ANY ($1::int[]) OR d.id = ANY ($2::int[]))'

/** Reads the chunks of the scope and nothing else: a huge neighbour costs nothing. */
const BY_SCOPE = `
  (SELECT d.id FROM public.documents d WHERE ${SCOPE} OFFSET 0) d
  CROSS JOIN LATERAL (SELECT * FROM search.chunks WHERE document_id = d.id OFFSET 0) c`

/** Starts from the inverted index: right where the scope is a good part of it. */
const BY_TERM = `
  (SELECT * FROM search.chunks WHERE terms && $3::bigint[]) c
  JOIN (SELECT d.id FROM public.documents d WHERE ${SCOPE}) d ON d.id = c.document_id`

/** Terms are kept in order, so that width_bucket finds one by bisection. */
const rank = (candidates: string) => `
  WITH matches AS MATERIALIZED (
    SELECT c.chunk_id, c.document_id, c.length, q.term, c.frequencies[q.place]::float8 AS frequency
    FROM ${candidates}
    CROSS JOIN LATERAL (SELECT term, width_bucket(term, c.terms) AS place FROM unnest($3::bigint[]) AS term) q
    WHERE c.terms[q.place] = q.term),
  weights AS (
    SELECT term, ln(1 + (greatest($4::float8, count(*)) - count(*) + 0.5) / (count(*) + 0.5)) AS weight
    FROM matches GROUP BY term)
  SELECT chunk_id AS "chunkId", document_id AS "documentId",
    sum(weight * frequency * ($5::float8 + 1) / (frequency + $5 * (1 - $6::float8 + $6 * length / $7::float8))) AS score
  FROM matches JOIN weights USING (term)
  GROUP BY chunk_id, document_id
  ORDER BY score DESC, chunk_id
  LIMIT $8`

/** BM25 computed in SQL over the scope alone, word statistics included: complete for every scope, on every PostgreSQL. */
export class ExactSearch implements LexicalSearch {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async search({ terms, scope, chunks, averageLength }: LexicalQuery, limit: number): Promise<Hit[]> {
    const candidates = chunks <= SMALL_SCOPE ? BY_SCOPE : BY_TERM
    const { workspaceIds, documentIds } = scope
    const values = [workspaceIds, documentIds, terms, chunks, BM25.k1, BM25.b, Math.max(averageLength, 1), limit]
    const { rows } = await this.#pool.query<Hit>(rank(candidates), values)
    return rows
  }
}
