import { cleanLine, cleanText } from './clean-text.ts'
import type { Block, BlockKind } from './document.ts'
import type { ParseLimits } from './limits.ts'

type BlockDetails = { level?: number; page?: number; header?: boolean }

// What a block costs beside its characters, so that a million empty cells are bounded too.
const blockOverhead = 16

/** Gathers the blocks of one document in reading order, cleaned, and stops at the text limit. */
export class BlockCollector {
  readonly blocks: Block[] = []
  readonly notices: string[] = []
  readonly limits: ParseLimits
  readonly onProgress: (done: number, total: number) => void
  title: string | null = null
  pageCount: number | null = null
  #charsLeft: number
  #full = false

  constructor(limits: ParseLimits, onProgress: (done: number, total: number) => void = () => {}) {
    this.limits = limits
    this.onProgress = onProgress
    this.#charsLeft = limits.maxTextChars
  }

  /** True when nothing more is kept: a parser may stop early. */
  get full(): boolean {
    return this.#full
  }

  add(kind: BlockKind, raw: string, details: BlockDetails = {}): void {
    if (this.#full) return
    const text = clean(kind, raw)
    if (text === '') return
    const cost = text.length + blockOverhead
    if (cost > this.#charsLeft) this.#stop(kind, text, details)
    else {
      this.#charsLeft -= cost
      this.blocks.push({ kind, text, ...details })
    }
  }

  /** A row of a table, its cells in order; empty rows are left out. */
  addRow(cells: string[], details: BlockDetails = {}): void {
    const cleaned = cells.map(cleanLine)
    while (cleaned.length > 0 && cleaned.at(-1) === '') cleaned.pop()
    if (cleaned.some((cell) => cell !== '')) this.add('table_row', cleaned.join(' | '), details)
  }

  setTitle(raw: string | null | undefined): void {
    const title = cleanLine(raw ?? '')
      .slice(0, 500)
      .toWellFormed()
    if (this.title === null && title !== '') this.title = title
  }

  notice(sentence: string): void {
    if (this.notices.length < 20 && !this.notices.includes(sentence)) this.notices.push(sentence)
  }

  #stop(kind: BlockKind, text: string, details: BlockDetails): void {
    this.#full = true
    const rest = text.slice(0, Math.max(0, this.#charsLeft - blockOverhead)).toWellFormed()
    if (rest !== '') this.blocks.push({ kind, text: rest, ...details })
    const limit = this.limits.maxTextChars.toLocaleString('en-US')
    this.notice(`The document holds more text than is kept: only its first ${limit} characters were read.`)
  }
}

function clean(kind: BlockKind, raw: string): string {
  if (kind === 'code') return cleanText(raw, 'keep')
  return kind === 'heading' ? cleanLine(raw) : cleanText(raw)
}
