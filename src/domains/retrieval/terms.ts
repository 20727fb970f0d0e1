import { fingerprint } from './fingerprint.ts'
import { dictionaryOf } from './language.ts'
import type { Stemmer } from './stemmer.ts'
import { foldDiacritics, type Words, wordsOf } from './words.ts'

/** What the index keeps of one chunk: distinct terms in ascending order, how often each occurs, and how many there are in all. */
export type ChunkTerms = { terms: number[]; frequencies: number[]; length: number }

/** More of a term says nothing more about what a chunk is about. */
const MAX_FREQUENCY = 255

/** Chunks have two or three thousand characters; what is much longer must not hold the event loop. */
const MAX_TEXT_LENGTH = 20_000

/**
 * Analyses the chunks of one document with the dictionary of its language. The document's name (title, file name) counts
 * once for every chunk, whatever the number of times that it repeats a word.
 */
export async function analyseChunks(
  stemmer: Stemmer,
  language: string | null,
  name: string,
  texts: string[],
): Promise<ChunkTerms[]> {
  const dictionary = dictionaryOf(language)
  const nameWords = wordsOf(name.slice(0, 1_000), 'index', language)
  const chunkWords = texts.map((text) => wordsOf(text.slice(0, MAX_TEXT_LENGTH), 'index', language))
  const stems = await stemmer.stem(dictionary, distinctWords([nameWords, ...chunkWords]))
  const nameTerms = [...new Set(termsOf(nameWords, stems))]
  return chunkWords.map((found) => count([...nameTerms, ...termsOf(found, stems)]))
}

function distinctWords(all: Words[]): Set<string> {
  return new Set(all.flatMap(({ words }) => words))
}

function termsOf({ words, terms }: Words, stems: Map<string, string | null>): string[] {
  const stemmed = words.map((word) => stems.get(word)).filter((stem) => stem != null)
  return [...stemmed, ...terms].map(foldDiacritics)
}

function count(terms: string[]): ChunkTerms {
  const frequencies = new Map<number, number>()
  for (const term of terms) {
    const key = fingerprint(term)
    frequencies.set(key, Math.min((frequencies.get(key) ?? 0) + 1, MAX_FREQUENCY))
  }
  const ordered = [...frequencies].sort(([a], [b]) => a - b)
  const counts = ordered.map(([, frequency]) => frequency)
  return { terms: ordered.map(([key]) => key), frequencies: counts, length: counts.reduce((sum, n) => sum + n, 0) }
}
