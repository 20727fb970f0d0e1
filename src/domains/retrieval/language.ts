import { eld } from 'eld/extrasmall'

/** How much of a text is looked at: enough to be sure of its language, little enough to cost a millisecond or two. */
const SAMPLE_LENGTH = 4_000

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

/** The language (ISO 639-1) of a text, or null when it is too short, too mixed or no language at all. */
export function detectLanguage(text: string): string | null {
  const detected = eld.detect(text.slice(0, SAMPLE_LENGTH).toWellFormed())
  return detected.language && detected.isReliable() ? detected.language : null
}
