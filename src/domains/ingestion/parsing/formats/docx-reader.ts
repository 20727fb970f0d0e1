import type { BlockCollector } from '../block-collector.ts'
import { isHeaderRow } from '../table-header.ts'
import { readXml } from '../xml.ts'
import type { Styles } from './docx-styles.ts'

// Fallback repeats the content of its Choice for older programs; moveFrom holds text that was moved elsewhere.
const skipped = new Set(['Fallback', 'moveFrom', 'rt', 'del'])

type Paragraph = { text: string; style: string; level?: number; list: boolean; notes: string[] }
type Table = { rows: number; cells: string[]; header: boolean }

/** Streams the body of a DOCX into blocks. */
export class DocxReader {
  readonly #into: BlockCollector
  readonly #styles: Styles
  readonly #notes: Map<string, string>
  readonly #paragraphs: Paragraph[] = []
  readonly #tables: Table[] = []
  #skipDepth = 0
  #inText = 0

  constructor(into: BlockCollector, styles: Styles, notes: Map<string, string>) {
    this.#into = into
    this.#styles = styles
    this.#notes = notes
  }

  /** The notes of a document by `kind:id`. */
  static readNotes(xml: string, kind: 'footnote' | 'endnote', maxDepth: number): Map<string, string> {
    const notes = new Map<string, string>()
    let id: string | null = null
    let inText = false
    readXml(xml, maxDepth, {
      open(name, attributes) {
        inText = name === 't'
        if (name === kind) id = attributes.type === undefined ? `${kind}:${attributes.id}` : null
      },
      close(name) {
        inText = false
        if (name === 'p' && id !== null) notes.set(id, `${notes.get(id) ?? ''} `)
      },
      text(text) {
        if (inText && id !== null) notes.set(id, (notes.get(id) ?? '') + text)
      },
    })
    return notes
  }

  read(body: string): void {
    readXml(body, this.#into.limits.maxDepth, {
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
      text: (text) => {
        if (this.#inText > 0 && this.#skipDepth === 0) this.#addText(text)
      },
    })
    for (let open = this.#paragraphs.length; open > 0; open--) this.#closeParagraph()
  }

  #addText(text: string): void {
    const paragraph = this.#paragraphs.at(-1)
    if (paragraph) paragraph.text += text
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (skipped.has(name)) this.#skipDepth++
    if (this.#skipDepth > 0) return
    const paragraph = this.#paragraphs.at(-1)
    if (name === 't') this.#inText++
    else if (name === 'p') this.#paragraphs.push({ text: '', style: '', list: false, notes: [] })
    else if (name === 'tbl') this.#tables.push({ rows: 0, cells: [], header: false })
    else if (name === 'tr') this.#openRow()
    else if (name === 'tc') this.#tables.at(-1)?.cells.push('')
    else if (name === 'tblHeader') this.#markHeader()
    else if (name === 'tab') this.#addText(' ')
    else if (name === 'br' || name === 'cr') this.#addText('\n')
    else if (name === 'noBreakHyphen') this.#addText('-')
    else if (paragraph) describe(paragraph, name, attributes)
  }

  #close(name: string): void {
    if (skipped.has(name)) this.#skipDepth--
    else if (this.#skipDepth > 0) return
    else if (name === 't') this.#inText--
    else if (name === 'p') this.#closeParagraph()
    else if (name === 'tr') this.#closeRow()
    else if (name === 'tbl') this.#tables.pop()
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop()
    if (!paragraph) return
    const table = this.#tables.at(-1)
    if (table) table.cells[Math.max(0, table.cells.length - 1)] = `${table.cells.at(-1) ?? ''} ${paragraph.text}`
    else this.#addParagraph(paragraph)
    for (const id of paragraph.notes) this.#into.add('paragraph', this.#notes.get(id) ?? '')
  }

  #addParagraph(paragraph: Paragraph): void {
    const level = paragraph.level ?? this.#styles.headingLevel(paragraph.style)
    const list = paragraph.list || this.#styles.isList(paragraph.style)
    if (paragraph.text.trim() === '') return
    if (level !== undefined) this.#into.add('heading', paragraph.text, { level })
    else if (list) this.#into.add('list_item', `- ${paragraph.text}`)
    else this.#into.add('paragraph', paragraph.text)
  }

  #openRow(): void {
    const table = this.#tables.at(-1)
    if (table) Object.assign(table, { cells: [], header: false, rows: table.rows + 1 })
  }

  #markHeader(): void {
    const table = this.#tables.at(-1)
    if (table) table.header = true
  }

  #closeRow(): void {
    const table = this.#tables.at(-1)
    const outer = this.#tables.at(-2)
    if (!table) return
    const filled = table.cells.filter((cell) => cell.trim() !== '')
    if (outer) outer.cells[Math.max(0, outer.cells.length - 1)] = `${outer.cells.at(-1) ?? ''} ${filled.join(' ')}`
    else if (filled.length === 1) this.#into.add('paragraph', filled[0] ?? '')
    else
      this.#into.addRow(
        table.cells,
        table.header || (table.rows === 1 && isHeaderRow(table.cells)) ? { header: true } : {},
      )
    table.cells = []
  }
}

function describe(paragraph: Paragraph, name: string, attributes: Record<string, string>): void {
  if (name === 'pStyle') paragraph.style = attributes.val ?? ''
  else if (name === 'outlineLvl' && Number(attributes.val) < 9) paragraph.level = Number(attributes.val) + 1
  else if (name === 'numId') paragraph.list = attributes.val !== '0'
  else if (name === 'footnoteReference') paragraph.notes.push(`footnote:${attributes.id}`)
  else if (name === 'endnoteReference') paragraph.notes.push(`endnote:${attributes.id}`)
}
