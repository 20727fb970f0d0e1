import { type Coverage, coverages } from './coverage.ts'
import { numbersIn } from './figures.ts'
import type { Passage } from './passages.ts'
import type { Question } from './question.ts'

export type RankedPassage = {
  passage: Passage
  /** Its place among all passages. */
  index: number
  coverage: Coverage
  /** Coverage with what speaks for the kind of passage and its extract; for ordering. */
  score: number
}

/** What asks for a value names its key: this much counts a key that the question names. */
const labelShare = 0.4

/** The passages that speak of the question, best first. Each extract's passages stand together and in order. */
export function rank(question: Question, passages: Passage[]): RankedPassage[] {
  const covered = coverages(question.terms, passages)
  return passages
    .flatMap((passage, index) => {
      const coverage = covered[index]
      if (coverage === undefined || coverage.own === 0) return []
      const score =
        coverage.whole * manner(passage) +
        labelShare * coverage.labelled +
        hintBonus(question, passage) -
        rankMalus(passage)
      return [{ passage, index, coverage, score }]
    })
    .sort((first, second) => second.score - first.score || first.index - second.index)
}

/** Questions and short headings speak of a matter without saying anything about it. */
function manner({ kind, text }: Passage): number {
  if (/[?？؟]$/.test(text)) return 0.8
  return kind === 'heading' && text.length < 30 ? 0.9 : 1
}

/** What retrieval found first wins between equals. */
function rankMalus({ extract }: Passage): number {
  return Math.min(0.05, 0.005 * extract.number)
}

function hintBonus({ hint, terms }: Question, { text }: Passage): number {
  if (hint === null) return 0
  if (hint === 'name') return /(?<=[\p{Ll},]\s)\p{Lu}\p{L}+|^\p{Lu}\p{L}+ \p{Lu}\p{L}+/u.test(text) ? 0.06 : 0
  const numbers = numbersIn(text).filter((number) => !terms.has(number))
  if (hint === 'number') return numbers.length > 0 ? 0.1 : 0
  const hasYear = numbers.some((number) => /^(1[0-9]|20)\d\d$/.test(number))
  return hasYear || /\d+[./-]\d+[./-]\d+|\d\s?[年月월]/.test(text) ? 0.12 : 0
}
