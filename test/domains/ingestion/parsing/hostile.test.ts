import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseLimits } from '../../../../src/domains/ingestion/parsing/limits.ts'
import { residentBytes } from '../../../../src/domains/ingestion/parsing/memory.ts'
import { ParseError } from '../../../../src/domains/ingestion/parsing/parse-error.ts'
import { ParserPool } from '../../../../src/domains/ingestion/parsing/parser-pool.ts'

const folder = '../shared/data/hostile'
const present = existsSync(folder)
const files = present ? readdirSync(folder).filter((name) => name !== 'SOURCES.tsv') : []

describe.skipIf(!present)('hostile files (skipped: ../shared/data/hostile is absent)', () => {
  const pool = new ParserPool({ size: 1 })
  let peak = 0
  let watch: NodeJS.Timeout
  beforeAll(() => {
    watch = setInterval(() => {
      peak = Math.max(peak, ...pool.pids.map(residentBytes))
    }, 10)
  })
  afterAll(() => {
    clearInterval(watch)
    pool.close()
  })

  it.each(files)('%s is read or refused with a reason', { timeout: 60_000 }, async (file) => {
    const outcome = await pool.parse(join(folder, file), { filename: file }).catch((error: unknown) => error)
    if (!(outcome instanceof ParseError)) return expect(outcome).toHaveProperty('blocks')
    expect(outcome.message).toMatch(/^[A-Z].{10,}\.$/)
    expect(outcome.message).not.toMatch(/node_modules|\.ts\b|\bat \w/)
  })

  it('takes less memory than the limit', () => {
    expect(peak).toBeGreaterThan(0)
    expect(peak).toBeLessThan(parseLimits.memoryMb * 1024 * 1024)
  })
})
