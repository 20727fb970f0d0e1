import type { Extract } from '../model.ts'
import type { Passage } from './passages.ts'
import { likeness, termsOf } from './terms.ts'

export type Coverage = {
  /** How much of what is asked the passage itself speaks of, from 0 to 1. */
  own: number
  /** The same with what stands around it, which counts less. */
  whole: number
  /** How many of the terms it or its surroundings speak of. */
  terms: number
}

/** How much a term counts that the passage lacks, where it stands instead. */
const contextShare = 0.6
const neighbourShare = 0.35
const extractShare = 0.25

/** The coverage of each passage. Terms that are rare among the passages count more, up to a few times as much. */
export function coverages(asked: Map<string, number>, passages: Passage[]): Coverage[] {
  const terms = passages.map((passage) => new Set(termsOf(passage.text)))
  const vocabulary = new Set(terms.flatMap((own) => [...own]))
  const places = new Map(passages.map((passage, index) => [passage, index]))
  const names = namesOf(passages)
  const sums = passages.map(() => ({ own: 0, whole: 0, terms: 0 }))
  let total = 0
  for (const [term, weight] of asked) {
    const likes = likenesses(term, vocabulary)
    const found = terms.map((own) => best(likes, own))
    const frequency = found.filter((like) => like > 0).length
    const worth = weight * (1 + 0.5 * Math.log((passages.length + 1) / (frequency + 1)))
    const inExtract = mostByExtract(passages, found, likes, names)
    total += worth
    for (const [index, passage] of passages.entries()) {
      const sum = sums[index]
      if (sum === undefined) continue
      const own = found[index] ?? 0
      const around = Math.max(
        contextShare * (found[places.get(passage.context ?? passage) ?? index] ?? 0),
        neighbourShare * near(passages, found, index),
        extractShare * (inExtract.get(passage.extract) ?? 0),
      )
      sum.own += worth * own
      sum.whole += worth * Math.max(own, around)
      if (own > 0 || around > 0) sum.terms++
    }
  }
  return sums.map(({ own, whole, terms }) => ({ own: own / (total || 1), whole: whole / (total || 1), terms }))
}

function likenesses(term: string, vocabulary: Set<string>): Map<string, number> {
  const likes = new Map<string, number>()
  for (const found of vocabulary) {
    const like = likeness(term, found)
    if (like > 0) likes.set(found, like)
  }
  return likes
}

function best(likes: Map<string, number>, terms: Set<string>): number {
  let most = 0
  for (const [found, like] of likes) if (like > most && terms.has(found)) most = like
  return most
}

/** The best match before and behind a passage, within its extract. */
function near(passages: Passage[], found: number[], index: number): number {
  const at = (other: number) => (passages[other]?.extract === passages[index]?.extract ? (found[other] ?? 0) : 0)
  return Math.max(at(index - 1), at(index + 1))
}

/** The terms of the names of the documents. */
function namesOf(passages: Passage[]): Map<Extract, Set<string>> {
  const extracts = new Set(passages.map(({ extract }) => extract))
  return new Map([...extracts].map((extract) => [extract, new Set(termsOf(extract.documentName.slice(0, 200)))]))
}

/** The best match anywhere in each extract, the name of its document included. */
function mostByExtract(
  passages: Passage[],
  found: number[],
  likes: Map<string, number>,
  names: Map<Extract, Set<string>>,
): Map<Extract, number> {
  const most = new Map([...names].map(([extract, terms]) => [extract, best(likes, terms)]))
  for (const [index, { extract }] of passages.entries()) {
    most.set(extract, Math.max(most.get(extract) ?? 0, found[index] ?? 0))
  }
  return most
}
