/** Whether a table's first row reads like the names of its columns: several, all there, none of them a number, all short. */
export function isHeaderRow(cells: string[]): boolean {
  const named = cells.map((cell) => cell.trim())
  if (named.length < 2) return false
  return named.every((cell) => cell !== '' && cell.length <= 80 && !/^[\d\s.,:%€$£+/-]+$/.test(cell))
}
