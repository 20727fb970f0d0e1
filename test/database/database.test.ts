import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('an open database', () => {
  it('is reached by Prisma and by plain SQL alike', async () => {
    const company = await database.prisma.company.create({ data: { name: 'Acme' } })
    const { rows } = await database.pool.query('SELECT name FROM companies WHERE id = $1', [company.id])
    expect(rows).toEqual([{ name: 'Acme' }])
  })

  it('says which PostgreSQL it is and which search extensions really work', async () => {
    const { serverVersion, vector, bm25 } = database.capabilities
    expect(serverVersion).toMatch(/^\d+/)
    const { rows } = await database.pool.query<{ extname: string }>('SELECT extname FROM pg_extension')
    const names = rows.map(({ extname }) => extname)
    expect({ vector, bm25 }).toEqual({ vector: names.includes('vector'), bm25: names.includes('pg_textsearch') })
    if (database.kind === 'embedded') expect({ vector, bm25 }).toEqual({ vector: true, bm25: true })
  })

  it('keeps time in UTC, whatever the zone of the server', async () => {
    const at = new Date('2026-03-29T01:30:00.000Z')
    const { id } = await database.prisma.company.create({ data: { name: 'Timely', createdAt: at } })
    const { rows } = await database.pool.query(
      'SELECT created_at, created_at::text AS text FROM companies WHERE id = $1',
      [id],
    )
    expect(rows).toEqual([{ created_at: at, text: '2026-03-29 01:30:00+00' }])
  })

  it('isolates transactions of several connections, and rolls back', async () => {
    const attempt = (name: string, fail: boolean) =>
      database.prisma.$transaction(async (tx) => {
        await tx.company.create({ data: { name } })
        if (fail) throw new Error('changed my mind')
        return tx.company.count({ where: { name } })
      })
    const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((n) => attempt(`concurrent ${n}`, n % 2 === 1)))
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ])
    expect(await database.prisma.company.count({ where: { name: { startsWith: 'concurrent' } } })).toBe(3)
  })

  it('gives every connection its own answers, also when statements are larger than a network packet', async () => {
    const ask = async (n: number) => {
      const isLarge = n % 2 === 0
      const sql = isLarge ? 'SELECT $1::text AS large' : 'SELECT $1::int AS small'
      const value = isLarge ? String(n).padStart(300_000, ' ') : n
      const { rows } = await database.pool.query(sql, [value])
      return isLarge ? rows[0].large === value : rows[0].small === value
    }
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)))
    expect(answers).toEqual(answers.map(() => true))
  })
})

describe('a statement past its deadline', () => {
  it('fails as a statement timeout on either kind of database, and the next one works', async () => {
    const hasty = await testDatabase({ statementTimeoutMs: 500 })
    await expect(hasty.pool.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
    expect(await hasty.prisma.company.count()).toBe(0)
    await hasty.close()
  })
})

describe('the SQL recorder', () => {
  it('sees the statements of Prisma and of the pool, and leaves transaction control out of the count', async () => {
    const statements = await database.recorder.record(async () => {
      await database.prisma.company.findMany({ select: { id: true } })
      await database.pool.query('SELECT 1')
      await database.prisma.$transaction(async (tx) => tx.company.count())
    })
    expect(statements).toHaveLength(3)
    expect(statements[1]).toBe('SELECT 1')
    expect(database.recorder.all).toContain('COMMIT')
  })
})
