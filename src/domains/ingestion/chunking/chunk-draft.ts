export type ChunkType = 'text' | 'table' | 'code'

/**
 * A part of a document that reads by itself. `position` counts from 0; pages count from 1 and are null where the format has none;
 * `tokenCount` is that of `text` (see `countTokens`); `headings` leads from the highest heading to the nearest.
 */
export type ChunkDraft = {
  position: number
  text: string
  chunkType: ChunkType
  pageStart: number | null
  pageEnd: number | null
  tokenCount: number
  headings: string[]
}

export const chunkLimits = {
  /** What a chunk may hold, its repeated headings and table header included. */
  maxTokens: 400,
  /** Of these, what its own content may take. */
  contentTokens: 360,
  /** From here on, a chunk ends before a heading. */
  headingBreakTokens: 200,
  /** From here on, a chunk ends with its page. */
  pageBreakTokens: 120,
  maxPagesPerChunk: 3,
  maxChunks: 30_000,
}
