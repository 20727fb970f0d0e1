import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

/** What the engine's worker thread is asked: one unit of protocol messages at a time, or an orderly end. */
export type EngineRequest = { kind: 'run'; bytes: Uint8Array } | { kind: 'close' }
/** What it answers. */
export type EngineReply =
  | { kind: 'ready'; greeting: Uint8Array }
  | { kind: 'answer'; bytes: Uint8Array }
  | { kind: 'closed' }

/** Why a unit was not answered: `deadline` (it took too long and was ended) or `crash` (the engine itself ended). */
export class EngineError extends Error {
  readonly reason: 'deadline' | 'crash' | 'unavailable'
  constructor(reason: EngineError['reason'], message: string) {
    super(message)
    this.name = 'EngineError'
    this.reason = reason
  }
}

type Pending = { resolve(reply: EngineReply): void; reject(error: Error): void }
export type EngineOptions = { dataDir: string; openTimeoutMs: number; logger: Logger }

/**
 * The embedded PostgreSQL in a worker thread, which does one unit at a time. A unit has a deadline: the engine cannot be
 * interrupted, so past it the thread is ended and the folder opened again, which loses nothing that was acknowledged.
 */
export class Engine {
  readonly #options: EngineOptions
  #worker: Worker | undefined
  #pending: Pending | undefined
  #opening: Promise<void> | undefined
  #closed = false
  /** What the backend says to a client that connects. */
  greeting: Buffer = Buffer.alloc(0)

  private constructor(options: EngineOptions) {
    this.#options = options
  }

  /** Opens the folder, creating the database cluster in it if it is empty. Rejects when that takes over `openTimeoutMs`. */
  static async open(options: EngineOptions): Promise<Engine> {
    const engine = new Engine(options)
    await engine.#open()
    return engine
  }

  /** Runs one unit of protocol messages within `deadlineMs` (0: no deadline). Rejects with an EngineError. */
  async run(bytes: Uint8Array, deadlineMs: number): Promise<Uint8Array> {
    if (this.#closed) throw new EngineError('unavailable', 'the database is closed')
    await this.#ensureOpen()
    const reply = await this.#ask({ kind: 'run', bytes }, deadlineMs, () => {
      const seconds = deadlineMs / 1000
      return new EngineError(
        'deadline',
        `canceling statement due to statement timeout: it ran longer than ${seconds} s`,
      )
    })
    if (reply.kind !== 'answer') throw new EngineError('crash', `unexpected ${reply.kind} from the database engine`)
    return reply.bytes
  }

  /** Ends the engine in good order; a unit that is running is waited for up to five seconds. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#opening?.catch(() => undefined)
    if (!this.#worker) return
    const failure = () => new EngineError('unavailable', 'the database engine did not close in time')
    await this.#ask({ kind: 'close' }, 5_000, failure).catch((error) => this.#options.logger.warn({ err: error }))
    await this.#end()
  }

  async #ensureOpen(): Promise<void> {
    if (this.#worker && !this.#opening) return
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined
    })
    await this.#opening.catch((error: Error) => {
      throw new EngineError('unavailable', error.message)
    })
  }

  async #open(): Promise<void> {
    const { dataDir, openTimeoutMs, logger } = this.#options
    const started = performance.now()
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { workerData: { dataDir } })
    this.#worker = worker
    worker.on('message', (reply: EngineReply) => this.#settle((pending) => pending.resolve(reply)))
    worker.on('error', (error) => this.#fail(worker, `the database engine stopped: ${error.message}`))
    worker.on('exit', () => this.#fail(worker, 'the database engine stopped'))
    const reply = await this.#wait(openTimeoutMs, () => {
      const seconds = openTimeoutMs / 1000
      return new EngineError(
        'unavailable',
        `the database in ${dataDir} did not open within ${seconds} s: is the disk full?`,
      )
    })
    if (reply.kind === 'ready') this.greeting = Buffer.from(reply.greeting)
    logger.info({ ms: Math.round(performance.now() - started) }, 'embedded database opened')
  }

  #ask(request: EngineRequest, deadlineMs: number, late: () => EngineError): Promise<EngineReply> {
    const answer = this.#wait(deadlineMs, late)
    this.#worker?.postMessage(request)
    return answer
  }

  async #wait(deadlineMs: number, late: () => EngineError): Promise<EngineReply> {
    let timer: NodeJS.Timeout | undefined
    let lateError: EngineError | undefined
    try {
      return await new Promise<EngineReply>((resolve, reject) => {
        this.#pending = { resolve, reject }
        const expire = () => {
          lateError = late()
          reject(lateError)
        }
        // When the main loop itself was held up, the answer may be waiting behind the timer: let it come in first.
        const grace = () => {
          timer = setTimeout(expire, 10)
        }
        if (deadlineMs > 0) timer = setTimeout(grace, deadlineMs)
      })
    } finally {
      clearTimeout(timer)
      this.#pending = undefined
      if (lateError) await this.#end(lateError.message)
    }
  }

  #settle(act: (pending: Pending) => void): void {
    const pending = this.#pending
    this.#pending = undefined
    if (pending) act(pending)
  }

  #fail(worker: Worker, message: string): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#options.logger.error(message)
    this.#settle((pending) => pending.reject(new EngineError('crash', message)))
  }

  async #end(reason?: string): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    const started = performance.now()
    await worker.terminate()
    if (reason)
      this.#options.logger.warn({ reason, ms: Math.round(performance.now() - started) }, 'database engine ended')
  }
}
