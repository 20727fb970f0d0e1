import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { inject } from 'vitest'
import { type Database, type DatabaseConfig, openDatabase } from '../../src/database/database.ts'
import { SqlRecorder } from './sql-recorder.ts'

/** A database of a test file's own, how to open it, and a recorder of what it is sent. */
export type TestDatabase = Database & { config: DatabaseConfig; recorder: SqlRecorder }

/** A logger that says nothing. */
export const silent: Logger = pino({ level: 'silent' })

const limits = { statementTimeoutMs: 30_000, poolSize: 5 }

/** A new private folder, with the migrated embedded database in it unless `empty`. Remove it when done. */
export async function temporaryDataDir({ empty = false } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docgraph-test-'))
  if (!empty) await cp(inject('embeddedTemplate'), folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return folder
}

/** Removes a folder of `temporaryDataDir`. */
export async function removeDataDir(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}

type Place = { url: string | undefined; dataDir: string; remove(): Promise<void> }

async function embeddedPlace(): Promise<Place> {
  const dataDir = await temporaryDataDir()
  return { url: undefined, dataDir, remove: () => removeDataDir(dataDir) }
}

async function serverPlace(serverUrl: string): Promise<Place> {
  const name = `docgraph_test_${randomBytes(6).toString('hex')}`
  await administer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${inject('serverTemplate')}`)
  const address = new URL(serverUrl)
  address.pathname = name
  const dataDir = await temporaryDataDir({ empty: true })
  const remove = async () => {
    await administer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    await removeDataDir(dataDir)
  }
  return { url: address.href, dataDir, remove }
}

/**
 * Opens a fresh, migrated, empty database: embedded, or on the server of TEST_DATABASE_URL. Call it in `beforeAll` and
 * `close()` it in `afterAll`, which also removes it. `config.dataDir` is a private folder for files of the test.
 */
export async function testDatabase(overrides: Partial<DatabaseConfig> = {}): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL
  const { url, dataDir, remove } = serverUrl ? await serverPlace(serverUrl) : await embeddedPlace()
  const config = { ...limits, ...overrides, url, dataDir }
  const database = await openDatabase(config, silent)
  const close = async () => {
    await database.close()
    await remove()
  }
  return { ...database, config, close, recorder: new SqlRecorder(database.pool) }
}
