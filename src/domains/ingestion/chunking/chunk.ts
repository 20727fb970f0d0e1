import type { Block } from '../parsing/document.ts'
import { ChunkBuilder } from './chunk-builder.ts'
import { type ChunkDraft, chunkLimits } from './chunk-draft.ts'
import { HeadingPath } from './heading-path.ts'
import { eachPiece } from './split-text.ts'
import { countTokens } from './tokens.ts'

export { type ChunkDraft, chunkLimits } from './chunk-draft.ts'

/**
 * Divides a document along its structure, without overlap: before headings, between paragraphs and rows, then between sentences. A table
 * that continues repeats its header row, and a chunk below a heading that it does not begin with repeats the path to it. At most
 * `maxChunks` chunks.
 */
export function chunkBlocks(blocks: Iterable<Block>): ChunkDraft[] {
  return [...eachChunk(blocks)]
}

/** The chunks of `chunkBlocks` one by one, for a caller that lets other work in between or stores them as they come. */
export function* eachChunk(blocks: Iterable<Block>): Generator<ChunkDraft> {
  const path = new HeadingPath()
  const builder = new ChunkBuilder()
  let position = 0
  for (const block of blocks) {
    for (const piece of pieces(block)) {
      if (position >= chunkLimits.maxChunks) return
      const finished = builder.wouldBreakBefore(piece) ? builder.finish(position) : null
      if (finished) {
        yield finished
        position++
      }
      if (piece.kind === 'heading') path.enter(piece)
      builder.add(piece, path.texts)
    }
  }
  const last = position < chunkLimits.maxChunks ? builder.finish(position, true) : null
  if (last) yield last
}

function* pieces(block: Block): Generator<Block> {
  const { contentTokens } = chunkLimits
  // Four characters are a token at least: a text of any length is not counted to know that it is too long.
  if (block.text.length <= contentTokens * 4 && countTokens(block.text) <= contentTokens) {
    yield block
    return
  }
  const kind = block.kind === 'heading' ? 'paragraph' : block.kind
  for (const text of eachPiece(block.text, contentTokens)) yield { ...block, kind, text, header: undefined }
}
