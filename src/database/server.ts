import type { PoolConfig } from 'pg'
import { parse } from 'pg-connection-string'

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
