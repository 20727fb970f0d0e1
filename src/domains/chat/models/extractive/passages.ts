import type { Extract } from '../model.ts'
import { sentencesOf } from './sentences.ts'

export type Passage = {
  extract: Extract
  /** Verbatim from the extract but for its white space. */
  text: string
  kind: 'sentence' | 'heading' | 'item' | 'row'
  /** The heading above it, or the first row of its table; null when there is none. */
  context: Passage | null
}

type Line = { text: string; kind: Passage['kind'] | 'break' }

/** The quotable pieces of an extract: sentences, headings, list items and table rows, in their order. */
export function passagesOf(extract: Extract): Passage[] {
  const passages: Passage[] = []
  let heading: Passage | null = null
  let header: Passage | null = null
  for (const block of blocksOf(extract.text.toWellFormed())) {
    const texts = block.kind === 'sentence' ? sentencesOf(block.text, extract.language) : [block.text]
    for (const text of texts) {
      const context: Passage | null = block.kind === 'row' ? (header ?? heading) : heading
      const passage: Passage = { extract, text, kind: block.kind as Passage['kind'], context }
      passages.push(passage)
      if (block.kind === 'heading') heading = passage
      if (block.kind !== 'row') header = null
      else if (passages.at(-2)?.kind !== 'row') header = isHeader(text) ? passage : null
    }
  }
  return passages
}

/** Whether the first row of a table names its columns; two cells with a number are rather a name and a value. */
function isHeader(row: string): boolean {
  return !/\p{N}/u.test(row) || row.split(/ \| |\u2003/).length > 2
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
  if (/^[-*•‣◦▪–+]\s/u.test(text)) return { text: text.slice(1).trim(), kind: 'item' }
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
