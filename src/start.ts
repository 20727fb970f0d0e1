import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { type Bootstrap, bootstrap } from './bootstrap.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database/database.ts'
import { demoCompanyName, loadDemo } from './demo/load.ts'
import { SecretBox } from './domains/chat/secrets.ts'
import { openDoor } from './door.ts'
import { removeStaleUploads, staleUploadMs } from './graphql/uploads-folder.ts'
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

/** What a test brings itself, or leaves out, and who is told of the first key as soon as it exists. */
export type StartOverrides = { database?: Database; ingests?: boolean; announce?: (bootstrap: Bootstrap) => void }

/** Starts everything in order; what has begun is ended again when a later step fails. */
export async function startService(
  config: Config,
  logger: Logger,
  overrides: StartOverrides = {},
): Promise<RunningService> {
  const ends: End[] = []
  const close = () => endAll(ends, logger)
  try {
    await makeDataDir(config.dataDir)
    const database = overrides.database ?? (await openDatabase(config.database, logger))
    if (!overrides.database) ends.push(() => database.close())
    logger.info({ database: database.kind, ...database.capabilities }, 'database open')
    const door = await openDoor(config)
    ends.push(() => door.close())
    const secrets = await SecretBox.open({ secretKey: config.secretKey, dataDir: config.dataDir })
    const services = createServices({ config, database, secrets, logger })
    const first = await prepare(services, database, config, logger, ends, overrides)
    if (overrides.ingests !== false) await startIngestion(services, logger, ends)
    const health = new Health(database)
    door.answer(createApp({ config, services, health, logger, uploadsDir: uploadsDirOf(config) }))
    ends.push(() => door.drain(health, services, config.drainMs))
    const url = config.publicUrl ?? `http://${hostName(config.host)}:${door.port}`
    return { url, port: door.port, bootstrap: first, services, database, close }
  } catch (error) {
    await close()
    throw error
  }
}

type End = () => Promise<unknown>

async function endAll(ends: End[], logger: Logger): Promise<void> {
  for (const end of ends.splice(0).reverse()) {
    await end().catch((error) => logger.error({ err: error }, 'stopping failed'))
  }
}

async function makeDataDir(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Error(
      `DATA_DIR ${path} is no folder that can be written to (${(error as NodeJS.ErrnoException).code}).`,
      { cause: error },
    )
  }
}

const uploadsDirOf = (config: Config): string => join(config.dataDir, 'uploads')

/** Brings the database and the data folder into the state that requests need; makes the first company and its demo. */
async function prepare(
  services: Services,
  database: Database,
  config: Config,
  logger: Logger,
  ends: End[],
  { announce }: StartOverrides,
): Promise<Bootstrap> {
  const isAlone = database.kind === 'embedded'
  await services.searchIndex.prepare()
  await services.blobs.prepare({ exclusive: isAlone })
  await removeStaleUploads(uploadsDirOf(config), isAlone ? 0 : staleUploadMs)
  await services.queue.start()
  ends.push(() => services.queue.stop())
  const companyName = config.demo ? demoCompanyName : 'First company'
  const first = await bootstrap(services, { companyName, chosenKey: config.bootstrapAdminKey })
  announce?.(first)
  if (config.demo) await loadDemo(services, logger, database.pool)
  return first
}

async function startIngestion(services: Services, logger: Logger, ends: End[]): Promise<void> {
  ends.push(async () => services.parsers.close())
  ends.push(() => services.worker.stop())
  await services.worker.start()
  ends.push(indexWhatIsMissing(services, logger).stop)
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
