import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../src/config.ts'
import { type RunningService, startService } from '../src/start.ts'
import { type TestDatabase, testDatabase } from './support/database.ts'
import { adminKey } from './support/service.ts'

describe('the application', () => {
  let database: TestDatabase
  let running: RunningService
  let url: string
  const lines: string[] = []

  beforeAll(async () => {
    database = await testDatabase()
    const env = { DATA_DIR: database.config.dataDir, DATABASE_URL: database.config.url, PORT: '0', DEMO: 'off' }
    const log = new Writable({
      write: (line, _encoding, done) => {
        lines.push(String(line))
        done()
      },
    })
    running = await startService(readConfig({ ...env, BOOTSTRAP_ADMIN_KEY: adminKey }), pino({ level: 'error' }, log), {
      database,
      ingests: false,
    })
    url = `http://127.0.0.1:${running.port}`
  })
  afterAll(async () => {
    await running.close()
    await database.close()
  })

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const authorization = `Bearer ${adminKey}`

  test('says that it lives, without a word to the database', async () => {
    database.recorder.clear()
    expect(await get('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    expect(database.recorder.statements).toEqual([])
  })

  test('says that it is ready, and what the database below it can do', async () => {
    const { status, text } = await get('/readyz')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({
      status: 'ready',
      database: { kind: database.kind, version: expect.anything(), isReachable: true },
      search: { words: expect.stringContaining('bm25'), vectors: expect.stringMatching(/pgvector|exact/) },
    })
  })

  test('gives every answer an id, and takes over the sane one of the caller', async () => {
    for (const path of ['/healthz', '/readyz', '/docs/errors', '/api/v2/files', '/unknown']) {
      expect((await get(path)).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    }
    const id = randomUUID()
    expect((await get('/api/v2/files', { 'x-request-id': id })).headers.get('x-request-id')).toBe(id)
    for (const wrong of ['short', 'x'.repeat(65), 'has blanks in it', '<script>alert(1)</script>']) {
      expect((await get('/healthz', { 'x-request-id': wrong })).headers.get('x-request-id')).not.toBe(wrong)
    }
  })

  test('sends headers that keep browsers from guessing, framing and keeping', async () => {
    const { headers } = await get('/api/v2/files', { authorization })
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(headers.get('x-powered-by')).toBeNull()
  })

  test('believes no Host that is none', async () => {
    const text = await new Promise<string>((resolve) => {
      const socket = connect(running.port, '127.0.0.1')
      let received = ''
      socket.on('data', (piece) => {
        received += piece
      })
      socket.on('close', () => resolve(received))
      socket.end('GET /api/v3/unknown HTTP/1.1\r\nHost: a"><b>.example/\\@c\r\nConnection: close\r\n\r\n')
    })
    expect(text).not.toContain('<b>')
  })

  test('does not take a client that goes away in the middle for a fault of its own', async () => {
    lines.length = 0
    const printed = vi.spyOn(console, 'error')
    for (const [path, type] of [
      ['/api/v2/files', 'multipart/form-data; boundary=BOUND'],
      ['/tools/chatflows/', 'application/json'],
    ]) {
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n`
      const part = '--BOUND\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf'
      await new Promise<void>((resolve) => {
        const socket = connect(running.port, '127.0.0.1', () => {
          socket.write(`${head}Content-Type: ${type}\r\nContent-Length: 9000\r\n\r\n${part}`)
          setTimeout(() => socket.destroy(), 100)
        })
        socket.on('close', () => resolve())
      })
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(lines).toEqual([])
    expect(printed).not.toHaveBeenCalled()
    printed.mockRestore()
  })

  test('masks what nobody foresaw, and logs it in full with the id of the request', async () => {
    const id = randomUUID()
    const broken = new Error('SELECT secret FROM /home/somebody')
    const { documents } = running.services
    const find = documents.find
    documents.find = () => Promise.reject(broken)
    try {
      const reply = await get('/api/v2/files/1', { authorization, 'x-request-id': id })
      expect(reply.status).toBe(500)
      expect(reply.headers.get('x-request-id')).toBe(id)
      expect(JSON.parse(reply.text)).toEqual({
        code: 500,
        message: expect.any(String),
        details: 'Something went wrong on our side.',
        error: 'internal_error',
        error_description: 'Something went wrong on our side.',
      })
      expect(lines.join('\n')).toContain('SELECT secret FROM /home/somebody')
    } finally {
      documents.find = find
    }
  })

  test('is not ready while its database can not be reached', async () => {
    const pool = database.pool
    const query = pool.query
    Object.assign(pool, { query: () => Promise.reject(new Error('the database is gone')) })
    try {
      const { status, text } = await get('/readyz')
      expect(status).toBe(503)
      expect(JSON.parse(text)).toMatchObject({ status: 'unready', database: { isReachable: false } })
      expect(text).not.toContain('gone')
    } finally {
      Object.assign(pool, { query })
    }
  })
})
