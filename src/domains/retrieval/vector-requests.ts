import type { Pool } from 'pg'

/** Documents looked at in one statement. */
const PAGE = 500

const NEXT_PAGE = `
  SELECT max(id) AS last FROM (
    SELECT id FROM public.documents WHERE id > $1 AND status::text = ANY ($2) ORDER BY id LIMIT ${PAGE}) AS page`

// Whoever has locked a document (another process that does the same, for instance) takes care of it.
const REQUEST = `
  UPDATE public.documents
  SET status = 'EMBEDDING', stage = 'embedding', progress = 75, attempts = 0, updated_at = now(),
    status_detail = CASE WHEN status = 'EMBEDDING_FAILED' THEN NULL ELSE status_detail END
  WHERE id IN (
    SELECT d.id FROM public.documents d
    WHERE d.id > $1 AND d.id <= $2 AND d.status::text = ANY ($3) AND EXISTS (
      SELECT FROM public.chunks c WHERE c.document_id = d.id AND NOT EXISTS (
        SELECT FROM search.embeddings e WHERE e.chunk_id = c.id AND e.model = $4))
    ORDER BY d.id FOR UPDATE SKIP LOCKED)`

type VectorRequest = {
  /** The embedding model whose vectors are wanted. */
  model: string
  /** Also documents whose vectors could not be made before. */
  includeFailed: boolean
  signal?: AbortSignal
}

/**
 * Puts every document that is done but lacks vectors of the model back on its way, as one whose words have just been
 * indexed: ingestion gives each a job, with tries, progress and an end like those of a new one. Its words can be searched
 * all the while. Answers the number of documents. May run in several processes at once, and again.
 */
export async function requestVectors(pool: Pool, { model, includeFailed, signal }: VectorRequest): Promise<number> {
  const done = ['PARSED', 'EMBEDDED', ...(includeFailed ? ['EMBEDDING_FAILED'] : [])]
  let requested = 0
  let after = 0
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await pool.query<{ last: number | null }>(NEXT_PAGE, [after, done])
    const last = rows[0]?.last
    if (last === null || last === undefined) return requested
    const updated = await pool.query(REQUEST, [after, last, done, model])
    requested += updated.rowCount ?? 0
    after = last
  }
}
