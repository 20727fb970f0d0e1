import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { Deadline } from './deadline.ts'
import {
  EngineError,
  type EngineReply,
  type EngineRequest,
  type EngineStart,
  type EngineUnit,
} from './engine-messages.ts'
import { transactionStatus } from './messages.ts'
import { UnitCounter } from './unit-counter.ts'

type Waiting = { onReply(reply: EngineReply): void; onEnd(message: string): void }
type EngineOptions = { dataDir: string; openTimeoutMs: number; logger: Logger }

const CLOSE_TIMEOUT_MS = 5_000
const RETRY_AFTER_MS = 5_000

/**
 * The embedded PostgreSQL in a worker thread. Nothing can interrupt a statement in it, so past a unit's deadline the
 * thread is ended and the folder opened again, which loses nothing that was acknowledged.
 */
export class Engine {
  readonly #options: EngineOptions
  readonly #counter = new UnitCounter()
  #worker: Worker | undefined
  #waiting: Waiting | undefined
  #closed = false
  #retryAt = 0
  #openError: EngineError | undefined
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

  /**
   * Runs units in order and hands over each answer as it comes; stops early after one that leaves a transaction open.
   * Rejects with an EngineError about the first unit without an answer; the units after that one were not started.
   */
  async run(units: EngineUnit[], onAnswer: (answer: Uint8Array) => void): Promise<void> {
    if (this.#closed) throw new EngineError('unavailable', 'the database is closed')
    if (!this.#worker) await this.#reopen()
    this.#counter.reset()
    let answered = 0
    const done = this.#converse(
      units[0]?.deadlineMs ?? 0,
      () => this.#stopAt(answered, units),
      (reply, resolve, deadline) => {
        if (reply.kind !== 'answer') return
        answered += 1
        onAnswer(reply.bytes)
        const next = units[answered]
        if (next && transactionStatus(reply.bytes) === 'I') deadline.set(next.deadlineMs)
        else resolve()
      },
    )
    // A copy each: a view would take the whole buffer below it along, and a unit that is not reached is sent again.
    const copies = units.map(({ bytes }) => new Uint8Array(bytes))
    const request: EngineRequest = { kind: 'run', units: copies }
    const buffers = copies.map(({ buffer }) => buffer)
    this.#worker?.postMessage(request, buffers)
    await done
  }

  /** Ends the engine: in good order where it is at rest, at once where a unit is still running. */
  async close(): Promise<void> {
    this.#closed = true
    if (!this.#worker) return
    if (this.#waiting) {
      this.#waiting.onEnd('the database is closing')
      return this.#terminate()
    }
    const late = () => new EngineError('unavailable', 'the database engine did not close in time')
    const closed = this.#converse(CLOSE_TIMEOUT_MS, late, (reply, resolve) => {
      if (reply.kind === 'closed') resolve()
    })
    this.#worker.postMessage({ kind: 'close' } satisfies EngineRequest)
    await closed.catch((error: Error) => this.#options.logger.warn(error.message))
    await this.#terminate()
  }

  /** A folder that does not open (a full disk, for instance) is tried again now and then, not for every statement. */
  async #reopen(): Promise<void> {
    if (performance.now() < this.#retryAt) throw this.#openError
    try {
      await this.#open()
    } catch (error) {
      this.#openError = new EngineError('unavailable', error instanceof Error ? error.message : String(error))
      this.#retryAt = performance.now() + RETRY_AFTER_MS
      throw this.#openError
    }
  }

  async #open(): Promise<void> {
    const { dataDir, openTimeoutMs, logger } = this.#options
    const begin = performance.now()
    const workerData: EngineStart = { dataDir, started: this.#counter.memory }
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { workerData })
    let reason = 'the database engine stopped'
    worker.on('message', (reply: EngineReply) => this.#waiting?.onReply(reply))
    worker.on('error', (error: Error) => {
      reason = `the database engine stopped: ${error.message}`
    })
    worker.on('exit', () => this.#lost(worker, reason))
    this.#worker = worker
    const late = () =>
      new EngineError(
        'unavailable',
        `the database in ${dataDir} did not open within ${openTimeoutMs / 1000} s: is the disk full?`,
      )
    await this.#converse(openTimeoutMs, late, (reply, resolve) => {
      if (reply.kind !== 'ready') return
      this.greeting = Buffer.from(reply.greeting)
      resolve()
    })
    logger.info({ ms: Math.round(performance.now() - begin) }, 'embedded database opened')
  }

  /** The error for a unit past its deadline; undefined when the worker has just gone on to the next one. */
  #stopAt(index: number, units: EngineUnit[]): EngineError | undefined {
    if (!this.#counter.stop(index)) return undefined
    const seconds = (units[index]?.deadlineMs ?? 0) / 1000
    return new EngineError('deadline', `canceling statement due to statement timeout: it ran longer than ${seconds} s`)
  }

  /** Listens to the worker until `onReply` resolves; `late` says what is wrong when that takes too long. */
  async #converse(
    deadlineMs: number,
    late: () => EngineError | undefined,
    onReply: (reply: EngineReply, resolve: () => void, deadline: Deadline) => void,
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const deadline = new Deadline(() => {
      const error = late()
      if (error) reject(error)
    })
    const onEnd = (message: string) => reject(new EngineError('crash', message))
    this.#waiting = { onReply: (reply) => onReply(reply, resolve, deadline), onEnd }
    deadline.set(deadlineMs)
    try {
      await promise
    } catch (error) {
      await this.#terminate()
      throw error
    } finally {
      deadline.clear()
      this.#waiting = undefined
    }
  }

  #lost(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#options.logger.error(reason)
    this.#waiting?.onEnd(reason)
  }

  async #terminate(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}
