import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { connectOrOpenDatabase, type Database } from '../database/database.ts'
import { type FolderOwner, readOwner } from '../database/embedded/folder-lock.ts'
import { SecretBox } from '../domains/chat/secrets.ts'
import { createServices, type Services } from '../services.ts'
import { Turn } from './turn.ts'

/** What a command works with. */
export type Operator = {
  config: Config
  database: Database
  services: Services
  /** The process whose database is used, when a service is running on the data folder. */
  owner: FolderOwner | undefined
  /** Says how far a long command is, to people: never a secret. */
  report(text: string): void
  close(): Promise<void>
}

/** Opens the database that the environment names, or connects to the service that has it open. */
export async function openOperator(config: Config, logger: Logger, report: Operator['report']): Promise<Operator> {
  const { url, dataDir } = config.database
  if (!url && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no database in ${dataDir}: start the service once, or set DATA_DIR or DATABASE_URL.`)
  const turn = url ? undefined : Turn.take(dataDir)
  try {
    const database = await connectOrOpenDatabase(config.database, logger)
    const owner = url ? undefined : readOwner(dataDir)
    const isOurs = owner?.pid === process.pid
    if (!isOurs) turn?.release()
    const close = () => database.close().finally(() => turn?.release())
    await requireFirstStart(database).catch((error) => close().then(() => Promise.reject(error)))
    // No command seals or opens a secret, so none is read from the data folder.
    const secrets = new SecretBox(randomBytes(32).toString('hex'))
    const services = createServices({ config, database, secrets, logger })
    return { config, database, services, owner: isOurs ? undefined : owner, report, close }
  } catch (error) {
    turn?.release()
    throw error
  }
}

/** The first start makes the first administrator only where there are no users: nothing may come before it. */
async function requireFirstStart({ prisma }: Database): Promise<void> {
  if ((await prisma.user.count({ where: { role: 'ADMIN' } })) === 0)
    throw new Error('This database has no administrator yet: start the service once, so that it makes the first one.')
}
