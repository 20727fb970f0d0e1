import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OpenAiEmbedder } from '../../../src/domains/retrieval/embeddings/openai-embedder.ts'
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
  const queue = { retryDelaySeconds: 1 }
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

async function start(): Promise<void> {
  const embedder = new OpenAiEmbedder({ baseUrl: server.url, apiKey: null, model: 'small', retries: 0 })
  worker = await startWorker(database, harness, { logger: silent, embedder })
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
