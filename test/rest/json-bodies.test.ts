import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAnswer, expectRefusal } from '../contract/expect.ts'
import { chatResponse, refusal } from '../contract/wire.ts'
import { adminKey, type Reply, type TestService, testService } from '../support/service.ts'
import { sendRaw } from './raw.ts'

const path = '/api/v2/tools/chatflows/'
const question = '{"messages":[{"role":"user","content":"Why?"}]}'

describe('JSON bodies', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService({ ingests: false })
  })
  afterAll(() => service.close())

  const post = async (body: string | Uint8Array<ArrayBuffer>, given: Record<string, string> = {}): Promise<Reply> => {
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json', ...given }
    const response = await fetch(service.url + path, { method: 'POST', body, headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
  }
  const raw = async (head: string, body = '') => {
    const authorization = `Host: localhost\r\nAuthorization: Bearer ${adminKey}\r\nConnection: close\r\n`
    return sendRaw(service, `POST ${path} HTTP/1.1\r\n${authorization}${head}\r\n${body}`)
  }

  test.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset=utf-8'])(
    'are taken as %s',
    async (type) => {
      expectAnswer(await post(question, { 'content-type': type }), 200, chatResponse)
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])('are 415 as %s', async (type) => {
    expectRefusal(await post(question, { 'content-type': type }), 'unsupported_media_type')
  })

  test('are 415 without a type, in an unknown charset or in an unknown encoding', async () => {
    expect((await raw(`Content-Length: ${question.length}\r\n`, question)).status).toBe(415)
    expectRefusal(
      await post(question, { 'content-type': 'application/json; charset=latin1' }),
      'unsupported_media_type',
    )
    expectRefusal(await post(question, { 'content-encoding': 'zstd-17' }), 'unsupported_media_type')
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['half an object', '{"messages":['],
    ['two objects', `${question}${question}`],
    ['a trailing comma', '{"messages":[],}'],
    ['single quotes', "{'messages':[]}"],
    ['NaN', '{"messages":NaN}'],
    ['a bare NUL', '{"messages":[{"role":"user","content":"a\0b"}]}'],
    ['an escaped NUL', '{"messages":[{"role":"user","content":"a\\u0000b"}]}'],
    ['half a character', '{"messages":[{"role":"user","content":"\\udfff"}]}'],
    ['a byte order mark alone', '\ufeff'],
    ['a number', '1'],
    ['a number beyond all', '{"messages":1e999}'],
    ['deep arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['deep objects', `${'{"messages":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['arrays without end', '['.repeat(100_000)],
    ['a prototype', '{"__proto__":{"messages":[]},"constructor":{"prototype":1}}'],
    ['ids beyond all', '{"messages":[{"role":"user","content":"x"}],"file_ids":[1e999]}'],
  ])('are 400 when they hold %s', async (_name, body) => {
    expectRefusal(await post(body), 'bad_request')
  })

  test('are 400 when their bytes are not what they say', async () => {
    expectRefusal(await post(question, { 'content-encoding': 'gzip' }), 'bad_request')
    const latin1 = Buffer.concat([Buffer.from('{"messages":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')])
    expectRefusal(await post(new Uint8Array(latin1)), 'bad_request')
  })

  test('are 400, not 415, when nothing was sent at all', async () => {
    const reply = await raw('Content-Type: application/json\r\n')
    expect(reply.status).toBe(400)
    expect(refusal.parse(JSON.parse(reply.body))).toMatchObject({ error: 'bad_request' })
  })

  test('may be compressed, and their limit holds for what comes out', async () => {
    const zipped = gzipSync(question)
    expectAnswer(await post(new Uint8Array(zipped), { 'content-encoding': 'gzip' }), 200, chatResponse)
    const bomb = gzipSync(`{"messages":"${'x'.repeat(50_000_000)}"}`)
    expectRefusal(await post(new Uint8Array(bomb), { 'content-encoding': 'gzip' }), 'payload_too_large')
  })

  test('are 413 over a mebibyte, and the connection lives on', async () => {
    for (let times = 0; times < 3; times++) {
      expectRefusal(await post(`{"messages":"${'x'.repeat(3_000_000)}"}`), 'payload_too_large')
    }
    expectAnswer(await post(question), 200, chatResponse)
  })

  test('count the last of a member that is there twice', async () => {
    const twice = `{"messages":[],"model":"nobody","model":null,${question.slice(1)}`
    expectAnswer(await post(twice), 200, chatResponse)
  })

  test('that are cut off in the middle disturb nobody', async () => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${adminKey}\r\n`
    const cut = `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"messages":[`
    await Promise.all([1, 2, 3].map(() => sendRaw(service, cut, { cut: true })))
    expectAnswer(await post(question), 200, chatResponse)
  })

  test('with faults by the hundred thousand are refused in few words', async () => {
    const reply = await post(JSON.stringify({ messages: Array(200_000).fill(1), file_ids: Array(100_000).fill('x') }))
    expect(expectRefusal(reply, 'bad_request').length).toBeLessThanOrEqual(2_000)
  })
})
