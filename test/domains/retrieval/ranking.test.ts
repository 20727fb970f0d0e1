import { describe, expect, it } from 'vitest'
import { diversify, fuse, relativeToBest } from '../../../src/domains/retrieval/ranking.ts'

const hit = (chunkId: number, score: number, documentId = chunkId) => ({ chunkId, documentId, score })
const ids = (hits: { chunkId: number }[]) => hits.map(({ chunkId }) => chunkId)

describe('relativeToBest', () => {
  it('gives the best hit 1 and the others their share of it', () => {
    expect(relativeToBest([hit(1, 8), hit(2, 2)]).map(({ score }) => score)).toEqual([1, 0.25])
    expect(relativeToBest([])).toEqual([])
  })
})

describe('fuse', () => {
  it('lets words count for 0.7 and meaning for 0.3', () => {
    const fused = fuse([hit(1, 10), hit(2, 5)], [hit(2, 0.9), hit(3, 0.5)])
    expect(fused.map(({ chunkId, score }) => [chunkId, Number(score.toFixed(3))])).toEqual([
      [1, 0.7],
      [2, 0.65],
      [3, 0],
    ])
  })

  it('ranks by meaning alone where no word is found', () => {
    expect(ids(fuse([], [hit(4, 0.9), hit(3, 0.2)]))).toEqual([4, 3])
  })

  it('breaks ties by id', () => {
    expect(ids(fuse([hit(9, 1), hit(2, 1), hit(5, 1)], []))).toEqual([2, 5, 9])
  })
})

describe('diversify', () => {
  it('lets another document in between chunks of one that are hardly better', () => {
    const hits = [hit(1, 1, 7), hit(2, 0.99, 7), hit(3, 0.98, 7), hit(4, 0.95, 8)]
    expect(ids(diversify(hits, 3))).toEqual([1, 4, 2])
  })

  it('leaves a document in front that is much better, and never changes the order within one', () => {
    const hits = [hit(1, 1, 7), hit(2, 0.9, 7), hit(3, 0.8, 7), hit(4, 0.3, 8)]
    expect(ids(diversify(hits, 10))).toEqual([1, 2, 3, 4])
  })
})
