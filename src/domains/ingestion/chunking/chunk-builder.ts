import type { Block } from '../parsing/document.ts'
import { type ChunkDraft, type ChunkType, chunkLimits } from './chunk-draft.ts'
import { splitText } from './split-text.ts'
import { countTokens } from './tokens.ts'

type Piece = { block: Block; tokens: number; headings: string[] }

const headingSeparator = ' › '

/** Gathers the pieces of one chunk, decides where it ends, and writes its text. */
export class ChunkBuilder {
  #pieces: Piece[] = []
  #tokens = 0
  /** The header row of the table that the next row continues, if that table has one. */
  #tableHeader: Block | null = null
  /** The same as it stood when the current chunk began. */
  #repeatedHeader: Block | null = null

  add(block: Block, headings: string[]): void {
    if (block.kind !== 'table_row') this.#tableHeader = null
    if (this.#pieces.length === 0) this.#repeatedHeader = block.header ? null : this.#tableHeader
    if (block.header) this.#tableHeader = block
    const tokens = countTokens(block.text) + 1
    this.#pieces.push({ block, tokens, headings })
    this.#tokens += tokens
  }

  wouldBreakBefore(block: Block): boolean {
    const last = this.#pieces.at(-1)
    if (!last) return false
    if (this.#tokens + countTokens(block.text) + 1 > chunkLimits.contentTokens) return true
    const onlyHeadings = this.#pieces.every((piece) => piece.block.kind === 'heading')
    if (block.page !== last.block.page) return !onlyHeadings && this.#breaksAtPage(block)
    return block.kind === 'heading' && last.block.kind !== 'heading' && this.#tokens >= chunkLimits.headingBreakTokens
  }

  /** The chunk gathered so far. Headings at its end are kept for the next one, where what they announce stands. */
  finish(position: number, final = false): ChunkDraft | null {
    const carried = final ? [] : this.#takeTrailingHeadings()
    const draft = this.#pieces.length === 0 ? null : this.#draft(position)
    this.#pieces = carried
    this.#tokens = carried.reduce((sum, { tokens }) => sum + tokens, 0)
    this.#repeatedHeader = null
    return draft
  }

  #breaksAtPage(block: Block): boolean {
    const firstPage = this.#pieces[0]?.block.page ?? 1
    if (block.kind === 'heading' || this.#tokens >= chunkLimits.pageBreakTokens) return true
    return (block.page ?? 1) - firstPage >= chunkLimits.maxPagesPerChunk
  }

  #takeTrailingHeadings(): Piece[] {
    const lastContent = this.#pieces.findLastIndex(({ block }) => block.kind !== 'heading')
    return lastContent === -1 ? [] : this.#pieces.splice(lastContent + 1)
  }

  #draft(position: number): ChunkDraft {
    const blocks = this.#pieces.map(({ block }) => block)
    const headings = this.#pieces[0]?.headings ?? []
    const { path, header } = this.#context(headings)
    const content = header === '' ? joinBlocks(blocks) : `${header}\n${joinBlocks(blocks)}`
    const text = path === '' ? content : `${path}\n\n${content}`
    const pages = blocks.flatMap(({ page }) => page ?? [])
    return {
      position,
      text,
      chunkType: chunkType(blocks),
      pageStart: pages.length === 0 ? null : Math.min(...pages),
      pageEnd: pages.length === 0 ? null : Math.max(...pages),
      tokenCount: countTokens(text),
      headings,
    }
  }

  /** What a chunk repeats from before it, as far as it leaves the chunk within its limit. */
  #context(headings: string[]): { path: string; header: string } {
    const startsWithHeading = this.#pieces[0]?.block.kind === 'heading'
    const above = (startsWithHeading ? headings.slice(0, -1) : headings).join(headingSeparator)
    const room = chunkLimits.maxTokens - this.#tokens - 4
    const path = above === '' ? '' : (splitText(above, Math.max(1, Math.min(40, room)))[0] ?? '')
    const header = this.#repeatedHeader?.text ?? ''
    const roomForHeader = room - countTokens(path)
    return { path, header: countTokens(header) <= roomForHeader ? header : '' }
  }
}

function joinBlocks(blocks: Block[]): string {
  let text = ''
  let before: Block | null = null
  for (const block of blocks) {
    if (before) text += sameRun(before, block) ? '\n' : '\n\n'
    text += block.text
    before = block
  }
  return text
}

function sameRun(before: Block, block: Block): boolean {
  return before.kind === block.kind && (block.kind === 'table_row' || block.kind === 'list_item')
}

function chunkType(blocks: Block[]): ChunkType {
  const content = blocks.filter(({ kind }) => kind !== 'heading')
  const share = (kind: Block['kind']) => content.filter((block) => block.kind === kind).length * 2 > content.length
  if (share('table_row')) return 'table'
  return share('code') ? 'code' : 'text'
}
