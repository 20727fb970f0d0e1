import type { Block } from '../../../../../src/domains/ingestion/parsing/document.ts'
import { readDocument } from '../../../../../src/domains/ingestion/parsing/read-document.ts'

export const read = (content: Buffer | string, filename: string) => readDocument(Buffer.from(content), { filename })

/** The blocks as lines that a test can compare: `kind text`, or `heading2 text`; a header row is `header text`. */
export const outline = (blocks: Block[]) =>
  blocks.map(({ kind, text, level, header }) => `${header ? 'header' : kind}${kind === 'heading' ? level : ''} ${text}`)
