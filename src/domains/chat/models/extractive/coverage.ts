import type { Extract } from '../model.ts'
import type { Passage } from './passages.ts'
import type { AskedTerm } from './question.ts'
import { labelsOf, recordsOf } from './records.ts'
import { areSynonyms } from './synonyms.ts'
import { likeness, termsOf } from './terms.ts'

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

/** How much a term counts that the passage lacks, where it stands instead. */
const recordShare = 0.8
const contextShare = 0.6
const neighbourShare = 0.35
const extractShare = 0.25
/** The same for whether the passage answers: what merely stands in the same extract is not about the same thing. */
const extractTrust = 0.2

type Surroundings = {
  passages: Passage[]
  places: Map<Passage, number>
  records: (number | null)[]
  names: Map<Extract, Set<string>>
}

/** The coverage of each passage. Terms that are rare among the passages count more, up to a few times as much. */
export function coverages(asked: Map<string, AskedTerm>, passages: Passage[]): Coverage[] {
  const terms = passages.map((passage) => new Set(termsOf(passage.text)))
  const around = surroundingsOf(passages)
  const vocabulary = new Set([...terms, ...around.names.values()].flatMap((own) => [...own]))
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
    const inRecord = mostByRecord(around.records, found)
    const inExtract = mostByExtract(around, found, likes)
    for (const [index, sum] of sums.entries()) {
      const own = found[index] ?? 0
      const close = closest(around, found, inRecord, index)
      const far = inExtract.get(passages[index]?.extract as Extract) ?? { text: 0, name: 0 }
      sum.own += worth * own
      sum.whole += worth * Math.max(own, close, extractShare * Math.max(far.text, far.name))
      if (own > 0) sum.added--
      if (own > 0) sum.labelled += worth * best(likes, labels[index] ?? new Set())
      const speaksOf = own > 0 || close > 0
      if (isNeeded) sum.share += worth * (speaksOf ? 1 : Math.max(far.name, extractTrust * far.text))
      if (frequency > 0 && ((isCode && !speaksOf) || (isCounted && own === 0 && close <= neighbourShare)))
        sum.isElsewhere = true
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

function surroundingsOf(passages: Passage[]): Surroundings {
  const extracts = new Set(passages.map(({ extract }) => extract))
  return {
    passages,
    places: new Map(passages.map((passage, index) => [passage, index])),
    records: recordsOf(passages),
    names: new Map([...extracts].map((extract) => [extract, new Set(termsOf(extract.documentName.slice(0, 200)))])),
  }
}

function likenesses(term: string, vocabulary: Set<string>): Map<string, number> {
  const likes = new Map<string, number>()
  for (const found of vocabulary) {
    const like = areSynonyms(term, found) ? Math.max(0.75, likeness(term, found)) : likeness(term, found)
    if (like > 0) likes.set(found, like)
  }
  return likes
}

function best(likes: Map<string, number>, terms: Set<string>): number {
  let most = 0
  for (const [found, like] of likes) if (like > most && terms.has(found)) most = like
  return most
}

/** The best match in what belongs to a passage: its record, the headings above it, the sentences beside it. */
function closest(around: Surroundings, found: number[], inRecord: Map<number, number>, index: number): number {
  const { passages, places, records } = around
  const passage = passages[index]
  const at = (other: Passage | null | undefined) => (other ? (found[places.get(other) ?? -1] ?? 0) : 0)
  const record = records[index] ?? null
  return Math.max(
    record === null ? 0 : recordShare * (inRecord.get(record) ?? 0),
    contextShare * Math.max(at(passage?.context), at(passage?.context?.context), at(passage?.title)),
    neighbourShare * near(passages, found, index),
  )
}

/** The best match before and behind a passage, under the same heading. The rows of a table are about things of their own. */
function near(passages: Passage[], found: number[], index: number): number {
  const passage = passages[index]
  if (passage === undefined || passage.kind === 'row') return 0
  const at = (other: number) => {
    const beside = passages[other]
    const isClose =
      beside?.extract === passage.extract && (beside.context === passage.context || beside.kind === 'heading')
    return isClose ? (found[other] ?? 0) : 0
  }
  return Math.max(at(index - 1), at(index + 1))
}

function mostByRecord(records: (number | null)[], found: number[]): Map<number, number> {
  const most = new Map<number, number>()
  for (const [index, record] of records.entries()) {
    const like = found[index] ?? 0
    if (record !== null && like > 0) most.set(record, Math.max(most.get(record) ?? 0, like))
  }
  return most
}

/** The best match anywhere in each extract, and in the name of its document. */
function mostByExtract(
  { passages, names }: Surroundings,
  found: number[],
  likes: Map<string, number>,
): Map<Extract, { text: number; name: number }> {
  const most = new Map([...names].map(([extract, terms]) => [extract, { text: 0, name: best(likes, terms) }]))
  for (const [index, { extract }] of passages.entries()) {
    const entry = most.get(extract)
    if (entry !== undefined) entry.text = Math.max(entry.text, found[index] ?? 0)
  }
  return most
}
