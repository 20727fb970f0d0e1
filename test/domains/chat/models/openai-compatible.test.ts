import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Extract, ModelError } from '../../../../src/domains/chat/models/model.ts'
import {
  OpenAiCompatibleModel,
  type OpenAiCompatibleOptions,
} from '../../../../src/domains/chat/models/openai-compatible.ts'
import type { Misbehaviour } from '../../../support/openai-misbehaviour.ts'
import { type OpenAiServer, startOpenAiServer } from '../../../support/openai-server.ts'

const apiKey = 'sk-chat-secret'
const answer = 'Ducks belong to the family Anatidae [1]. 🦆'
const question = [{ role: 'user' as const, content: 'What family do ducks belong to?' }]
const extracts: Extract[] = [
  {
    number: 1,
    documentName: 'ducks.html',
    text: 'Ducks are of the family Anatidae.',
    pageStart: 2,
    pageEnd: 3,
    score: 1,
  },
]
let server: OpenAiServer

beforeEach(async () => {
  server = await startOpenAiServer({ apiKey, answer: () => answer })
})
afterEach(() => server.close())

function model(options: Partial<OpenAiCompatibleOptions> = {}) {
  const usual = {
    name: 'gpt',
    baseUrl: server.url,
    apiKey,
    model: 'gpt-x',
    contextTokens: 8000,
    timeoutMs: 3000,
    retries: 2,
  }
  return new OpenAiCompatibleModel({ ...usual, ...options })
}

function ask(options: Partial<OpenAiCompatibleOptions> = {}, onToken?: (text: string) => void, signal?: AbortSignal) {
  return model(options).answer({ messages: question, extracts, onToken, signal })
}

async function failure(promise: Promise<unknown>): Promise<ModelError> {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ModelError)
  return error as ModelError
}

