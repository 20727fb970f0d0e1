import type pg from 'pg'
import type { Logger } from 'pino'

/** What the database below can do: its version, vector search (pgvector) and BM25 ranking (pg_textsearch). */
export type Capabilities = { serverVersion: string; vector: boolean; bm25: boolean }

const EXTENSIONS = { vector: 'vector', bm25: 'pg_textsearch' } as const

async function enable(client: pg.ClientBase, extension: string, logger: Logger): Promise<boolean> {
  const { rows } = await client.query<{ installed_version: string | null }>(
    'SELECT installed_version FROM pg_available_extensions WHERE name = $1',
    [extension],
  )
  if (!rows[0]) return false
  if (rows[0].installed_version) return true
  try {
    await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`)
    return true
  } catch (error) {
    logger.warn({ extension, reason: error instanceof Error ? error.message : error }, 'extension cannot be enabled')
    return false
  }
}

/**
 * Enables the search extensions where the server has them and lets this user do so, and says what there is. Statements
 * are not in a transaction, so that one refusal does not spoil the next.
 */
export async function detectCapabilities(client: pg.ClientBase, logger: Logger): Promise<Capabilities> {
  const version = await client.query<{ server_version: string }>('SHOW server_version')
  return {
    serverVersion: version.rows[0]?.server_version ?? 'unknown',
    vector: await enable(client, EXTENSIONS.vector, logger),
    bm25: await enable(client, EXTENSIONS.bm25, logger),
  }
}
