import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { ParseError } from './parse-error.ts'

const sampleBytes = 64 * 1024
const marks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Decodes plain text of unknown encoding. Throws `unsupported` when the bytes are no text at all. */
export function decodeText(bytes: Buffer): string {
  const text = decodeAs(bytes, detectEncoding(bytes))
  if (looksBinary(text)) {
    throw new ParseError('unsupported', 'The file is of an unknown binary type, which cannot be read.')
  }
  return text
}

/** Decodes XML or HTML: a byte order mark wins, then the encoding that the document declares, then detection. */
export function decodeXml(bytes: Buffer): string {
  const marked = encodingOfMark(bytes)
  if (marked) return decodeAs(bytes, marked)
  const head = bytes.toString('latin1', 0, 2048)
  const declared =
    /<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(head) ?? /<meta[^>]*charset\s*=\s*["']?([\w.:-]+)/i.exec(head)
  const name = declared?.[1]
  const lying = name !== undefined && /^utf-?16|^ucs/i.test(name)
  if (name && !lying && iconv.encodingExists(name) && !(/utf-?8/i.test(name) && !isUtf8(bytes)))
    return decodeAs(bytes, name)
  return decodeAs(bytes, detectEncoding(bytes))
}

/** Decodes bytes of a known code page; an unknown name falls back to windows-1252. */
export function decodeAs(bytes: Buffer, encoding: string): string {
  const known = iconv.encodingExists(encoding) ? encoding : 'windows-1252'
  return iconv.decode(bytes, /^(iso-?8859-?1|latin1|us-ascii|ascii)$/i.test(known) ? 'windows-1252' : known)
}

function detectEncoding(bytes: Buffer): string {
  const marked = encodingOfMark(bytes)
  if (marked) return marked
  const wide = wideEncoding(bytes.subarray(0, sampleBytes))
  if (wide) return wide
  if (isUtf8(bytes)) return 'utf-8'
  return singleOrMultiByte(bytes.subarray(0, sampleBytes))
}

function encodingOfMark(bytes: Buffer): string | null {
  return marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? null
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

// Text in UTF-16 has NUL bytes (blanks, line ends, Latin letters) and has them on one side of each pair only.
function wideEncoding(sample: Buffer): string | null {
  let even = 0
  let odd = 0
  for (let at = 0; at < sample.length; at++) {
    if (sample[at] !== 0) continue
    if (at % 2 === 0) even++
    else odd++
  }
  if (even + odd < Math.max(1, sample.length / 200)) return null
  if (odd > even * 10) return 'utf-16le'
  return even > odd * 10 ? 'utf-16be' : null
}

// Detection is unsure about short texts and then prefers exotic code pages; Japanese and Western ones are what such files mostly are.
function singleOrMultiByte(sample: Buffer): string {
  const guesses = analyse(sample).filter((guess) => iconv.encodingExists(guess.name))
  const best = guesses[0]
  if (!best) return 'windows-1252'
  if (isKanaOrKanji(sample)) return 'shift_jis'
  return best.confidence < 30 ? 'windows-1252' : best.name
}

function isKanaOrKanji(sample: Buffer): boolean {
  const text = iconv.decode(sample, 'shift_jis')
  if (text.slice(0, -1).includes('\ufffd')) return false
  const japanese = text.match(/[\u3040-\u30ff\u3400-\u9fff\uff01-\uff5e]/g)?.length ?? 0
  const halfWidth = text.match(/[\uff61-\uff9f]/g)?.length ?? 0
  const kana = text.match(/[\u3040-\u30ff]/g)?.length ?? 0
  return japanese > halfWidth * 4 && (kana > 0 || japanese > 3)
}

function looksBinary(text: string): boolean {
  const sample = text.slice(0, sampleBytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being counted
  const odd = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0
  return odd > Math.max(1, sample.length * 0.05)
}
