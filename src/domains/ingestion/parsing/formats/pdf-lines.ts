import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'

/** A part of a line that stands apart, from its left to its right edge. */
export type Cell = { text: string; x: number; end: number }

/** One line of a page: its cells (parts set far apart), where it stands, and how large its letters are. */
export type Line = { text: string; cells: Cell[]; x: number; y: number; end: number; size: number; direction: number }

type Placed = { text: string; x: number; y: number; end: number; size: number; direction: number; rightToLeft: boolean }

// In parts of the letter height: what counts as the same line, a word space, and a gap between two columns.
const sameLine = 0.5
const wordGap = 0.12
const cellGap = 1

/** The lines of a page in the order in which the page draws them, which is the order of reading unless it jumps about. */
export function pageLines(items: (TextItem | TextMarkedContent)[]): Line[] {
  const placed = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [place(item)] : []))
  return jumpsAbout(placed) ? buildLines(placed.toSorted(downThenRight)) : buildLines(placed)
}

function buildLines(placed: Placed[]): Line[] {
  const lines: Line[] = []
  let line: Placed[] = []
  for (const item of placed) {
    const last = line.at(-1)
    if (last && !continues(last, item)) {
      lines.push(toLine(line))
      line = []
    }
    line.push(item)
  }
  if (line.length > 0) lines.push(toLine(line))
  return lines
}

// Coordinates along and across the direction of writing, so that turned pages read like upright ones.
function place(item: TextItem): Placed {
  const [a, b, , , e, f] = item.transform as [number, number, number, number, number, number]
  const scale = Math.hypot(a, b) || 1
  const [ux, uy] = [a / scale, b / scale]
  const x = e * ux + f * uy
  const rightToLeft = item.dir === 'rtl'
  const direction = Math.round((Math.atan2(uy, ux) * 12) / Math.PI)
  const text = rightToLeft ? repairLamAlef(item.str) : item.str
  return { text, x, y: f * ux - e * uy, end: x + item.width, size: item.height || scale, direction, rightToLeft }
}

function continues(last: Placed, next: Placed): boolean {
  const height = Math.max(last.size, next.size)
  if (last.direction !== next.direction || Math.abs(last.y - next.y) > height * sameLine) return false
  const forward = next.x >= last.end - height
  const backward = next.end <= last.x + height
  return forward || (backward && (last.rightToLeft || next.rightToLeft))
}

function toLine(parts: Placed[]): Line {
  const cells: Cell[] = []
  for (const [at, part] of parts.entries()) {
    const [last, cell] = [parts[at - 1], cells.at(-1)]
    const gap = last ? Math.max(part.x - last.end, last.x - part.end) : 0
    if (!last || !cell || (gap > cellGap * part.size && !leader(last.text, part.text, at === 1))) {
      cells.push({ text: part.text, x: part.x, end: part.end })
      continue
    }
    cell.text += gap > wordGap * part.size && !cell.text.endsWith(' ') ? ` ${part.text}` : part.text
    cell.x = Math.min(cell.x, part.x)
    cell.end = Math.max(cell.end, part.end)
  }
  const { size, y, direction } = parts.reduce((best, part) => (part.text.length > best.text.length ? part : best))
  const [x, end] = [Math.min(...cells.map((cell) => cell.x)), Math.max(...cells.map((cell) => cell.end))]
  return { text: cells.map(({ text }) => text.trim()).join(' '), cells, x, y, end, size, direction }
}

// A bullet or a number that begins a line, or dots that lead to a page number, make no columns.
function leader(last: string, next: string, first: boolean): boolean {
  if (first && /^([•‣◦▪–—-]|\(?[\dA-Za-z]{1,3}[.)]|\d{1,2}(\.\d{1,2})+\.?)$/.test(last.trim())) return true
  return /^[.\s]{3,}/.test(next) || /\.{3}|(\. ){3}/.test(last)
}

function jumpsAbout(placed: Placed[]): boolean {
  if (placed.length < 8) return false
  let upward = 0
  let turns = 0
  for (let at = 1; at < placed.length; at++) {
    const [last, next] = [placed[at - 1] as Placed, placed[at] as Placed]
    if (last.direction !== next.direction) return false
    if (Math.abs(next.y - last.y) > next.size * sameLine) turns++
    if (next.y > last.y + next.size * sameLine) upward++
  }
  return upward >= 4 && upward > turns / 3
}

function downThenRight(a: Placed, b: Placed): number {
  const row = Math.round(b.y / 4) - Math.round(a.y / 4)
  return row !== 0 ? row : a.x - b.x
}

// A lam-alef ligature comes out of the reversal to logical order with its two letters swapped. Where no word can hold the swapped
// pair, it is put right; elsewhere it cannot be told from a true alef-lam.
function repairLamAlef(text: string): string {
  return text.replace(/ا([أإآ])ل/g, 'ال$1').replace(/(^|[\sوفبكل])اال/g, '$1الا')
}
