import { read, type WorkBook, type WorkSheet } from '@e965/xlsx'
import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { ParseError } from '../parse-error.ts'
import { isHeaderRow } from '../table-header.ts'
import { assertNotEncrypted } from './open-document-encryption.ts'

type Cell = { w?: string; v?: unknown; t?: string }

/** XLSX, XLSB, XLS and ODS: the sheet's name as a heading, then its rows as they are shown (dates and percentages formatted). */
export async function readSpreadsheet(file: Detected, into: BlockCollector): Promise<void> {
  if (file.kind === 'archive') {
    await assertNotEncrypted(file.archive)
    await file.archive.verify()
  }
  const workbook = openWorkbook(file.bytes)
  into.setTitle(workbook.Props?.Title)
  const sheets = workbook.SheetNames
  for (const [at, name] of sheets.entries()) {
    if (into.full) return
    const hidden = workbook.Workbook?.Sheets?.[at]?.Hidden
    const sheet = workbook.Sheets[name]
    if (sheet && !hidden) addSheet(name, sheet, into)
    into.onProgress(at + 1, sheets.length)
  }
}

function openWorkbook(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellHTML: false,
      cellFormula: false,
      cellStyles: false,
      cellNF: false,
      UTC: true,
    })
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      throw new ParseError('encrypted', 'The file is protected with a password.')
    }
    throw error
  }
}

function addSheet(name: string, sheet: WorkSheet, into: BlockCollector): void {
  const rows = ((sheet as { '!data'?: (Cell | undefined)[][] })['!data'] ?? [])
    .map(filledCells)
    .filter((cells) => cells.size > 0)
  if (rows.length === 0) return
  const columns = [...new Set(rows.flatMap((cells) => [...cells.keys()]))].sort((a, b) => a - b)
  into.add('heading', name, { level: 1 })
  for (const [at, cells] of rows.entries()) {
    if (into.full) return
    const texts = columns.map((column) => cells.get(column) ?? '')
    const header =
      at === 0 && rows.length > 1 && isHeaderRow(texts.slice(0, texts.findLastIndex((text) => text !== '') + 1))
    into.addRow(texts, header ? { header: true } : {})
  }
}

/** The texts of a row by column; a row may have one cell a million columns out. */
function filledCells(row: (Cell | undefined)[]): Map<number, string> {
  const filled = new Map<number, string>()
  row.forEach((cell, column) => {
    const text = cellText(cell).trim()
    if (text !== '') filled.set(column, text)
  })
  return filled
}

function cellText(cell: Cell | undefined): string {
  if (!cell || cell.t === 'z') return ''
  return cell.w ?? (cell.v === undefined || cell.v === null ? '' : String(cell.v))
}
