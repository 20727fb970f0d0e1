import type { Passage } from './passages.ts'
import type { AskedTerm } from './question.ts'
import { labelsOf } from './records.ts'
import { Surroundings } from './surroundings.ts'
import { areSynonyms } from './synonyms.ts'
import { best, likeness, termsOf } from './terms.ts'

export type Coverage = {
  /** How much of what is asked the passage itself speaks of, from 0 to 1. */
  own: number
  /** The same with what stands around it, which counts less; for ordering. */
  whole: number
  /** The share of what is asked that it or what belongs to it speaks of, from 0 to 1. */
  share: number
  /** How much of what is asked it names as the key of a value. */
  labelled: number
  /** Whether a number, a code or what is to be counted is missing from it and what belongs to it, but stands elsewhere. */
  isElsewhere: boolean
  /** How many of its terms the question does not hold. */
  added: number
}

/** What merely stands in the same extract is hardly about the same thing: so much it counts for whether a passage answers. */
const extractTrust = 0.2

/** The coverage of each passage. Terms that are rare among the passages count more, up to a few times as much. */
export function coverages(asked: Map<string, AskedTerm>, passages: Passage[]): Coverage[] {
  const terms = passages.map((passage) => new Set(termsOf(passage.text)))
  const surroundings = new Surroundings(passages)
  const vocabulary = new Set([...terms, ...surroundings.names.values()].flatMap((own) => [...own]))
  const labels = passages.map((passage) => new Set(termsOf(labelsOf(passage))))
  const sums = terms.map((own) => ({ own: 0, whole: 0, share: 0, labelled: 0, isElsewhere: false, added: own.size }))
  let total = 0
  let needed = 0
  for (const [term, { weight, isNeeded, isCode, isCounted }] of asked) {
    const likes = likenesses(term, vocabulary)
    const found = terms.map((own) => best(likes, own))
    const frequency = found.filter((like) => like > 0).length
    const worth = weight * (1 + 0.5 * Math.log((passages.length + 1) / (frequency + 1)))
    total += worth
    if (isNeeded) needed += worth
    const nearby = surroundings.matches(found, likes)
    for (const [index, sum] of sums.entries()) {
      const own = found[index] ?? 0
      const around = nearby(index)
      sum.own += worth * own
      sum.whole += worth * Math.max(own, around.worth)
      if (own > 0) sum.added--
      if (own > 0) sum.labelled += worth * best(likes, labels[index] ?? new Set())
      const speaksOf = own > 0 || around.belonging > 0
      if (isNeeded) sum.share += worth * (speaksOf ? 1 : Math.max(around.name, extractTrust * around.extract))
      if (frequency === 0) continue
      if (isCode && !speaksOf) sum.isElsewhere = true
      if (isCounted && own === 0 && around.heading === 0) sum.isElsewhere = true
    }
  }
  return sums.map((sum) => ({
    ...sum,
    own: sum.own / (total || 1),
    whole: sum.whole / (total || 1),
    labelled: sum.labelled / (total || 1),
    share: sum.share / (needed || 1),
  }))
}

function likenesses(term: string, vocabulary: Set<string>): Map<string, number> {
  const likes = new Map<string, number>()
  for (const found of vocabulary) {
    const like = areSynonyms(term, found) ? Math.max(0.75, likeness(term, found)) : likeness(term, found)
    if (like > 0) likes.set(found, like)
  }
  return likes
}
