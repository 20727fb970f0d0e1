import type { BlockCollector } from '../block-collector.ts'
import { isHeaderRow } from '../table-header.ts'
import { readXml } from '../xml.ts'

type Line = { content: string; placeholder: string; cells?: string[]; firstRow?: boolean }

type SlideText = { title: string; lines: Line[] }

/** The texts of a slide (or of its notes) in the order of its shapes, the title apart. */
export function slideText(xml: string, maxDepth: number): SlideText {
  const slide: SlideText = { title: '', lines: [] }
  let placeholder = ''
  let paragraph = ''
  let inText = false
  let skipDepth = 0
  let row: string[] | null = null
  let rows = 0
  readXml(xml, maxDepth, {
    open(name, attributes) {
      if (name === 'Fallback') skipDepth++
      if (name === 'sp' || name === 'graphicFrame' || name === 'pic') placeholder = ''
      if (name === 'ph') placeholder = attributes.type ?? 'body'
      if (name === 'p') paragraph = ''
      if (name === 'br' || name === 'tab') paragraph += '\n'
      if (name === 'tbl') rows = 0
      if (name === 'tr') row = []
      if (name === 'tc') row?.push('')
      inText = name === 't' && skipDepth === 0
    },
    text(text) {
      if (inText) paragraph += text
    },
    close(name) {
      inText = false
      if (name === 'Fallback') skipDepth--
      if (name === 'tr' && row) {
        slide.lines.push({ content: '', placeholder, cells: row, firstRow: rows++ === 0 })
        row = null
      }
      if (name !== 'p' || paragraph.trim() === '') return
      if (row) row[Math.max(0, row.length - 1)] = `${row.at(-1) ?? ''} ${paragraph}`
      else if (placeholder === 'title' || placeholder === 'ctrTitle')
        slide.title += `${slide.title === '' ? '' : ' '}${paragraph}`
      else slide.lines.push({ content: paragraph, placeholder })
      paragraph = ''
    },
  })
  return slide
}

export function addSlideText(slide: SlideText, page: number, into: BlockCollector): void {
  const lines = slide.lines.filter(({ placeholder }) => placeholder !== 'sldNum' && placeholder !== 'dt')
  if (slide.title.trim() === '' && lines.length === 0) return
  into.add('heading', slide.title.trim() === '' ? `Slide ${page}` : slide.title, { level: 1, page })
  for (const { content, cells, firstRow } of lines) {
    if (cells) into.addRow(cells, { page, ...(firstRow && isHeaderRow(cells) ? { header: true } : {}) })
    else into.add('paragraph', content, { page })
  }
}
