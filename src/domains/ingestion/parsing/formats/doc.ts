// biome-ignore-all lint/suspicious/noControlCharactersInRegex: Word marks cells, fields and breaks with control characters
import { CFB } from '@e965/xlsx'
import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { ParseError } from '../parse-error.ts'
import { decodeAs } from '../text-encoding.ts'

// Offsets in the file information block of [MS-DOC] 2.5.
const fib = {
  magic: 0xa5ec,
  version: 2,
  flags: 0x0a,
  textStart: 0x18,
  textEnd: 0x1c,
  counts: 0x4c,
  clx: 0x01a2,
  clxSize: 0x01a6,
}
const encryptedFlag = 0x0100
const tableFlag = 0x0200
const word97 = 0x00c1

const damaged = () => new ParseError('corrupt', 'The file is damaged or incomplete and cannot be read.')

/** DOC (Word 97–2003, and the plain text of Word 6 and 95): paragraphs, table rows, notes and text boxes. */
export function readDoc(file: Detected, into: BlockCollector): void {
  const container = CFB.read(file.bytes, { type: 'buffer' })
  const stream = (name: string) => Buffer.from((CFB.find(container, name)?.content ?? []) as number[])
  const main = stream('WordDocument')
  if (main.length < fib.textEnd + 4 || main.readUInt16LE(0) !== fib.magic) throw damaged()
  const flags = main.readUInt16LE(fib.flags)
  if (flags & encryptedFlag) throw new ParseError('encrypted', 'The file is protected with a password.')
  const isOld = main.readUInt16LE(fib.version) < word97
  const texts = isOld ? [oldText(main)] : stories(main, stream(flags & tableFlag ? '1Table' : '0Table'))
  for (const text of texts) addDocText(text, into)
}

function oldText(main: Buffer): string {
  return decodeAs(main.subarray(main.readUInt32LE(fib.textStart), main.readUInt32LE(fib.textEnd)), 'windows-1252')
}

/** Joins the pieces of text that the piece table lists, each either windows-1252 or UTF-16. */
function pieceText(main: Buffer, table: Buffer): string {
  const start = main.readUInt32LE(fib.clx)
  const pieces = pieceTable(table.subarray(start, start + main.readUInt32LE(fib.clxSize)))
  const count = Math.floor((pieces.length - 4) / 12)
  const parts: string[] = []
  for (let at = 0; at < count; at++) {
    const length = pieces.readUInt32LE((at + 1) * 4) - pieces.readUInt32LE(at * 4)
    const position = pieces.readUInt32LE((count + 1) * 4 + at * 8 + 2)
    const offset = position & 0x3fffffff
    if (length < 0 || length > main.length) throw damaged()
    if (position & 0x40000000) parts.push(decodeAs(main.subarray(offset / 2, offset / 2 + length), 'windows-1252'))
    else parts.push(main.toString('utf16le', offset, offset + length * 2))
  }
  return parts.join('')
}

function pieceTable(clx: Buffer): Buffer {
  let at = 0
  while (clx[at] === 0x01 && at + 3 <= clx.length) at += 3 + clx.readUInt16LE(at + 1)
  if (clx[at] !== 0x02 || at + 5 > clx.length) throw damaged()
  return clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1))
}

/** The body, footnotes, endnotes and text boxes; headers, macros and comments lie between them and are left out. */
function stories(main: Buffer, table: Buffer): string[] {
  if (main.length < fib.clxSize + 4) throw damaged()
  const text = pieceText(main, table)
  const names = ['body', 'footnotes', 'headers', 'macros', 'comments', 'endnotes', 'textboxes']
  const kept = new Set(['body', 'footnotes', 'endnotes', 'textboxes'])
  const found: string[] = []
  let start = 0
  for (const [at, name] of names.entries()) {
    const length = main.readInt32LE(fib.counts + at * 4)
    if (length < 0) throw damaged()
    if (kept.has(name)) found.push(text.slice(start, start + length))
    start += length
  }
  return found
}

const cellMark = '\u0007'

function addDocText(raw: string, into: BlockCollector): void {
  // A field is its code, a separator and the result that is shown: the code goes.
  const text = raw
    .replace(/\u0013[^\u0013\u0014\u0015]*\u0014?/g, '')
    .replace(/[\u0015\u001f]/g, '')
    .replace(/\u001e/g, '-')
  for (const line of text.replace(/\u0007\u0007/g, `${cellMark}\r`).split(/[\r\f]/)) {
    if (into.full) return
    const content = line.replace(/\u000b/g, '\n')
    if (content.includes(cellMark)) into.addRow(content.split(cellMark))
    else into.add('paragraph', content)
  }
}
