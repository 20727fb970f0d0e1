export type BlockKind = 'heading' | 'paragraph' | 'list_item' | 'table_row' | 'code'

/**
 * One readable unit of a document, in reading order. `page` counts from 1 and is absent where the format has no pages.
 * `level` is the depth of a heading (1 is the highest). `header` marks the row that names a table's columns.
 */
export type Block = { kind: BlockKind; text: string; level?: number; page?: number; header?: boolean }

/** What a parser read. `notices` are sentences for people about what was left out. */
export type ParsedDocument = {
  format: Format
  title: string | null
  pageCount: number | null
  blocks: Block[]
  notices: string[]
}

export const formats = [
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'xls',
  'doc',
  'odt',
  'odp',
  'ods',
  'rtf',
  'html',
  'md',
  'txt',
  'csv',
  'tsv',
  'json',
  'yaml',
  'xml',
  'eml',
  'msg',
  'epub',
] as const

export type Format = (typeof formats)[number]
