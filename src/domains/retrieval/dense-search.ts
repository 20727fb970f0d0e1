import type { Pool } from 'pg'
import type { Hit, SearchScope } from './lexical.ts'
import type { SearchCapabilities } from './search-schema.ts'
import { inTransaction } from './transaction.ts'

/** Scopes up to so many chunks are compared one by one even where there is an index, which gives up early in them. */
const EXACT_UP_TO = 2_000

/** Without pgvector a comparison takes some tenths of a millisecond: beyond so many only what the words found is compared. */
const COMPARABLE = 2_000

/** The longest vector of pgvector. */
const MAX_DIMENSION = 16_000

type DenseQuery = {
  model: string
  /** Of unit length. */
  vector: number[]
  scope: SearchScope
  /** How many chunks the scope has. */
  chunks: number
  /** What the words found; the only chunks compared where comparing all would take too long. */
  candidates: number[]
}

const SCOPE = '(d.workspace_id = ANY ($1::int[]) OR d.id = ANY ($2::int[]))'

const exact = (similarity: string) => `
  SELECT e.chunk_id AS "chunkId", e.document_id AS "documentId", ${similarity} AS score
  FROM search.embeddings e JOIN public.documents d ON d.id = e.document_id
  WHERE ${SCOPE} AND e.model = $3 AND cardinality(e.embedding) = $5
    AND ($6::int[] IS NULL OR e.chunk_id = ANY ($6))
  ORDER BY score DESC, e.chunk_id LIMIT $7`

const EXACT_BY_PGVECTOR = exact('-(e.embedding::vector <#> $4::real[]::vector)')
const EXACT_BY_SQL = exact('(SELECT sum(a * b)::float8 FROM unnest(e.embedding, $4::real[]) AS u (a, b))')

const nearest = (dimension: number) => `
  SELECT "chunkId", "documentId", -distance AS score FROM (
    SELECT e.chunk_id AS "chunkId", e.document_id AS "documentId",
      e.embedding::vector(${dimension}) <#> $4::real[]::vector(${dimension}) AS distance
    FROM search.embeddings e
    WHERE e.model = $3 AND cardinality(e.embedding) = ${dimension}
      AND (SELECT ${SCOPE} FROM public.documents d WHERE d.id = e.document_id)
    ORDER BY e.embedding::vector(${dimension}) <#> $4::real[]::vector(${dimension})
    LIMIT $5) AS near
  ORDER BY distance, "chunkId"`

/** Finds the chunks of a scope whose vectors are nearest to that of the question. Scores are cosines, best first. */
export class DenseSearch {
  readonly #pool: Pool
  readonly #capabilities: SearchCapabilities

  constructor(pool: Pool, capabilities: SearchCapabilities) {
    this.#pool = pool
    this.#capabilities = capabilities
  }

  async search(query: DenseQuery, limit: number): Promise<Hit[]> {
    if (!this.#isVector(query) || query.chunks <= EXACT_UP_TO) return this.#exactly(query, limit)
    const hits = await this.#byIndex(query, limit)
    return hits.length < limit ? this.#exactly(query, limit) : hits
  }

  #isVector({ vector }: DenseQuery): boolean {
    return this.#capabilities.vector && vector.length <= MAX_DIMENSION
  }

  async #exactly(query: DenseQuery, limit: number): Promise<Hit[]> {
    const { scope, model, vector, chunks, candidates } = query
    const among = !this.#isVector(query) && chunks > COMPARABLE ? candidates : null
    const values = [scope.workspaceIds, scope.documentIds, model, vector, vector.length, among, limit]
    const sql = this.#isVector(query) ? EXACT_BY_PGVECTOR : EXACT_BY_SQL
    const { rows } = await this.#pool.query<Hit>(sql, values)
    return rows
  }

  async #byIndex({ scope, model, vector }: DenseQuery, limit: number): Promise<Hit[]> {
    const values = [scope.workspaceIds, scope.documentIds, model, vector, limit]
    return inTransaction(this.#pool, async (client) => {
      await client.query('SET LOCAL hnsw.iterative_scan = strict_order')
      const { rows } = await client.query<Hit>(nearest(vector.length), values)
      return rows
    })
  }
}
