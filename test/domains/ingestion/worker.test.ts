import { rm } from 'node:fs/promises'
import { type Logger, pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { silent, type TestDatabase, testDatabase } from '../../support/database.ts'
import { type DocumentsHarness, startDocuments, startWorker } from '../../support/documents.ts'
import { pdf } from './parsing/pdf-writer.ts'

let database: TestDatabase
let harness: DocumentsHarness
let company: TestCompany
let running: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  database = await testDatabase()
  // Polls so rarely that only being woken explains that anything happens.
  const queue = { retryDelaySeconds: 1, pollingSeconds: 2 }
  harness = await startDocuments(database, { dataDir: database.config.dataDir, logger: silent, queue })
  company = await makeCompany(database.prisma)
})

afterEach(async () => {
  await Promise.all(running.map(({ stop }) => stop()))
  running = []
})

afterAll(async () => {
  await harness.queue.stop()
  await database.close()
})

async function start(options: { changed?: (id: number) => void; size?: number; logger?: Logger } = {}) {
  const worker = await startWorker(database, harness, { logger: silent, ...options })
  running.push(worker)
  return worker
}

/** What a worker says: `info` is 30, `warn` is 40. */
function listener() {
  const lines: { level: number; msg: string; documentId?: number; err?: { stack?: string }; code?: string }[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { logger, about: (id: number) => lines.filter(({ documentId }) => documentId === id) }
}

const document = (id: number) => database.prisma.document.findUniqueOrThrow({ where: { id } })
const terminal = ['PARSED', 'EMBEDDED', 'PARSING_FAILED', 'EMBEDDING_FAILED', 'FAIL']

async function ended(id: number, timeout = 20_000) {
  await expect.poll(async () => terminal.includes((await document(id)).status), { timeout, interval: 25 }).toBe(true)
  return document(id)
}

const jobsOf = async (id: number) => {
  const sql = 'SELECT state, start_after <= now() AS due FROM pgboss.job WHERE singleton_key = $1'
  const { rows } = await database.pool.query(sql, [String(id)])
  return rows
}

/** More than a megabyte of paragraphs: a second or so of work. */
const longText = () =>
  Array.from({ length: 8_000 }, (_, i) => `Paragraph ${i} tells of ${i % 97} ${'words '.repeat(24)}.\n\n`).join('')

describe('a document', () => {
  it('is read, divided, indexed and found', async () => {
    const { search } = await start()
    const text = '# Storage\n\nThe tariff for cold storage is 42 euros a month.\n'
    const id = await harness.upload(company.member, text, { filename: 'tariff.md' })
    expect(await ended(id)).toMatchObject({
      status: 'PARSED',
      stage: 'done',
      progress: 100,
      attempts: 1,
      format: 'md',
      language: 'en',
      statusDetail: null,
      chunkCount: 1,
      mediaType: 'text/markdown',
    })
    const chunks = await database.prisma.chunk.findMany({ where: { documentId: id } })
    expect(chunks).toMatchObject([{ position: 0, pageStart: null, text: expect.stringContaining('42 euros') }])
    const scope = { workspaceIds: [company.member.personalWorkspaceId], documentIds: [] }
    const hits = await search.search({ query: 'tariff of cold storage', scope, limit: 5 })
    expect(hits).toMatchObject([{ chunkId: chunks[0]?.id }])
    expect(await jobsOf(id)).toMatchObject([{ state: 'completed' }])
  })

  it('begins within 300 ms of its upload, without waiting for a poll', async () => {
    let began = 0
    await start({ changed: () => (began ||= performance.now()) })
    const delays: number[] = []
    // The best of three: a busy machine may hold one of them up.
    for (let i = 0; i < 3; i++) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      began = 0
      const id = await harness.upload(company.member, `A short note, number ${i}.`)
      const uploaded = performance.now()
      await ended(id)
      delays.push(began - uploaded)
    }
    expect(Math.min(...delays)).toBeLessThan(300)
  })

  it('shows how far it has come', async () => {
    const seen: { stage: string; progress: number; status: string }[] = []
    const id = await harness.upload(company.member, longText(), { filename: 'long.txt' })
    await start({ changed: () => void document(id).then((row) => seen.push(row)) })
    await ended(id)
    const percentages = seen.map(({ progress }) => progress)
    expect(percentages).toEqual([...percentages].sort((a, b) => a - b))
    expect(percentages.filter((progress) => progress > 0 && progress < 100).length).toBeGreaterThan(0)
    expect(seen.every(({ status }) => ['PARSING', 'PARSED'].includes(status))).toBe(true)
  })

  it.each([
    ['an empty file', 'a.txt', '', 'The file is empty.'],
    ['a file of an unknown type', 'a.xyz', '\x7fELF\x02\x01\x01', 'of a type that cannot be read'],
    ['a broken PDF', 'a.pdf', '%PDF-1.7\nnot one', 'damaged'],
  ])('that cannot be read fails at once, with a reason: %s', async (_, filename, content, reason) => {
    await start()
    const id = await harness.upload(company.member, content, { filename })
    const { status, statusDetail, attempts } = await ended(id)
    expect({ status, attempts }).toEqual({ status: 'PARSING_FAILED', attempts: 1 })
    expect(statusDetail).toContain(reason)
  })

  it('that cannot be read is nothing to worry about: the log has its reason, and no stack', async () => {
    const { logger, about } = listener()
    await start({ logger })
    const id = await harness.upload(company.member, '%PDF-1.7\nnot two', { filename: 'a.pdf' })
    await ended(id)
    expect(about(id)).toMatchObject([{ level: 30, msg: 'document cannot be read', code: 'corrupt', attempt: 1 }])
    expect(about(id)[0]).not.toHaveProperty('err')
  })

  it('that is a scan fails with its number of pages', async () => {
    await start()
    const image = 'q 500 0 0 500 50 50 cm /I1 Do Q'
    const id = await harness.upload(company.member, pdf([image, image, image]), { filename: 'scan.pdf' })
    expect(await ended(id)).toMatchObject({
      status: 'PARSING_FAILED',
      pageCount: 3,
      statusDetail: 'All 3 pages are scanned images without text; they were not read.',
    })
  })

  it('that is deleted while it waits leaves nothing to do', async () => {
    const id = await harness.upload(company.member, 'Never read.')
    await harness.documents.delete(company.member, id)
    await start()
    await expect.poll(() => jobsOf(id)).toMatchObject([{ state: 'completed' }])
  })

  it('that is deleted while it is read is not stored again', async () => {
    const id = await harness.upload(company.member, longText(), { filename: 'doomed.txt' })
    await start()
    await expect.poll(async () => (await document(id)).status, { interval: 20 }).toBe('PARSING')
    await harness.documents.delete(company.member, id)
    await expect.poll(() => jobsOf(id), { timeout: 15_000 }).toMatchObject([{ state: 'completed' }])
    expect(await database.prisma.chunk.count({ where: { documentId: id } })).toBe(0)
  })
})

