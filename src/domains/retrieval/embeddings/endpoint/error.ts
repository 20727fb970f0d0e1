/**
 * A model server did not give a usable answer. The message is written for people: it names the server by its label and
 * holds no address, no key and no text that the server sent.
 */
export class EndpointError extends Error {
  override readonly name = 'EndpointError'
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** How long the server asked to wait, in milliseconds; null when it did not say. */
  readonly retryAfterMs: number | null

  constructor(message: string, options: { retryable?: boolean; retryAfterMs?: number | null } = {}) {
    super(message)
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** The error for a status outside 200–299. */
export function statusError(label: string, status: number, retryAfterMs: number | null): EndpointError {
  if (status < 400) return new EndpointError(`${label} answered with a redirect, which is not followed.`)
  if (status === 401 || status === 403) return new EndpointError(`${label} refused the configured credentials.`)
  if (status === 404) return new EndpointError(`${label} does not know the configured address or model name.`)
  if (status === 408 || status === 425) return new EndpointError(`${label} timed out.`, { retryable: true })
  if (status === 413) return new EndpointError(`${label} refused the request as too large.`)
  if (status === 429) {
    return new EndpointError(`${label} is receiving too many requests; please try again later.`, {
      retryable: true,
      retryAfterMs,
    })
  }
  if (status < 500) return new EndpointError(`${label} did not accept the request (status ${status}).`)
  return new EndpointError(`${label} is failing (status ${status}); please try again later.`, {
    retryable: true,
    retryAfterMs,
  })
}

/** The error for a connection that could not be made or broke. The cause is left out: it may quote headers or addresses. */
export function networkError(label: string): EndpointError {
  return new EndpointError(`${label} could not be reached, or the connection broke; please try again later.`, {
    retryable: true,
  })
}
