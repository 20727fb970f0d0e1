import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import type { Logger } from 'pino'

/** What the database below can do: its version, vector search (pgvector) and BM25 ranking (pg_textsearch). */
export type Capabilities = { serverVersion: string; vector: boolean; bm25: boolean }

const EXTENSIONS = { vector: 'vector', bm25: 'pg_textsearch' } as const

// Any number will do, as long as every process of the product takes the same.
const EXTENSION_LOCK = 7_305_811_443

type Available = { installed_version: string | null }

async function lookUp(client: pg.ClientBase, extension: string): Promise<Available | undefined> {
  const sql = 'SELECT installed_version FROM pg_available_extensions WHERE name = $1'
  return (await client.query<Available>(sql, [extension])).rows[0]
}

/**
 * Makes an extension usable where the server has it and lets this user enable it; true when it can be used. Several
 * processes may start at once.
 */
export async function enableExtension(client: pg.ClientBase, extension: string, logger: Logger): Promise<boolean> {
  const available = await lookUp(client, extension)
  if (!available) return false
  if (available.installed_version) return true
  try {
    // One text is one transaction, so the lock is held until the extension is there: IF NOT EXISTS alone does not wait
    // for another process that creates it at the same moment.
    await client.query(`SELECT pg_advisory_xact_lock(${EXTENSION_LOCK});
      CREATE EXTENSION IF NOT EXISTS ${escapeIdentifier(extension)}`)
    return true
  } catch (error) {
    if ((await lookUp(client, extension))?.installed_version) return true
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
    vector: await enableExtension(client, EXTENSIONS.vector, logger),
    bm25: await enableExtension(client, EXTENSIONS.bm25, logger),
  }
}
