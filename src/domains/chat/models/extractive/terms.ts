/** Scripts that are written without spaces between words, and Korean, whose words carry endings: read as character pairs. */
const pairedRun =
  /[\p{Script=Han}々〇]+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|\p{Script=Hangul}+|\p{Script=Thai}+|\p{Script=Lao}+|\p{Script=Khmer}+|\p{Script=Myanmar}+/gu
const word = /\p{N}+(?:[.,]\p{N}+)*|[a-z]{1,12}\d[a-z\d]*|[\p{L}\p{M}]+/gu

/**
 * The terms of a text in the order in which they stand: folded and lightly stemmed words, numbers, codes that begin with
 * letters ("H200"), and character pairs
 * of Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese.
 */
export function termsOf(text: string): string[] {
  const folded = fold(text)
  if (isAscii(folded)) return (folded.match(/\d+(?:[.,]\d+)*|[a-z]{1,12}\d[a-z\d]*|[a-z]+/g) ?? []).map(stem)
  const pairs = [...folded.matchAll(pairedRun)].flatMap(([run]) => characterPairs(run))
  const words = [...folded.replaceAll(pairedRun, ' ').matchAll(word)].map(([found]) => stem(found))
  return [...words, ...pairs]
}

/** One spelling for what readers take as the same: case, width, accents, vowel signs and letter variants of Arabic. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\u0640\u064b-\u065f\u0670]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text)
}

function characterPairs(run: string): string[] {
  const characters = [...run]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function stem(found: string): string {
  if (/\p{N}/u.test(found)) return found
  if (/\p{Script=Arabic}/u.test(found)) return stemArabic(found)
  return stemAlphabetic(found)
}

function stemArabic(found: string): string {
  const start = found.replace(/^(?:[وفبك]?ال|لل)(?=.{3})/u, '').replace(/^و(?=.{3})/u, '')
  return start.replace(/(?<=.{3})(?:ها|ان|ات|ون|ين|يه|ه|ي)$/u, '')
}

/** Endings of number, case and tense that English, French and German share or do not mind losing. */
function stemAlphabetic(found: string): string {
  const singular = found.replace(/(?<=.{3})ies$/, 'y').replace(/(?<=.{3}[^siu])s$/, '')
  const base = singular.replace(/(?<=.{3})(?:ing|ed|en|er|em|ee)$/, '')
  return base
    .replace(/(?<=.{3})e$/, '')
    .replace(/([^aeiouls])\1$/, '$1')
    .replace(/(?<=.{3})y$/, 'i')
}

/**
 * How well a term of a text answers a term of a question, from 0 to 1: the same, a longer or shorter form of it, or
 * (German) a compound that holds it. Both are stems.
 */
export function likeness(asked: string, found: string): number {
  if (asked === found) return 1
  const asksLonger = asked.length > found.length
  const short = asksLonger ? found : asked
  const long = asksLonger ? asked : found
  if (short.length < 4) return 0
  const place = long.indexOf(short)
  if (place === -1 || !/^\p{L}+$/u.test(long)) return 0
  if (place === 0) return long.length - short.length <= 3 ? 0.75 : 0
  return asksLonger || short.length < 6 ? 0 : 0.5
}

/** The best likeness of any of some terms. */
export function best(likes: Map<string, number>, terms: Set<string>): number {
  let most = 0
  for (const [found, like] of likes) if (like > most && terms.has(found)) most = like
  return most
}
