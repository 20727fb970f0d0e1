import { BlockCollector } from './block-collector.ts'
import { type Detected, detect } from './detect.ts'
import type { Format, ParsedDocument } from './document.ts'
import { type ParseLimits, parseLimits } from './limits.ts'
import { ParseError, toParseError } from './parse-error.ts'

type Reader = (file: Detected, into: BlockCollector) => Promise<void> | void

// Loaded one by one: a process that reads PDFs never pays for the other parsers.
const readers: Record<Format, () => Promise<Reader>> = {
  pdf: async () => (await import('./formats/pdf.ts')).readPdf,
  docx: async () => (await import('./formats/docx.ts')).readDocx,
  pptx: async () => (await import('./formats/pptx.ts')).readPptx,
  xlsx: async () => (await import('./formats/spreadsheet.ts')).readSpreadsheet,
  xls: async () => (await import('./formats/spreadsheet.ts')).readSpreadsheet,
  ods: async () => (await import('./formats/spreadsheet.ts')).readSpreadsheet,
  doc: async () => (await import('./formats/doc.ts')).readDoc,
  odt: async () => (await import('./formats/open-document.ts')).readOpenDocument,
  odp: async () => (await import('./formats/open-document.ts')).readOpenDocument,
  rtf: async () => (await import('./formats/rtf.ts')).readRtf,
  html: async () => (await import('./formats/html.ts')).readHtml,
  md: async () => (await import('./formats/markdown.ts')).readMarkdown,
  txt: async () => (await import('./formats/plain-text.ts')).readPlainText,
  csv: async () => (await import('./formats/delimited.ts')).readDelimited,
  tsv: async () => (await import('./formats/delimited.ts')).readDelimited,
  json: async () => (await import('./formats/json.ts')).readJson,
  yaml: async () => (await import('./formats/yaml.ts')).readYaml,
  xml: async () => (await import('./formats/xml-data.ts')).readXmlData,
  eml: async () => (await import('./formats/eml.ts')).readEml,
  msg: async () => (await import('./formats/msg.ts')).readMsg,
  epub: async () => (await import('./formats/epub.ts')).readEpub,
}

type ReadOptions = {
  filename: string
  limits?: Partial<ParseLimits>
  onProgress?: (done: number, total: number) => void
}

/**
 * Reads a document held in memory, in this process: no memory limit, no deadline. Only the parsing process (and a benchmark) calls it;
 * everything else goes through a `ParserPool`. Throws a ParseError, whatever happened, with the number of pages if that was found.
 */
export async function readDocument(bytes: Buffer, options: ReadOptions): Promise<ParsedDocument> {
  const limits = { ...parseLimits, ...options.limits }
  const into = new BlockCollector(limits, options.onProgress)
  try {
    const file = await detect(bytes, options.filename, limits)
    const read = await readers[file.format]()
    await read(file, into)
    return finish(file.format, into)
  } catch (error) {
    throw toParseError(error, into.pageCount)
  }
}

function finish(format: Format, into: BlockCollector): ParsedDocument {
  if (into.blocks.length === 0 && into.notices.length === 0) throw new ParseError('empty', 'The file holds no text.')
  const { title, pageCount, blocks, notices } = into
  return { format, title, pageCount, blocks, notices }
}
