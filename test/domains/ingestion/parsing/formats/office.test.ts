import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { docx, paragraph, zip } from '../zip-writer.ts'
import { outline, read } from './read.ts'

const rels = (...targets: [string, string, string][]) =>
  `<Relationships>${targets.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`
const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`

describe('DOCX', () => {
  it('keeps headings, lists, table rows and text boxes, and drops what was deleted', async () => {
    const body = [
      paragraph('Title of all', '<w:pStyle w:val="Heading1"/>'),
      paragraph('Custom', '<w:pStyle w:val="Own"/>'),
      paragraph('Outline', '<w:outlineLvl w:val="2"/>'),
      paragraph('An item', '<w:numPr><w:numId w:val="1"/></w:numPr>'),
      '<w:p><w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:tab/><w:t>text</w:t></w:r></w:p>',
      `<w:tbl><w:tr>${cell('Name')}${cell('Role')}</w:tr><w:tr>${cell('Ada')}${cell('1')}</w:tr></w:tbl>`,
      `<w:p><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('In a box')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('In a box')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:p>`,
    ].join('')
    const styles =
      '<w:styles><w:style w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="H2"/></w:style><w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style></w:styles>'
    const { blocks, pageCount } = await read(
      docx(body, [
        { name: 'word/styles.xml', content: styles },
        { name: 'word/_rels/document.xml.rels', content: rels(['r1', 'styles', 'styles.xml']) },
      ]),
      'a.docx',
    )
    expect(pageCount).toBeNull()
    expect(outline(blocks)).toEqual([
      'heading1 Title of all',
      'heading2 Custom',
      'heading3 Outline',
      'list_item - An item',
      'paragraph Kept text',
      'header Name | Role',
      'table_row Ada | 1',
      'paragraph In a box',
    ])
  })

  it('puts footnotes below the paragraph that refers to them', async () => {
    const body =
      '<w:p><w:r><w:t>Claim</w:t><w:footnoteReference w:id="2"/></w:r></w:p><w:p><w:r><w:t>Next</w:t></w:r></w:p>'
    const notes =
      '<w:footnotes><w:footnote w:id="0" w:type="separator"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>Source</w:t></w:r></w:p></w:footnote></w:footnotes>'
    const { blocks } = await read(
      docx(body, [
        { name: 'word/footnotes.xml', content: notes },
        { name: 'word/_rels/document.xml.rels', content: rels(['r1', 'footnotes', 'footnotes.xml']) },
      ]),
      'a.docx',
    )
    expect(outline(blocks)).toEqual(['paragraph Claim', 'paragraph Source', 'paragraph Next'])
  })
})

describe('PPTX', () => {
  it('has a page for each slide in the order of the show, with titles, tables and notes', async () => {
    const shape = (type: string, text: string) =>
      `<p:sp><p:nvPr>${type}</p:nvPr><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`
    const row = (...cells: string[]) =>
      `<a:tr>${cells.map((text) => `<a:tc><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:tc>`).join('')}</a:tr>`
    const { blocks, pageCount } = await read(
      zip([
        {
          name: 'ppt/presentation.xml',
          content: '<p:presentation><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/></p:presentation>',
        },
        {
          name: 'ppt/_rels/presentation.xml.rels',
          content: rels(['a', 'slide', 'slides/slide1.xml'], ['b', 'slide', 'slides/slide2.xml']),
        },
        {
          name: 'ppt/slides/slide1.xml',
          content: `<p:sld>${shape('', 'Untitled words')}<a:tbl>${row('Year', 'Sum')}${row('2024', '7')}</a:tbl></p:sld>`,
        },
        {
          name: 'ppt/slides/slide2.xml',
          content: `<p:sld>${shape('<p:ph/>', 'Body')}${shape('<p:ph type="title"/>', 'First')}</p:sld>`,
        },
        { name: 'ppt/slides/_rels/slide2.xml.rels', content: rels(['n', 'notesSlide', '../notesSlides/notes1.xml']) },
        {
          name: 'ppt/notesSlides/notes1.xml',
          content: `<p:notes>${shape('<p:ph type="body"/>', 'Say hello')}</p:notes>`,
        },
      ]),
      'a.pptx',
    )
    expect(pageCount).toBe(2)
    expect(blocks.map(({ page }) => page)).toEqual([1, 1, 1, 2, 2, 2, 2])
    expect(outline(blocks)).toEqual([
      'heading1 First',
      'paragraph Body',
      'paragraph Notes: Say hello',
      'heading1 Slide 2',
      'paragraph Untitled words',
      'header Year | Sum',
      'table_row 2024 | 7',
    ])
  })
})

describe('spreadsheets', () => {
  const workbook = utils.book_new()
  const sheet = utils.aoa_to_sheet(
    [
      ['Product', 'Price', 'Since'],
      ['Lamp', 12.5, new Date(Date.UTC(2024, 0, 31))],
      [null, null, null],
      ['Chair', 99, null],
    ],
    { dateNF: 'yyyy-mm-dd', UTC: true },
  )
  utils.book_append_sheet(workbook, sheet, 'Stock')

  it.each(['xlsx', 'xls', 'ods', 'xlsb'] as const)(
    '%s has readable rows below the name of the sheet',
    async (bookType) => {
      const bytes: Buffer = write(workbook, { type: 'buffer', bookType: bookType === 'xls' ? 'biff8' : bookType })
      const { blocks, format } = await read(bytes, `a.${bookType}`)
      expect(format).toBe(bookType === 'xlsb' ? 'xlsx' : bookType)
      expect(outline(blocks)).toEqual([
        'heading1 Stock',
        'header Product | Price | Since',
        expect.stringMatching(/^table_row Lamp \| 12\.5 \| .*(2024|24)/),
        'table_row Chair | 99',
      ])
    },
  )
})
