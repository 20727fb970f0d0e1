import type { Pool } from 'pg'
import { ANALYSIS_VERSION } from './document-index.ts'

export type RebuildOptions = {
  /** Only what is missing or was analysed by an older version of the program. */
  onlyMissing?: boolean
  onProgress?: (progress: { done: number; total: number }) => unknown
  signal?: AbortSignal
}

type Listed = { id: number; language: string | null }

const LISTED = `
  FROM public.documents d LEFT JOIN search.documents s ON s.document_id = d.id
  WHERE EXISTS (SELECT FROM public.chunks c WHERE c.document_id = d.id)
    AND (NOT $1::boolean OR s.analysis IS DISTINCT FROM ${ANALYSIS_VERSION})`

/**
 * Runs `work` for every document that has chunks, one after the other; search goes on meanwhile. Answers how many there
 * were.
 */
export async function rebuild(
  pool: Pool,
  { onlyMissing = false, onProgress, signal }: RebuildOptions,
  work: (documentId: number, language: string | null) => Promise<void>,
): Promise<number> {
  const counted = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${LISTED}`, [onlyMissing])
  const total = counted.rows[0]?.total ?? 0
  let done = 0
  let after = 0
  for (;;) {
    const page = `SELECT d.id, d.language ${LISTED} AND d.id > $2 ORDER BY d.id LIMIT 100`
    const { rows } = await pool.query<Listed>(page, [onlyMissing, after])
    for (const { id, language } of rows) {
      signal?.throwIfAborted()
      await work(id, language)
      done += 1
      after = id
      await onProgress?.({ done, total: Math.max(total, done) })
    }
    if (rows.length === 0) return done
  }
}
