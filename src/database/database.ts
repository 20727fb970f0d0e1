import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Capabilities, detectCapabilities } from './capabilities.ts'
import { PrismaClient } from './client/client.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { clientConfig } from './embedded/endpoint.ts'
import { FolderInUseError, readOwner } from './embedded/folder-lock.ts'
import { migrate } from './migrations.ts'
import { connectPatiently, IDLE_TRANSACTION_TIMEOUT_MS, requireVersion, serverPoolConfig } from './server.ts'

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
const CLOSE_TIMEOUT_MS = 5_000
const RUNNING_SERVICE_TIMEOUT_MS = 15_000

type Source = { kind: Database['kind']; poolConfig: pg.PoolConfig; isOurs: boolean; close(): Promise<void> }

const nothingToClose = async () => undefined

async function startSource(config: DatabaseConfig, logger: Logger): Promise<Source> {
  const { url, statementTimeoutMs } = config
  if (url)
    return {
      kind: 'server',
      poolConfig: serverPoolConfig(url, statementTimeoutMs),
      isOurs: true,
      close: nothingToClose,
    }
  const limits = { idleTransactionTimeoutMs: IDLE_TRANSACTION_TIMEOUT_MS, openTimeoutMs: OPEN_TIMEOUT_MS }
  const embedded = await startEmbedded({ dataDir: resolve(config.dataDir), statementTimeoutMs, ...limits }, logger)
  return { kind: 'embedded', poolConfig: clientConfig(embedded.endpoint), isOurs: true, close: embedded.close }
}

async function prepare({ poolConfig, isOurs }: Source, logger: Logger): Promise<Capabilities> {
  const client = await connectPatiently(poolConfig, logger)
  try {
    await requireVersion(client)
    const applied = isOurs ? await migrate(client, logger) : []
    if (applied.length > 0) logger.info({ migrations: applied }, 'database migrated')
    return await detectCapabilities(client, logger)
  } finally {
    await client.end()
  }
}

async function connect(source: Source, config: DatabaseConfig, logger: Logger): Promise<Database> {
  const capabilities = await prepare(source, logger)
  const limits = { max: config.poolSize, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: 'docgraph' }
  const poolConfig = { ...source.poolConfig, ...limits }
  const pool = new pg.Pool(poolConfig)
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'idle database connection lost'))
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  let closing: Promise<void> | undefined
  const end = async () => {
    await prisma.$disconnect()
    // A client that was never given back must not keep the service from ending.
    await Promise.race([pool.end(), wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    await source.close()
  }
  const close = () => {
    closing ??= end()
    return closing
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

async function runningService(dataDir: string): Promise<pg.PoolConfig | undefined> {
  const end = performance.now() + RUNNING_SERVICE_TIMEOUT_MS
  for (let owner = readOwner(dataDir); performance.now() < end; owner = readOwner(dataDir)) {
    if (owner?.endpoint) return clientConfig(owner.endpoint)
    await wait(100)
  }
  return undefined
}

/**
 * What a command-line tool uses: like `openDatabase`, but when a service is running on the embedded database's folder,
 * connects to the database of that service.
 */
export async function connectOrOpenDatabase(config: DatabaseConfig, logger: Logger): Promise<Database> {
  try {
    return await openDatabase(config, logger)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    const poolConfig = await runningService(resolve(config.dataDir))
    if (!poolConfig) throw error
    return connect({ kind: 'embedded', poolConfig, isOurs: false, close: nothingToClose }, config, logger)
  }
}
