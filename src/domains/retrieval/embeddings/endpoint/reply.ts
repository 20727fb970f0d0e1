import { EndpointError, networkError } from './error.ts'

type ReplyLimits = { label: string; maxBytes: number; idleMs: number }

/** The body of one HTTP response, read with limits on its size and on the silence between two pieces. */
export class Reply {
  readonly contentType: string
  readonly #response: Response
  readonly #limits: ReplyLimits
  readonly #connection: AbortController

  /** `connection` closes the connection of the response when it is aborted. */
  constructor(response: Response, connection: AbortController, limits: ReplyLimits) {
    this.contentType = response.headers.get('content-type')?.toLowerCase() ?? ''
    this.#response = response
    this.#connection = connection
    this.#limits = limits
  }

  /** The decoded body piece by piece. Throws an EndpointError when it is too large, falls silent or breaks. */
  async *text(): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    const reader = this.#response.body?.getReader()
    if (reader === undefined) return
    let bytes = 0
    for (;;) {
      const { done, value } = await this.#read(reader)
      if (done) break
      bytes += value.byteLength
      if (bytes > this.#limits.maxBytes)
        throw new EndpointError(`${this.#limits.label} sent an answer that is too large.`)
      yield decoder.decode(value, { stream: true })
    }
    yield decoder.decode()
  }

  /** The whole body as JSON. Throws an EndpointError when it is not JSON. */
  async json(): Promise<unknown> {
    const pieces: string[] = []
    for await (const piece of this.text()) pieces.push(piece)
    try {
      return JSON.parse(pieces.join(''))
    } catch {
      throw new EndpointError(`${this.#limits.label} sent something that is not JSON; is the address right?`)
    }
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>) {
    const silent = new EndpointError(`${this.#limits.label} fell silent in the middle of its answer.`, {
      retryable: true,
    })
    const timer = setTimeout(() => this.#connection.abort(silent), this.#limits.idleMs)
    try {
      return await reader.read()
    } catch (error) {
      throw error instanceof EndpointError ? error : networkError(this.#limits.label)
    } finally {
      clearTimeout(timer)
    }
  }
}
