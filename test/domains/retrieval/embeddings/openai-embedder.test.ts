import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EndpointError } from '../../../../src/domains/retrieval/embeddings/endpoint/error.ts'
import {
  OpenAiEmbedder,
  type OpenAiEmbedderOptions,
} from '../../../../src/domains/retrieval/embeddings/openai-embedder.ts'
import { type OpenAiServer, startOpenAiServer } from '../../../support/openai-server.ts'

const apiKey = 'sk-embedding-secret'
let server: OpenAiServer

beforeEach(async () => {
  server = await startOpenAiServer({ apiKey, dimensions: 64 })
})
afterEach(() => server.close())

function embedder(options: Partial<OpenAiEmbedderOptions> = {}) {
  return new OpenAiEmbedder({ baseUrl: server.url, apiKey, model: 'small', timeoutMs: 3000, ...options })
}

function nearness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return Array.from(a ?? []).reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0)
}

async function failure(promise: Promise<unknown>): Promise<EndpointError> {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(EndpointError)
  return error as EndpointError
}

describe('an embedder', () => {
  it('gives one vector a text in the order of the texts, whatever the order of the response', async () => {
    const [duck, ducks, invoice] = await embedder().embed(['the duck swims', 'ducks swim', 'invoice total amount'])
    expect(nearness(duck, ducks)).toBeGreaterThan(nearness(duck, invoice))
    expect(nearness(duck, duck)).toBeCloseTo(1)
    expect(duck).toHaveLength(64)
  })

  it('sends the key in the header and nowhere else', async () => {
    await embedder().embed(['a text'])
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`)
    expect(server.requests[0]?.text).toBe('{"model":"small","input":["a text"]}')
  })

  it('splits many texts into batches', async () => {
    const texts = Array.from({ length: 25 }, (_, index) => `number${index}`)
    const vectors = await embedder({ batchSize: 10 }).embed(texts)
    expect(server.requests.map((request) => (request.body.input as string[]).length)).toEqual([10, 10, 5])
    expect(vectors).toHaveLength(25)
    const [alone] = await embedder().embed(['number17'])
    expect(vectors[17]).toEqual(alone)
  })

  it('asks nothing for no texts', async () => {
    expect(await embedder().embed([])).toEqual([])
    expect(server.requests).toHaveLength(0)
  })

  it('embeds blank texts, overlong texts and lone surrogates', async () => {
    const vectors = await embedder({ maxTextLength: 100 }).embed(['', '  \n', 'x'.repeat(5000), 'a\ud800'])
    expect(vectors).toHaveLength(4)
    expect(server.requests[0]?.body.input).toEqual(['-', '-', 'x'.repeat(100), 'a\ufffd'])
  })

  it.each(['/v1', '/v1/', '', '/', '/v1/embeddings'])(
    'finds the operation below the base address "%s"',
    async (path) => {
      await embedder({ baseUrl: new URL(server.url).origin + path }).embed(['a'])
      expect(server.requests[0]?.path).toBe('/v1/embeddings')
    },
  )
})

describe('an embedder whose server fails', () => {
  it('waits as long as the server asks, then tries again', async () => {
    server.script({ status: 429, retryAfter: '0.3' })
    const start = performance.now()
    expect(await embedder().embed(['a'])).toHaveLength(1)
    expect(performance.now() - start).toBeGreaterThan(290)
  })

  it('does not wait for hours', async () => {
    server.script({ status: 429, retryAfter: '7200' })
    const error = await failure(embedder().embed(['a']))
    expect(error).toMatchObject({ retryable: true, retryAfterMs: 7_200_000 })
    expect(server.requests).toHaveLength(1)
  })

  it('survives an overloaded server and a reset connection', async () => {
    server.script({ status: 503 }, 'reset')
    expect(await embedder().embed(['a'])).toHaveLength(1)
    expect(server.requests).toHaveLength(3)
  })

  it('gives up after its retries', async () => {
    server.script({ status: 500 }, { status: 500 }, { status: 500 })
    const error = await failure(embedder({ retries: 1 }).embed(['a']))
    expect(error.message).toBe('The embeddings service is failing (status 500); please try again later.')
    expect(server.requests).toHaveLength(2)
  })

  it.each(['hang', 'silent-body', 'drip'] as const)(
    'ends at its deadline when the server does "%s"',
    async (behaviour) => {
      server.script(behaviour)
      const start = performance.now()
      const error = await failure(embedder({ timeoutMs: 300, retries: 0 }).embed(['a']))
      expect(error.retryable).toBe(true)
      expect(performance.now() - start).toBeLessThan(1500)
    },
  )

  it.each([
    ['not-json', /not JSON/],
    ['html', /not JSON/],
    ['no-choices', /without usable vectors/],
    ['missing-vector', /a vector for every text/],
    ['huge', /too large/],
    [{ status: 302, location: 'http://127.0.0.1:1/' }, /redirect, which is not followed/],
    [{ raw: '{"data":[{"index":0,"embedding":["NaN"]},{"index":1,"embedding":[1e999]}]}' }, /without usable vectors/],
  ] as const)('refuses a response that is %j', async (behaviour, message) => {
    server.script(behaviour)
    const error = await failure(embedder({ maxBytes: 1024 * 1024 }).embed(['a', 'b']))
    expect(error.message).toMatch(message)
    expect(error.retryable).toBe(false)
    expect(server.requests).toHaveLength(1)
  })

  it('refuses vectors of another dimension than it has seen', async () => {
    const one = embedder()
    await one.embed(['a'])
    server.script('wrong-dimension')
    const error = await failure(one.embed(['b']))
    expect(error.message).toMatch(/dimension 65 where 64 was expected/)
    expect((await failure(embedder({ dimensions: 32 }).embed(['c']))).message).toMatch(/dimension 64 where 32/)
  })

  it('says that its key was refused, without the key or the address', async () => {
    const error = await failure(embedder({ apiKey: 'sk-wrong' }).embed(['a']))
    expect(error.message).toBe('The embeddings service refused the configured credentials.')
  })

  it.each([
    ['http://user:pw@127.0.0.1:1/v1', 'sk-a'],
    ['file:///etc/passwd', 'sk-a'],
    ['not an address', 'sk-a'],
    ['http://127.0.0.1:1/v1', 'sk-a\nb'],
    ['http://127.0.0.1:1/v1', 'sk-a'],
  ])('with address %s and key %j it fails with a message that holds neither', async (baseUrl, key) => {
    const error = await failure(embedder({ baseUrl, apiKey: key, retries: 0 }).embed(['a']))
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toMatch(/pw@|sk-a|passwd|127\.0/)
    expect(error.cause).toBeUndefined()
  })

  it('stops when its caller does', async () => {
    server.script('hang')
    const caller = new AbortController()
    setTimeout(() => caller.abort(), 100)
    const error = await failure(embedder().embed(['a'], caller.signal))
    expect(error.message).toBe('The request was cancelled.')
  })
})
