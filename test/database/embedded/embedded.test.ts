import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../../../src/database/embedded/embedded.ts'
import { removeDataDir, silent, temporaryDataDir } from '../../support/database.ts'

const limits = { statementTimeoutMs: 5_000, idleTransactionTimeoutMs: 300, openTimeoutMs: 30_000 }
let dataDir: string
let embedded: Embedded | undefined

const start = async (options: Partial<EmbeddedOptions> = {}) => {
  embedded = await startEmbedded({ ...limits, dataDir, ...options }, silent)
  return embedded.endpoint
}
const connect = async (host: string, port: number, password?: string) => {
  const client = new pg.Client({ host, port, password, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const makeFolder = async () => {
  dataDir = await temporaryDataDir()
}
const end = async () => {
  await embedded?.close()
  embedded = undefined
  await removeDataDir(dataDir)
}

describe('the endpoint of the embedded database', () => {
  beforeEach(makeFolder)
  afterEach(end)

  it('moves to a short private folder when the data folder is too deep for a socket', async () => {
    const deep = join(dataDir, 'a-folder-with-a-rather-long-name'.repeat(4))
    await mkdir(deep)
    const nested = await mkdtemp(join(deep, 'x'))
    await rename(join(dataDir, 'postgres'), join(nested, 'postgres'))
    const { host, port } = await start({ dataDir: nested })
    expect(join(host, '.s.PGSQL.5432').length).toBeLessThan(100)
    const client = await connect(host, port)
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await client.end()
  })

  it('asks for a secret on loopback, where there are no Unix sockets', async () => {
    const { host, port, password } = await start({ platform: 'win32' })
    expect(host).toBe('127.0.0.1')
    await expect(connect(host, port, 'guess')).rejects.toMatchObject({ code: '28P01' })
    const client = await connect(host, port, password)
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await client.end()
  })
})

describe('the end of the database', () => {
  beforeEach(makeFolder)
  afterEach(end)

  it('does not wait for a statement that takes long, and loses nothing', async () => {
    const { host, port } = await start({ statementTimeoutMs: 60_000 })
    const client = await connect(host, port)
    await client.query('CREATE TABLE kept (id int)')
    const cut = expect(client.query('SELECT pg_sleep(50)')).rejects.toMatchObject({ code: '57P01' })
    const begin = performance.now()
    await embedded?.close()
    await cut
    expect(performance.now() - begin).toBeLessThan(8_000)
    const again = await start()
    const next = await connect(again.host, again.port)
    expect((await next.query('SELECT count(*)::int AS n FROM kept')).rows).toEqual([{ n: 0 }])
    await next.end()
  })
})

describe('many connections to one engine', () => {
  let endpoint: Embedded['endpoint']
  beforeAll(async () => {
    await makeFolder()
    endpoint = await start()
  })
  afterAll(end)

  describe('a connection', () => {
    it('that names a prepared statement is refused, with a reason: names would be shared by all', async () => {
      const client = await connect(endpoint.host, endpoint.port)
      await expect(client.query({ name: 'one', text: 'SELECT 1 AS one' })).rejects.toMatchObject({ code: '0A000' })
      const other = await connect(endpoint.host, endpoint.port)
      expect((await other.query('SELECT $1::int AS two', [2])).rows).toEqual([{ two: 2 }])
      await other.end()
    })
  })

  describe('transactions on the one engine', () => {
    it('end when their client goes away, so that others are not blocked', async () => {
      const [leaver, other] = [await connect(endpoint.host, endpoint.port), await connect(endpoint.host, endpoint.port)]
      await leaver.query('BEGIN')
      await leaver.query('CREATE TABLE abandoned (id int)')
      const waiting = other.query("SELECT to_regclass('abandoned') AS found")
      await leaver.end()
      expect((await waiting).rows).toEqual([{ found: null }])
      await other.end()
    })

    it('end when they idle for too long, with a reason', async () => {
      const [idler, other] = [await connect(endpoint.host, endpoint.port), await connect(endpoint.host, endpoint.port)]
      const reason = new Promise((resolve) => idler.once('error', resolve))
      await idler.query('BEGIN')
      await idler.query('CREATE TABLE forgotten (id int)')
      expect((await other.query("SELECT to_regclass('forgotten') AS found")).rows).toEqual([{ found: null }])
      expect(await reason).toMatchObject({ code: '25P03' })
      await other.end()
    })

    it('keep statements that fail to themselves', async () => {
      const [clumsy, other] = [await connect(endpoint.host, endpoint.port), await connect(endpoint.host, endpoint.port)]
      await clumsy.query('BEGIN')
      await expect(clumsy.query('SELECT 1/0')).rejects.toMatchObject({ code: '22012' })
      const waiting = other.query('SELECT 2 AS two')
      await expect(clumsy.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' })
      await clumsy.query('ROLLBACK')
      expect((await waiting).rows).toEqual([{ two: 2 }])
      await Promise.all([clumsy.end(), other.end()])
    })
  })
})
