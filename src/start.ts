import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { type Bootstrap, bootstrap } from './bootstrap.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database/database.ts'
import { demoCompanyName, loadDemo } from './demo/load.ts'
import { SecretBox } from './domains/chat/secrets.ts'
import { Health } from './health.ts'
import { createServices, type Services } from './services.ts'

export type RunningService = {
  url: string
  port: number
  bootstrap: Bootstrap
  services: Services
  database: Database
  /** Stops in reverse order: no new requests, those in flight finish, jobs are handed back, the database is closed. */
  close(): Promise<void>
}

/** How long requests in flight are waited for when the service stops, in milliseconds. */
const drainTimeout = 10_000

/** What a test brings itself, or leaves out. */
export type StartOverrides = { database?: Database; ingests?: boolean }

/** Starts everything in order; what has begun is ended again when a later step fails. */
export async function startService(
  config: Config,
  logger: Logger,
  overrides: StartOverrides = {},
): Promise<RunningService> {
  const ends: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of ends.splice(0).reverse())
      await end().catch((error) => logger.error({ err: error }, 'stopping failed'))
  }
  try {
    const database = overrides.database ?? (await openDatabase(config.database, logger))
    if (!overrides.database) ends.push(() => database.close())
    const secrets = await SecretBox.open({ secretKey: config.secretKey, dataDir: config.dataDir })
    const services = createServices({ config, database, secrets, logger })
    logger.info({ database: database.kind, ...database.capabilities }, 'database open')
    await services.searchIndex.prepare()
    await services.blobs.prepare({ exclusive: database.kind === 'embedded' })
    await services.queue.start()
    ends.push(() => services.queue.stop())
    const first = await bootstrap(services, {
      companyName: config.demo ? demoCompanyName : 'First company',
      chosenKey: config.bootstrapAdminKey,
    })
    if (config.demo) await loadDemo(services, logger, database.pool)
    ends.push(async () => services.parsers.close())
    ends.push(() => services.worker.stop())
    if (overrides.ingests !== false) {
      await services.worker.start()
      ends.push(indexWhatIsMissing(services, logger).stop)
    }
    const health = new Health(database)
    const uploadsDir = join(config.dataDir, 'uploads')
    if (database.kind === 'embedded') await rm(uploadsDir, { recursive: true, force: true })
    const server = createServer(createApp({ config, services, health, logger, uploadsDir }))
    await listen(server, config)
    ends.push(() => drain(server, health))
    const { port } = server.address() as AddressInfo
    return {
      url: config.publicUrl ?? `http://${hostName(config.host)}:${port}`,
      port,
      bootstrap: first,
      services,
      database,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Indexes what has no place in the word index, after an upgrade that changed its form for instance, while the service
 * answers already.
 */
function indexWhatIsMissing({ searchIndex }: Services, logger: Logger): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const done = searchIndex.reindex({ onlyMissing: true, signal: stopping.signal }).then(
    (documents) => documents > 0 && logger.info({ documents }, 'documents indexed anew'),
    (error) => stopping.signal.aborted || logger.error({ err: error }, 'indexing what was missing failed'),
  )
  const stop = async () => {
    stopping.abort()
    await done
  }
  return { stop }
}

const hostName = (host: string): string => {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

async function drain(server: Server, health: Health): Promise<void> {
  health.stop()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), drainTimeout)
  await closed
  clearTimeout(timer)
}
