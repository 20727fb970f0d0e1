import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DenseSearch } from '../../../src/domains/retrieval/dense-search.ts'
import { unitVector } from '../../../src/domains/retrieval/embedding-store.ts'
import { OpenAiEmbedder } from '../../../src/domains/retrieval/embeddings/openai-embedder.ts'
import { SearchIndex } from '../../../src/domains/retrieval/search-index.ts'
import type { SearchCapabilities } from '../../../src/domains/retrieval/search-schema.ts'
import { type OpenAiServer, startOpenAiServer } from '../../support/openai-server.ts'
import { Corpus } from './corpus.ts'

const DIMENSION = 64

let server: OpenAiServer
let corpus: Corpus
let workspaceId: number
beforeAll(async () => {
  server = await startOpenAiServer({ dimensions: DIMENSION })
  corpus = await Corpus.open({ embedder: embedder('model-a') })
  workspaceId = await corpus.workspace()
})
afterAll(async () => {
  await corpus.close()
  await server.close()
})
beforeEach(() => void server.requests.splice(0))

function embedder(model: string): OpenAiEmbedder {
  return new OpenAiEmbedder({ baseUrl: server.url, apiKey: null, model, retries: 0 })
}

const here = () => ({ workspaceIds: [workspaceId] })
const models = async (documentId: number) => {
  const sql = 'SELECT DISTINCT model FROM search.embeddings WHERE document_id = $1'
  return (await corpus.database.pool.query<{ model: string }>(sql, [documentId])).rows.map(({ model }) => model)
}
const embedded = () => server.requests.flatMap(({ body }) => body.input as string[])

/** To the stand-in stop words are words like others, to the lexical search they are nothing. */
const wordless = 'is in the'

describe('search with an embedder', () => {
  it('finds by meaning what has no word in common', async () => {
    const chunks = ['Ferries leave at noon', 'There is nothing in the water']
    const id = await corpus.add(workspaceId, { language: 'en', chunks })
    expect(await corpus.find(wordless, here())).toEqual([])
    await corpus.index.embedDocument(id)
    expect(await corpus.find(wordless, here())).toEqual(chunks.toReversed())
  })

  it('embeds each chunk once, whatever the number of runs, and again when its text changes', async () => {
    const chunks = Array.from({ length: 70 }, (_, i) => `Buoy ${i}`)
    const id = await corpus.add(workspaceId, { language: 'en', chunks })
    const progress: string[] = []
    await corpus.index.embedDocument(id, ({ done, total }) => progress.push(`${done} of ${total}`))
    expect(progress).toEqual(['64 of 70', '70 of 70'])
    expect(embedded()).toHaveLength(70)
    await corpus.index.embedDocument(id)
    expect(embedded()).toHaveLength(70)
    await corpus.database.prisma.chunk.updateMany({ where: { documentId: id, position: 3 }, data: { text: 'Changed' } })
    await corpus.index.embedDocument(id)
    expect(embedded().slice(70)).toEqual(['Changed'])
  })

  it('goes on where it was stopped', async () => {
    const chunks = Array.from({ length: 130 }, (_, i) => `Pilot ${i}`)
    const id = await corpus.add(workspaceId, { language: 'en', chunks })
    const stop = () => Promise.reject(new Error('stopped'))
    await expect(corpus.index.embedDocument(id, stop)).rejects.toThrow('stopped')
    server.requests.splice(0)
    await corpus.index.embedDocument(id)
    expect(embedded()).toHaveLength(130 - 64)
  })

  it('costs three statements', async () => {
    const statements = await corpus.database.recorder.record(() =>
      corpus.index.search({ query: 'pilot', scope: { ...here(), documentIds: [] }, limit: 10 }),
    )
    expect(statements).toHaveLength(3)
  })
})

describe('an embedder that fails', () => {
  const warnings: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) })
  afterEach(() => void warnings.splice(0))

  it.each(['reset', 'not-json', 'missing-vector', { status: 500 }] as const)(
    'costs nothing but a warning when it answers %j',
    async (behaviour) => {
      const { pool, capabilities } = corpus.database
      const index = new SearchIndex({ pool, capabilities, logger, embedder: embedder('model-a') })
      server.script(behaviour)
      expect((await corpus.find('ferry', here(), 10, index))[0]).toBe('Ferries leave at noon')
      expect(warnings).toEqual(['the question was not embedded; searching by words alone'])
    },
  )

  it('fails the embedding of a document, so that it is tried again', async () => {
    const id = await corpus.add(workspaceId, { language: 'en', chunks: ['Tide table'] })
    server.script({ status: 500 })
    await expect(corpus.index.embedDocument(id)).rejects.toThrow()
    expect(await models(id)).toEqual([])
  })
})

