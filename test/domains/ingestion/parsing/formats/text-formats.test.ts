import { describe, expect, it } from 'vitest'
import { outline, read } from './read.ts'

const outlineOf = async (content: string, filename: string) => outline((await read(content, filename)).blocks)

describe('HTML', () => {
  it('keeps headings, lists, tables and code; drops scripts, styles and navigation', async () => {
    const page = `<title>The title</title><style>p{}</style><script>alert(1)</script><nav>Menu</nav>
      <h2>Head&amp;ing</h2><p>One <b>two</b><br>three</p><ul><li>Item<li>Other</ul>
      <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><pre>code
  here</pre>`
    const { title } = await read(page, 'a.html')
    expect(title).toBe('The title')
    expect(await outlineOf(page, 'a.html')).toEqual([
      'heading2 Head&ing',
      'paragraph One two\nthree',
      'list_item Item',
      'list_item Other',
      'header A | B',
      'table_row 1 | 2',
      'code code\n  here',
    ])
  })
})

describe('Markdown', () => {
  it('keeps headings, lists, tables, code and front matter', async () => {
    const text =
      '---\nauthor: Ada\n---\n# Title\n\nSome *words* and [a link](http://x).\n\n- item\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n<p>html</p>\n'
    expect(await outlineOf(text, 'a.md')).toEqual([
      'code author: Ada',
      'heading1 Title',
      'paragraph Some words and a link.',
      'list_item - item',
      'header A | B',
      'table_row 1 | 2',
      'code code',
      'paragraph html',
    ])
  })
})

describe('plain text', () => {
  it('divides paragraphs at blank lines and list items at their marks', async () => {
    expect(await outlineOf('One\nline.\r\n\r\n- a\n- b\n1. c', 'a.txt')).toEqual([
      'paragraph One\nline.',
      'list_item - a',
      'list_item - b',
      'list_item 1. c',
    ])
  })
})

describe('CSV and TSV', () => {
  it.each([
    ['a.csv', 'Name,City\n"Doe, Jane",Rome\n'],
    ['a.csv', 'Name;City\n"Doe, Jane";Rome\n'],
    ['a.csv', 'Name\tCity\nDoe, Jane\tRome\n'],
    ['a.csv', 'Name|City\nDoe, Jane|Rome\n'],
    ['a.tsv', 'Name\tCity\nDoe, Jane\tRome\n'],
  ])('%s: the delimiter of %j is found', async (filename, content) => {
    expect(await outlineOf(content, filename)).toEqual(['header Name | City', 'table_row Doe, Jane | Rome'])
  })

  it('has no header where the first row is data', async () => {
    expect(await outlineOf('1,2\n3,4\n', 'a.csv')).toEqual(['table_row 1 | 2', 'table_row 3 | 4'])
  })
})

describe('JSON, YAML and XML', () => {
  it('JSON becomes lines with the path to each value', async () => {
    expect(await outlineOf('{"name":"Ada","tags":["x","y"],"home":{"city":"Rome","floor":null}}', 'a.json')).toEqual([
      'paragraph name: Ada',
      'paragraph tags[0]: x\ntags[1]: y',
      'paragraph home.city: Rome\nhome.floor: null',
    ])
  })

  it('JSON Lines are read, and what is no JSON is read as text with a notice', async () => {
    expect(await outlineOf('{"a":1}\n{"a":2}\n', 'a.jsonl')).toEqual(['paragraph a: 1', 'paragraph a: 2'])
    expect(await read('{"a": broken', 'a.json')).toMatchObject({
      notices: ['The file is not valid JSON; it was read as plain text.'],
    })
  })

  it('YAML keeps each top-level key together', async () => {
    expect(await outlineOf('---\n# who\nname: Ada\nhome:\n  city: Rome\n', 'a.yaml')).toEqual([
      'code # who\nname: Ada',
      'code home:\n  city: Rome',
    ])
  })

  it('XML becomes lines of element and text; markup inside a sentence stays in it', async () => {
    const xml =
      '<?xml version="1.0"?><list><item id="7"><name>Lamp</name></item><p>One <b>two</b> three</p><![CDATA[raw]]></list>'
    expect(await outlineOf(xml, 'a.xml')).toEqual([
      'paragraph item: id=7',
      'paragraph name: Lamp',
      'paragraph p: One two three',
      'paragraph list: raw',
    ])
  })
})

describe('RTF', () => {
  it('reads paragraphs, code pages, Unicode, tables; leaves fonts, pictures and fields out', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset128 MS;}}{\info{\title The title}}
{\pard\outlinelevel0 Heading\par}\pard K\'f6ln \u8364?5 {\f1 \'93\'fa\'96\'7b}\par{\pict 89504e47}{\*\unknown gone}
{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt link}}\par\trowd\intbl a\cell b\cell\row\pard \{end\}\par}`
    const { title, blocks } = await read(rtf, 'a.rtf')
    expect(title).toBe('The title')
    expect(outline(blocks)).toEqual([
      'heading1 Heading',
      'paragraph Köln €5 日本',
      'paragraph link',
      'table_row a | b',
      'paragraph {end}',
    ])
  })
})

describe('e-mail', () => {
  it('EML: people, date, decoded text, and the attachments by name', async () => {
    const mail = [
      'From: =?UTF-8?B?SsO8cmdlbg==?= <j@x.org>',
      'To: a@x.org',
      'Date: Mon, 1 Jan 2024 10:00:00 +0000',
      'Subject: Offer',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>Gr=FC=DFe</p>',
      '--b',
      'Content-Type: application/pdf; name="offer.pdf"',
      'Content-Disposition: attachment; filename="offer.pdf"',
      '',
      'x',
      '--b--',
    ].join('\r\n')
    const { title, blocks, notices } = await read(mail, 'a.eml')
    expect(title).toBe('Offer')
    const text = blocks.map((block) => block.text).join('\n')
    for (const part of ['From: Jürgen <j@x.org>', 'To: a@x.org', 'Date: 2024-01-01', 'Grüße', 'Attachment: offer.pdf'])
      expect(text).toContain(part)
    expect(notices).toEqual(['The attachments of the e-mail are named, but were not read.'])
  })
})
