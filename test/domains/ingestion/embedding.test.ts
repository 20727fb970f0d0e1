import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { OpenAiEmbedder } from '../../../src/domains/retrieval/embeddings/openai-embedder.ts'
import { SearchIndex } from '../../../src/domains/retrieval/search-index.ts'
import { startService } from '../../../src/start.ts'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { silent, type TestDatabase, testDatabase } from '../../support/database.ts'
import { type DocumentsHarness, startDocuments, startWorker } from '../../support/documents.ts'
import { type OpenAiServer, startOpenAiServer } from '../../support/openai-server.ts'

let database: TestDatabase
let harness: DocumentsHarness
let company: TestCompany
let server: OpenAiServer
let worker: Awaited<ReturnType<typeof startWorker>>

beforeAll(async () => {
  database = await testDatabase()
  const queue = { retryDelaySeconds: 0 }
  harness = await startDocuments(database, { dataDir: database.config.dataDir, logger: silent, queue })
  company = await makeCompany(database.prisma)
  server = await startOpenAiServer()
})

afterEach(() => worker.stop())

afterAll(async () => {
  await harness.queue.stop()
  await server.close()
  await database.close()
})

const embedderOf = (model: string, baseUrl = server.url) =>
  new OpenAiEmbedder({ baseUrl, apiKey: null, model, retries: 0 })

async function start(model: string | null = 'small'): Promise<void> {
  worker = await startWorker(database, harness, { logger: silent, embedder: model ? embedderOf(model) : undefined })
}

async function ended(id: number) {
  const read = () => database.prisma.document.findUniqueOrThrow({ where: { id } })
  const onItsWay = async () => ['PENDING', 'PARSING', 'EMBEDDING'].includes((await read()).status)
  await expect.poll(onItsWay, { timeout: 15_000, interval: 25 }).toBe(false)
  return read()
}

const vectors = async (id: number) => {
  const { rows } = await database.pool.query('SELECT model FROM search.embeddings WHERE document_id = $1', [id])
  return rows
}

describe('with an embeddings endpoint, a document', () => {
  it('gets a vector for each chunk once its words are indexed', async () => {
    await start()
    const id = await harness.upload(company.member, 'The lighthouse keeper counts ships at night.')
    expect(await ended(id)).toMatchObject({ status: 'EMBEDDED', stage: 'done', progress: 100, chunkCount: 1 })
    expect(await vectors(id)).toEqual([{ model: 'small' }])
  })

  it('is tried three times when the endpoint fails, and is found by its words all the while', async () => {
    server.script({ status: 500 }, { status: 503 }, { status: 500 })
    await start()
    const id = await harness.upload(company.member, 'Zebras graze behind the observatory.')
    expect(await ended(id)).toMatchObject({
      status: 'EMBEDDING_FAILED',
      attempts: 3,
      statusDetail:
        'The document can be found by its words only. The embeddings service is failing (status 500); please try again later.',
    })
    const scope = { workspaceIds: [], documentIds: [id] }
    expect(await worker.search.search({ query: 'zebras', scope, limit: 1 })).toHaveLength(1)
  })

  it('is not tried again when the endpoint refuses the key; a retry goes on with the chunks there are', async () => {
    server.script({ status: 401 })
    await start()
    const id = await harness.upload(company.member, 'The tide tables of the harbour.')
    expect(await ended(id)).toMatchObject({ status: 'EMBEDDING_FAILED', attempts: 1 })
    const chunks = () => database.prisma.chunk.findMany({ where: { documentId: id } })
    const before = await chunks()
    await harness.documents.retry(company.member, id)
    expect(await ended(id)).toMatchObject({ status: 'EMBEDDED', statusDetail: null })
    expect(await chunks()).toEqual(before)
  })

  it('that waits for vectors when the endpoint is configured no longer ends as parsed', async () => {
    await start()
    server.script('hang')
    const id = await harness.upload(company.member, 'Postponed for good.')
    const status = async () => (await database.prisma.document.findUniqueOrThrow({ where: { id } })).status
    await expect.poll(status, { timeout: 10_000 }).toBe('EMBEDDING')
    await worker.stop()
    worker = await startWorker(database, harness, { logger: silent })
    expect(await ended(id)).toMatchObject({ status: 'PARSED', stage: 'done' })
  })
})

