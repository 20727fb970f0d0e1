import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../src/database/database.ts'
import { tidy } from '../../../src/database/embedded/housekeeping.ts'
import { removeDataDir, silent, temporaryDataDir } from '../../support/database.ts'

let dataDir: string
let database: Database
beforeAll(async () => {
  dataDir = await temporaryDataDir()
  database = await openDatabase({ url: undefined, dataDir, statementTimeoutMs: 30_000, poolSize: 2 }, silent)
})
afterAll(async () => {
  await database.close()
  await removeDataDir(dataDir)
})

const number = async (sql: string): Promise<number> =>
  Number((await database.pool.query<{ n: string }>(sql)).rows[0]?.n)
const tidyNow = async (walBytes: number): Promise<string[]> => {
  const client = await database.pool.connect()
  const statements = await tidy(client, walBytes)
  client.release()
  return statements
}

describe('housekeeping of the embedded database', () => {
  it('gives the planner statistics about a table that was filled', async () => {
    await database.pool.query('CREATE TABLE filled AS SELECT g AS id FROM generate_series(1, 5000) g')
    expect(await tidyNow(Number.MAX_VALUE)).toContain('ANALYZE public.filled')
    expect(await number("SELECT reltuples AS n FROM pg_class WHERE relname = 'filled'")).toBe(5000)
    expect(await tidyNow(Number.MAX_VALUE)).toEqual([])
  })

  it('takes the dead rows out of a table that was rewritten', async () => {
    await database.pool.query('CREATE TABLE rewritten AS SELECT g AS id FROM generate_series(1, 5000) g')
    await database.pool.query('UPDATE rewritten SET id = id + 1')
    const before = await number("SELECT pg_relation_size('rewritten') AS n")
    expect(await tidyNow(Number.MAX_VALUE)).toContain('VACUUM (ANALYZE) public.rewritten')
    await database.pool.query('UPDATE rewritten SET id = id + 1')
    expect(await number("SELECT pg_relation_size('rewritten') AS n")).toBe(before)
  })

  it('bounds the write-ahead log', async () => {
    expect(await tidyNow(1_000)).toContain('CHECKPOINT')
    expect(await tidyNow(100_000)).not.toContain('CHECKPOINT')
  })
})
