const STOPPED = -2

/**
 * Says across threads which unit of a run has been started, so that the engine's thread begins no unit that the service
 * has given up, and the service ends no thread that has just gone on to the next one.
 */
export class UnitCounter {
  readonly #started: Int32Array<SharedArrayBuffer>

  /** A counter of its own, or that of the other thread. */
  constructor(started: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(4))) {
    this.#started = started
  }

  /** What the other thread needs for a counter of the same units. */
  get memory(): Int32Array<SharedArrayBuffer> {
    return this.#started
  }

  /** Before the first unit of a run. */
  reset(): void {
    Atomics.store(this.#started, 0, -1)
  }

  /** Goes on to the unit with this index; false when the run has been stopped. */
  start(index: number): boolean {
    return Atomics.compareExchange(this.#started, 0, index - 1, index) === index - 1
  }

  /** Lets no further unit start; false, and nothing stopped, when a unit after `index` has started already. */
  stop(index: number): boolean {
    for (let seen = Atomics.load(this.#started, 0); seen !== STOPPED; seen = Atomics.load(this.#started, 0)) {
      if (seen > index) return false
      Atomics.compareExchange(this.#started, 0, seen, STOPPED)
    }
    return true
  }
}
