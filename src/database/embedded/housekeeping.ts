import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

// The embedded engine has none of PostgreSQL's background processes: no checkpointer, so its write-ahead log only grows,
// and no autovacuum, so dead rows stay and the planner knows no statistics. This does their work, in small pieces.
const EVERY_MS = 30_000
const DEADLINE = '5min'
const STOP_MS = 1_000
const WAL_BYTES = 64 * 1024 * 1024
const TABLES_AT_ONCE = 5

// Autovacuum's own default thresholds.
const TABLES = `
  SELECT format('%I.%I', schemaname, relname) AS name, n_dead_tup > 50 + 0.2 * n_live_tup AS is_bloated
  FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + 0.2 * n_live_tup OR n_mod_since_analyze > 50 + 0.1 * n_live_tup
  ORDER BY n_dead_tup + n_mod_since_analyze DESC LIMIT ${TABLES_AT_ONCE}`
const WAL = 'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()'

/** Does what is due now, and gives the statements that it ran. `walBytes` of log since the last checkpoint make one due. */
export async function tidy(client: pg.ClientBase, walBytes: number = WAL_BYTES): Promise<string[]> {
  // Counts of changed rows become visible up to a second late unless asked for.
  await client.query('SELECT pg_stat_force_next_flush()')
  const tables = await client.query<{ name: string; is_bloated: boolean }>(TABLES)
  const statements = tables.rows.map(({ name, is_bloated }) =>
    is_bloated ? `VACUUM (ANALYZE) ${name}` : `ANALYZE ${name}`,
  )
  const log = await client.query<{ bytes: number }>(WAL)
  if ((log.rows[0]?.bytes ?? 0) > walBytes) statements.push('CHECKPOINT')
  for (const statement of statements) await client.query(statement)
  return statements
}

async function tidyOnce(config: pg.ClientConfig, logger: Logger, stop: AbortSignal): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', (error) => logger.debug({ reason: error.message }, 'housekeeping connection lost'))
  try {
    await client.connect()
    await client.query(`SET statement_timeout = '${DEADLINE}'`)
    const statements = await tidy(client)
    if (statements.length > 0) logger.debug({ statements }, 'database tidied')
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    if (stop.aborted) logger.debug({ reason }, 'database housekeeping was cut short')
    else logger.warn({ reason }, 'database housekeeping failed')
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Keeps an embedded database tidy until the function it gives is called. That waits at most a second for a round that is
 * under way: what is cut short by the end of the engine is done another time.
 */
export function startHousekeeping(config: pg.ClientConfig, logger: Logger): () => Promise<void> {
  const stop = new AbortController()
  const pause = () => wait(EVERY_MS, true, { signal: stop.signal, ref: false }).catch(() => false)
  const rounds = async () => {
    while (await pause()) await tidyOnce(config, logger, stop.signal)
  }
  const ended = rounds()
  return () => {
    stop.abort()
    return Promise.race([ended, wait(STOP_MS, undefined, { ref: false })])
  }
}
