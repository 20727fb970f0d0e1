import { utils, write } from '@e965/xlsx'

export type Sheet = { name: string; rows: (string | number)[][] }

/** An Excel workbook (Office Open XML); the first row of each sheet is its header. */
export function xlsx(sheets: Sheet[]): Buffer {
  const book = utils.book_new()
  for (const { name, rows } of sheets) {
    const sheet = utils.aoa_to_sheet(rows)
    sheet['!cols'] = (rows[0] ?? []).map((_, column) => ({ wch: widest(rows, column) + 2 }))
    utils.book_append_sheet(book, sheet, name)
  }
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

const widest = (rows: Sheet['rows'], column: number): number =>
  Math.max(...rows.map((row) => String(row[column] ?? '').length))
