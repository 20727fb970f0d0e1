import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enableExtension } from '../../src/database/capabilities.ts'
import { silent, type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
const clients: pg.Client[] = []

beforeAll(async () => {
  database = await testDatabase()
  for (let i = 0; i < 4; i++) {
    const client = new pg.Client(database.poolConfig)
    await client.connect()
    clients.push(client)
  }
})

afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await database.close()
})

/** One that comes with the server: what matters is how several processes create it. */
const extensionAtHand = async (): Promise<string> => {
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT name FROM pg_available_extensions WHERE name IN ('hstore', 'pg_trgm', 'vector') ORDER BY name LIMIT 1",
  )
  return rows[0]?.name ?? ''
}

describe('enabling an extension', () => {
  it('works for every process of several that start at once', async () => {
    const extension = await extensionAtHand()
    for (let round = 0; round < 5; round++) {
      await database.pool.query(`DROP EXTENSION IF EXISTS ${extension} CASCADE`)
      const enabled = await Promise.all(clients.map((client) => enableExtension(client, extension, silent)))
      expect(enabled).toEqual([true, true, true, true])
    }
  })

  it('works beside a program that takes no lock and is faster', async () => {
    const extension = await extensionAtHand()
    await database.pool.query(`DROP EXTENSION IF EXISTS ${extension} CASCADE`)
    const other = clients[0]?.query(`CREATE EXTENSION ${extension}`)
    const enabled = clients.slice(1).map((client) => enableExtension(client, extension, silent))
    // Whoever comes last may fail, but not this program.
    await other?.catch(() => undefined)
    expect(await Promise.all(enabled)).toEqual([true, true, true])
  })

  it('is not possible for what the server does not have', async () => {
    expect(await enableExtension(clients[0] as pg.Client, 'no_such_extension', silent)).toBe(false)
  })
})
