import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunkBlocks } from '../../../src/domains/ingestion/chunking/chunk.ts'
import { ParserPool } from '../../../src/domains/ingestion/parsing/parser-pool.ts'
import { detectLanguage } from '../../../src/domains/retrieval/language.ts'
import { Corpus } from './corpus.ts'

const FOLDER = resolve(import.meta.dirname, '../../../../shared/data/documents')

type Expected = { file: string; question: string; phrase: string; needs?: string }

const isThere = existsSync(FOLDER)
if (!isThere)
  process.stderr.write('The documents are not at ../shared/data/documents; their questions are not asked.\n')

const flat = (text: string) => text.replace(/\s+/g, ' ')

describe.skipIf(!isThere)('33 real documents in one workspace', () => {
  const parser = new ParserPool({ size: 1 })
  const ids = new Map<string, number>()
  let corpus: Corpus
  let workspaceId: number
  let questions: Expected[]

  beforeAll(async () => {
    questions = (JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as Expected[]).filter((e) => !e.needs)
    corpus = await Corpus.open()
    workspaceId = await corpus.workspace()
    for (const filename of readdirSync(FOLDER).filter((name) => name !== 'expected.json')) {
      const { blocks } = await parser.parse(join(FOLDER, filename), { filename })
      const chunks = chunkBlocks(blocks).map(({ text }) => text.replaceAll('\0', ''))
      const language = detectLanguage(chunks.slice(0, 8).join('\n'))
      ids.set(filename, await corpus.add(workspaceId, { filename, language, chunks }))
    }
  }, 120_000)
  afterAll(async () => {
    await parser.close()
    await corpus.close()
  })

  it('answer every question about a file with the phrase', async () => {
    const missed = []
    for (const { file, question, phrase } of questions) {
      const found = await corpus.find(question, { documentIds: [ids.get(file) ?? 0] })
      if (!found.some((text) => flat(text).includes(phrase))) missed.push(`${file}: ${question}`)
    }
    expect(missed).toEqual([])
    expect(questions).toHaveLength(26)
  })

  it('give the right document among ten extracts of the workspace for at least 22 of 26 questions', async () => {
    let found = 0
    for (const { file, question } of questions) {
      const scope = { workspaceIds: [workspaceId], documentIds: [] }
      const hits = await corpus.index.search({ query: question, scope, limit: 10 })
      if (hits.some(({ documentId }) => documentId === ids.get(file))) found += 1
    }
    expect(found).toBeGreaterThanOrEqual(22)
  })
})
