import type { Embedder } from '../../../src/domains/retrieval/embeddings/embedder.ts'
import { SearchIndex, type SearchScope } from '../../../src/domains/retrieval/search-index.ts'
import { silent, type TestDatabase, testDatabase } from '../../support/database.ts'

export type NewDocument = { filename?: string; title?: string; language?: string | null; chunks: string[] }

/** A database with an index, filled document by document, and asked by what is written in the chunks it finds. */
export class Corpus {
  readonly database: TestDatabase
  readonly index: SearchIndex
  #companyId = 0

  constructor(database: TestDatabase, index: SearchIndex) {
    this.database = database
    this.index = index
  }

  static async open({ embedder }: { embedder?: Embedder } = {}): Promise<Corpus> {
    const database = await testDatabase()
    const { pool, capabilities } = database
    const index = new SearchIndex({ pool, capabilities, logger: silent, embedder })
    await index.prepare()
    return new Corpus(database, index)
  }

  async workspace(): Promise<number> {
    const { prisma } = this.database
    const count = await prisma.workspace.count()
    this.#companyId ||= (await prisma.company.create({ data: { name: 'Harbour' } })).id
    const workspace = { companyId: this.#companyId, type: 'CUSTOM' as const, name: `Workspace ${count}` }
    return (await prisma.workspace.create({ data: workspace })).id
  }

  /** Stores a document and its chunks without indexing them. */
  async store(workspaceId: number, { chunks, filename = 'note.txt', title = '', language = null }: NewDocument) {
    const { prisma, pool } = this.database
    const collection = { workspaceId, type: 'WORKSPACE' as const }
    const { id: collectionId } = await prisma.collection.upsert({
      where: { workspaceId_type: collection },
      create: { ...collection, name: '' },
      update: {},
    })
    const place = { companyId: this.#companyId, workspaceId, collectionId }
    const file = { extension: 'txt', mediaType: 'text/plain', bytes: 0, sha256: '' }
    const { id } = await prisma.document.create({ data: { ...place, ...file, filename, title, language } })
    await pool.query(
      `INSERT INTO chunks (uuid, document_id, position, text, token_count, updated_at)
       SELECT gen_random_uuid(), $1, place, text, 0, now() FROM unnest($2::text[]) WITH ORDINALITY AS t (text, place)`,
      [id, chunks],
    )
    return id
  }

  /** Stores a document and indexes it; gives its id. */
  async add(workspaceId: number, document: NewDocument): Promise<number> {
    const id = await this.store(workspaceId, document)
    await this.index.indexDocument(id, document.language ?? null)
    return id
  }

  /** The texts of the chunks that a question finds, best first. */
  async find(query: string, scope: Partial<SearchScope>, limit = 10, index = this.index): Promise<string[]> {
    const hits = await index.search({ query, scope: { workspaceIds: [], documentIds: [], ...scope }, limit })
    const ids = hits.map(({ chunkId }) => chunkId)
    const chunks = await this.database.prisma.chunk.findMany({ where: { id: { in: ids } } })
    return ids.map((id) => chunks.find((chunk) => chunk.id === id)?.text ?? '')
  }

  close(): Promise<void> {
    return this.database.close()
  }
}
