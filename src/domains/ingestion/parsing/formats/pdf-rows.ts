import type { BlockCollector } from '../block-collector.ts'
import { isHeaderRow } from '../table-header.ts'
import type { Cell, Line } from './pdf-lines.ts'

/** Adds the rows of one table, each value below its column, so that a gap in a row stays visible. */
export function addPdfRows(rows: Line[], page: number, into: BlockCollector): void {
  const fullest = rows.reduce<Cell[]>((best, { cells }) => (cells.length > best.length ? cells : best), [])
  for (const [at, { cells }] of rows.entries()) {
    const texts = align(cells, fullest)
    const header = at === 0 && rows.length > 1 && texts.length > 2 && isHeaderRow(texts)
    into.addRow(texts, header ? { page, header } : { page })
  }
}

/** The cells of a row by column; as they come where two would share a column. */
function align(cells: Cell[], columns: Cell[]): string[] {
  const texts = columns.map(() => '')
  for (const cell of cells) {
    const nearest = columns.reduce(
      (best, column, at) => (distance(cell, column) < distance(cell, columns[best]) ? at : best),
      0,
    )
    if (texts[nearest] !== '') return cells.map(({ text }) => text)
    texts[nearest] = cell.text
  }
  return texts
}

/** How far two cells are apart: their edges or their middles, whichever are nearer, because columns are set left, right or centred. */
function distance(cell: Cell, column: Cell | undefined): number {
  if (!column) return Number.POSITIVE_INFINITY
  const middles = Math.abs(cell.x + cell.end - column.x - column.end) / 2
  return Math.min(Math.abs(cell.x - column.x), Math.abs(cell.end - column.end), middles)
}
