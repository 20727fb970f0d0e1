import type { BlockCollector } from '../block-collector.ts'
import type { Line } from './pdf-lines.ts'
import { addPdfRows } from './pdf-rows.ts'

const bullet = /^([•‣◦▪●○■□–]\s?|[-*]\s|\(?\d{1,2}[.)]\s)/

// The dots of a table of contents.
const dotLeader = /(?:\s*\.){5,}\s*/g

// Letters larger than the body text by this factor make a heading.
const headingSizes: [number, number][] = [
  [1.8, 1],
  [1.4, 2],
  [1.15, 3],
]

/** Turns the lines of all pages into headings, paragraphs, list items and table rows. */
export function addPdfBlocks(pages: Line[][], into: BlockCollector): void {
  const body = bodySize(pages.flat())
  for (const [at, all] of pages.entries()) addPage(all, at + 1, body, into)
}

function addPage(all: Line[], page: number, body: number, into: BlockCollector): void {
  const lines = all.filter((line) => line.size > body * 0.25)
  const step = lineStep(lines)
  let paragraph: Line[] = []
  let rows: Line[] = []
  for (const [index, line] of lines.entries()) {
    const row = isRow(lines, index)
    if (row || rows.length > 0 || startsBlock(paragraph.at(-1), line, step)) {
      addParagraph(paragraph, body, page, into)
      paragraph = []
    }
    if (row) {
      rows.push(line)
      continue
    }
    addPdfRows(rows, page, into)
    rows = []
    paragraph.push(line)
  }
  addParagraph(paragraph, body, page, into)
  addPdfRows(rows, page, into)
}

/** The letter height that most of the text has. */
function bodySize(lines: Line[]): number {
  const weights = new Map<number, number>()
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2
    weights.set(size, (weights.get(size) ?? 0) + line.text.length)
  }
  let best: [number, number] = [0, 0]
  for (const entry of weights) if (entry[1] > best[1]) best = entry
  return best[0]
}

/** The usual distance from one line to the next, in parts of the letter height. */
function lineStep(lines: Line[]): number {
  const steps: number[] = []
  for (let at = 1; at < lines.length; at++) {
    const [last, line] = [lines[at - 1] as Line, lines[at] as Line]
    const step = (last.y - line.y) / line.size
    if (step > 0.8 && step < 2.5) steps.push(step)
  }
  steps.sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? 1.3
}

function isRow(lines: Line[], index: number): boolean {
  const line = lines[index]
  if (!line || line.cells.length < 2) return false
  return (
    line.cells.length > 2 ||
    [lines[index - 1], lines[index + 1]].some((near) => near !== undefined && near.cells.length > 1)
  )
}

function startsBlock(last: Line | undefined, line: Line, step: number): boolean {
  if (!last) return false
  const distance = (last.y - line.y) / line.size
  if (last.direction !== line.direction || distance < 0 || distance > step * 1.22) return true
  if (Math.abs(last.size - line.size) > line.size * 0.1) return true
  if (line.x > last.end || line.end < last.x) return true
  return bullet.test(line.text)
}

function addParagraph(lines: Line[], body: number, page: number, into: BlockCollector): void {
  const first = lines[0]
  if (!first) return
  const text = joinLines(lines)
  const level =
    text.length < 200 && /\p{L}/u.test(text)
      ? headingSizes.find(([factor]) => first.size >= body * factor)?.[1]
      : undefined
  if (level !== undefined) into.add('heading', text, { level, page })
  else into.add(bullet.test(text) ? 'list_item' : 'paragraph', text, { page })
}

/** Joins the lines of a paragraph; a word divided at a line's end becomes one again. Lines of Chinese and Japanese need no blank. */
function joinLines(lines: Line[]): string {
  let text = ''
  for (const { text: next } of lines) {
    if (text === '') text = next
    else if (/\p{L}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next)) text = text.slice(0, -1) + next
    else if (/[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]$/.test(text) && /^[\u3040-\u30ff\u3400-\u9fff]/.test(next))
      text += next
    else text += ` ${next}`
  }
  return text.replace(dotLeader, ' … ')
}
