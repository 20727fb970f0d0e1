import type { Block, ParsedDocument } from './document.ts'
import type { ParseLimits } from './limits.ts'
import type { ParseErrorCode } from './parse-error.ts'

/** What a parsing process is asked; the bytes of the document follow as a frame of their own. */
export type ParseRequest = { filename: string; limits: ParseLimits }

/** What a parsing process answers: any number of `progress` and `blocks`, then `done` or `failed`. */
export type ParseMessage =
  | { type: 'progress'; done: number; total: number }
  | { type: 'blocks'; blocks: Block[] }
  | { type: 'done'; document: Omit<ParsedDocument, 'blocks'> }
  | { type: 'failed'; code: ParseErrorCode; message: string; pageCount: number | null }

/** A message is kept small, so that reading one never holds up the service's event loop. */
export const maxMessageBytes = 64 * 1024 * 1024
