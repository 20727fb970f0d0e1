import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What a token opens: the interface (`key`), or one invitation. */
export type TokenKind = 'key' | 'invitation'

/** A token as it is stored: an indexed public part, and the hash of the whole. */
export type StoredToken = { prefix: string; hash: string }

const marks: Record<TokenKind, string> = { key: 'dgk_', invitation: 'dgi_' }
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const publicLength = 12
const secretLength = 32
const checksumLength = 6

const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

const checksum = (body: string): string => {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet[rest % alphabet.length] + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}

/** SHA-256 in hex: enough for a random part of 190 bits, which no one can enumerate. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * A new random token: a mark that scanners recognise, 12 public characters, 32 secret ones (190 bits) and a checksum.
 * The text is shown once and never stored.
 */
export function createToken(kind: TokenKind): { text: string; stored: StoredToken } {
  const body = marks[kind] + randomText(publicLength) + randomText(secretLength)
  const text = body + checksum(body)
  return { text, stored: { prefix: text.slice(0, marks[kind].length + publicLength), hash: hashOf(text) } }
}

/** A token that an operator chose (`BOOTSTRAP_ADMIN_KEY`): its public part is taken from its hash. */
export function chosenToken(text: string): StoredToken {
  const hash = hashOf(text)
  return { prefix: `own_${hash.slice(0, publicLength)}`, hash }
}

/**
 * What to look up for a token, or null when the text can't be one: wrong mark, length, letters or checksum.
 * Costs no database work, so that leaked, truncated and mistyped keys are refused at once.
 */
export function readToken(kind: TokenKind, text: string): StoredToken | null {
  const mark = marks[kind]
  if (!text.startsWith(mark)) return kind === 'key' && /^[A-Za-z0-9]{32,256}$/.test(text) ? chosenToken(text) : null
  if (text.length !== mark.length + publicLength + secretLength + checksumLength) return null
  const body = text.slice(0, -checksumLength)
  if (checksum(body) !== text.slice(-checksumLength)) return null
  return { prefix: text.slice(0, mark.length + publicLength), hash: hashOf(text) }
}

/** Compares two hashes of equal length in constant time. */
export const sameHash = (a: string, b: string): boolean => {
  const left = Buffer.from(a, 'hex')
  const right = Buffer.from(b, 'hex')
  return left.length === right.length && timingSafeEqual(left, right)
}