describe('a model behind an OpenAI-compatible server', () => {
  it('answers the question from the extracts', async () => {
    expect(await ask()).toEqual({ text: answer })
    const [request] = server.requests
    expect(request?.path).toBe('/v1/chat/completions')
    expect(request?.body).toMatchObject({ model: 'gpt-x', stream: false })
    const messages = request?.body.messages as { role: string; content: string }[]
    expect(messages.map((message) => message.role)).toEqual(['system', 'user'])
    expect(messages[1]?.content).toContain('Ducks are of the family Anatidae.')
    expect(messages[1]?.content).toContain('What family do ducks belong to?')
  })

  it('streams when tokens are wanted; the tokens joined are the answer', async () => {
    const tokens: string[] = []
    expect(await ask({}, (token) => tokens.push(token))).toEqual({ text: answer })
    expect(server.requests[0]?.body.stream).toBe(true)
    expect(tokens.length).toBeGreaterThan(4)
    expect(tokens.join('')).toBe(answer)
  })

  it('sends the key in the authorization header only, and none when there is none', async () => {
    await ask()
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`)
    expect(server.requests[0]?.text).not.toContain(apiKey)
    await failure(ask({ apiKey: null }))
    expect(server.requests[1]?.headers).not.toHaveProperty('authorization')
  })

  it('sends the configured parameters, which cannot replace the prompt', async () => {
    await ask({ parameters: { temperature: 0.2, messages: [] } })
    expect(server.requests[0]?.body.temperature).toBe(0.2)
    expect(server.requests[0]?.body.messages).toHaveLength(2)
  })

  it('takes a plain answer where a stream was asked for', async () => {
    server.script({ raw: '{"choices":[{"message":{"content":"Plain."}}]}', contentType: 'application/json' })
    const tokens: string[] = []
    expect(await ask({}, (token) => tokens.push(token))).toEqual({ text: 'Plain.' })
    expect(tokens).toEqual(['Plain.'])
  })

  it.each([
    [
      'CRLF, comments and missing spaces',
      ': ping\r\n\r\ndata:{"choices":[{"delta":{"content":"A"}}]}\r\n\r\ndata: [DONE]\r\n\r\n',
      'A',
    ],
    ['lone CR', 'data: {"choices":[{"delta":{"content":"A"}}]}\r\rdata: [DONE]\r\r', 'A'],
    [
      'usage after the end',
      'data: {"choices":[{"delta":{"content":"A"},"finish_reason":"stop"}]}\n\ndata: {"choices":[]}\n\n',
      'A',
    ],
    ['an event on two lines', 'data: {"choices":\ndata: [{"delta":{"content":"A"}}]}\n\ndata: [DONE]', 'A'],
    [
      'nothing said for a while',
      'data: {"choices":[{"delta":{"content":null}}]}\n\ndata: {"choices":[{"delta":{"content":"A"}}]}\n\ndata: [DONE]\n\n',
      'A',
    ],
    [
      'a character in two pieces',
      'data: {"choices":[{"delta":{"content":"a\\ud83e"}}]}\n\ndata: {"choices":[{"delta":{"content":"\\udd86b"}}]}\n\ndata: [DONE]\n\n',
      'a🦆b',
    ],
  ])('reads a stream with %s', async (_, raw, expected) => {
    server.script({ raw })
    const tokens: string[] = []
    expect(await ask({}, (token) => tokens.push(token))).toEqual({ text: expected })
    expect(tokens.join('')).toBe(expected)
  })

  it('removes what cannot be stored and cuts what is too long, never through a character', async () => {
    server.script({ raw: '{"choices":[{"message":{"content":"a\\u0000b\\ud800c\\udc00"}}]}' }, { text: 'abcd🦆efgh' })
    expect(await ask()).toEqual({ text: 'abc' })
    expect(await ask({ maxAnswerLength: 5 })).toEqual({ text: 'abcd' })
  })

  it('ends an endless stream at the length of the longest answer', async () => {
    server.script('endless-stream')
    const { text } = await ask({ maxAnswerLength: 500 }, () => undefined)
    expect(text).toHaveLength(500)
  })
})

describe('a model whose server fails', () => {
  it('tries again after too many requests, a failure and a reset connection', async () => {
    server.script({ status: 429, retryAfter: '0.1' }, 'reset')
    expect(await ask()).toEqual({ text: answer })
    expect(server.requests).toHaveLength(3)
    server.script({ status: 500 })
    expect(await ask({}, () => undefined)).toEqual({ text: answer })
  })

  it('does not wait longer than it may', async () => {
    server.script(
      { status: 429, retryAfter: '60' },
      { status: 429, retryAfter: new Date(Date.now() + 3_600_000).toUTCString() },
    )
    const start = performance.now()
    for (const _ of [1, 2]) {
      const error = await failure(ask())
      expect(error.message).toBe('The model “gpt” is receiving too many requests; please try again later.')
      expect(error.retryable).toBe(true)
    }
    expect(performance.now() - start).toBeLessThan(1000)
  })

  const permanent: [Misbehaviour, RegExp][] = [
    [{ status: 400 }, /did not accept the request \(status 400\)/],
    [{ status: 401 }, /refused the configured credentials/],
    [{ status: 404 }, /does not know the configured address or model name/],
    [{ status: 413 }, /too large/],
    [{ status: 307, location: 'http://127.0.0.1:1/' }, /answered with a redirect, which is not followed/],
    ['not-json', /not JSON/],
    ['html', /not JSON/],
    ['no-choices', /without any choices/],
    [{ raw: '[]' }, /without any choices/],
    [{ raw: '{"choices":[{"message":{"content":7}}]}' }, /without any choices/],
    ['empty', /gave an empty answer/],
    [{ raw: '{"choices":[{"message":{"content":null}}]}' }, /gave an empty answer/],
    ['huge', /too large/],
  ]
  it.each(permanent)('ends at once with a message for people when the server does %j', async (behaviour, message) => {
    server.script(behaviour)
    const error = await failure(ask({ maxBytes: 1024 * 1024 }))
    expect(error.message).toMatch(message)
    expect(error.message).toMatch(/^The model “gpt” /)
    expect(error.retryable).toBe(false)
    expect(server.requests).toHaveLength(1)
  })

  const broken: [Misbehaviour, RegExp][] = [
    ['half-stream', /broke off in the middle/],
    [
      { raw: 'data: {"choices":[{"delta":{"content":"A"}}]}\n\ndata: {"error":{"message":"no"}}\n\n' },
      /failed in the middle/,
    ],
    [{ raw: 'data: {"choices":[{"delta":{"content":"A"}}]}\n\ndata: {"cho\n\n' }, /cannot be read/],
    [{ raw: `data: ${'x'.repeat(300 * 1024)}` }, /too long/],
    ['huge', /too long|too large/],
    ['empty', /empty answer/],
  ]
  it.each(broken)('does not say twice what it has said when a stream does %j', async (behaviour, message) => {
    server.script(behaviour)
    const error = await failure(ask({ maxBytes: 1024 * 1024 }, () => undefined))
    expect(error.message).toMatch(message)
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['hang', false],
    ['hang', true],
    ['silent-body', false],
    ['silent-body', true],
    ['drip', false],
    ['drip', true],
    ['endless-stream', true],
  ] as const)('ends at its deadline when the server does "%s" (streamed: %s)', async (behaviour, streamed) => {
    server.script(behaviour)
    const start = performance.now()
    const options = { timeoutMs: 300, maxAnswerLength: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER }
    const error = await failure(ask(options, streamed ? () => undefined : undefined))
    expect(error.message).toMatch(/did not answer within 300 ms|fell silent/)
    expect(error.retryable).toBe(true)
    expect(performance.now() - start).toBeLessThan(1500)
  })

  it('notices silence within an answer before the deadline', async () => {
    server.script('silent-body')
    const start = performance.now()
    const error = await failure(ask({ idleTimeoutMs: 200, retries: 0 }))
    expect(error.message).toBe('The model “gpt” fell silent in the middle of its answer.')
    expect(performance.now() - start).toBeLessThan(1500)
  })

  it('cannot be reached', async () => {
    const error = await failure(ask({ baseUrl: 'http://127.0.0.1:1/v1', retries: 1 }))
    expect(error.message).toMatch(/could not be reached/)
    expect(error.retryable).toBe(true)
  })

  it('says nothing of keys, addresses or what the server said', async () => {
    server.script(
      { status: 500, body: `{"error":{"message":"key ${apiKey} of canary-text"}}` },
      { status: 401, body: apiKey },
    )
    const errors = [
      await failure(ask({ retries: 0 })),
      await failure(ask()),
      await failure(ask({ apiKey: `${apiKey}\n` })),
      await failure(ask({ baseUrl: 'http://me:sk-chat-secret@127.0.0.1:1/' })),
    ]
    for (const error of errors) {
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(/sk-chat|127\.0|canary/)
      expect(error.cause).toBeUndefined()
    }
  })

  it('logs its failures without keys, prompts or addresses', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
    server.script({ status: 503, body: apiKey }, { status: 429, retryAfter: '0.05' })
    await ask({ logger })
    expect(lines.join('')).toContain('is failing (status 503)')
    server.script({
      status: 404,
      body: `{"error":{"code":"model_not_found","message":"${apiKey}: What family do Anatidae"}}`,
    })
    await failure(ask({ logger }))
    expect(lines.join('')).toContain('"code":"model_not_found"')
    expect(lines.join('')).not.toMatch(/sk-chat|Anatidae|127\.0/)
  })

  it.each([undefined, () => undefined])('stops when its caller does', async (onToken) => {
    server.script('silent-body')
    const caller = new AbortController()
    setTimeout(() => caller.abort(), 100)
    expect((await failure(ask({}, onToken, caller.signal))).message).toBe('The request was cancelled.')
    expect((await failure(ask({}, onToken, caller.signal))).message).toBe('The request was cancelled.')
    expect(server.requests).toHaveLength(1)
  })

  it('passes on what the receiver of the tokens throws', async () => {
    const receiver = () => {
      throw new RangeError('receiver is full')
    }
    await expect(ask({}, receiver)).rejects.toThrow(RangeError)
  })
})
