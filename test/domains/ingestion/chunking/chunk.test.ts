import { describe, expect, it } from 'vitest'
import { chunkBlocks, chunkLimits, eachChunk } from '../../../../src/domains/ingestion/chunking/chunk.ts'
import { eachPiece, splitText } from '../../../../src/domains/ingestion/chunking/split-text.ts'
import { countTokens } from '../../../../src/domains/ingestion/chunking/tokens.ts'
import type { Block } from '../../../../src/domains/ingestion/parsing/document.ts'

const sentence = 'The quick brown fox jumps over the lazy dog near the river bank. '
const words = (tokens: number) =>
  sentence
    .repeat(Math.ceil((tokens * 4) / sentence.length))
    .slice(0, tokens * 4)
    .trim()
const paragraph = (tokens: number, page?: number): Block => ({ kind: 'paragraph', text: words(tokens), page })
const heading = (text: string, level = 1, page?: number): Block => ({ kind: 'heading', text, level, page })
const row = (text: string, header = false): Block => ({ kind: 'table_row', text, header })

describe('the size of chunks', () => {
  it('is never above the limit, and near the target for running text', () => {
    const chunks = chunkBlocks([heading('Title'), ...Array.from({ length: 60 }, () => paragraph(60))])
    for (const { tokenCount, text } of chunks) {
      expect(tokenCount).toBe(countTokens(text))
      expect(tokenCount).toBeLessThanOrEqual(chunkLimits.maxTokens)
    }
    for (const { tokenCount } of chunks.slice(0, -1)) expect(tokenCount).toBeGreaterThanOrEqual(280)
  })

  it('divides a long paragraph between sentences, and loses nothing', () => {
    const long = `${Array.from({ length: 200 }, (_, at) => `Sentence number ${at} says something.`).join(' ')}`
    const chunks = chunkBlocks([{ kind: 'paragraph', text: long }])
    expect(chunks.length).toBeGreaterThan(3)
    for (const { text } of chunks) expect(text).toMatch(/^Sentence.*something\.$/s)
    expect(chunks.map(({ text }) => text).join(' ')).toBe(long)
  })

  it('divides Chinese between sentences, a character being about a token', () => {
    const text = '这是一个关于合同条款的句子。'.repeat(100)
    const chunks = chunkBlocks([{ kind: 'paragraph', text }])
    expect(chunks.length).toBeGreaterThanOrEqual(4)
    for (const chunk of chunks) expect(chunk.text.endsWith('。')).toBe(true)
    expect(chunks.map((chunk) => chunk.text).join('')).toBe(text)
  })

  it('divides a string without breaks, never inside a surrogate pair', () => {
    const text = `x${'😀'.repeat(3_000)}`
    const chunks = chunkBlocks([{ kind: 'paragraph', text }])
    expect(chunks.every((chunk) => chunk.text.isWellFormed())).toBe(true)
    expect(chunks.map((chunk) => chunk.text).join('')).toBe(text)
  })

  it('has an end, however long the document', () => {
    const block = paragraph(300)
    const endless = (function* () {
      while (true) yield block
    })()
    expect(chunkBlocks(endless)).toHaveLength(chunkLimits.maxChunks)
  })

  it('comes one chunk at a time to a caller that wants it so', () => {
    let taken = 0
    const source = (function* () {
      for (; taken < 1_000; taken++) yield paragraph(300)
    })()
    expect(eachChunk(source).next().value).toMatchObject({ position: 0 })
    expect(taken).toBeLessThan(5)
  })

  it('is quick: ten million characters in seconds of processor time', () => {
    const block = paragraph(250)
    const before = process.cpuUsage()
    const chunks = chunkBlocks(Array.from({ length: 10_000 }, () => block))
    expect(chunks).toHaveLength(10_000)
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })
})

