import { Parser } from 'htmlparser2'
import type { BlockCollector } from '../block-collector.ts'
import type { BlockKind } from '../document.ts'
import { ParseError } from '../parse-error.ts'

const skipped = new Set([
  'script',
  'style',
  'template',
  'svg',
  'nav',
  'iframe',
  'object',
  'select',
  'button',
  'textarea',
  'noscript',
])
const breaking = new Set(
  'address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure footer form header hr li main ol p pre section summary table tbody tfoot thead ul'.split(
    ' ',
  ),
)
const heading = /^h[1-6]$/
// Pages nest deeply when they forget to close their tags; the cost of a page grows with the square of its depth.
const deepest = 10_000

type Row = { cells: string[]; header: boolean }

/** Streams HTML into blocks, without a tree and without recursion. */
export class HtmlReader {
  readonly #into: BlockCollector
  readonly #rows: Row[] = []
  #text = ''
  #kind: BlockKind = 'paragraph'
  #level = 1
  #depth = 0
  #skipDepth = 0
  #inTitle = false

  constructor(into: BlockCollector) {
    this.#into = into
  }

  read(html: string): void {
    const parser = new Parser({
      onopentag: (name) => this.#open(name),
      onclosetag: (name) => this.#close(name),
      ontext: (text) => this.#addText(text),
    })
    for (let at = 0; at < html.length && !this.#into.full; at += 65_536) parser.write(html.slice(at, at + 65_536))
    parser.end()
    this.#flush()
  }

  #addText(text: string): void {
    if (this.#inTitle) this.#into.setTitle(text)
    else if (this.#skipDepth === 0) this.#text += this.#kind === 'code' ? text : text.replace(/\s+/g, ' ')
  }

  #open(name: string): void {
    this.#depth++
    if (this.#depth > deepest) throw new ParseError('corrupt', 'The file is nested too deeply to be read.')
    if (name === 'title') this.#inTitle = this.#skipDepth === 0
    if (skipped.has(name)) this.#skipDepth++
    if (this.#skipDepth > 0) return
    if (name === 'tr') this.#openRow()
    else if (name === 'td' || name === 'th') this.#openCell(name)
    else if (this.#rows.length > 0) this.#breakInCell(name)
    else if (name === 'br') this.#text += '\n'
    else if (breaking.has(name) || heading.test(name)) this.#startBlock(name)
  }

  #close(name: string): void {
    this.#depth--
    if (name === 'title') this.#inTitle = false
    if (skipped.has(name)) {
      this.#skipDepth = Math.max(0, this.#skipDepth - 1)
      return
    }
    if (this.#skipDepth > 0) return
    if (name === 'tr') this.#closeRow()
    else if (name === 'td' || name === 'th') this.#closeCell()
    else if (this.#rows.length > 0) this.#breakInCell(name)
    else if (name !== 'br' && (breaking.has(name) || heading.test(name))) this.#flush()
  }

  #startBlock(name: string): void {
    // A paragraph inside a list item or a preformatted text belongs to it.
    if (this.#text.trim() !== '' || !['p', 'div'].includes(name)) this.#flush()
    if (heading.test(name)) {
      this.#kind = 'heading'
      this.#level = Number(name[1])
    } else if (name === 'li' || name === 'dd') this.#kind = 'list_item'
    else if (name === 'pre') this.#kind = 'code'
  }

  #flush(): void {
    this.#into.add(this.#kind, this.#text, this.#kind === 'heading' ? { level: this.#level } : {})
    this.#text = ''
    this.#kind = 'paragraph'
  }

  #openRow(): void {
    if (this.#rows.length === 0) this.#flush()
    else this.#closeCell()
    this.#rows.push({ cells: [], header: false })
  }

  #openCell(name: string): void {
    const row = this.#rows.at(-1)
    if (!row) {
      this.#flush()
      return
    }
    this.#text = ''
    row.header = name === 'th' && (row.cells.length === 0 || row.header)
  }

  #closeCell(): void {
    const text = this.#text.trim()
    this.#text = ''
    this.#rows.at(-1)?.cells.push(text)
  }

  #closeRow(): void {
    const row = this.#rows.pop()
    if (!row) return
    if (this.#text.trim() !== '') row.cells.push(this.#text)
    this.#text = ''
    const filled = row.cells.filter((cell) => cell.trim() !== '')
    // Tables that only lay a page out have one cell that says something.
    if (filled.length === 1) this.#into.add('paragraph', filled[0] ?? '')
    else this.#into.addRow(row.cells, row.header ? { header: true } : {})
  }

  #breakInCell(name: string): void {
    if (breaking.has(name) || heading.test(name)) this.#text += ' '
  }
}
