import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemaDiff } from '../../scripts/schema-diff.ts'
import { type Migration, migrate, readMigrations } from '../../src/database/migrations.ts'
import { silent, type TestDatabase, testDatabase } from '../support/database.ts'

const schemaPath = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url))
const extra = (name: string, sql: string): Migration[] => [...readMigrations(), { name, sql, checksum: 'c'.repeat(64) }]

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client(database.poolConfig)
  await client.connect()
})
beforeEach(async () => {
  await client.query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '9%'")
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const records = async () => {
  const sql = 'SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY 1'
  return (await client.query(sql)).rows
}

describe('the migrations', () => {
  it('lead to what prisma/schema.prisma describes (if this fails: npm run migration:new -- <name>)', async () => {
    expect(await schemaDiff(schemaPath, database.poolConfig)).toBe('')
  })

  it("are recorded as Prisma's own tool records them", async () => {
    const expected = readMigrations().map(({ name, checksum }) => ({ migration_name: name, checksum, finished: true }))
    expect(await records()).toEqual(expected)
  })
})

describe('migrating', () => {
  it('applies what is new, once', async () => {
    const migrations = extra('90000000000000_note', 'CREATE TABLE note (id int); INSERT INTO note VALUES (1);')
    expect(await migrate(client, silent, migrations)).toEqual(['90000000000000_note'])
    expect(await migrate(client, silent, migrations)).toEqual([])
    expect((await client.query('SELECT id FROM note')).rows).toEqual([{ id: 1 }])
    await client.query('DROP TABLE note')
  })

  it('leaves nothing behind when a migration fails, and says which and why', async () => {
    const migrations = extra('90000000000001_bad', 'CREATE TABLE half (id int); SELECT 1/0;')
    await expect(migrate(client, silent, migrations)).rejects.toThrow(
      'Migration 90000000000001_bad failed and was rolled back: division by zero',
    )
    expect((await client.query("SELECT to_regclass('half') AS half")).rows).toEqual([{ half: null }])
    expect(await records()).toHaveLength(readMigrations().length)
  })

  it('applies a migration once when several machines start at the same time', async () => {
    const migrations = extra('90000000000002_once', 'CREATE TABLE once (id int)')
    const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()))
    const applied = await Promise.all(clients.map((each) => migrate(each, silent, migrations)))
    for (const each of clients) each.release(true)
    expect(applied.flat()).toEqual(['90000000000002_once'])
    await client.query('DROP TABLE once')
  })

  it('refuses a database that a newer version has migrated', async () => {
    await migrate(client, silent, extra('90000000000003_future', 'SELECT 1'))
    await expect(migrate(client, silent)).rejects.toThrow('90000000000003_future, which this version does not know')
  })

  it('refuses a database in which a migration began and did not finish', async () => {
    await migrate(client, silent, extra('90000000000004_half', 'SELECT 1'))
    await client.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '90000000000004_half'")
    await expect(migrate(client, silent)).rejects.toThrow('90000000000004_half began and did not finish')
  })

  it('warns about a migration that was edited after it was applied', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const edited = readMigrations().map((migration) => ({ ...migration, checksum: 'e'.repeat(64) }))
    await migrate(client, logger, edited)
    expect(lines.join()).toContain('edited after it was applied')
  })
})
