/** Pages as the wire has them: formats without pages are on page 1 of 1; the graph says null. */
export function wirePages({ pageStart, pageEnd }: { pageStart: number | null; pageEnd: number | null }) {
  const start = pageStart ?? 1
  const end = pageEnd ?? start
  return { start, end, range: `${start}-${end}` }
}