describe('another model', () => {
  it('does not meet the vectors of the first', async () => {
    const { pool, capabilities } = corpus.database
    const logger = pino({ level: 'silent' })
    const id = await corpus.add(workspaceId, { language: 'en', chunks: ['This is in the harbour'] })
    await corpus.index.embedDocument(id)
    const other = new SearchIndex({ pool, capabilities, logger, embedder: embedder('model-b') })
    expect(await corpus.find(wordless, { documentIds: [id] }, 10, other)).toEqual([])
    await other.embedDocument(id)
    expect(await models(id)).toEqual(['model-b'])
  })
})

describe('the nearest vectors of a small scope beside a huge one', () => {
  const axis = [1, ...Array<number>(DIMENSION - 1).fill(0)]
  const query = { model: 'model-a', vector: axis, candidates: [] }
  let huge: number
  let tiny: number

  /** A scattered vector on one side of the question; the same in every run. */
  const vectorOf = (i: number, side: 1 | -1) =>
    unitVector(axis.map((value, j) => value * side + 0.3 * Math.sin(i * 12.9898 + j * 78.233 + i * j)))

  async function fill(count: number, side: 1 | -1): Promise<number> {
    const workspaceId = await corpus.workspace()
    const chunks = Array.from({ length: count }, (_, i) => `${i}`)
    const documentId = await corpus.store(workspaceId, { chunks })
    const vectors = chunks.map((_, i) => `{${vectorOf(i, side)}}`)
    await corpus.database.pool.query(
      `INSERT INTO search.embeddings
       SELECT c.id, c.document_id, 'model-a', md5(c.text), v.vector::real[]
       FROM unnest($2::text[]) WITH ORDINALITY AS v (vector, place) JOIN chunks c ON c.position = v.place
       WHERE c.document_id = $1`,
      [documentId, vectors],
    )
    return workspaceId
  }

  beforeAll(async () => {
    // Everything in the huge workspace is nearer to the question than anything in the tiny one.
    huge = await fill(3_000, 1)
    tiny = await fill(20, -1)
  })

  const plain = { vector: false, bm25: false }
  const search = (capabilities: SearchCapabilities, workspaceId: number, chunks: number, limit: number) => {
    const scope = { workspaceIds: [workspaceId], documentIds: [] }
    return new DenseSearch(corpus.database.pool, capabilities).search({ ...query, scope, chunks }, limit)
  }

  it('are all found, in order, one by one and by an index that gives up before', async () => {
    const { capabilities } = corpus.database
    const answers = [await search(plain, tiny, 20, 30), await search(capabilities, tiny, 20, 30)]
    if (capabilities.vector) answers.push(await search(capabilities, tiny, 4_000, 30))
    for (const hits of answers) {
      expect(hits).toHaveLength(20)
      expect(hits[0]?.score).toBeLessThan(0)
      expect(hits.map(({ chunkId }) => chunkId)).toEqual(answers[0]?.map(({ chunkId }) => chunkId))
    }
  })

  it('are nearly the same through the index, which is approximate, and one by one', async (context) => {
    const { capabilities } = corpus.database
    if (!capabilities.vector) return context.skip('there is no pgvector')
    const indexed = await search(capabilities, huge, 3_000, 10)
    const compared = await search(plain, huge, 2_000, 10)
    const nearest = new Set(compared.map(({ chunkId }) => chunkId))
    expect(indexed).toHaveLength(10)
    expect(indexed.filter(({ chunkId }) => nearest.has(chunkId)).length).toBeGreaterThanOrEqual(6)
  })

  it('are looked for among what the words found, where comparing all would take too long', async () => {
    const scope = { workspaceIds: [huge], documentIds: [] }
    const exact = new DenseSearch(corpus.database.pool, plain)
    const [candidate] = await search(plain, huge, 2_000, 1)
    const candidates = [candidate?.chunkId ?? 0]
    expect(await exact.search({ ...query, scope, chunks: 1_000_000, candidates }, 10)).toEqual([candidate])
  })
})
