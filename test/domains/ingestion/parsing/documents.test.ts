import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { chunkBlocks, chunkLimits } from '../../../../src/domains/ingestion/chunking/chunk.ts'
import type { ParsedDocument } from '../../../../src/domains/ingestion/parsing/document.ts'
import { ParserPool } from '../../../../src/domains/ingestion/parsing/parser-pool.ts'

type Expectation = { file: string; phrase: string; page?: number; needs?: string }

const folder = '../shared/data/documents'
const present = existsSync(folder)
const expectations: Expectation[] = present ? JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) : []
const files = present ? readdirSync(folder).filter((name) => name !== 'expected.json') : []
const collapse = (text: string) => text.replace(/\s+/g, ' ')

describe.skipIf(!present)('real documents (skipped: ../shared/data/documents is absent)', () => {
  const pool = new ParserPool({ size: 1 })
  const parsed = new Map<string, Promise<ParsedDocument>>()
  const read = (file: string) => {
    const known = parsed.get(file) ?? pool.parse(join(folder, file), { filename: file })
    parsed.set(file, known)
    return known
  }
  afterAll(() => pool.close())

  it.each(files)('%s is read, as text that a database accepts', async (file) => {
    const document = await read(file)
    expect(document.blocks.length + document.notices.length).toBeGreaterThan(0)
    for (const { text } of document.blocks) {
      expect(text.isWellFormed() && !text.includes('\0') && text === text.normalize('NFC')).toBe(true)
    }
  })

  it.each(expectations.filter(({ needs }) => needs === undefined))(
    '$file has "$phrase" (page $page)',
    async ({ file, phrase, page }) => {
      const { blocks } = await read(file)
      const onPage = blocks.filter((block) => page === undefined || block.page === page)
      expect(onPage.some(({ text }) => collapse(text).includes(phrase))).toBe(true)
      const chunks = chunkBlocks(blocks).filter(({ text }) => collapse(text).includes(phrase))
      expect(chunks.some(({ pageStart, pageEnd }) => page === undefined || isBetween(page, pageStart, pageEnd))).toBe(
        true,
      )
    },
  )

  it.each(files)('%s gives chunks within the limit, in order', async (file) => {
    const chunks = chunkBlocks((await read(file)).blocks)
    expect(chunks.map(({ position }) => position)).toEqual([...chunks.keys()])
    for (const { tokenCount } of chunks) expect(tokenCount).toBeLessThanOrEqual(chunkLimits.maxTokens)
  })

  it.each(['ocr_scan.pdf', 'medical_report_scan.pdf'])('%s is recognised as scanned', async (file) => {
    const { blocks, notices, pageCount } = await read(file)
    expect(blocks).toEqual([])
    expect(pageCount).toBeGreaterThan(0)
    expect(notices.join()).toMatch(/scanned images? without text/)
  })
})

function isBetween(page: number, start: number | null, end: number | null): boolean {
  return start !== null && end !== null && start <= page && page <= end
}
