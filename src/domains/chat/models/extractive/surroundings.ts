import type { Extract } from '../model.ts'
import type { Passage } from './passages.ts'
import { recordsOf } from './records.ts'
import { best, termsOf } from './terms.ts'

/** How much a term counts that the passage lacks, where it stands instead. */
const recordShare = 0.8
const headingShare = 0.6
const besideShare = 0.35
const extractShare = 0.25

/** How well the surroundings of a passage match a term, from 0 to 1. */
export type Match = {
  /** The headings and column names above it. */
  heading: number
  /** What belongs to it: its record, what is above it, the sentences beside it. */
  belonging: number
  /** The name of its document. */
  name: number
  /** Anything in its extract. */
  extract: number
  /** How much of the term's worth all of this is for a passage that lacks the term itself. */
  worth: number
}

/** Where passages stand: under which headings, in which records, in which documents. */
export class Surroundings {
  /** The terms of the names of the documents. */
  readonly names: Map<Extract, Set<string>>
  readonly #passages: Passage[]
  readonly #places: Map<Passage, number>
  readonly #records: (number | null)[]

  constructor(passages: Passage[]) {
    const extracts = new Set(passages.map(({ extract }) => extract))
    this.names = new Map([...extracts].map((one) => [one, new Set(termsOf(one.documentName.slice(0, 200)))]))
    this.#passages = passages
    this.#places = new Map(passages.map((passage, index) => [passage, index]))
    this.#records = recordsOf(passages)
  }

  /** A function from the place of a passage to what surrounds it, for a term that each passage matches as `found` says. */
  matches(found: number[], likes: Map<string, number>): (index: number) => Match {
    const records = most(this.#records, found)
    const extracts = most(
      this.#passages.map(({ extract }) => extract),
      found,
    )
    const names = new Map([...this.names].map(([extract, terms]) => [extract, best(likes, terms)]))
    return (index) => {
      const passage = this.#passages[index]
      const record = this.#records[index] ?? null
      const inRecord = record === null ? 0 : (records.get(record) ?? 0)
      const heading = this.#above(found, passage)
      const beside = this.#beside(found, index)
      const extract = passage === undefined ? 0 : (extracts.get(passage.extract) ?? 0)
      const name = passage === undefined ? 0 : (names.get(passage.extract) ?? 0)
      const worth = [recordShare * inRecord, headingShare * heading, besideShare * beside]
      return {
        heading,
        belonging: Math.max(inRecord, heading, beside),
        name,
        extract,
        worth: Math.max(...worth, extractShare * extract, extractShare * name),
      }
    }
  }

  #above(found: number[], passage: Passage | undefined): number {
    const at = (other: Passage | null | undefined) => (other ? (found[this.#places.get(other) ?? -1] ?? 0) : 0)
    return Math.max(at(passage?.context), at(passage?.context?.context), at(passage?.title))
  }

  /** Before and behind a passage, under the same heading. The rows of a table are about things of their own. */
  #beside(found: number[], index: number): number {
    const passage = this.#passages[index]
    if (passage === undefined || passage.kind === 'row') return 0
    const at = (other: number) => {
      const beside = this.#passages[other]
      if (beside?.extract !== passage.extract) return 0
      return beside.context === passage.context || beside.kind === 'heading' ? (found[other] ?? 0) : 0
    }
    return Math.max(at(index - 1), at(index + 1))
  }
}

/** The best match of each group; passages of no group (null) are left out. */
function most<Group>(groups: Group[], found: number[]): Map<Group, number> {
  const bests = new Map<Group, number>()
  for (const [index, group] of groups.entries()) {
    const like = found[index] ?? 0
    if (group !== null && like > 0) bests.set(group, Math.max(bests.get(group) ?? 0, like))
  }
  return bests
}
