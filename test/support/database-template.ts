import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { generate } from '../../scripts/generate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with a migrated embedded database, to copy. */
    embeddedTemplate: string
    /** The name of a migrated database on the server of TEST_DATABASE_URL, to copy; empty without a server. */
    serverTemplate: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache/docgraph')
const limits = { statementTimeoutMs: 60_000, poolSize: 2 }
const logger = pino({ level: 'warn' })

async function embeddedTemplate(): Promise<string> {
  const { openDatabase } = await import('../../src/database/database.ts')
  const { readMigrations } = await import('../../src/database/migrations.ts')
  const hash = createHash('sha256').update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
  for (const { checksum } of readMigrations()) hash.update(checksum)
  const folder = join(cache, `template-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'new-'))
  const database = await openDatabase({ url: undefined, dataDir: fresh, ...limits }, logger)
  await database.close()
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}

async function serverTemplate(url: string): Promise<string> {
  const { openDatabase } = await import('../../src/database/database.ts')
  const name = `docgraph_template_${process.pid}`
  await administer(url, `CREATE DATABASE ${name}`)
  const address = new URL(url)
  address.pathname = name
  const database = await openDatabase({ url: address.href, dataDir: '', ...limits }, logger)
  await database.close()
  return name
}

/** Runs once before all test files: generates what is generated, and makes the migrated database that each file copies. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  generate()
  const url = process.env.TEST_DATABASE_URL
  project.provide('embeddedTemplate', await embeddedTemplate())
  const name = url ? await serverTemplate(url) : ''
  project.provide('serverTemplate', name)
  return url ? () => administer(url, `DROP DATABASE ${name}`) : undefined
}
