import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientBase, type PoolConfig } from 'pg'
import { parse } from 'pg-connection-string'
import type { Logger } from 'pino'

/** How long a transaction may idle before it is rolled back, in milliseconds. */
export const IDLE_TRANSACTION_TIMEOUT_MS = 15_000
const LOCK_TIMEOUT_MS = 15_000

/** The settings of connections to a PostgreSQL server: its limits are the server's to keep. */
export function serverPoolConfig(url: string, statementTimeoutMs: number): PoolConfig {
  const { options: given } = parse(url)
  const settings = {
    TimeZone: 'UTC',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
  }
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const withoutOptions = new URL(url)
  withoutOptions.searchParams.delete('options')
  return { connectionString: withoutOptions.href, options: [...own, given].filter(Boolean).join(' ') }
}

const NOT_YET = new Set(['ECONNREFUSED', 'ENOENT', 'EAI_AGAIN', '57P03'])
const PATIENCE_MS = 20_000
const OLDEST_VERSION = 15

/** Connects a client, waiting up to 20 seconds for a server that is still starting. */
export async function connectPatiently(poolConfig: PoolConfig, logger: Logger): Promise<Client> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const client = new Client(poolConfig)
    client.on('error', (error) => logger.warn({ reason: error.message }, 'database connection lost'))
    try {
      await client.connect()
      return client
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!NOT_YET.has(code) || performance.now() > end) throw error
      logger.info({ code }, 'waiting for the database server')
      await wait(500)
    }
  }
}

/** Throws when the server is older than this program supports. */
export async function requireVersion(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; server_version: string }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS server_version",
  )
  const found = rows[0]
  if (found && found.version >= OLDEST_VERSION) return
  throw new Error(`PostgreSQL ${OLDEST_VERSION} or newer is needed; the server is ${found?.server_version}.`)
}
