import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { ParseError } from '../parse-error.ts'
import { decodeAs } from '../text-encoding.ts'
import { codePageOfCharset, skippedDestinations, symbols, token } from './rtf-words.ts'

type Group = { skip: boolean; font: number; unicodeSkip: number; inFonts: boolean; inTitle: boolean }

/** RTF: paragraphs, outline levels as headings, table rows; code pages by font, Unicode escapes. */
export function readRtf(file: Detected, into: BlockCollector): void {
  new RtfReader(into).read(file.bytes.toString('latin1'))
}

class RtfReader {
  readonly #into: BlockCollector
  readonly #groups: Group[] = []
  readonly #fontPages = new Map<number, string>()
  #group: Group = { skip: false, font: -1, unicodeSkip: 1, inFonts: false, inTitle: false }
  #codePage = 'windows-1252'
  #pending: number[] = []
  #text = ''
  #title = ''
  #cells: string[] = []
  #level: number | null = null
  #inTable = false
  #charsToSkip = 0
  #starred = false

  constructor(into: BlockCollector) {
    this.#into = into
  }

  read(source: string): void {
    token.lastIndex = 0
    for (let match = token.exec(source); match && !this.#into.full; match = token.exec(source)) {
      const [, word, parameter, hex, symbol, brace, plain] = match
      if (hex !== undefined) this.#addByte(Number.parseInt(hex, 16))
      else if (plain !== undefined) for (const char of plain) this.#addByte(char.charCodeAt(0))
      else {
        this.#decodePending()
        if (word !== undefined) this.#control(word.toLowerCase(), parameter === undefined ? null : Number(parameter))
        else if (symbol !== undefined) this.#symbol(symbol)
        else if (brace !== undefined) this.#brace(brace)
        if (word === 'bin' && parameter !== undefined) token.lastIndex += Math.max(0, Number(parameter))
      }
    }
    this.#decodePending()
    this.#endParagraph()
    this.#into.setTitle(this.#title)
  }

  #addByte(byte: number): void {
    if (this.#charsToSkip > 0) this.#charsToSkip--
    else if (!this.#group.skip || this.#group.inTitle) this.#pending.push(byte)
  }

  // Bytes wait until something else follows, because a character of an East Asian code page is two escapes.
  #decodePending(): void {
    if (this.#pending.length === 0) return
    const page = this.#fontPages.get(this.#group.font) ?? this.#codePage
    const text = decodeAs(Buffer.from(this.#pending), page)
    this.#pending = []
    this.#addText(text)
  }

  #addText(text: string): void {
    if (this.#group.inTitle) this.#title += text
    else if (!this.#group.skip) this.#text += text
  }

  #brace(brace: string): void {
    if (brace === '{') {
      if (this.#groups.length >= this.#into.limits.maxDepth)
        throw new ParseError('corrupt', 'The file is nested too deeply to be read.')
      this.#groups.push({ ...this.#group })
    } else this.#group = this.#groups.pop() ?? this.#group
    this.#starred = false
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#starred = true
    else if (symbol === '~') this.#addText(' ')
    else if (symbol === '_') this.#addText('-')
    else if ('\\{}'.includes(symbol)) this.#addByte(symbol.charCodeAt(0))
    else if (symbol === '\n' || symbol === '\r') this.#endParagraph()
  }

  #control(word: string, value: number | null): void {
    if (word === 'fonttbl') Object.assign(this.#group, { inFonts: true, skip: true })
    else if (word === 'title' && this.#groups.length === 3) Object.assign(this.#group, { inTitle: true, skip: true })
    else if (skippedDestinations.has(word) || (this.#starred && word !== 'shptxt')) this.#group.skip = true
    this.#starred = false
    if (word === 'ansicpg' && value) this.#codePage = `windows-${value}`
    else if (word === 'f') this.#group.font = value ?? -1
    else if (word === 'fcharset' && this.#group.inFonts) this.#setFontPage(value ?? 0)
    else if (word === 'uc') this.#group.unicodeSkip = value ?? 1
    else if (word === 'u' && value !== null) this.#addUnicode(value)
    else if (!this.#group.skip) this.#layout(word, value)
  }

  #setFontPage(charset: number): void {
    const page = codePageOfCharset(charset)
    if (page) this.#fontPages.set(this.#group.font, page)
  }

  #addUnicode(value: number): void {
    this.#addText(String.fromCharCode(value & 0xffff))
    this.#charsToSkip = this.#group.unicodeSkip
  }

  #layout(word: string, value: number | null): void {
    const symbol = symbols[word]
    if (symbol !== undefined) this.#addText(symbol)
    else if (word === 'par' || word === 'sect' || word === 'page') this.#endParagraph()
    else if (word === 'pard') this.#resetParagraph()
    else if (word === 'intbl') this.#inTable = true
    else if (word === 'outlinelevel' && value !== null && value < 9) this.#level = value + 1
    else if (word === 'cell' || word === 'nestcell') this.#endCell()
    else if (word === 'row' || word === 'nestrow') this.#endRow()
  }

  #resetParagraph(): void {
    this.#level = null
    this.#inTable = false
  }

  #endParagraph(): void {
    if (this.#inTable) this.#text += ' '
    else {
      this.#into.add(
        this.#level === null ? 'paragraph' : 'heading',
        this.#text,
        this.#level === null ? {} : { level: this.#level },
      )
      this.#text = ''
    }
  }

  #endCell(): void {
    this.#cells.push(this.#text)
    this.#text = ''
  }

  #endRow(): void {
    this.#into.addRow(this.#cells)
    this.#cells = []
    this.#inTable = false
  }
}