describe('what fails unexpectedly', () => {
  it('is tried three times and then given up, with a reason that gives nothing away; retrying begins anew', async () => {
    const id = await harness.upload(company.member, 'Lost on the disk, alas.')
    const { sha256 } = await document(id)
    await rm(harness.blobs.pathOf(sha256))
    const { logger, about } = listener()
    await start({ logger })
    const failed = await ended(id)
    expect(failed).toMatchObject({ status: 'FAIL', attempts: 3 })
    expect(failed.statusDetail).toBe(
      'The document could not be processed: something unexpected happened three times. Try it again later.',
    )
    expect(about(id).map(({ level, msg }) => `${level} ${msg}`)).toEqual(Array(3).fill('40 ingestion step failed'))
    expect(about(id)[0]?.err?.stack).toContain('ENOENT')
    await harness.upload(company.member, 'Lost on the disk, alas.')
    await harness.documents.retry(company.member, id)
    expect(await ended(id)).toMatchObject({ status: 'PARSED', attempts: 1, statusDetail: null })
  })
})

describe('a worker that stops', () => {
  it('hands back what it is reading within five seconds, and another takes it at once', async () => {
    const id = await harness.upload(company.member, longText(), { filename: 'interrupted.txt' })
    const first = await start()
    await expect.poll(async () => (await document(id)).status, { interval: 20 }).toBe('PARSING')
    const from = performance.now()
    await first.stop()
    expect(performance.now() - from).toBeLessThan(5_000)
    expect(await document(id)).toMatchObject({ status: 'PENDING', attempts: 0 })
    expect(await jobsOf(id)).toEqual([{ state: 'retry', due: true }])
    await start()
    expect(await ended(id)).toMatchObject({ status: 'PARSED', attempts: 1 })
  })
})