describe('one paragraph of millions of characters', () => {
  it.each([
    ['words', 'The quick brown fox jumps over it, and then on. '.repeat(100_000)],
    ['full stops without blanks', '。'.repeat(4_000_000)],
    ['lines', 'a line\n'.repeat(600_000)],
    ['nothing to break it at', 'x'.repeat(4_000_000)],
  ])('is divided step by step, none of which holds up others: %s', (_, text) => {
    let longest = 0
    let before = process.cpuUsage()
    for (const { tokenCount } of eachChunk([{ kind: 'paragraph', text }])) {
      longest = Math.max(longest, process.cpuUsage(before).user)
      expect(tokenCount).toBeLessThanOrEqual(chunkLimits.maxTokens)
      before = process.cpuUsage()
    }
    expect(longest).toBeLessThan(300_000)
  })

  it.each([
    ['English', (at: number) => `Sentence number ${at} says something, and something else. `],
    ['Chinese', (at: number) => `这是第${at}个关于合同条款的句子。`],
  ])('is divided where it would be as a whole: %s', (_, sentenceAt) => {
    const text = Array.from({ length: 5_000 }, (_, at) => sentenceAt(at)).join('')
    expect(text.length).toBeGreaterThan(60_000)
    expect([...eachPiece(text, 360)]).toEqual(splitText(text, 360))
  })
})

describe('where chunks end', () => {
  it('is before a heading, once there is enough', () => {
    const [first, second] = chunkBlocks([heading('One'), paragraph(200), heading('Two'), paragraph(100)])
    expect(first?.text.startsWith('One')).toBe(true)
    expect(second?.text.startsWith('Two')).toBe(true)
  })

  it('is not after a heading: it moves on with what it announces', () => {
    const chunks = chunkBlocks([paragraph(120), heading('Two'), paragraph(300)])
    expect(chunks.map(({ text }) => text.includes('Two'))).toEqual([false, true])
  })

  it('is with the page, once there is enough; small pages share a chunk', () => {
    expect(pagesOf([paragraph(150, 1), paragraph(150, 2)])).toEqual(['1-1', '2-2'])
    expect(pagesOf([paragraph(30, 1), paragraph(30, 2), paragraph(30, 3), paragraph(30, 4)])).toEqual(['1-3', '4-4'])
  })

  it('is with every slide, however little it says', () => {
    expect(pagesOf([heading('A', 1, 1), paragraph(5, 1), heading('B', 1, 2), paragraph(5, 2)])).toEqual(['1-1', '2-2'])
  })

  it('has no pages where the format has none', () => {
    expect(chunkBlocks([paragraph(10)])).toMatchObject([{ pageStart: null, pageEnd: null, position: 0 }])
  })
})

describe('what a chunk says by itself', () => {
  it('repeats the path of headings where it does not begin with them', () => {
    const chunks = chunkBlocks([heading('Manual'), heading('Safety', 2), paragraph(300), paragraph(300)])
    expect(chunks.map(({ text }) => text.split('\n\n')[0])).toEqual(['Manual', 'Manual › Safety'])
    expect(chunks[1]?.headings).toEqual(['Manual', 'Safety'])
  })

  it('keeps the headings above one that it begins with', () => {
    const chunks = chunkBlocks([heading('Manual'), paragraph(200), heading('Safety', 2), paragraph(50)])
    expect(chunks[1]?.text.split('\n\n').slice(0, 2)).toEqual(['Manual', 'Safety'])
  })

  it('repeats the header row of a table that continues, and calls it a table', () => {
    const rows = Array.from({ length: 100 }, (_, at) => row(`Product ${at} | ${at * 7} | available`))
    const chunks = chunkBlocks([row('Name | Price | State', true), ...rows])
    expect(chunks.length).toBeGreaterThan(2)
    for (const { text, chunkType } of chunks) {
      expect(chunkType).toBe('table')
      expect(text.split('Name | Price | State')).toHaveLength(2)
      expect(text.startsWith('Name | Price | State\n')).toBe(true)
    }
  })

  it('does not repeat the header of a table that has ended', () => {
    const chunks = chunkBlocks([row('Name | Price', true), row('a | 1'), paragraph(300), row('b | 2'), paragraph(330)])
    expect(chunks.filter(({ text }) => text.includes('Name | Price'))).toHaveLength(1)
  })

  it('leaves a repeated header out that would not fit', () => {
    const wide = Array.from({ length: 120 }, (_, at) => `Column ${at}`).join(' | ')
    const chunks = chunkBlocks([row(wide, true), ...Array.from({ length: 20 }, () => row(words(60)))])
    for (const { tokenCount } of chunks) expect(tokenCount).toBeLessThanOrEqual(chunkLimits.maxTokens)
  })
})

function pagesOf(blocks: Block[]): string[] {
  return chunkBlocks(blocks).map(({ pageStart, pageEnd }) => `${pageStart}-${pageEnd}`)
}
