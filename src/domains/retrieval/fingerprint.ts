import { createHash } from 'node:crypto'

const REMEMBERED = 50_000
const known = new Map<string, number>()

/**
 * A term as a 48-bit number. The index holds numbers instead of words, so that neither the script of a word nor the
 * locale and the text parser of the database decide whether it is found. Two of a million terms share a number with a
 * probability of about 0.2 %.
 */
export function fingerprint(term: string): number {
  const before = known.get(term)
  if (before !== undefined) return before
  const number = createHash('sha1').update(term).digest().readUIntBE(0, 6)
  if (known.size >= REMEMBERED) known.clear()
  known.set(term, number)
  return number
}
