import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeChunks } from '../../../src/domains/ingestion/chunk-store.ts'
import { claim } from '../../../src/domains/ingestion/claim.ts'
import type { IngestionJob } from '../../../src/domains/ingestion/queue.ts'
import { Transitions } from '../../../src/domains/ingestion/transitions.ts'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { silent, type TestDatabase, testDatabase } from '../../support/database.ts'
import { type DocumentsHarness, startDocuments } from '../../support/documents.ts'

let database: TestDatabase
let harness: DocumentsHarness
let company: TestCompany

beforeAll(async () => {
  database = await testDatabase()
  harness = await startDocuments(database, { dataDir: database.config.dataDir, logger: silent })
  company = await makeCompany(database.prisma)
})

afterAll(async () => {
  await harness.queue.stop()
  await database.close()
})

const parsed = { format: 'txt' as const, title: null, pageCount: null, blocks: [], notices: [] }
const chunks = [
  {
    position: 0,
    text: 'text',
    chunkType: 'text' as const,
    pageStart: null,
    pageEnd: null,
    tokenCount: 1,
    headings: [],
  },
]

/** A job as its first worker holds it, on a document that this worker has begun. */
async function begun(): Promise<IngestionJob> {
  const documentId = await harness.upload(company.member, 'text')
  const sql = `UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now()
    WHERE singleton_key = $1 RETURNING id, name, retry_count AS "retryCount"`
  const { rows } = await database.pool.query(sql, [String(documentId)])
  const signal = new AbortController().signal
  const job = { ...rows[0], data: { documentId }, signal, expireInSeconds: 60, heartbeatSeconds: 10 }
  await claim(database.prisma, job)
  return job
}

/** What happens when the worker is taken for dead: the next one has the job. */
const passOn = (job: IngestionJob) =>
  database.pool.query('UPDATE pgboss.job SET retry_count = retry_count + 1 WHERE id = $1', [job.id])

const stateOf = async (job: IngestionJob) => {
  const document = await database.prisma.document.findUniqueOrThrow({ where: { id: job.data.documentId } })
  const { rows } = await database.pool.query('SELECT state FROM pgboss.job WHERE id = $1', [job.id])
  return { status: document.status, job: rows[0]?.state }
}

describe('a worker that comes back after its job has passed to another', () => {
  it('stores nothing', async () => {
    const job = await begun()
    await passOn(job)
    expect(await storeChunks(database.prisma, job, { parsed, chunks, language: null })).toBe(false)
    expect(await database.prisma.chunk.count({ where: { documentId: job.data.documentId } })).toBe(0)
  })

  it('begins nothing, and no try is counted', async () => {
    const job = await begun()
    await passOn(job)
    expect(await claim(database.prisma, job)).toBe(null)
    const where = { id: job.data.documentId }
    expect(await database.prisma.document.findUniqueOrThrow({ where })).toMatchObject({ attempts: 1 })
  })

  it('ends nothing', async () => {
    const transitions = new Transitions({ prisma: database.prisma, queue: harness.queue })
    const job = await begun()
    await passOn(job)
    await transitions.succeed(job, 'PARSED')
    await transitions.fail(job, 'FAIL', 'Too late.')
    await transitions.postpone(job, 'too late')
    expect(await stateOf(job)).toEqual({ status: 'PARSING', job: 'active' })
  })
})

describe('the worker that holds the job', () => {
  it('replaces the chunks that an earlier try has stored', async () => {
    const job = await begun()
    for (let i = 0; i < 2; i++)
      expect(await storeChunks(database.prisma, job, { parsed, chunks, language: null })).toBe(true)
    expect(await database.prisma.chunk.count({ where: { documentId: job.data.documentId } })).toBe(1)
  })

  it('replaces all chunks of a long document, in order and once', async () => {
    const job = await begun()
    const long = Array.from({ length: 1_200 }, (_, position) => ({ ...chunks[0], position, text: `text ${position}` }))
    const result = { parsed, chunks: long as typeof chunks, language: 'en' }
    for (let i = 0; i < 2; i++) expect(await storeChunks(database.prisma, job, result)).toBe(true)
    const where = { documentId: job.data.documentId }
    const stored = await database.prisma.chunk.findMany({ where, orderBy: { position: 'asc' } })
    expect(stored.map(({ text }) => text)).toEqual(long.map(({ text }) => text))
  })

  it('stores chunks in one statement, and ends the document in another', async () => {
    const job = await begun()
    const transitions = new Transitions({ prisma: database.prisma, queue: harness.queue })
    const statements = await database.recorder.record(async () => {
      await storeChunks(database.prisma, job, { parsed, chunks, language: null })
      await transitions.succeed(job, 'PARSED')
    })
    expect(statements).toHaveLength(2)
  })

  it('ends the document and the job as one', async () => {
    const job = await begun()
    await new Transitions({ prisma: database.prisma, queue: harness.queue }).succeed(job, 'PARSED')
    expect(await stateOf(job)).toEqual({ status: 'PARSED', job: 'completed' })
  })
})
