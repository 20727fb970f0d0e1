import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { BlockCollector } from '../block-collector.ts'

export type UnreadPage = { number: number; reason: 'scan' | 'blank' | 'damaged' }

// Finding out whether a page shows an image decodes it: the first few pages without text speak for the rest.
const pagesLookedInto = 10
const drawing = [
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageXObjectRepeat,
  OPS.constructPath,
]

/** Why a page has no text: because it shows an image (or drawn outlines), or because it is blank. */
export async function unreadPage(page: PDFPageProxy, number: number, before: UnreadPage[]): Promise<UnreadPage> {
  if (before.length >= pagesLookedInto) return { number, reason: before.at(-1)?.reason ?? 'scan' }
  try {
    const { fnArray } = await page.getOperatorList()
    return { number, reason: fnArray.some((operator) => drawing.includes(operator)) ? 'scan' : 'blank' }
  } catch {
    return { number, reason: 'damaged' }
  }
}

/** Says which pages were not read, and why. */
export function noticeUnread(unread: UnreadPage[], into: BlockCollector): void {
  const pages = (reason: UnreadPage['reason']) =>
    unread.filter((page) => page.reason === reason).map((page) => page.number)
  const [scans, damaged, blank] = [pages('scan'), pages('damaged'), pages('blank')]
  if (scans.length > 0) {
    const subject = pageRanges(scans)
    const rest =
      scans.length === 1
        ? 'is a scanned image without text; it was not read.'
        : 'are scanned images without text; they were not read.'
    into.notice(
      scans.length === into.pageCount && scans.length > 1 ? `All ${scans.length} pages ${rest}` : `${subject} ${rest}`,
    )
  }
  if (damaged.length > 0)
    into.notice(`${pageRanges(damaged)} ${damaged.length === 1 ? 'is' : 'are'} damaged and could not be read.`)
  if (blank.length > 0 && into.blocks.length === 0)
    into.notice(`${pageRanges(blank)} ${blank.length === 1 ? 'is' : 'are'} blank.`)
}

/** "Page 3", "Pages 2–4 and 7". */
export function pageRanges(pages: number[]): string {
  const ranges: [number, number][] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last && page === last[1] + 1) last[1] = page
    else ranges.push([page, page])
  }
  const named = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  const shown = named.length > 10 ? [...named.slice(0, 10), 'others'] : named
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown[0]
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${list}`
}
