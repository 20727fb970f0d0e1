import { countTokens } from './tokens.ts'

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
    current += current === '' || /\s$/.test(current) || isDenseEnd(current) ? part : ` ${part}`
    tokens += cost
  }
  if (current !== '') joined.push(current)
  return joined
}

function isDenseEnd(text: string): boolean {
  return /[。！？｡।;:,،、，；]$/u.test(text)
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
