import { describe, expect, it } from 'vitest'
import { type ZipEntry, zip } from '../zip-writer.ts'
import { outline, read } from './read.ts'

const openDocument = (kind: string, body: string, more: ZipEntry[] = []) =>
  zip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'content.xml',
      content: `<office:document-content><office:body>${body}</office:body></office:document-content>`,
    },
    ...more,
  ])

describe('ODT', () => {
  it('keeps headings, lists, tables and blanks, and drops what was deleted', async () => {
    const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
    const body = `<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
      <text:h text:outline-level="2">Chapter</text:h><text:p>One<text:s/>two<text:line-break/>three</text:p>
      <text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list>
      <table:table><table:table-row>${cell('a')}${cell('b')}</table:table-row></table:table>`
    const meta = { name: 'meta.xml', content: '<office:meta><dc:title>The title</dc:title></office:meta>' }
    const { blocks, title } = await read(openDocument('text', body, [meta]), 'a.odt')
    expect(title).toBe('The title')
    expect(outline(blocks)).toEqual([
      'heading2 Chapter',
      'paragraph One two\nthree',
      'list_item - Item',
      'table_row a | b',
    ])
  })

  it('says that an encrypted one is protected', async () => {
    const manifest = { name: 'META-INF/manifest.xml', content: '<manifest:encryption-data/>' }
    await expect(read(openDocument('text', '', [manifest]), 'a.odt')).rejects.toMatchObject({ code: 'encrypted' })
  })
})

describe('ODP', () => {
  it('has a page for each slide', async () => {
    const slide = (title: string) =>
      `<draw:page><draw:frame><text:p>${title}</text:p><text:p>Words</text:p></draw:frame></draw:page>`
    const { blocks, pageCount } = await read(openDocument('presentation', slide('One') + slide('Two')), 'a.odp')
    expect(pageCount).toBe(2)
    expect(blocks.map(({ page, text }) => `${page} ${text}`)).toEqual(['1 One', '1 Words', '2 Two', '2 Words'])
  })
})

describe('EPUB', () => {
  it('reads the chapters in the order of the spine', async () => {
    const item = (id: string) => `<item id="${id}" href="text/${id}.xhtml" media-type="application/xhtml+xml"/>`
    const { blocks, title } = await read(
      zip([
        { name: 'mimetype', content: 'application/epub+zip' },
        { name: 'META-INF/container.xml', content: '<container><rootfile full-path="OEBPS/book.opf"/></container>' },
        {
          name: 'OEBPS/book.opf',
          content: `<package><dc:title>A book</dc:title>${item('two')}${item('one')}<itemref idref="one"/><itemref idref="two"/></package>`,
        },
        { name: 'OEBPS/text/one.xhtml', content: '<html><body><h1>One</h1><p>First words.</p></body></html>' },
        { name: 'OEBPS/text/two.xhtml', content: '<html><body><h1>Two</h1></body></html>' },
      ]),
      'a.epub',
    )
    expect(title).toBe('A book')
    expect(outline(blocks)).toEqual(['heading1 One', 'paragraph First words.', 'heading1 Two'])
  })
})
