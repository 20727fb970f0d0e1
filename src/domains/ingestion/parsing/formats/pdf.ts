import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocument, type PDFDocumentLoadingTask, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { ParseError } from '../parse-error.ts'
import { addPdfBlocks } from './pdf-blocks.ts'
import { type Line, pageLines } from './pdf-lines.ts'
import { noticeUnread, type UnreadPage, unreadPage } from './pdf-scans.ts'

const assets = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** PDF: text in reading order by page, headings by size, table rows; pages that are only images are named in a notice. */
export async function readPdf(file: Detected, into: BlockCollector): Promise<void> {
  const task = getDocument({
    data: new Uint8Array(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength),
    cMapUrl: join(assets, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(assets, 'standard_fonts/'),
    wasmUrl: join(assets, 'wasm/'),
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: 0,
  })
  try {
    await readPages(await open(task), into)
  } finally {
    await task.destroy()
  }
}

async function open(task: PDFDocumentLoadingTask): Promise<PDFDocumentProxy> {
  try {
    return await task.promise
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new ParseError('encrypted', 'The file is protected with a password.')
    }
    throw new ParseError('corrupt', 'The file is damaged or incomplete and cannot be read as a PDF.')
  }
}

async function readPages(pdf: PDFDocumentProxy, into: BlockCollector): Promise<void> {
  into.pageCount = pdf.numPages
  const pages: Line[][] = []
  const unread: UnreadPage[] = []
  const last = Math.min(pdf.numPages, into.limits.maxPages)
  let chars = 0
  for (let number = 1; number <= last && chars < into.limits.maxTextChars; number++) {
    const lines = await readPage(pdf, number, unread)
    chars += lines.reduce((sum, line) => sum + line.text.length, 0)
    pages.push(lines)
    into.onProgress(number, last)
  }
  addPdfBlocks(pages, into)
  into.setTitle(await documentTitle(pdf))
  noticeUnread(unread, into)
  if (pdf.numPages > last) into.notice(`Only the first ${last} pages were read.`)
}

async function readPage(pdf: PDFDocumentProxy, number: number, unread: UnreadPage[]): Promise<Line[]> {
  try {
    const page = await pdf.getPage(number)
    const content = await page.getTextContent({ includeMarkedContent: false })
    const lines = pageLines(content.items)
    if (lines.length === 0) unread.push(await unreadPage(page, number, unread))
    page.cleanup()
    return lines
  } catch {
    unread.push({ number, reason: 'damaged' })
    return []
  }
}

async function documentTitle(pdf: PDFDocumentProxy): Promise<string> {
  try {
    const { info } = await pdf.getMetadata()
    const title = (info as { Title?: unknown }).Title
    return typeof title === 'string' ? title : ''
  } catch {
    return ''
  }
}
