import { EndpointError } from './error.ts'

/** One signal for a whole call, over all its tries: it aborts when the time is over or when the caller gives up. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #end: number
  readonly #timer: NodeJS.Timeout
  readonly #caller: AbortSignal | undefined
  readonly #cancel: () => void

  /** `label` names the server in the message of the error that the signal carries as its reason. */
  constructor(label: string, timeoutMs: number, caller?: AbortSignal) {
    this.#end = performance.now() + timeoutMs
    const late = new EndpointError(`${label} did not answer within ${readable(timeoutMs)}.`, { retryable: true })
    this.#timer = setTimeout(() => this.#controller.abort(late), timeoutMs)
    this.#cancel = () => this.#controller.abort(new EndpointError('The request was cancelled.'))
    this.#caller = caller
    if (caller?.aborted) this.#cancel()
    else caller?.addEventListener('abort', this.#cancel, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get remainingMs(): number {
    return this.#end - performance.now()
  }

  /** Frees the timer and the listener; to be called when the call is over, however it ended. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#cancel)
  }

  /** Waits, or throws the reason as soon as the signal aborts. */
  async wait(ms: number): Promise<void> {
    this.signal.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer)
        reject(this.signal.reason)
      }
      const timer = setTimeout(() => {
        this.signal.removeEventListener('abort', giveUp)
        resolve()
      }, ms)
      this.signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}

function readable(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} seconds`
}
