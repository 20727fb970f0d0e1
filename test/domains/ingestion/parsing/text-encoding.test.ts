import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { cleanText } from '../../../../src/domains/ingestion/parsing/clean-text.ts'
import { readDocument } from '../../../../src/domains/ingestion/parsing/read-document.ts'

const german = 'Die Prüfung der Verträge für Köln ist übermorgen fällig – größere Beträge „später“.'
const japanese = '名前,年齢,住所\n佐藤太郎,30,東京\n'
const russian = 'Договор вступает в силу с момента его подписания обеими сторонами и действует один год.'

const read = async (bytes: Buffer, filename = 'a.txt') =>
  (await readDocument(bytes, { filename })).blocks.map(({ text }) => text).join('\n')

describe('the encoding of plain text', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])('%s is recognised', async (encoding) => {
    expect(await read(iconv.encode(german, encoding))).toBe(german)
  })

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le'])(
    'a byte order mark of %s is obeyed and left out',
    async (encoding) => {
      expect(await read(iconv.encode(german, encoding, { addBOM: true }))).toBe(german)
    },
  )

  it.each([
    ['shift_jis', japanese],
    ['euc-jp', '契約書の内容を確認してください。支払いの期限は来月の末日です。ご不明な点はお問い合わせください。'],
    ['gb18030', '合同自双方签字之日起生效，有效期为一年。付款期限为下个月的最后一天，如有疑问请联系我们。'],
    ['big5', '合約自雙方簽字之日起生效，有效期為一年。付款期限為下個月的最後一天，如有疑問請聯繫我們。'],
    [
      'euc-kr',
      '계약은 양 당사자가 서명한 날부터 효력이 발생하며 유효기간은 일 년으로 한다. 지급 기한은 다음 달 말일이다.',
    ],
    ['windows-1251', russian],
    ['koi8-r', russian],
  ])('%s is recognised', async (encoding, text) => {
    expect(await read(iconv.encode(text, encoding))).toBe(text.trim())
  })

  it('XML is read in the encoding that it declares', async () => {
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><a>${'größer'}</a>`
    expect(await read(iconv.encode(xml, 'latin1'), 'a.xml')).toBe('a: größer')
  })
})

describe('text of blocks', () => {
  it('holds no NUL, no lone surrogate, and is composed', () => {
    expect(cleanText('a\0b \ud800 e\u0301')).toBe('ab \ufffd é')
  })

  it('keeps emoji and right-to-left text whole', () => {
    expect(cleanText('👩‍💻 שלום')).toBe('👩‍💻 שלום')
  })

  it('survives a stray NUL in a text file', async () => {
    expect(await read(Buffer.from(`one\0two ${'three '.repeat(100)}`))).toMatch(/^onetwo three/)
  })
})
