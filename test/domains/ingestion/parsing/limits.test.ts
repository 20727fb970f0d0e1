import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/config.ts'
import type { ParseLimits } from '../../../../src/domains/ingestion/parsing/limits.ts'
import { ParserPool } from '../../../../src/domains/ingestion/parsing/parser-pool.ts'
import { docx, paragraph, zip } from './zip-writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'limits-'))
const pool = new ParserPool({ size: 1 })
const megabyte = 1024 * 1024

function parse(filename: string, content: Buffer | string, limits: Partial<ParseLimits> = {}, from = pool) {
  const path = join(folder, filename)
  writeFileSync(path, content)
  return from.parse(path, { filename, limits })
}

afterAll(() => {
  pool.close()
  rmSync(folder, { recursive: true })
})

describe('the limits of a parsing process', () => {
  it('ends a document that takes too long, and reads the next one', async () => {
    const slow = '<p>words</p>'.repeat(1_000_000)
    const started = performance.now()
    await expect(parse('slow.html', slow, { deadlineMs: 400 })).rejects.toMatchObject({ code: 'timeout' })
    expect(performance.now() - started).toBeLessThan(15_000)
    await expect(parse('next.txt', 'hello')).resolves.toMatchObject({ format: 'txt' })
  })

  it('ends a document whose objects outgrow the heap', async () => {
    const small = new ParserPool({ size: 1, limits: { memoryMb: 160 } })
    await expect(parse('heap.json', `[${'[],'.repeat(6_000_000)}[]]`, {}, small)).rejects.toMatchObject({
      code: 'out_of_memory',
    })
    small.close()
  })

  it('ends a document whose bytes outgrow the memory outside the heap', async () => {
    const small = new ParserPool({ size: 1, limits: { memoryMb: 120 } })
    await expect(parse('bytes.txt', Buffer.alloc(100 * megabyte, 'a b '), {}, small)).rejects.toMatchObject({
      code: 'out_of_memory',
    })
    small.close()
  })

  it('keeps the beginning of a document with too much text, and says so', async () => {
    const { blocks, notices } = await parse('long.txt', 'A sentence.\n\n'.repeat(1_000), { maxTextChars: 5_000 })
    expect(blocks.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(5_000)
    expect(notices).toEqual(['The document holds more text than is kept: only its first 5,000 characters were read.'])
  })

  it('are never below what may be uploaded: the settings refuse files that the memory of a parser cannot hold', () => {
    expect(() => readConfig({ MAX_FILE_MB: '2000', PARSER_MEMORY_MB: '4096' })).toThrow(/MAX_FILE_MB.*PARSER_MEMORY_MB/)
    expect(readConfig({ MAX_FILE_MB: '2000', PARSER_MEMORY_MB: '8000' }).limits.fileBytes).toBe(2e9)
  })

  it('refuses a file that is too large before it reads it', async () => {
    await expect(parse('large.txt', 'x'.repeat(2 * megabyte), { maxFileBytes: megabyte })).rejects.toMatchObject({
      code: 'too_large',
    })
  })
})

describe('ZIP-based documents that attack their reader', () => {
  it('refuses one that declares a ratio no document has', async () => {
    const bomb = docx(paragraph('x'), [{ name: 'word/media/a.xml', content: Buffer.alloc(60 * megabyte) }])
    await expect(parse('ratio.docx', bomb)).rejects.toMatchObject({ code: 'too_large' })
  })

  it('refuses one that inflates to more than it declares', async () => {
    const body = Buffer.concat([Buffer.from('<w:document>'), Buffer.alloc(60 * megabyte, ' ')])
    const liar = zip([
      { name: '[Content_Types].xml', content: '' },
      { name: 'word/document.xml', content: body, declaredSize: 1_000 },
    ])
    await expect(parse('liar.docx', liar)).rejects.toMatchObject({ code: 'corrupt' })
  })

  it.each(['xlsx', 'docx'])('refuses many entries (%s)', async (extension) => {
    const many = zip(Array.from({ length: 50 }, (_, at) => ({ name: `xl/${at}.xml`, content: 'x' })))
    await expect(parse(`many.${extension}`, many, { maxZipEntries: 20 })).rejects.toMatchObject({ code: 'too_large' })
  })

  it('refuses a total that is too large, whatever the ratio', async () => {
    const workbook = zip([{ name: 'xl/workbook.xml', content: 'x'.repeat(megabyte) }])
    await expect(parse('total.xlsx', workbook, { maxUnzippedBytes: 1_000 })).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  it.each(['../../etc/passwd', '/etc/passwd', 'C:/x.txt', 'word\\..\\..\\x'])('refuses the name %s', async (name) => {
    await expect(parse('names.docx', docx(paragraph('x'), [{ name, content: 'x' }]))).rejects.toMatchObject({
      code: 'corrupt',
    })
  })

  it('says that an encrypted one is protected', async () => {
    const locked = zip([{ name: 'word/document.xml', content: 'x', encrypted: true }])
    await expect(parse('locked.docx', locked)).rejects.toMatchObject({ code: 'encrypted' })
  })
})

describe('documents that attack a parser', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "${'&a;'.repeat(100)}"><!ENTITY c "${'&b;'.repeat(100)}"><!ENTITY x SYSTEM "file:///etc/passwd">]>`

  it('never expands entities of XML', async () => {
    const { blocks } = await parse(
      'laughs.xml',
      `<?xml version="1.0"?>${laughs}<root><a>before &c; &x; after</a></root>`,
    )
    expect(blocks.map(({ text }) => text).join()).toBe('a: before &c; &x; after')
  })

  it('never expands entities of XML inside a ZIP file', async () => {
    const { blocks } = await parse('laughs.docx', docx(paragraph('before &c; &x; after'), [], laughs))
    expect(blocks.map(({ text }) => text)).toEqual(['before &c; &x; after'])
  })

  it.each([
    ['deep.xml', `<?xml version="1.0"?>${'<a>'.repeat(100_000)}`],
    ['deep.html', '<table>'.repeat(100_000)],
    ['deep.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deep.rtf', `{\\rtf1 ${'{'.repeat(100_000)}`],
    ['deep.docx', docx('<w:p>'.repeat(100_000))],
    ['deep.eml', `From: a@b.c\nSubject: words\nTo: a@b.c\n${nestedParts(500)}`],
  ])('refuses deep nesting in %s', async (filename, content) => {
    await expect(parse(filename, content)).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining('nested too deeply'),
    })
  })

  it.each([
    ['deep.html', `${'<div>'.repeat(5_000)}words`],
    ['deep.md', `${'> '.repeat(5_000)}words\n\nwords`],
    ['deep.yaml', `words: ${'['.repeat(100_000)}`],
    ['aliases.yaml', `a: &a [words]\nb: &b [${'*a,'.repeat(1_000)}]\nc: [${'*b,'.repeat(1_000)}]`],
  ])('reads %s without overflowing', async (filename, content) => {
    const { blocks } = await parse(filename, content)
    expect(blocks.map(({ text }) => text).join(' ')).toContain('words')
  })
})

function nestedParts(depth: number): string {
  let text = ''
  for (let at = 0; at < depth; at++) text += `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`
  return `${text}Content-Type: text/plain\n\nwords\n`
}
