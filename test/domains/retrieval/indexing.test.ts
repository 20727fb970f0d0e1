import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SearchIndex } from '../../../src/domains/retrieval/search-index.ts'
import { silent } from '../../support/database.ts'
import { Corpus } from './corpus.ts'

let corpus: Corpus
let workspaceId: number
beforeAll(async () => {
  corpus = await Corpus.open()
  workspaceId = await corpus.workspace()
})
afterAll(() => corpus.close())

const rows = async () =>
  (
    await corpus.database.pool.query(
      'SELECT * FROM search.chunks c JOIN search.documents USING (document_id) ORDER BY 1, 2',
    )
  ).rows

describe('prepare', () => {
  it('may run in several processes at once, and again', async () => {
    const { pool, capabilities } = corpus.database
    await pool.query('DROP SCHEMA search CASCADE')
    const indexes = [1, 2, 3].map(() => new SearchIndex({ pool, capabilities, logger: silent }))
    await Promise.all(indexes.map((index) => index.prepare()))
    await corpus.add(workspaceId, { chunks: ['kept'] })
    await corpus.index.prepare()
    expect(await corpus.find('kept', { workspaceIds: [workspaceId] })).toEqual(['kept'])
  })

  it('builds tables of an older version anew, but keeps the vectors', async () => {
    const { pool } = corpus.database
    await pool.query(`INSERT INTO search.embeddings (chunk_id, document_id, model, text_md5, embedding)
      SELECT id, document_id, 'paid for', md5(text), '{1,0}' FROM chunks`)
    await pool.query(`DELETE FROM search.settings WHERE name = 'embeddings_version'`)
    await pool.query(`UPDATE search.settings SET value = '1' WHERE name = 'version'`)
    await corpus.index.prepare()
    expect(await rows()).toEqual([])
    const vectors = await pool.query('SELECT model, embedding FROM search.embeddings')
    expect(vectors.rows).toEqual([{ model: 'paid for', embedding: [1, 0] }])
    expect(await corpus.index.reindex({ onlyMissing: true })).toBe(1)
    expect(await corpus.find('kept', { workspaceIds: [workspaceId] })).toEqual(['kept'])
    await pool.query('DELETE FROM search.embeddings')
  })

  it('does not touch tables of a newer version, and says what to do', async () => {
    const { pool } = corpus.database
    const before = await rows()
    await pool.query(`UPDATE search.settings SET value = '1000' WHERE name = 'version'`)
    await expect(corpus.index.prepare()).rejects.toThrow('made by a newer version')
    expect(await rows()).toEqual(before)
    await pool.query(`UPDATE search.settings SET value = '2' WHERE name = 'version'`)
    await corpus.index.prepare()
  })
})

describe('indexDocument', () => {
  it('gives the same when it runs twice, and when it runs over half of it', async () => {
    const chunks = Array.from({ length: 200 }, (_, i) => `The ferry number ${i} leaves.`)
    const id = await corpus.add(workspaceId, { language: 'en', chunks })
    const before = await rows()
    await corpus.index.indexDocument(id, 'en')
    expect(await rows()).toEqual(before)
    await corpus.database.pool.query('DELETE FROM search.documents WHERE document_id = $1', [id])
    await corpus.database.pool.query('DELETE FROM search.chunks WHERE document_id = $1 AND chunk_id % 3 = 0', [id])
    await corpus.index.indexDocument(id, 'en')
    expect(await rows()).toEqual(before)
  })

  it('follows the text and the language of a document', async () => {
    const id = await corpus.add(workspaceId, { language: null, chunks: ['anchors'] })
    expect(await corpus.find('anchor', { documentIds: [id] })).toEqual([])
    await corpus.index.indexDocument(id, 'en')
    expect(await corpus.find('anchor', { documentIds: [id] })).toEqual(['anchors'])
    await corpus.database.prisma.chunk.updateMany({ where: { documentId: id }, data: { text: 'buoys' } })
    await corpus.index.indexDocument(id, 'en')
    expect(await corpus.find('anchor', { documentIds: [id] })).toEqual([])
  })

  it('forgets a document with the document', async () => {
    const before = await rows()
    const id = await corpus.add(workspaceId, { language: 'en', chunks: ['short-lived'] })
    await corpus.database.prisma.document.delete({ where: { id } })
    expect(await rows()).toEqual(before)
  })

  it('does nothing for a document that is gone, and counts one without chunks as empty', async () => {
    await corpus.index.indexDocument(999_999, 'en')
    const id = await corpus.add(workspaceId, { chunks: [] })
    expect(await corpus.find('anything', { documentIds: [id] })).toEqual([])
  })
})

describe('reindex', () => {
  it('builds everything anew from the chunks, and says how far it is', async () => {
    await corpus.store(workspaceId, { language: 'en', chunks: ['stored by an older program'] })
    await corpus.index.reindex()
    const before = await rows()
    await corpus.database.pool.query('TRUNCATE search.documents, search.chunks')
    const seen: number[] = []
    const count = await corpus.index.reindex({ onProgress: ({ done, total }) => seen.push(done / total) })
    expect(await rows()).toEqual(before)
    expect(seen).toHaveLength(count)
    expect(seen.at(-1)).toBe(1)
    expect(await corpus.index.reindex({ onlyMissing: true })).toBe(0)
  })

  it('stops when told to', async () => {
    await expect(corpus.index.reindex({ signal: AbortSignal.abort() })).rejects.toThrow('abort')
  })
})
