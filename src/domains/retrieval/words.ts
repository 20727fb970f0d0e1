/** What a text consists of for search: words that a stemmer may shorten, and terms that stay exactly as they are. */
export type Words = { words: string[]; terms: string[] }

const MAX_TERM_LENGTH = 64

const INVISIBLE = /[\u00AD\u0640\u200C\u2060\uFEFF]|\u200D|[\u064B-\u065F]|\u0670/gu
const COMPOUND = /[\p{L}\p{N}\p{M}]+(?:[-_./@,][\p{L}\p{N}\p{M}]+)*/gu
const PART = /[\p{L}\p{N}\p{M}]+/gu
const IDENTIFIER = /[\p{N}_@]/u
const COMMA_GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const POINT_GROUPED = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/

const HAN = /\p{Script=Han}/u
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const SEGMENT =
  /(?<cjk>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|(?<hangul>\p{Script=Hangul}+)|(?<sea>[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)|(?<other>[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)/gu

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Takes a text apart. Chinese and Japanese become pairs of characters, Korean words are kept and become pairs too, Thai
 * and its neighbours are cut by dictionary, and identifiers ("AUDIO-5521", "snake_case", "4,287.50") are kept whole
 * beside their parts. `purpose` matters to Chinese characters only: an index holds single ones too, a question looks for
 * a single one only where it stands alone.
 */
export function wordsOf(text: string, purpose: 'index' | 'query', language: string | null = null): Words {
  const found: Words = { words: [], terms: [] }
  const clean = compose(text)
  const lower = language === 'tr' ? clean.toLocaleLowerCase('tr') : clean.toLowerCase()
  for (const [compound] of lower.matchAll(COMPOUND)) addCompound(compound, purpose, found)
  return found
}

/** A stem without the marks that people leave out when they type: "médecin" and "medecin" are one term. */
export function foldDiacritics(term: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, where there is nothing to fold
  if (/^[\x00-\x7f]*$/.test(term)) return term
  const bare = term.normalize('NFD').replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
  return bare.normalize('NFC').replaceAll('ß', 'ss').replaceAll('ı', 'i').replaceAll('ё', 'е')
}

function compose(text: string): string {
  const composed = text.toWellFormed().normalize('NFKC').replace(INVISIBLE, '')
  // NFKC takes the Thai and Lao AM apart, and the segmenter's dictionary knows it whole only.
  return composed.replaceAll('\u0E4D\u0E32', '\u0E33').replaceAll('\u0ECD\u0EB2', '\u0EB3')
}

function addCompound(compound: string, purpose: 'index' | 'query', found: Words) {
  const parts = compound.match(PART) ?? []
  const isIdentifier = parts.length > 1 && compound.length <= MAX_TERM_LENGTH && IDENTIFIER.test(compound)
  if (isIdentifier) found.terms.push(compound)
  if (COMMA_GROUPED.test(compound)) found.terms.push(compound.replaceAll(',', ''))
  if (POINT_GROUPED.test(compound)) found.terms.push(compound.replaceAll('.', '').replace(',', '.'))
  for (const part of parts) addPart(part.slice(0, MAX_TERM_LENGTH), purpose, found)
}

function addPart(part: string, purpose: 'index' | 'query', found: Words) {
  if (!UNSPACED.test(part)) return addSpaced(part, found)
  const segments = [...part.matchAll(SEGMENT)]
  if (segments.length > 1 && /\p{Script=Hangul}/u.test(part)) found.terms.push(part)
  for (const { groups } of segments) {
    if (groups?.cjk) addCharacterPairs(groups.cjk, purpose, found)
    else if (groups?.hangul) addKoreanWord(groups.hangul, found)
    else if (groups?.sea) addSegmented(groups.sea, found)
    else if (groups?.other) addSpaced(groups.other, found)
  }
}

function addSpaced(word: string, found: Words) {
  if (/\p{N}/u.test(word)) found.terms.push(word)
  else found.words.push(word)
}

function addCharacterPairs(run: string, purpose: 'index' | 'query', found: Words) {
  const characters = [...run]
  for (const [i, character] of characters.entries()) {
    const next = characters[i + 1]
    if (next) found.terms.push(character + next)
    if (!HAN.test(character)) continue
    const standsAlone = !HAN.test(characters[i - 1] ?? '') && !HAN.test(next ?? '')
    if (purpose === 'index' || standsAlone) found.terms.push(character)
  }
  const single = characters.length === 1 ? characters[0] : undefined
  if (single && !HAN.test(single)) found.terms.push(single)
}

function addKoreanWord(word: string, found: Words) {
  const characters = [...word]
  found.terms.push(word)
  if (characters.length < 3) return
  for (let i = 0; i + 1 < characters.length; i++) found.terms.push(`${characters[i]}${characters[i + 1]}`)
}

function addSegmented(run: string, found: Words) {
  for (const { segment } of segmenter.segment(run)) found.terms.push(segment)
}
