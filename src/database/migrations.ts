import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Logger } from 'pino'

/** One migration: its folder's name, its SQL, and the checksum that Prisma keeps of it. */
export type Migration = { name: string; sql: string; checksum: string }

/** A migration could not be applied, or the database does not fit this program. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

const FOLDER = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
// The number under which `prisma migrate deploy` takes its advisory lock: the two then exclude each other.
const PRISMA_LOCK = 72707369

// Prisma's own definition of the table.
const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

/** Reads the project's migrations in the order in which they apply. */
export function readMigrations(folder: string = FOLDER): Migration[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = entries.map((entry) => entry.name).sort()
  return names.map((name) => {
    const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

type Applied = { migration_name: string; checksum: string; finished_at: Date | null }

async function readApplied(client: pg.ClientBase): Promise<Map<string, Applied>> {
  const { rows } = await client.query<Applied>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  return new Map(rows.map((row) => [row.migration_name, row]))
}

function check(migrations: Migration[], applied: Map<string, Applied>, logger: Logger): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { migration_name: name, checksum, finished_at } of applied.values()) {
    if (!finished_at) {
      throw new MigrationError(
        `Migration ${name} began and did not finish. Repair it with "prisma migrate resolve", then start again.`,
      )
    }
    const migration = known.get(name)
    if (!migration) {
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: start the newer version.`,
      )
    }
    if (migration.checksum !== checksum) logger.warn({ migration: name }, 'migration was edited after it was applied')
  }
}

async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, applied_steps_count) VALUES ($1, $2, $3, 1)',
      [randomUUID(), checksum, name],
    )
    await client.query(sql)
    await client.query('UPDATE _prisma_migrations SET finished_at = clock_timestamp() WHERE migration_name = $1', [
      name,
    ])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`Migration ${name} failed and was rolled back: ${reason}`, { cause: error })
  }
}

/** Applies the first migration that is still missing and gives its name; undefined when there is none. */
async function applyNext(client: pg.ClientBase, logger: Logger, migrations: Migration[]): Promise<string | undefined> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [PRISMA_LOCK])
    await client.query(TABLE)
    const applied = await readApplied(client)
    check(migrations, applied, logger)
    const next = migrations.find(({ name }) => !applied.has(name))
    if (next) await apply(client, next)
    await client.query('COMMIT')
    return next?.name
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/**
 * Brings the database to the state that prisma/migrations describe, each migration in a transaction of its own, under an
 * advisory lock, so that several machines may start at once. Keeps Prisma's own records.
 * @returns the names of the migrations that were applied now
 * @throws MigrationError
 */
export async function migrate(client: pg.ClientBase, logger: Logger, migrations = readMigrations()): Promise<string[]> {
  await client.query('SET statement_timeout = 0')
  await client.query('SET lock_timeout = 0')
  await client.query('SET client_min_messages = warning')
  const done: string[] = []
  for (
    let name = await applyNext(client, logger, migrations);
    name;
    name = await applyNext(client, logger, migrations)
  ) {
    done.push(name)
  }
  return done
}
