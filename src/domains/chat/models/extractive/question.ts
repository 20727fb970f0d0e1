import type { ChatMessage } from '../model.ts'
import { type AnswerLanguage, answerLanguage, contentOf } from './language.ts'
import { isLight } from './light-words.ts'
import { termsOf } from './terms.ts'

export type Hint = 'date' | 'number' | 'name' | null
export type AskedTerm = {
  /** How much it counts. */
  weight: number
  /** Whether an answer should speak of it; what the message before lends may be missing. */
  isNeeded: boolean
  /** A number, or a code with a number in it: what holds another one is about something else. */
  isCode: boolean
  /** What is to be counted: a sentence beside one that speaks of it counts something else. */
  isCounted: boolean
}
export type Question = {
  terms: Map<string, AskedTerm>
  /** Whether most terms are pairs of characters, of which an answer in other words holds fewer. */
  isPaired: boolean
  /** Whether it asks for a quantity, which an answer has to name. */
  asksHowMany: boolean
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

const howMany = /\b(how (many|much)|combien d|wie ?viele?)(?!\p{L})|多少|几个|いくつ|いくら|何人/iu
const paired = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

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
  const terms = weightedTerms(last)
  const own = [...terms.keys()]
  const isShort = [...terms.values()].reduce((sum, { weight }) => sum + weight, 0) <= 2
  if (isShort) lend(terms, weightedTerms(before), own.length < 2)
  return {
    terms,
    isPaired: own.filter((term) => paired.test(term)).length > own.length / 2,
    asksHowMany: howMany.test(last),
    language: answerLanguage(last),
    hint: hintOf(last) ?? (isShort ? hintOf(before) : null),
  }
}

function lend(terms: Map<string, AskedTerm>, before: Map<string, AskedTerm>, isNeeded: boolean): void {
  for (const [term, { weight }] of before) {
    if (!terms.has(term)) terms.set(term, { weight: weight / 2, isNeeded, isCode: false, isCounted: false })
  }
}

/** Terms with their weights: names, numbers and codes tell more than other words, and some words hardly anything. */
function weightedTerms(text: string): Map<string, AskedTerm> {
  const content = contentOf(text)
  const specific = new Set((content.match(nameOrNumber) ?? []).flatMap(termsOf))
  const found = termsOf(content)
  const telling = found.filter((term) => !/^\p{Script=Hiragana}+$/u.test(term))
  const terms = telling.length > 0 ? telling : found
  const counted = howMany.exec(text)
  const [countedTerm] = counted === null ? [] : termsOf(contentOf(text.slice(counted.index + counted[0].length)))
  const weight = (term: string) => (specific.has(term) ? 1.4 : isLight(term) ? 0.3 : 1)
  return new Map(
    terms
      .slice(0, maxTerms)
      .map((term) => [
        term,
        { weight: weight(term), isNeeded: true, isCode: /\p{N}/u.test(term), isCounted: term === countedTerm },
      ]),
  )
}

function hintOf(text: string): Hint {
  return hints.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
