import type { Extract } from '../model.ts'
import { sentencesOf } from './sentences.ts'

export type Passage = {
  extract: Extract
  /** Verbatim from the extract but for its white space. */
  text: string
  kind: 'sentence' | 'heading' | 'item' | 'row'
  /** The heading above it, or the first row of its table; null when there is none. */
  context: Passage | null
  /** The first line of the extract when it is a heading: the title, or the path of headings to its place. */
  title: Passage | null
  /** Whether rows below it read its cells as the names of their columns. */
  isHeader: boolean
}

type Line = { text: string; kind: Passage['kind'] | 'break' }

/** The quotable pieces of an extract: sentences, headings, list items and table rows, in their order. */
export function passagesOf(extract: Extract): Passage[] {
  const passages: Passage[] = []
  let heading: Passage | null = null
  let header: Passage | null = null
  let title: Passage | null = null
  for (const block of blocksOf(extract.text.toWellFormed())) {
    const texts = block.kind === 'sentence' ? sentencesOf(block.text, extract.language) : [block.text]
    for (const text of texts) {
      const context: Passage | null = block.kind === 'row' ? (header ?? heading) : heading
      const passage: Passage = { extract, text, kind: block.kind as Passage['kind'], context, title, isHeader: false }
      passages.push(passage)
      if (block.kind === 'heading') heading = passage
      if (block.kind === 'heading' && passages.length === 1) title = passage
      if (block.kind === 'row' && header !== null) header.isHeader = true
      if (block.kind !== 'row') header = null
      else if (passages.at(-2)?.kind !== 'row') header = isHeader(text) ? passage : null
    }
  }
  return passages
}

/** Whether the first row of a table names its columns; a cell that is a number, or two with one, are rather values. */
function isHeader(row: string): boolean {
  const cells = row.split(/ ?\| |\u2003/)
  if (cells.length <= 2) return !/\p{N}/u.test(row)
  return !cells.some((cell) => /^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(cell))
}

/** Lines, with the lines of one paragraph put together again. */
function blocksOf(text: string): Line[] {
  const lines = text.split(/[\r\n\f\v\u2028\u2029]/).map(readLine)
  const blocks: Line[] = []
  for (const [index, line] of lines.entries()) {
    const before = index > 0 ? lines[index - 1] : undefined
    const block = blocks.at(-1)
    if (block !== undefined && before !== undefined && continues(before, line)) block.text += ` ${line.text}`
    else if (line.kind !== 'break') blocks.push({ ...line })
  }
  return blocks.map((block) => (isHeading(block) ? { ...block, kind: 'heading' } : block))
}

function readLine(raw: string): Line {
  const cells = raw.trim().replaceAll('\t', '\u2003')
  const text = cells.replaceAll(/[^\S\u2003]+|\p{Cc}+/gu, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return { text: '', kind: 'break' }
  if (/^\|| \| |\u2003/.test(text)) return { text: text.replaceAll(/^(?:\|\s*)+|(?:\s*\|)+$/g, ''), kind: 'row' }
  if (/^#{1,6} /.test(text)) return { text: text.replace(/^#+ /, ''), kind: 'heading' }
  if (/^[-*•‣◦▪–+＊●○■□·]\s/u.test(text)) return { text: text.slice(1).trim(), kind: 'item' }
  if (/^[\p{L}\p{N}_.[\]-]{1,80}: \S/u.test(text) || /^\s+[\w-]{1,40}:\s*$/.test(raw)) return { text, kind: 'item' }
  if (/^(?:\d{1,3}[.)]|\p{L}\))\s/u.test(text)) return { text, kind: 'item' }
  return { text, kind: 'sentence' }
}

/** Whether a line goes on with what the line before it began. */
function continues(before: Line, line: Line): boolean {
  if (line.kind !== 'sentence' || (before.kind !== 'sentence' && before.kind !== 'item')) return false
  if (/^\p{Ll}/u.test(line.text)) return !/[.!?]$/.test(before.text)
  const isFull = before.text.length >= (/[\p{Script=Han}\p{Script=Hangul}]/u.test(before.text) ? 20 : 45)
  return isFull
}

function isHeading(block: Line): boolean {
  return (
    block.kind === 'sentence' &&
    block.text.length <= 90 &&
    !/[:：]\s*\S/.test(block.text) &&
    !/[.!。！؟;,]["”’)\]]?$/u.test(block.text)
  )
}
