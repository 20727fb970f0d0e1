import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, type DatabaseConfig, openDatabase } from '../../../src/database/database.ts'
import { makeCompany } from '../../support/company.ts'
import { removeDataDir, silent, temporaryDataDir, testDatabase } from '../../support/database.ts'
import { type DocumentsHarness, startDocuments, startWorker } from '../../support/documents.ts'

const script = fileURLToPath(new URL('worker-process.ts', import.meta.url))

let config: DatabaseConfig
let remove: () => Promise<void>

beforeEach(async () => {
  if (process.env.TEST_DATABASE_URL) ({ config, close: remove } = await testDatabase())
  else {
    const dataDir = await temporaryDataDir()
    config = { url: undefined, dataDir, statementTimeoutMs: 30_000, poolSize: 5 }
    remove = () => removeDataDir(dataDir)
  }
})

afterEach(() => remove())

/** Opens the database in this process for as long as `use` takes: the embedded one belongs to one process at a time. */
async function opened<T>(use: (database: Database, harness: DocumentsHarness) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, silent)
  const queue = { retryDelaySeconds: 1 }
  const harness = await startDocuments(database, { dataDir: config.dataDir, logger: silent, queue })
  try {
    return await use(database, harness)
  } finally {
    await harness.queue.stop()
    await database.close()
  }
}

const upload = (contents: string[]) =>
  opened(async ({ prisma }, harness) => {
    const { member } = await makeCompany(prisma)
    const ids: number[] = []
    for (const content of contents) ids.push(await harness.upload(member, content))
    return ids
  })

/** A worker in a process of its own, killed with SIGKILL once it has touched documents so many times. */
async function killedAfter(changes: number, mode = ''): Promise<void> {
  const args = [script, config.dataDir, config.url ?? '', mode]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let seen = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('changed') && ++seen >= changes) child.kill('SIGKILL')
  }
  expect(await exited).toEqual([null, 'SIGKILL'])
}

const settle = (ids: number[]) =>
  opened(async (database, harness) => {
    const worker = await startWorker(database, harness, { logger: silent })
    const onTheirWay = () =>
      database.prisma.document.count({
        where: { id: { in: ids }, stage: { not: 'done' }, status: { notIn: ['FAIL', 'PARSING_FAILED'] } },
      })
    await expect.poll(onTheirWay, { timeout: 60_000, interval: 50 }).toBe(0)
    await worker.stop()
    const include = { chunks: { select: { position: true }, orderBy: { position: 'asc' } } } as const
    const documents = await database.prisma.document.findMany({
      where: { id: { in: ids } },
      include,
      orderBy: { id: 'asc' },
    })
    const jobs = await database.pool.query("SELECT 1 FROM pgboss.job WHERE state < 'completed'")
    return { documents, openJobs: jobs.rowCount }
  })

// Each opens the database four or five times, one process after the other.
describe('a service that is killed while it ingests', { timeout: 90_000 }, () => {
  it('is taken over by the next: every document comes to its end, and no chunk is there twice', async () => {
    const note = (i: number) =>
      Array.from({ length: 400 }, (_, n) => `Note ${i}, paragraph ${n}: ${'some words '.repeat(20)}`).join('\n\n')
    const ids = await upload(Array.from({ length: 8 }, (_, i) => note(i)))
    await killedAfter(4)
    const { documents, openJobs } = await settle(ids)
    expect(documents.map(({ status }) => status)).toEqual(ids.map(() => 'PARSED'))
    for (const { chunks, chunkCount } of documents) {
      expect(chunkCount).toBeGreaterThan(10)
      expect(chunks.map(({ position }) => position)).toEqual(Array.from({ length: chunkCount }, (_, i) => i))
    }
    expect(Math.max(...documents.map(({ attempts }) => attempts))).toBeGreaterThan(1)
    expect(openJobs).toBe(0)
  })

  it('by the same document three times, is not killed a fourth time', async () => {
    const [id = 0] = await upload(['Poison.'])
    for (let i = 0; i < 3; i++) await killedAfter(1, 'die')
    const { documents } = await settle([id])
    expect(documents).toMatchObject([
      {
        status: 'FAIL',
        statusDetail: 'The document could not be processed: processing it was cut short three times.',
        chunkCount: 0,
      },
    ])
  })
})
