import { countTokens } from './tokens.ts'

/** How much of a long text is split in one step, in UTF-16 code units. */
const segmentChars = 20_000

// From the gentlest break to the hardest: lines, sentences (also of Chinese, Japanese, Hindi and Arabic), clauses, words.
const breaks = [/(?<=\n)/u, /(?<=[.!?…؟۔][)"'”’»]?)\s+|(?<=[。！？｡।])/u, /(?<=[;:,،、，；])/u, /(?<=\s)/u]

/** Splits a text into pieces of at most `maxTokens`, at the gentlest breaks that allow it. */
export function splitText(text: string, maxTokens: number): string[] {
  let pieces = [text]
  for (const pattern of breaks) {
    if (pieces.every((piece) => countTokens(piece) <= maxTokens)) break
    pieces = pieces.flatMap((piece) =>
      countTokens(piece) <= maxTokens ? [piece] : joinUpTo(piece.split(pattern), maxTokens),
    )
  }
  return pieces
    .flatMap((piece) => (countTokens(piece) <= maxTokens ? [piece] : cut(piece, maxTokens)))
    .map((piece) => piece.trim())
}

/** The same piece by piece, each after a bounded amount of work, however long the text is. */
export function* eachPiece(text: string, maxTokens: number): Generator<string> {
  let start = 0
  while (text.length - start > segmentChars) {
    const segment = firstSegment(text.slice(start, start + segmentChars))
    const pieces = splitText(segment, maxTokens)
    const last = pieces.at(-1) ?? ''
    const content = segment.trimEnd()
    // The last piece is filled up from what follows, unless it is not there as it stands.
    const isOpen = pieces.length > 1 && last !== '' && last.length < segment.length / 2 && content.endsWith(last)
    yield* isOpen ? pieces.slice(0, -1) : pieces
    start += isOpen ? content.length - last.length : segment.length
  }
  if (start < text.length) yield* splitText(text.slice(start), maxTokens)
}

/** A segment up to its last break of the gentlest kind that its last fifth has. */
function firstSegment(segment: string): string {
  const tail = segment.slice(-segmentChars / 5)
  for (const pattern of breaks) {
    const parts = tail.split(pattern)
    if (parts.length > 1) return segment.slice(0, segment.length - (parts.at(-1)?.length ?? 0))
  }
  return isHighSurrogate(segment.charCodeAt(segment.length - 1)) ? segment.slice(0, -1) : segment
}

function joinUpTo(parts: string[], maxTokens: number): string[] {
  const joined: string[] = []
  let current = ''
  let tokens = 0
  for (const part of parts) {
    const cost = countTokens(part) + 1
    if (current !== '' && tokens + cost > maxTokens) {
      joined.push(current)
      current = ''
      tokens = 0
    }
    current += current === '' || endsItself(current) ? part : ` ${part}`
    tokens += cost
  }
  if (current !== '') joined.push(current)
  return joined
}

/** True where nothing has to come between this text and the next. */
function endsItself(text: string): boolean {
  return /[\s。！？｡।;:,،、，；]/u.test(text.slice(-1))
}

/** The last resort, for strings without any break: by length, never inside a surrogate pair. */
function cut(text: string, maxTokens: number): string[] {
  const pieces: string[] = []
  let start = 0
  while (start < text.length) {
    let end = Math.min(text.length, start + maxTokens * 4)
    while (countTokens(text.slice(start, end)) > maxTokens) end = start + Math.floor((end - start) * 0.75)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
