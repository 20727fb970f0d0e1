import { CFB } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { outline, read } from './read.ts'

type Piece = { text: string; wide: boolean }

/** The parts of a Word 97 file that hold its text: the information block, the pieces, and the table that lists them. */
function doc(pieces: Piece[], { footnoteChars = 0, flags = 0x0200 } = {}): Buffer {
  const main = Buffer.alloc(2_000)
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(0x00c1, 2)
  main.writeUInt16LE(flags, 0x0a)
  const total = pieces.reduce((sum, { text }) => sum + text.length, 0)
  main.writeInt32LE(total - footnoteChars, 0x4c)
  main.writeInt32LE(footnoteChars, 0x50)
  const positions = Buffer.alloc((pieces.length + 1) * 4)
  const descriptors = Buffer.alloc(pieces.length * 8)
  let offset = 1_000
  let character = 0
  for (const [at, { text, wide }] of pieces.entries()) {
    main.write(text, offset, wide ? 'utf16le' : 'latin1')
    descriptors.writeUInt32LE(wide ? offset : (offset * 2) | 0x40000000, at * 8 + 2)
    offset += text.length * (wide ? 2 : 1)
    character += text.length
    positions.writeUInt32LE(character, (at + 1) * 4)
  }
  const size = Buffer.alloc(4)
  size.writeUInt32LE(positions.length + descriptors.length)
  const table = Buffer.concat([Buffer.from([0x01, 2, 0, 9, 9, 0x02]), size, positions, descriptors])
  main.writeUInt32LE(table.length, 0x01a6)
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/WordDocument', main)
  CFB.utils.cfb_add(container, '/1Table', table)
  return CFB.write(container, { type: 'buffer' }) as Buffer
}

describe('DOC', () => {
  it('joins its pieces, and reads paragraphs, table rows, fields and footnotes', async () => {
    const bytes = doc(
      [
        { text: 'Gr\xfc\xdfe\rSee \x13 HYPERLINK "http://x" \x14the page\x15.\r', wide: false },
        { text: '日本語\rName\x07City\x07\x07Ada\x07Rome\x07\x07', wide: true },
        { text: '\x02 A note\r', wide: false },
      ],
      { footnoteChars: 9 },
    )
    expect(outline((await read(bytes, 'a.doc')).blocks)).toEqual([
      'paragraph Grüße',
      'paragraph See the page.',
      'paragraph 日本語',
      'table_row Name | City',
      'table_row Ada | Rome',
      'paragraph A note',
    ])
  })

  it('says that an encrypted one is protected, and that a broken one is damaged', async () => {
    await expect(read(doc([], { flags: 0x0300 }), 'a.doc')).rejects.toMatchObject({ code: 'encrypted' })
    await expect(read(doc([{ text: 'x', wide: false }]).subarray(0, 1_000), 'a.doc')).rejects.toMatchObject({
      code: 'corrupt',
    })
  })
})
