import type { Coverage } from './coverage.ts'
import { hasQuantity } from './figures.ts'
import type { Passage } from './passages.ts'
import type { Question } from './question.ts'
import type { RankedPassage } from './ranking.ts'

/** A passage that, with what belongs to it, speaks of less of the question than this does not answer it. */
const leastShare = 0.75
const leastSharePaired = 0.5
/** The part of it that the passage must say itself. */
const leastOwnCoverage = 0.12
/** Others are quoted beside the best when their score is at least this share of its score. */
const closeToBest = 0.85
/** A line without a full stop says something by itself, rather than only naming it, from this many words on. */
const leastWords = 6
const maxAnswers = 3
const maxFollowing = 4
const maxFollowingLength = 320

/** The passages to quote, in the order to quote them; none when nothing answers. */
export function select(ranked: RankedPassage[], passages: Passage[], question: Question): Passage[] {
  const answering = ranked
    .filter(({ coverage }) => answers(coverage, question))
    .map((one) => ({ ...one, quoted: withCompanions(one.passage, one.index, passages) }))
    .filter(({ quoted, passage, coverage }) => quoted.length > 1 || saysSomething(passage, coverage))
    .filter(({ quoted }) => !question.asksHowMany || quoted.some((one) => givesQuantity(one, question)))
  const bestScore = answering[0]?.score ?? 0
  const chosen: Passage[] = []
  let count = 0
  for (const { passage, quoted, score } of answering) {
    if (count === maxAnswers || score < closeToBest * bestScore) break
    if (chosen.some((other) => repeats(other, passage))) continue
    chosen.push(...quoted.filter((one) => !chosen.includes(one)))
    count++
  }
  return chosen
}

/** A passage that speaks of a part only, or of another number or code than the one asked for, does not answer. */
function answers({ own, share, isElsewhere }: Coverage, { isPaired }: Question): boolean {
  return share >= (isPaired ? leastSharePaired : leastShare) && own >= leastOwnCoverage && !isElsewhere
}

/** The numbers of headings are their own. */
function givesQuantity({ kind, text, title }: Passage, { terms }: Question): boolean {
  const isTitle = kind === 'heading' && (title === null || /^\p{N}+(?:\.\p{N}+)*\.?\s+\p{Lu}/u.test(text))
  return !isTitle && hasQuantity(text, terms)
}

/** Whether a passage that is quoted alone tells more than a name: not a title, a column's name or the question's words again. */
function saysSomething(passage: Passage, { added }: Coverage): boolean {
  const { kind, text, isHeader } = passage
  if (isHeader || /[:：?？؟]$/.test(text)) return false
  if (kind !== 'heading') return added > 0
  const words = text.match(/[\p{Script=Han}\p{Script=Katakana}]{1,2}|\p{Script=Hiragana}+|[\p{L}\p{N}]+/gu)?.length ?? 0
  return added > 0 && words >= leastWords && passage.title !== null
}

/** The path of headings that an extract may begin with, which is no line of the document. */
function isPath({ text }: Passage): boolean {
  return text.includes(' › ')
}

/** A row with the header of its table, an item with the list it is in, a heading or a question with what it introduces. */
function withCompanions(passage: Passage, index: number, passages: Passage[]): Passage[] {
  const { kind, context } = passage
  if (kind === 'row' && context?.isHeader) return [context, passage]
  if (kind === 'item' && context?.text.endsWith(':')) {
    const list = [context, ...following(context, passages.lastIndexOf(context, index), passages)]
    if (list.includes(passage)) return list
    return context.text.includes(' ') ? [context, passage] : [passage]
  }
  const introduces = (kind === 'heading' && !isPath(passage)) || /[:：?？؟]$/.test(passage.text)
  return introduces ? [passage, ...following(passage, index, passages)] : [passage]
}

/**
 * What stands right behind a passage, up to the end of the list or the next heading, if it is not too long. Nothing when that
 * is a heading: titles stand above much that they do not introduce.
 */
function following(passage: Passage, index: number, passages: Passage[]): Passage[] {
  const found: Passage[] = []
  let length = 0
  for (const next of passages.slice(index + 1, index + 1 + maxFollowing)) {
    length += next.text.length
    if (next.extract !== passage.extract || length > maxFollowingLength) break
    if (found.at(-1)?.kind === 'item' && next.kind !== 'item') break
    if (next.kind === 'heading') break
    found.push(next)
  }
  return found
}

/** Chunks may overlap, and documents repeat themselves. */
function repeats(first: Passage, second: Passage): boolean {
  return first.text.includes(second.text) || second.text.includes(first.text)
}
