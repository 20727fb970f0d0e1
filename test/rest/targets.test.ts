import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../contract/wire.ts'
import { adminKey, type TestService, testService } from '../support/service.ts'
import { sendRaw } from './raw.ts'

describe('request targets that no client library sends', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService({ ingests: false })
  })
  afterAll(() => service.close())

  const ask = (line: string, headers = '', body = '') => {
    const common = `Host: localhost\r\nAuthorization: Bearer ${adminKey}\r\nConnection: close\r\n`
    return sendRaw(service, `${line} HTTP/1.1\r\n${common}${headers}\r\n${body}`)
  }

  test.each([
    ['OPTIONS *', 404],
    ['GET *', 404],
    ['GET //', 404],
    ['GET /%', 404],
    ['GET /api/v2/files%', 404],
    ['GET /api/v2/../v2/files', 404],
    ['GET /api/v2/./files', 404],
    ['GET /api/v2/files;x=1', 404],
    ['GET /api/v2/files/1/chunks/..', 404],
    ['GET /api/v2/files/%F0%28%8C%28', 400],
    ['GET /api/v2/files/..%2f1', 400],
    ['GET /api/v2/files?page=%', 400],
    ['GET /api/v2/files?page[]=1&page[x]=2', 200],
    ['GET /api/v2/files?__proto__=1&constructor=2&toString=3', 200],
    ['GET /api/v2/files?page=1?page=2', 400],
    [`GET /api/v2/files?${'x=1&'.repeat(3_000)}`, 200],
    ['GET http://[::1]:99/api/v2/files', 200],
    ['GET http://elsewhere.example/api/v2/unknown', 404],
    ['TRACE /api/v2/files', 405],
    ['PROPFIND /api/v2/files', 405],
    ['QUERY /api/v2/files', 405],
  ])('%s is answered in JSON: %i', async (line, status) => {
    const reply = await ask(line)
    expect(reply.status, reply.head).toBe(status)
    const body = JSON.parse(reply.body)
    if (status !== 200) expect(refusal.parse(body).code).toBe(status)
  })

  test('a body with GET, and an upgrade, are not minded', async () => {
    const headers = 'Content-Type: application/json\r\nContent-Length: 3\r\n'
    expect((await ask('GET /api/v2/files', headers, '{x}')).status).toBe(200)
    expect((await ask('GET /api/v2/files', 'Upgrade: websocket\r\n')).status).toBe(200)
  })

  test('links never repeat what stands in a wrong Host', async () => {
    const reply = await sendRaw(
      service,
      `GET /api/v2/files HTTP/1.1\r\nHost: a"b<c>/d\r\nAuthorization: Bearer ${adminKey}\r\nConnection: close\r\n\r\n`,
    )
    expect(reply.status).toBe(200)
    expect(reply.body).not.toContain('<c>')
  })
})
