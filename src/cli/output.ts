/** Rows of texts as a table with a header, its columns aligned. */
export function table(header: string[], rows: (string | number)[][]): string {
  const cells = [header, ...rows.map((row) => row.map((cell) => printable(String(cell))))]
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A text without the control characters that could change what a terminal shows. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

/** A time as people write it to the minute, in UTC; a dash for null. */
export const time = (value: Date | null): string =>
  value ? `${value.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '-'
