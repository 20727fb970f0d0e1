import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ExactSearch } from '../../../src/domains/retrieval/exact-search.ts'
import { IndexSearch } from '../../../src/domains/retrieval/index-search.ts'
import type { Hit, LexicalSearch } from '../../../src/domains/retrieval/lexical.ts'
import { PlannedSearch } from '../../../src/domains/retrieval/planned-search.ts'
import { analyseQuestion } from '../../../src/domains/retrieval/question.ts'
import { SearchIndex } from '../../../src/domains/retrieval/search-index.ts'
import { silent } from '../../support/database.ts'
import { Corpus } from './corpus.ts'

const HUGE = 20_000
const TINY = 20

let corpus: Corpus
let huge: number
let tiny: number
beforeAll(async () => {
  corpus = await Corpus.open()
  huge = await corpus.workspace()
  tiny = await corpus.workspace()
  const names = ['mole', 'quay', 'dock', 'pier', 'slip', 'lock', 'weir']
  const chunks = Array.from(
    { length: HUGE },
    (_, i) => `The tariff of ${names[i % 7]} ${i} is ${names[(i * i) % 5]}. ${'Paid in cash. '.repeat(i % 4)}`,
  )
  const few = Array.from({ length: TINY }, (_, i) => `Our tariff for berth ${i}`)
  await corpus.add(tiny, { language: 'en', chunks: few.slice(0, 10) })
  await corpus.add(huge, { language: 'en', chunks })
  await corpus.add(tiny, { language: 'en', chunks: few.slice(10) })
}, 120_000)
afterAll(() => corpus.close())

const search = async (way: LexicalSearch, question: string, workspaceIds: number[], limit: number) =>
  way.search(await analyseQuestion(corpus.database.pool, question, { workspaceIds, documentIds: [] }), limit)

const withoutExtensions = () => {
  const { pool } = corpus.database
  return new SearchIndex({ pool, capabilities: { bm25: false, vector: false }, logger: silent })
}

describe('a small scope beside a huge one', () => {
  it.each([
    ['as planned', () => corpus.index],
    ['without extensions', withoutExtensions],
  ])('gets all its results %s', async (_, index) => {
    const scope = { workspaceIds: [tiny], documentIds: [] }
    const hits = await index().search({ query: 'What is the tariff?', scope, limit: 100 })
    expect(hits).toHaveLength(TINY)
  })

  it('gets them from the plan even when it is searched through the index', async (context) => {
    if (!corpus.database.capabilities.bm25) return context.skip('there is no pg_textsearch')
    const { pool } = corpus.database
    const planned = new PlannedSearch(new ExactSearch(pool), new IndexSearch(pool), silent)
    const question = await analyseQuestion(pool, 'tariff', { workspaceIds: [tiny], documentIds: [] })
    expect(await planned.search({ ...question, chunks: HUGE }, 100)).toHaveLength(TINY)
  })

  it('is what word statistics are taken of', async () => {
    const [first] = await search(new ExactSearch(corpus.database.pool), 'tariff mole berth', [tiny], 10)
    expect(first?.score).toBeLessThan(2 * 2.2 * Math.log(1 + 0.5 / (TINY + 0.5)) + 1e-9)
  })
})

describe('the huge scope', () => {
  it('gives as many as are asked for, from it alone', async () => {
    const scope = { workspaceIds: [huge], documentIds: [] }
    const hits = await corpus.index.search({ query: 'tariff of the mole', scope, limit: 100 })
    expect(hits).toHaveLength(100)
    expect(new Set(hits.map(({ documentId }) => documentId)).size).toBe(1)
  })

  it('finds the one chunk with a number in it', async () => {
    expect((await corpus.find('What does 12345 cost?', { workspaceIds: [huge] }))[0]).toContain(' 12345 ')
    expect((await corpus.find('12345', { workspaceIds: [huge] }, 10, withoutExtensions()))[0]).toContain(' 12345 ')
  })
})

describe('the index and the exact search', () => {
  const rounded = (hits: Hit[]) => new Map(hits.map(({ chunkId, score }) => [chunkId, Number(score.toFixed(3))]))

  it.for(['What is the tariff of the mole?', 'dock 777 cash', 'quay weir slip', 'berth'])(
    'give “%s” the same scores',
    async (question, context) => {
      if (!corpus.database.capabilities.bm25) return context.skip('there is no pg_textsearch')
      const { pool } = corpus.database
      const exact = rounded(await search(new ExactSearch(pool), question, [huge, tiny], 300))
      const index = rounded(await search(new IndexSearch(pool), question, [huge, tiny], 300))
      const worst = Math.min(...exact.values())
      for (const [chunkId, score] of index) {
        if (score > worst) expect(Math.abs((exact.get(chunkId) ?? 0) - score)).toBeLessThan(0.01 * score)
      }
      expect(index.size).toBe(exact.size)
    },
  )

  it('reads the index in order, with and without statistics', async (context) => {
    const { pool, capabilities, recorder } = corpus.database
    if (!capabilities.bm25) return context.skip('there is no pg_textsearch')
    const [, statement = ''] = await recorder.record(() => search(new IndexSearch(pool), 'tariff', [huge], 300))
    const plan = async () => {
      const { rows } = await pool.query(`EXPLAIN ${statement}`, [[huge], [], 'abc', 300])
      return JSON.stringify(rows)
    }
    expect(await plan()).toContain('Index Scan using chunks_bm25')
    await pool.query('ANALYZE')
    expect(await plan()).toContain('Index Scan using chunks_bm25')
  })

  it('answers exactly when the index cannot be read', async (context) => {
    if (!corpus.database.capabilities.bm25) return context.skip('there is no pg_textsearch')
    await corpus.database.pool.query('DROP INDEX search.chunks_bm25')
    expect(await corpus.find('tariff of dock', { workspaceIds: [huge] })).toHaveLength(10)
    await corpus.index.prepare()
    expect(await corpus.find('tariff of dock', { workspaceIds: [huge] })).toHaveLength(10)
  })
})
