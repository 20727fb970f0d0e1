import type { ChatMessage } from '../model.ts'
import { type AnswerLanguage, answerLanguage, contentOf } from './language.ts'
import { termsOf } from './terms.ts'

export type Hint = 'date' | 'number' | 'name' | null
export type Question = {
  /** How much each term counts. */
  terms: Map<string, number>
  language: AnswerLanguage
  hint: Hint
}

const maxLength = 2000
const maxTerms = 64
/** A capitalised word within a sentence, or anything with a digit. */
const nameOrNumber = /(?<=\S\s+)\p{Lu}[\p{L}\p{M}]+|(?<![\p{L}-])[\p{L}-]{0,40}\p{N}[\p{L}\p{N}.,-]*/gu

const hints: [Hint, RegExp][] = [
  [
    'date',
    /\b(when|what (year|date|day)|which (year|date|day)|quand|quelle (date|ann[ée]e)|wann|welche[sm]? (jahr|datum))\b|متى|什么时候|何时|哪年|いつ|何年|언제/iu,
  ],
  [
    'number',
    /\b(how (many|much|long|large|big|old|far|often)|combien|wie ?(viele?|hoch|lange|gro(ß|ss)|alt)|number of|total|amount|price|cost)\b|(^|\s)كم\s|多少|几个|いくつ|いくら|何人|얼마|몇/iu,
  ],
  ['name', /\b(who|whom|whose|qui|wer|wem|wen)\b|^\s*من\s|[谁誰]|だれ|누가|누구/iu],
]

/**
 * What the conversation asks last. A message that says hardly anything by itself ("And in 2005?") is read together with
 * the user message before it, which then counts half.
 */
export function readQuestion(messages: ChatMessage[]): Question {
  const asked = messages
    .filter((message) => message.role === 'user')
    .map((message) => message.content.slice(0, maxLength))
  const last = asked.at(-1) ?? ''
  const before = asked.at(-2) ?? ''
  const terms = weightedTerms(last, 1)
  const isShort = [...terms.values()].reduce((sum, weight) => sum + weight, 0) <= 2
  if (isShort) for (const [term, weight] of weightedTerms(before, 0.5)) if (!terms.has(term)) terms.set(term, weight)
  return { terms, language: answerLanguage(last), hint: hintOf(last) ?? (isShort ? hintOf(before) : null) }
}

/** Terms with their weights: names and numbers tell more than other words. */
function weightedTerms(text: string, share: number): Map<string, number> {
  const content = contentOf(text)
  const specific = new Set((content.match(nameOrNumber) ?? []).flatMap(termsOf))
  const found = termsOf(content)
  const telling = found.filter((term) => !/^\p{Script=Hiragana}+$/u.test(term))
  const terms = telling.length > 0 ? telling : found
  return new Map(terms.slice(0, maxTerms).map((term) => [term, share * (specific.has(term) ? 1.4 : 1)]))
}

function hintOf(text: string): Hint {
  return hints.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
