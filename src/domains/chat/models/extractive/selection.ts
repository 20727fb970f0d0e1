import type { Coverage } from './coverage.ts'
import type { Passage } from './passages.ts'
import type { RankedPassage } from './ranking.ts'

/** A passage that, with what stands around it, speaks of less of the question than this does not answer it. */
const leastCoverage = 0.5
/** The part of it that the passage must say itself. */
const leastOwnCoverage = 0.25
/** Others are quoted beside the best when their score is at least this share of its score. */
const closeToBest = 0.8
const maxAnswers = 3
const maxFollowing = 4
const maxFollowingLength = 320

/** The passages to quote, in the order to quote them; none when nothing answers. `asked` is how many terms were asked for. */
export function select(ranked: RankedPassage[], passages: Passage[], asked: number): Passage[] {
  const answering = ranked.filter(({ coverage }) => answers(coverage, asked))
  const bestScore = answering[0]?.score ?? 0
  const chosen: Passage[] = []
  let count = 0
  for (const { passage, index, score } of answering) {
    if (count === maxAnswers || score < closeToBest * bestScore) break
    if (chosen.some((other) => repeats(other, passage))) continue
    chosen.push(...withCompanions(passage, index, passages).filter((one) => !chosen.includes(one)))
    count++
  }
  return chosen
}

/** A passage that only names what is asked about, or only uses the same verb, does not answer. */
function answers(coverage: Coverage, asked: number): boolean {
  const { own, whole, terms } = coverage
  return whole >= leastCoverage && own >= leastOwnCoverage && terms >= Math.min(2, asked)
}

/** A row with the header of its table, an item with the list it is in, a heading or a question with what it introduces. */
function withCompanions(passage: Passage, index: number, passages: Passage[]): Passage[] {
  const { kind, context } = passage
  if (kind === 'row' && context?.kind === 'row') return [context, passage]
  if (kind === 'item' && context?.text.endsWith(':')) {
    const list = [context, ...following(context, passages.lastIndexOf(context, index), passages)]
    return list.includes(passage) ? list : [context, passage]
  }
  const introduces = kind === 'heading' || /[:：?？؟]$/.test(passage.text)
  return introduces ? [passage, ...following(passage, index, passages)] : [passage]
}

/** What stands behind a passage, up to the end of the list or the next heading, if it is not too long. */
function following(passage: Passage, index: number, passages: Passage[]): Passage[] {
  const found: Passage[] = []
  let length = 0
  for (const next of passages.slice(index + 1, index + 1 + maxFollowing)) {
    length += next.text.length
    if (next.extract !== passage.extract || length > maxFollowingLength) break
    if (found.at(-1)?.kind === 'item' && next.kind !== 'item') break
    if (next.kind === 'heading' && found.some((one) => one.kind !== 'heading')) break
    found.push(next)
  }
  return found
}

/** Chunks may overlap, and documents repeat themselves. */
function repeats(first: Passage, second: Passage): boolean {
  return first.text.includes(second.text) || second.text.includes(first.text)
}
