import type { Hit } from './lexical.ts'

/** How much the words count beside the meaning, where both are known. */
const LEXICAL_WEIGHT = 0.7

/** What each further chunk of a document that is in the answer already is worth: enough to let another document in. */
const REPEAT = 0.9

/** Scores as shares of the best one: 1 for the best hit, more than 0 for the rest. */
export function relativeToBest(hits: Hit[]): Hit[] {
  const best = Math.max(...hits.map(({ score }) => score))
  return best > 0 ? hits.map((hit) => ({ ...hit, score: hit.score / best })) : []
}

/**
 * One list of two: the convex sum of the lexical scores (relative to the best) and of the similarities (stretched over
 * 0..1), where a list that lacks a chunk counts 0 for it. Best first.
 */
export function fuse(lexical: Hit[], dense: Hit[]): Hit[] {
  const merged = new Map<number, Hit>()
  for (const hit of relativeToBest(lexical)) merged.set(hit.chunkId, { ...hit, score: LEXICAL_WEIGHT * hit.score })
  const least = Math.min(...dense.map(({ score }) => score))
  const range = Math.max(...dense.map(({ score }) => score)) - least
  for (const hit of dense) {
    const share = (1 - LEXICAL_WEIGHT) * (range > 0 ? (hit.score - least) / range : 1)
    merged.set(hit.chunkId, { ...hit, score: share + (merged.get(hit.chunkId)?.score ?? 0) })
  }
  return [...merged.values()].sort(byScore)
}

/**
 * The best hits, where each further chunk of a document counts a little less than the one before it, so that a long
 * document crowds out the others only when it is really best. The order within a document stays.
 */
export function diversify(hits: Hit[], limit: number): Hit[] {
  const seen = new Map<number, number>()
  const discounted = hits.map((hit) => {
    const repeats = seen.get(hit.documentId) ?? 0
    seen.set(hit.documentId, repeats + 1)
    return { ...hit, score: hit.score * REPEAT ** repeats }
  })
  return discounted.sort(byScore).slice(0, limit)
}

function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || a.chunkId - b.chunkId
}
