import Papa from 'papaparse'
import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { isHeaderRow } from '../table-header.ts'

/** CSV and TSV with the delimiter sniffed among comma, semicolon, tab and pipe; the first row names the columns when it looks so. */
export function readDelimited(file: Detected, into: BlockCollector): void {
  if (file.kind !== 'text') return
  let first = true
  Papa.parse<string[]>(file.text.replace(/^\ufeff/, ''), {
    skipEmptyLines: 'greedy',
    delimiter: file.format === 'tsv' && file.text.slice(0, 10_000).includes('\t') ? '\t' : '',
    delimitersToGuess: [',', ';', '\t', '|'],
    step({ data }, parser) {
      into.addRow(data, first && isHeaderRow(data) ? { header: true } : {})
      first = false
      if (into.full) parser.abort()
    },
  })
}
