import { createReadStream, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { silent, type TestDatabase, testDatabase } from '../../support/database.ts'
import { type DocumentsHarness, startDocuments, startWorker } from '../../support/documents.ts'

const folder = resolve(import.meta.dirname, '../../../../shared/data/hostile')

let database: TestDatabase
let harness: DocumentsHarness
let company: TestCompany

beforeAll(async () => {
  database = await testDatabase()
  harness = await startDocuments(database, { dataDir: database.config.dataDir, fileBytes: 1e9, logger: silent })
  company = await makeCompany(database.prisma)
})

afterAll(async () => {
  await harness.queue.stop()
  await database.close()
})

describe.skipIf(!existsSync(folder))('malformed, encrypted and lying files (skipped without ../shared/data)', () => {
  it('all come to an end within a minute, and those that are not read say why', { timeout: 90_000 }, async () => {
    const names = (await readdir(folder)).filter((name) => name !== 'SOURCES.tsv')
    const target = { collection: 'PRIVATE' } as const
    const worker = await startWorker(database, harness, { logger: silent })
    const from = performance.now()
    for (const filename of names) {
      const stream = createReadStream(join(folder, filename))
      await harness.documents.upload(company.member, { stream, filename, target })
    }
    const onTheirWay = () => database.prisma.document.count({ where: { status: { in: ['PENDING', 'PARSING'] } } })
    await expect.poll(onTheirWay, { timeout: 60_000, interval: 50 }).toBe(0)
    expect(performance.now() - from).toBeLessThan(60_000)
    await worker.stop()
    const documents = await database.prisma.document.findMany()
    expect(documents).toHaveLength(names.length)
    for (const { filename, status, statusDetail } of documents) {
      if (status === 'PARSED') continue
      expect({ filename, status }).toEqual({ filename, status: 'PARSING_FAILED' })
      expect(statusDetail).toMatch(/^[A-Z].{10,}[.!?]$/s)
      expect(statusDetail).not.toMatch(/node_modules|\.ts\b|Error:|\/tmp\//)
    }
  })
})
