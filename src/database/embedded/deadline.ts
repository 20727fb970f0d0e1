// When the main loop itself was held up, an answer may be waiting behind the timer: it gets this long to come in first.
const GRACE_MS = 10

/** A timer that is set anew for each unit. */
export class Deadline {
  readonly #expire: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(expire: () => void) {
    this.#expire = expire
  }

  /** Starts over, to expire in so many milliseconds (0: never). */
  set(milliseconds: number): void {
    this.clear()
    if (milliseconds > 0) this.#timer = setTimeout(() => this.#giveGrace(), milliseconds)
  }

  clear(): void {
    clearTimeout(this.#timer)
  }

  #giveGrace(): void {
    this.#timer = setTimeout(this.#expire, GRACE_MS)
  }
}
