import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../src/database/database.ts'
import { removeDataDir, silent, temporaryDataDir } from '../../support/database.ts'

const DEADLINE_MS = 1_000
const ENDLESS = 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b'
let dataDir: string
let database: Database

beforeAll(async () => {
  dataDir = await temporaryDataDir()
  database = await openDatabase({ url: undefined, dataDir, statementTimeoutMs: DEADLINE_MS, poolSize: 5 }, silent)
  await database.prisma.company.count()
})
afterAll(async () => {
  await database.close()
  await removeDataDir(dataDir)
})

const create = (name: string) => database.prisma.company.create({ data: { name } })
const find = (name: string) => database.prisma.company.findUnique({ where: { name } })
const timedOut = { code: '57014', message: expect.stringContaining('statement timeout') }

describe('a statement past its deadline', () => {
  it.each(['SELECT pg_sleep(60)', ENDLESS])('is ended without ever holding up the main loop: %s', async (sql) => {
    const delay = monitorEventLoopDelay({ resolution: 10 })
    const begin = performance.now()
    delay.enable()
    await expect(database.pool.query(sql)).rejects.toMatchObject(timedOut)
    delay.disable()
    expect(performance.now() - begin).toBeGreaterThanOrEqual(DEADLINE_MS)
    expect(performance.now() - begin).toBeLessThan(DEADLINE_MS + 2_000)
    // Typically 10 to 20 ms; the bound leaves room for a busy machine and is far from the length of the statement.
    expect(delay.max / 1e6).toBeLessThan(DEADLINE_MS / 2)
  })

  it('costs nothing that was acknowledged, and those that waited behind it are answered', async () => {
    await create('before')
    const endless = database.pool.query(ENDLESS)
    const waiting = [create('behind 1'), create('behind 2'), find('before')]
    await expect(endless).rejects.toMatchObject(timedOut)
    await Promise.all(waiting)
    const found = await Promise.all(['before', 'behind 1', 'behind 2'].map(find))
    expect(found.map((company) => company?.name)).toEqual(['before', 'behind 1', 'behind 2'])
  })

  it('ends the transaction that it is in: what came before it is rolled back, what comes after it is refused', async () => {
    const client = await database.pool.connect()
    client.on('error', () => undefined)
    await client.query('BEGIN')
    await client.query("INSERT INTO companies (name, updated_at) VALUES ('half', now())")
    await expect(client.query('SELECT pg_sleep(60)')).rejects.toMatchObject(timedOut)
    await expect(
      client.query("INSERT INTO companies (name, updated_at) VALUES ('other half', now())"),
    ).rejects.toThrow()
    client.release(true)
    expect([await find('half'), await find('other half')]).toEqual([null, null])
  })

  it('may be given longer by SET LOCAL statement_timeout, for its transaction only', async () => {
    const client = await database.pool.connect()
    client.on('error', () => undefined)
    await client.query('BEGIN')
    await client.query("SET LOCAL statement_timeout = '10s'")
    await client.query(`SELECT pg_sleep(${(DEADLINE_MS + 400) / 1000})`)
    await client.query('COMMIT')
    await expect(client.query('SELECT pg_sleep(60)')).rejects.toMatchObject(timedOut)
    client.release()
  })
})

describe('an engine that breaks down', () => {
  it('fails the statement that broke it and is there again for the next', async () => {
    await create('survivor')
    await expect(database.pool.query('COPY companies FROM STDIN')).rejects.toMatchObject({ code: 'XX000' })
    await wait(50)
    expect(await find('survivor')).toMatchObject({ name: 'survivor' })
  })
})
