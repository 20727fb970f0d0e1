import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Embedder } from './embeddings/embedder.ts'
import type { SearchCapabilities } from './search-schema.ts'

/** Chunks embedded and stored at once. */
const BATCH = 64

/** The largest vectors that pgvector's HNSW can index. */
const MAX_INDEXED_DIMENSION = 2_000

const INDEX_LOCK = 7_305_811_444

/** How far the embedding of a document has come. */
export type EmbeddingProgress = { done: number; total: number }

type StaleChunk = { id: number; text: string; position: number }

const STALE = `
  SELECT c.id, c.text, c.position
  FROM public.chunks c LEFT JOIN search.embeddings e ON e.chunk_id = c.id AND e.model = $2
  WHERE c.document_id = $1 AND c.position > $3 AND e.text_md5 IS DISTINCT FROM md5(c.text)
  ORDER BY c.position LIMIT ${BATCH}`

const COUNT = `
  SELECT count(*)::int AS total, count(*) FILTER (WHERE e.text_md5 = md5(c.text))::int AS done
  FROM public.chunks c LEFT JOIN search.embeddings e ON e.chunk_id = c.id AND e.model = $2
  WHERE c.document_id = $1`

const WRITE = `
  INSERT INTO search.embeddings (chunk_id, document_id, model, text_md5, embedding)
  SELECT c.id, c.document_id, $3, md5(t.text), t.embedding::real[]
  FROM unnest($1::int[], $2::text[], $4::text[]) AS t (chunk_id, embedding, text)
  JOIN public.chunks c ON c.id = t.chunk_id
  ON CONFLICT (chunk_id, model) DO UPDATE SET text_md5 = excluded.text_md5, embedding = excluded.embedding`

/** Keeps a vector for each chunk, with the name of the model that made it. */
export class EmbeddingStore {
  readonly #pool: pg.Pool
  readonly #capabilities: SearchCapabilities
  readonly #embedder: Embedder
  readonly #indexed = new Set<number>()

  constructor(pool: pg.Pool, capabilities: SearchCapabilities, embedder: Embedder) {
    this.#pool = pool
    this.#capabilities = capabilities
    this.#embedder = embedder
  }

  /**
   * Embeds the chunks of a document that have no vector of this model, or one of another text; then drops the vectors of
   * other models. It may be stopped anywhere and run again, and never embeds a batch twice.
   */
  async embed(
    documentId: number,
    onProgress?: (progress: EmbeddingProgress) => unknown,
    signal?: AbortSignal,
  ): Promise<void> {
    const { model } = this.#embedder
    const counted = await this.#pool.query<EmbeddingProgress>(COUNT, [documentId, model])
    const progress = counted.rows[0] ?? { done: 0, total: 0 }
    let position = -1
    for (;;) {
      const { rows } = await this.#pool.query<StaleChunk>(STALE, [documentId, model, position])
      const last = rows.at(-1)
      if (!last) break
      await this.#embedBatch(rows, signal)
      position = last.position
      progress.done += rows.length
      await onProgress?.({ ...progress })
    }
    await this.#pool.query('DELETE FROM search.embeddings WHERE document_id = $1 AND model <> $2', [documentId, model])
  }

  async #embedBatch(chunks: StaleChunk[], signal?: AbortSignal) {
    const texts = chunks.map(({ text }) => text)
    const vectors = (await this.#embedder.embed(texts, signal)).map(unitVector)
    const dimension = vectors[0]?.length ?? 0
    if (vectors.length !== texts.length || vectors.some((vector) => vector.length !== dimension)) {
      throw new Error(`The embedding model ${this.#embedder.model} did not answer with one vector a text.`)
    }
    await this.#ensureIndex(dimension)
    const literals = vectors.map((vector) => `{${vector.join(',')}}`)
    await this.#pool.query(WRITE, [chunks.map(({ id }) => id), literals, this.#embedder.model, texts])
  }

  async #ensureIndex(dimension: number) {
    const isPossible = this.#capabilities.vector && dimension <= MAX_INDEXED_DIMENSION
    if (!isPossible || this.#indexed.has(dimension)) return
    const { model } = this.#embedder
    const name = `embeddings_${createHash('md5').update(`${model} ${dimension}`).digest('hex').slice(0, 16)}`
    const { rows } = await this.#pool.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
      `search.${name}`,
    ])
    if (!rows[0]?.exists) {
      // One text is one transaction, so the lock is held until the index is there.
      await this.#pool.query(`SELECT pg_advisory_xact_lock(${INDEX_LOCK});
        CREATE INDEX IF NOT EXISTS ${name} ON search.embeddings
          USING hnsw ((embedding::vector(${dimension})) vector_ip_ops)
          WHERE model = ${pg.escapeLiteral(model)} AND cardinality(embedding) = ${dimension}`)
    }
    this.#indexed.add(dimension)
  }
}

/** The vector with length 1, so that an inner product is a cosine; throws on numbers that are none. */
export function unitVector(vector: Iterable<number>): number[] {
  const numbers = [...vector]
  const length = Math.hypot(...numbers)
  if (!Number.isFinite(length)) throw new Error('An embedding holds a value that is not a number.')
  return length > 0 ? numbers.map((value) => value / length) : numbers
}
