import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../src/domains/ingestion/parsing/read-document.ts'
import { supportedExtensions } from '../../../../src/domains/ingestion/parsing/text-format.ts'
import { pdf, textAt } from './pdf-writer.ts'
import { docx, paragraph, zip } from './zip-writer.ts'

const formatOf = async (content: Buffer | string, filename: string) =>
  (await readDocument(Buffer.from(content), { filename })).format
const refusal = (content: Buffer | string, filename: string) =>
  readDocument(Buffer.from(content), { filename }).catch((error: { code: string }) => error.code)

describe('the type of a document', () => {
  it.each([
    ['a PDF named .txt', pdf([textAt(50, 700, 'Words')]), 'a.txt', 'pdf'],
    ['a DOCX named .pdf', docx(paragraph('Words')), 'a.pdf', 'docx'],
    ['an RTF named .doc', '{\\rtf1 Words}', 'a.doc', 'rtf'],
    ['a page named .xls', '<html><body>Words</body></html>', 'a.xls', 'html'],
    ['a page without extension', '<!DOCTYPE html><p>Words', 'page', 'html'],
    ['XML named .txt', '<?xml version="1.0"?><a>Words</a>', 'a.txt', 'xml'],
    ['an e-mail named .txt', 'From: a@b.c\nTo: d@e.f\nSubject: Words\n\nWords', 'a.txt', 'eml'],
    ['JSON without extension', '{"words": 1}', 'data', 'json'],
    ['JSON named .txt', '{"words": 1}', 'a.txt', 'txt'],
    ['CSV by its name', 'a,b\n1,2', 'a.CSV', 'csv'],
    ['Markdown by its name', '# Words', 'a.md', 'md'],
    ['YAML by its name', 'words: 1', 'a.yml', 'yaml'],
  ])('is told from the content: %s', async (_what, content, filename, format) => {
    expect(await formatOf(content, filename)).toBe(format)
  })

  it.each([
    ['a plain ZIP archive', zip([{ name: 'a.txt', content: 'x' }]), 'a.zip', 'unsupported'],
    ['an image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'a.txt', 'unsupported'],
    ['unknown bytes', Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7919) % 251)), 'a.txt', 'unsupported'],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), 'a.csv', 'unsupported'],
    ['text named .pdf', 'just words', 'a.pdf', 'corrupt'],
    ['no bytes', '', 'a.txt', 'empty'],
    ['blanks only', ' \n\t ', 'a.txt', 'empty'],
    ['a document without text', docx(paragraph('')), 'a.docx', 'empty'],
  ])('is refused with a reason: %s', async (_what, content, filename, code) => {
    expect(await refusal(content, filename)).toBe(code)
  })

  it('lists the extensions that an upload may carry', () => {
    for (const extension of ['pdf', 'docx', 'xls', 'doc', 'msg', 'epub', 'tsv', 'yml'])
      expect(supportedExtensions).toContain(extension)
  })
})
