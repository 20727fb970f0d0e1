import { resolve } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Capabilities, detectCapabilities } from './capabilities.ts'
import { PrismaClient } from './client/client.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { FolderInUseError, readOwner } from './embedded/folder-lock.ts'
import { migrate } from './migrations.ts'
import { IDLE_TRANSACTION_TIMEOUT_MS, serverPoolConfig } from './server.ts'

export type { Capabilities } from './capabilities.ts'
export { FolderInUseError } from './embedded/folder-lock.ts'
export { MigrationError } from './migrations.ts'

/** One open database: the same clients, whether it is embedded or a server. */
export type Database = {
  kind: 'embedded' | 'server'
  prisma: PrismaClient
  pool: pg.Pool
  /** How other clients connect to it, the job queue's for instance. */
  poolConfig: pg.PoolConfig
  capabilities: Capabilities
  /** Ends every connection, and the embedded database itself. */
  close(): Promise<void>
}

/** Where the database is: `url` of a PostgreSQL server, or without it a folder in which to keep an embedded one. */
export type DatabaseConfig = { url: string | undefined; dataDir: string; statementTimeoutMs: number; poolSize: number }

const OPEN_TIMEOUT_MS = 60_000
const CONNECT_TIMEOUT_MS = 30_000

type Source = { kind: Database['kind']; poolConfig: pg.PoolConfig; close(): Promise<void> }

const nothingToClose = async () => undefined

function embeddedPoolConfig(endpoint: { host: string; port: number; password?: string }): pg.PoolConfig {
  const { host, port, password } = endpoint
  return { host, port, password, user: 'postgres', database: 'postgres', options: '-c TimeZone=UTC' }
}

async function startSource(config: DatabaseConfig, logger: Logger): Promise<Source> {
  const { url, statementTimeoutMs } = config
  if (url) return { kind: 'server', poolConfig: serverPoolConfig(url, statementTimeoutMs), close: nothingToClose }
  const limits = { idleTransactionTimeoutMs: IDLE_TRANSACTION_TIMEOUT_MS, openTimeoutMs: OPEN_TIMEOUT_MS }
  const embedded = await startEmbedded({ dataDir: resolve(config.dataDir), statementTimeoutMs, ...limits }, logger)
  return { kind: 'embedded', poolConfig: embeddedPoolConfig(embedded.endpoint), close: embedded.close }
}

async function prepare(poolConfig: pg.PoolConfig, logger: Logger): Promise<Capabilities> {
  const client = new pg.Client(poolConfig)
  client.on('error', (error) => logger.warn({ err: error }, 'database connection lost'))
  await client.connect()
  try {
    const applied = await migrate(client, logger)
    if (applied.length > 0) logger.info({ migrations: applied }, 'database migrated')
    return await detectCapabilities(client, logger)
  } finally {
    await client.end()
  }
}

async function connect(source: Source, config: DatabaseConfig, logger: Logger): Promise<Database> {
  const poolConfig = {
    ...source.poolConfig,
    max: config.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'docgraph',
  }
  const capabilities = await prepare(poolConfig, logger)
  const pool = new pg.Pool(poolConfig)
  pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection lost'))
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  const close = async () => {
    await prisma.$disconnect()
    await pool.end()
    await source.close()
  }
  return { kind: source.kind, prisma, pool, poolConfig, capabilities, close }
}

/**
 * Opens the database and brings it up to date.
 * @throws FolderInUseError when another process has the embedded database's folder
 * @throws MigrationError when the database cannot be migrated
 */
export async function openDatabase(config: DatabaseConfig, logger: Logger): Promise<Database> {
  const source = await startSource(config, logger)
  try {
    return await connect(source, config, logger)
  } catch (error) {
    await source.close()
    throw error
  }
}

/**
 * What a command-line tool uses: like `openDatabase`, but connects to the database of the service that is running on the
 * folder, if there is one.
 */
export async function connectOrOpenDatabase(config: DatabaseConfig, logger: Logger): Promise<Database> {
  try {
    return await openDatabase(config, logger)
  } catch (error) {
    const endpoint = error instanceof FolderInUseError ? readOwner(resolve(config.dataDir))?.endpoint : undefined
    if (!endpoint) throw error
    const source: Source = { kind: 'embedded', poolConfig: embeddedPoolConfig(endpoint), close: nothingToClose }
    return connect(source, config, logger)
  }
}
