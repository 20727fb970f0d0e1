import { describe, expect, it } from 'vitest'
import { pageRanges } from '../../../../../src/domains/ingestion/parsing/formats/pdf-scans.ts'
import { pdf, textAt } from '../pdf-writer.ts'
import { outline, read } from './read.ts'

const image = 'q 500 0 0 500 50 50 cm /I1 Do Q'

describe('PDF', () => {
  it('keeps pages and title, joins lines into paragraphs and divided words, and finds headings and bullets', async () => {
    const first = [
      textAt(50, 750, 'A large heading', 20),
      textAt(50, 700, 'The first line of a paragraph that con-'),
      textAt(50, 688, 'tinues on the next line.'),
      textAt(50, 660, 'Another paragraph, long enough to be the body of the text.'),
      textAt(50, 640, '- an item'),
    ].join('')
    const { blocks, pageCount, title } = await read(
      pdf([first, textAt(50, 700, 'Page two.')], '/Title (The title)'),
      'a.pdf',
    )
    expect({ pageCount, title }).toEqual({ pageCount: 2, title: 'The title' })
    expect(blocks.map(({ page }) => page)).toEqual([1, 1, 1, 1, 2])
    expect(outline(blocks)).toEqual([
      'heading1 A large heading',
      'paragraph The first line of a paragraph that continues on the next line.',
      'paragraph Another paragraph, long enough to be the body of the text.',
      'list_item - an item',
      'paragraph Page two.',
    ])
  })

  it('reads columns one after the other', async () => {
    const column = (x: number, words: string) => [700, 688, 676].map((y, at) => textAt(x, y, `${words} ${at}`)).join('')
    const { blocks } = await read(pdf([column(50, 'left') + column(350, 'right')]), 'a.pdf')
    expect(outline(blocks)).toEqual(['paragraph left 0 left 1 left 2', 'paragraph right 0 right 1 right 2'])
  })

  it('keeps the rows of a table, each value below its column', async () => {
    const row = (y: number, cells: [number, string][]) => cells.map(([x, text]) => textAt(x, y, text)).join('')
    const table = [
      row(700, [
        [50, 'Code'],
        [150, 'Place'],
        [250, 'Count'],
      ]),
      row(680, [
        [50, 'A-1'],
        [150, 'Rome'],
        [250, '7'],
      ]),
      row(660, [
        [50, 'B-2'],
        [250, '9'],
      ]),
    ].join('')
    const { blocks } = await read(pdf([table]), 'a.pdf')
    expect(outline(blocks)).toEqual(['header Code | Place | Count', 'table_row A-1 | Rome | 7', 'table_row B-2 | | 9'])
  })

  it('sorts a page that draws its words in no order', async () => {
    const words = Array.from({ length: 12 }, (_, at) => ({ y: 700 - at * 12, text: `line${at}` }))
    const shuffled = words.toSorted((a, b) => ((a.y * 7) % 11) - ((b.y * 7) % 11))
    const { blocks } = await read(pdf([shuffled.map(({ y, text }) => textAt(50, y, text)).join('')]), 'a.pdf')
    expect(blocks.map(({ text }) => text).join(' ')).toBe(words.map(({ text }) => text).join(' '))
  })

  it('names the pages that are scanned images', async () => {
    const { blocks, notices } = await read(pdf([textAt(50, 700, 'Words'), image, image, image]), 'a.pdf')
    expect(blocks).toHaveLength(1)
    expect(notices).toEqual(['Pages 2–4 are scanned images without text; they were not read.'])
  })

  it('is no error when every page is a scan', async () => {
    expect(await read(pdf([image, image]), 'a.pdf')).toMatchObject({
      blocks: [],
      pageCount: 2,
      notices: ['All 2 pages are scanned images without text; they were not read.'],
    })
  })

  it('writes page numbers as people do', () => {
    expect([pageRanges([3]), pageRanges([2, 3, 4, 7]), pageRanges([1, 3])]).toEqual([
      'Page 3',
      'Pages 2–4 and 7',
      'Pages 1 and 3',
    ])
  })
})
