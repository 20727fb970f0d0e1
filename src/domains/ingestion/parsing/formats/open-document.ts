import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import type { BlockKind } from '../document.ts'
import { ParseError } from '../parse-error.ts'
import { readXml } from '../xml.ts'
import { assertNotEncrypted } from './open-document-encryption.ts'

const skipped = new Set(['tracked-changes', 'annotation', 'forms', 'settings', 'ruby-text', 'office-event-listeners'])

/** ODT and ODP: headings, paragraphs, lists, tables and notes; a page for each slide of a presentation. */
export async function readOpenDocument(file: Detected, into: BlockCollector): Promise<void> {
  if (file.kind !== 'archive') return
  await assertNotEncrypted(file.archive)
  const meta = await file.archive.readXml('meta.xml')
  if (meta) readXml(meta, into.limits.maxDepth, titleHandler(into))
  const content = await file.archive.readXml('content.xml')
  if (content === null) throw new ParseError('corrupt', 'The file is damaged: it has no content.')
  new OpenDocumentReader(into).read(content)
}

function titleHandler(into: BlockCollector) {
  let inTitle = false
  return {
    open: (name: string) => {
      inTitle = name === 'title'
    },
    close: () => {
      inTitle = false
    },
    text: (text: string) => {
      if (inTitle) into.setTitle(text)
    },
  }
}

type Paragraph = { text: string; kind: BlockKind; level: number }

class OpenDocumentReader {
  readonly #into: BlockCollector
  readonly #paragraphs: Paragraph[] = []
  #cells: string[][] = []
  #listDepth = 0
  #skipDepth = 0
  #page: number | undefined
  #firstOfSlide = false

  constructor(into: BlockCollector) {
    this.#into = into
  }

  read(content: string): void {
    readXml(content, this.#into.limits.maxDepth, {
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
      text: (text) => this.#addText(text),
    })
    if (this.#page !== undefined) this.#into.pageCount = this.#page
  }

  #addText(text: string): void {
    const paragraph = this.#paragraphs.at(-1)
    if (paragraph && this.#skipDepth === 0) paragraph.text += text.replace(/\s+/g, ' ')
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (skipped.has(name)) this.#skipDepth++
    else if (name === 'h' || name === 'p') this.#openParagraph(name, attributes)
    else if (name === 'list') this.#listDepth++
    else if (name === 'table-row') this.#cells.push([])
    else if (name === 'table-cell') this.#cells.at(-1)?.push('')
    else if (name === 'page') this.#openSlide(attributes)
    else if (name === 's') this.#addText(' ')
    else if (name === 'tab') this.#addText(' ')
    else if (name === 'line-break') this.#breakLine()
  }

  #close(name: string): void {
    if (skipped.has(name)) this.#skipDepth--
    else if (name === 'h' || name === 'p') this.#closeParagraph()
    else if (name === 'list') this.#listDepth--
    else if (name === 'table-row') this.#closeRow()
  }

  #openSlide(attributes: Record<string, string>): void {
    this.#page = (this.#page ?? 0) + 1
    this.#firstOfSlide = true
    if (this.#page === 1) this.#into.setTitle(attributes.title)
  }

  #openParagraph(name: string, attributes: Record<string, string>): void {
    const kind = name === 'h' ? 'heading' : this.#listDepth > 0 ? 'list_item' : 'paragraph'
    this.#paragraphs.push({ text: '', kind, level: Number(attributes['outline-level'] ?? 1) || 1 })
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop()
    if (!paragraph || this.#skipDepth > 0 || paragraph.text.trim() === '') return
    const row = this.#cells.at(-1)
    if (row) {
      row[Math.max(0, row.length - 1)] = `${row.at(-1) ?? ''} ${paragraph.text}`
      return
    }
    const asHeading = paragraph.kind === 'heading' || this.#firstOfSlide
    this.#firstOfSlide = false
    const kind = asHeading ? 'heading' : paragraph.kind
    const text = kind === 'list_item' ? `- ${paragraph.text}` : paragraph.text
    this.#into.add(kind, text, { page: this.#page, ...(asHeading ? { level: paragraph.level } : {}) })
  }

  #closeRow(): void {
    const cells = this.#cells.pop()
    const outer = this.#cells.at(-1)
    if (!cells) return
    if (outer) outer[Math.max(0, outer.length - 1)] = `${outer.at(-1) ?? ''} ${cells.join(' ')}`
    else this.#into.addRow(cells, { page: this.#page })
  }

  #breakLine(): void {
    const paragraph = this.#paragraphs.at(-1)
    if (paragraph) paragraph.text += '\n'
  }
}