describe('documents that are there when the embeddings endpoint is configured, or its model changed', () => {
  let ids: number[]
  const statuses = async () => {
    const rows = await database.prisma.document.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
    return rows.map(({ status }) => status)
  }
  /** What another process with these settings does at its start, or for `reindex`. */
  const reindex = (model: string, options: { onlyMissing: boolean }, url = server.url) => {
    const { pool, capabilities } = database
    const index = new SearchIndex({ pool, capabilities, logger: silent, embedder: embedderOf(model, url) })
    return index.reindex(options)
  }
  const findsWords = async () => {
    const scope = { workspaceIds: [], documentIds: ids }
    return (await worker.search.search({ query: 'pelicans', scope, limit: 10 })).length
  }

  it('are put on their way by the start of the service', async () => {
    await start(null)
    const texts = ['Pelicans at dawn.', 'Pelicans at dusk.', 'Pelicans asleep.']
    ids = await Promise.all(texts.map((text) => harness.upload(company.member, text)))
    for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'PARSED' })
    await worker.stop()
    const { dataDir: DATA_DIR, url: DATABASE_URL } = database.config
    const settings = { DATA_DIR, DATABASE_URL, PORT: '0', DEMO: 'off', EMBEDDINGS_URL: server.url }
    const service = await startService(readConfig(settings), silent, { database })
    await expect.poll(statuses).not.toContain('PARSED')
    await service.close()
    worker = await startWorker(database, harness, { logger: silent })
    for (const id of ids) await ended(id)
  })

  it('get their vectors by one job each, however many processes ask for them, and let new documents go before', async () => {
    await database.pool.query('TRUNCATE search.embeddings; DELETE FROM pgboss.job')
    await database.prisma.document.updateMany({ where: { id: { in: ids } }, data: { status: 'PARSED' } })
    await worker.stop()
    await Promise.all([1, 2, 3].map(() => reindex('small', { onlyMissing: true })))
    expect(await statuses()).toEqual(ids.map(() => 'EMBEDDING'))
    server.requests.splice(0)
    await start()
    expect(await findsWords()).toBe(ids.length)
    for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'EMBEDDED', progress: 100, attempts: 1 })
    for (const id of ids) expect(await vectors(id)).toEqual([{ model: 'small' }])
    const jobs = await database.pool.query('SELECT name, priority FROM pgboss.job WHERE singleton_key = ANY ($1)', [
      ids.map(String),
    ])
    expect(jobs.rows).toEqual(ids.map(() => ({ name: 'document-embed', priority: -1 })))
  })

  it('get vectors of the new model in place of the old ones, and are then left alone', async () => {
    await reindex('large', { onlyMissing: true })
    expect(await statuses()).toEqual(ids.map(() => 'EMBEDDING'))
    await start('large')
    for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'EMBEDDED' })
    for (const id of ids) expect(await vectors(id)).toEqual([{ model: 'large' }])
    await reindex('large', { onlyMissing: false })
    expect(await statuses()).toEqual(ids.map(() => 'EMBEDDED'))
  })

  it('end with a reason when the endpoint refuses, and a full reindex gives them another go, even while it is down', async () => {
    await reindex('larger', { onlyMissing: true })
    const waiting = await database.prisma.document.count({ where: { status: 'EMBEDDING' } })
    server.script(...Array.from({ length: waiting }, () => ({ status: 401 })))
    await start('larger')
    for (const id of ids) {
      expect(await ended(id)).toMatchObject({
        status: 'EMBEDDING_FAILED',
        statusDetail: expect.stringMatching(/^The document can be found by its words only\./),
      })
    }
    expect(await findsWords()).toBe(ids.length)
    await worker.stop()
    const down = 'http://127.0.0.1:9/v1'
    await reindex('larger', { onlyMissing: true }, down)
    expect(await statuses()).toEqual(ids.map(() => 'EMBEDDING_FAILED'))
    expect(await reindex('larger', { onlyMissing: false }, down)).toBeGreaterThanOrEqual(ids.length)
    expect(await statuses()).toEqual(ids.map(() => 'EMBEDDING'))
    await start('larger')
    for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'EMBEDDED', statusDetail: null })
  })

  it('stay as they are when no endpoint is configured any more', async () => {
    await start(null)
    await worker.search.reindex({ onlyMissing: true })
    expect(await statuses()).toEqual(ids.map(() => 'EMBEDDED'))
    expect(await findsWords()).toBe(ids.length)
  })
})
