import type { Logger } from 'pino'
import { z } from 'zod'
import type { Embedder } from './embedder.ts'
import { Endpoint } from './endpoint/endpoint.ts'
import { EndpointError } from './endpoint/error.ts'

export type OpenAiEmbedderOptions = {
  /** Origin, root (`…/v1`) or whole address (`…/v1/embeddings`) of the server. */
  baseUrl: string
  apiKey: string | null
  model: string
  /** The dimension that the index expects; absent: that of the first vector seen. */
  dimensions?: number
  /** Texts a request; default 64. */
  batchSize?: number
  /** Characters of a text that are sent, the rest is cut off; default 8,000. */
  maxTextLength?: number
  /** Time for one batch, its retries included, in milliseconds; default 30,000. */
  timeoutMs?: number
  retries?: number
  maxRetryAfterMs?: number
  maxBytes?: number
  logger?: Logger
}

const label = 'The embeddings service'

const responseSchema = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1).max(65_536) })),
})

/** An embedder behind an OpenAI-compatible `/v1/embeddings`. Failures are `EndpointError`s with a `retryable` flag. */
export class OpenAiEmbedder implements Embedder {
  readonly model: string
  readonly #endpoint: Endpoint
  readonly #batchSize: number
  readonly #maxTextLength: number
  #dimensions: number | null

  constructor(options: OpenAiEmbedderOptions) {
    this.model = options.model
    this.#dimensions = options.dimensions ?? null
    this.#batchSize = options.batchSize ?? 64
    this.#maxTextLength = options.maxTextLength ?? 8_000
    this.#endpoint = new Endpoint({
      label,
      baseUrl: options.baseUrl,
      apiKey: options.apiKey,
      timeoutMs: options.timeoutMs ?? 30_000,
      idleTimeoutMs: options.timeoutMs ?? 30_000,
      retries: options.retries ?? 3,
      maxRetryAfterMs: options.maxRetryAfterMs ?? 10_000,
      maxBytes: options.maxBytes ?? 32 * 1024 * 1024,
      logger: options.logger,
    })
  }

  /** The dimension of the vectors; null until it was configured or seen. */
  get dimensions(): number | null {
    return this.#dimensions
  }

  async embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    for (let start = 0; start < texts.length; start += this.#batchSize) {
      vectors.push(...(await this.#embedBatch(texts.slice(start, start + this.#batchSize), signal)))
    }
    return vectors
  }

  async #embedBatch(texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const input = texts.map((text) => this.#sendable(text))
    return await this.#endpoint.post({
      operation: '/embeddings',
      payload: { model: this.model, input },
      signal,
      read: async (reply) => this.#vectors(await reply.json(), input.length),
    })
  }

  #sendable(text: string): string {
    const cut = text.slice(0, this.#maxTextLength).toWellFormed()
    // Servers of this protocol refuse a whole batch for one blank input.
    return cut.trim() === '' ? '-' : cut
  }

  #vectors(body: unknown, count: number): Float32Array[] {
    const parsed = responseSchema.safeParse(body)
    if (!parsed.success) throw new EndpointError(`${label} sent an answer without usable vectors.`)
    const vectors = new Map(parsed.data.data.map((item) => [item.index, Float32Array.from(item.embedding)]))
    const ordered = Array.from({ length: count }, (_, index) => vectors.get(index))
    return ordered.map((vector) => this.#checked(vector))
  }

  #checked(vector: Float32Array | undefined): Float32Array {
    if (vector === undefined) throw new EndpointError(`${label} did not send a vector for every text.`)
    if (!vector.every(Number.isFinite)) throw new EndpointError(`${label} sent an answer without usable vectors.`)
    this.#dimensions ??= vector.length
    if (vector.length === this.#dimensions) return vector
    throw new EndpointError(
      `${label} sent vectors of dimension ${vector.length} where ${this.#dimensions} was expected; was its model changed?`,
    )
  }
}
