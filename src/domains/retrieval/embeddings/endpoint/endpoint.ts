import type { Logger } from 'pino'
import { operationAddress, requestHeaders } from './address.ts'
import { Deadline } from './deadline.ts'
import { EndpointError, networkError } from './error.ts'
import { readRefusal } from './refusal.ts'
import { Reply } from './reply.ts'
import { retryDelayMs } from './retry.ts'

export type EndpointOptions = {
  /** What people call this server, as the start of a sentence: `The model “x”`. */
  label: string
  baseUrl: string
  apiKey: string | null
  /** Time for a whole call, all its tries and waits included, in milliseconds. */
  timeoutMs: number
  /** The longest silence between two pieces of a body, in milliseconds. */
  idleTimeoutMs: number
  /** How often a call is tried again after its first failure. */
  retries: number
  /** A server that asks for a longer wait than this, in milliseconds, is not waited for. */
  maxRetryAfterMs: number
  maxBytes: number
  logger?: Logger
}

type EndpointCall<T> = {
  operation: string
  payload: unknown
  signal?: AbortSignal
  /** Reads the body of a successful response. */
  read: (reply: Reply) => Promise<T>
  /** Whether a failed call may be sent again; asked after each failure. Absent: always. */
  repeatable?: () => boolean
}

/** An HTTP server that speaks an OpenAI-compatible protocol: JSON over POST with a deadline, limits and bounded retries. */
export class Endpoint {
  readonly #options: EndpointOptions

  constructor(options: EndpointOptions) {
    this.#options = options
  }

  /** Sends one call and reads its response. Every failure of the server is an EndpointError, within the deadline. */
  async post<T>(call: EndpointCall<T>): Promise<T> {
    const { label, apiKey, baseUrl, timeoutMs } = this.#options
    const address = operationAddress(label, baseUrl, call.operation)
    const init: RequestInit = {
      method: 'POST',
      headers: requestHeaders(label, apiKey),
      body: JSON.stringify(call.payload),
      // A redirect would carry documents, and on some servers the key, to an address that nobody configured.
      redirect: 'manual',
    }
    const deadline = new Deadline(label, timeoutMs, call.signal)
    try {
      return await this.#tryRepeatedly(address, init, call, deadline)
    } finally {
      deadline.clear()
    }
  }

  async #tryRepeatedly<T>(address: URL, init: RequestInit, call: EndpointCall<T>, deadline: Deadline): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#try(address, init, call, deadline)
      } catch (error) {
        if (!(error instanceof EndpointError)) throw error
        const waitMs = retryDelayMs(attempt, error.retryAfterMs)
        const givesUp = !error.retryable || attempt >= this.#options.retries || call.repeatable?.() === false
        const tooLate = waitMs > this.#options.maxRetryAfterMs || waitMs >= deadline.remainingMs
        this.#options.logger?.warn({ operation: call.operation, attempt, reason: error.message }, 'model server failed')
        if (givesUp || tooLate || deadline.signal.aborted) throw error
        await deadline.wait(waitMs)
      }
    }
  }

  async #try<T>(address: URL, init: RequestInit, call: EndpointCall<T>, deadline: Deadline): Promise<T> {
    const { label, maxBytes, idleTimeoutMs } = this.#options
    const connection = new AbortController()
    const signal = AbortSignal.any([deadline.signal, connection.signal])
    try {
      const response = await this.#fetch(address, { ...init, signal })
      if (!response.ok) await this.#refuse(response, connection)
      return await call.read(new Reply(response, connection, { label, maxBytes, idleMs: idleTimeoutMs }))
    } finally {
      // Whatever was not read is not wanted: closing the connection frees it at once.
      connection.abort(new EndpointError(`${label} was disconnected.`))
    }
  }

  async #refuse(response: Response, connection: AbortController): Promise<never> {
    const { label, logger } = this.#options
    const { error, code } = await readRefusal(response, label, connection)
    logger?.warn({ status: response.status, code, label }, 'model server refused a request')
    throw error
  }

  async #fetch(address: URL, init: RequestInit): Promise<Response> {
    try {
      return await fetch(address, init)
    } catch (error) {
      throw error instanceof EndpointError ? error : networkError(this.#options.label)
    }
  }
}
