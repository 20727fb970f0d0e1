/**
 * The wait that a `Retry-After` header asks for, in milliseconds: whole seconds or an HTTP date.
 * Null when the header is absent or says nothing usable.
 */
export function retryAfterMs(header: string | null, now = Date.now()): number | null {
  if (header === null) return null
  const value = header.trim()
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

/**
 * How long to wait before try `attempt + 1`, in milliseconds: what the server asked for, or else an exponential
 * back-off with full jitter, so that clients that failed together do not come back together.
 */
export function retryDelayMs(attempt: number, askedMs: number | null, baseMs = 250, capMs = 8000): number {
  if (askedMs !== null) return askedMs
  const ceiling = Math.min(capMs, baseMs * 2 ** attempt)
  return ceiling / 2 + (Math.random() * ceiling) / 2
}
