import { eld } from 'eld/extrasmall'

/** A text is looked at in so many places, spread over all of it: its beginning may be a cover or a menu. */
const SAMPLES = 8

/** Characters looked at in each place: enough to be sure, little enough to cost a fraction of a millisecond. */
const SAMPLE_LENGTH = 600

/** ISO 639-1 → the Snowball dictionary that every PostgreSQL from 15 on ships. Other languages are indexed unstemmed. */
const DICTIONARIES: Record<string, string> = {
  ar: 'arabic_stem',
  ca: 'catalan_stem',
  da: 'danish_stem',
  de: 'german_stem',
  el: 'greek_stem',
  en: 'english_stem',
  es: 'spanish_stem',
  eu: 'basque_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  ga: 'irish_stem',
  hi: 'hindi_stem',
  hu: 'hungarian_stem',
  hy: 'armenian_stem',
  id: 'indonesian_stem',
  it: 'italian_stem',
  lt: 'lithuanian_stem',
  ne: 'nepali_stem',
  nl: 'dutch_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  ro: 'romanian_stem',
  ru: 'russian_stem',
  sr: 'serbian_stem',
  sv: 'swedish_stem',
  ta: 'tamil_stem',
  tr: 'turkish_stem',
  yi: 'yiddish_stem',
}

/** The dictionary that keeps words as they are. */
export const SIMPLE = 'simple'

/** The PostgreSQL dictionary that stems a language (ISO 639-1); `simple` for null and for languages without a stemmer. */
export function dictionaryOf(language: string | null): string {
  return (language && DICTIONARIES[language]) || SIMPLE
}

/** The language (ISO 639-1) of most of a text, or null when it is too short, too mixed or no language at all. */
export function detectLanguage(text: string): string | null {
  const votes = samplesOf(text).map(languageOfSample)
  const languages = votes.filter((vote) => vote !== null)
  const count = (language: string) => languages.filter((vote) => vote === language).length
  const best = languages.toSorted((a, b) => count(b) - count(a))[0]
  return best && count(best) * 2 > languages.length ? best : null
}

function samplesOf(text: string): string[] {
  const step = Math.max(SAMPLE_LENGTH, text.length / SAMPLES)
  const count = Math.max(1, Math.floor(text.length / step))
  return Array.from({ length: count }, (_, i) => text.slice(i * step, i * step + SAMPLE_LENGTH))
}

function languageOfSample(sample: string): string | null {
  const detected = eld.detect(sample.toWellFormed())
  return detected.language && detected.isReliable() ? detected.language : null
}
