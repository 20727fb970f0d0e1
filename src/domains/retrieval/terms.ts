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
  const nameWords = wordsOf(name.slice(0, 1_000), 'index', language)
  const chunkWords = texts.map((text) => wordsOf(text.slice(0, MAX_TEXT_LENGTH), 'index', language))
  const words = new Set([nameWords, ...chunkWords].flatMap((found) => found.words))
  const keys = keysOf(await stemmer.stem(dictionaryOf(language), words))
  const nameKeys = new Set(termsOf(nameWords, keys))
  return chunkWords.map((found) => count([...nameKeys, ...termsOf(found, keys)]))
}

/** The numbers of the words of a text: a word occurs many times, and is looked at once. Stop words have none. */
function keysOf(stems: Map<string, string | null>): Map<string, number> {
  const keys = new Map<string, number>()
  for (const [word, stem] of stems) if (stem !== null) keys.set(word, keyOf(stem))
  return keys
}

const keyOf = (term: string): number => fingerprint(foldDiacritics(term))

function termsOf({ words, terms }: Words, keys: Map<string, number>): number[] {
  const known = words.map((word) => keys.get(word)).filter((key) => key !== undefined)
  return [...known, ...terms.map(keyOf)]
}

function count(keys: number[]): ChunkTerms {
  const frequencies = new Map<number, number>()
  for (const key of keys) frequencies.set(key, Math.min((frequencies.get(key) ?? 0) + 1, MAX_FREQUENCY))
  const ordered = [...frequencies].sort(([a], [b]) => a - b)
  const counts = ordered.map(([, frequency]) => frequency)
  return { terms: ordered.map(([key]) => key), frequencies: counts, length: counts.reduce((sum, n) => sum + n, 0) }
}
