import type { Server } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Engine } from './engine.ts'
import { EngineError } from './engine-messages.ts'
import { errorResponse, query, READY_IDLE, SYNC, transactionStatus } from './messages.ts'
import { Session } from './session.ts'

type GatewayOptions = {
  engine: Engine
  /** What clients have to say when they connect, where the socket itself does not keep strangers out. */
  password: string | undefined
  statementTimeoutMs: number
  idleTransactionTimeoutMs: number
  logger: Logger
}

// A turn bounds how long a newcomer waits before the order of the queue is looked at again.
const MOST_UNITS_A_TURN = 32
const CLOSE_MS = 2_000
const CODES = { deadline: '57014', crash: 'XX000', unavailable: '57P03' }

/**
 * Lets many client connections share the engine's one: units run one after the other, and a connection that has begun a
 * transaction keeps the engine to itself until it ends it, its client leaves, or it idles for too long.
 *
 * Below all of them is one session of the database, so what belongs to a session is shared by all connections: a `SET`
 * (other than of `statement_timeout`, which is kept apart), temporary tables, advisory locks of the session, `PREPARE`,
 * `LISTEN`. Use `SET LOCAL` and transaction locks. A connection that sends a named prepared statement is refused: its name
 * would mean another connection's statement.
 */
export class Gateway {
  readonly #options: GatewayOptions
  readonly #sessions = new Set<Session>()
  readonly #waiting = new Set<Session>()
  #owner: Session | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  readonly server: Server

  constructor(options: GatewayOptions) {
    this.#options = options
    this.server = createServer((socket) => {
      const session = new Session(
        socket,
        { ...options, greeting: () => options.engine.greeting },
        { unit: (from) => this.#enqueue(from), end: (from) => this.#leave(from) },
      )
      this.#sessions.add(session)
    })
  }

  /** Stops listening, sends every client away, and gives the running unit two seconds: the engine's end ends it. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    // Clients that have just said goodbye are heard first.
    for (let tries = 0; this.#sessions.size > 0 && tries < 20; tries += 1) await wait(5)
    for (const session of this.#sessions) session.terminate('57P01', 'the database is shutting down')
    await Promise.race([this.#finished(), wait(CLOSE_MS, undefined, { ref: false })])
    clearTimeout(this.#idleTimer)
    await closed
  }

  async #finished(): Promise<void> {
    while (this.#running) await this.#running
  }

  #enqueue(session: Session): void {
    this.#waiting.add(session)
    this.#pump()
  }

  #leave(session: Session): void {
    this.#sessions.delete(session)
    this.#waiting.delete(session)
    this.#pump()
  }

  #pump(): void {
    if (this.#running) return
    this.#running = this.#work().finally(() => {
      this.#running = undefined
      this.#watchIdleOwner()
    })
  }

  async #work(): Promise<void> {
    clearTimeout(this.#idleTimer)
    for (let turn = await this.#next(); turn.length > 0; turn = await this.#next()) await this.#runTurn(turn)
  }

  /** The sessions whose turn it is: the owner of the open transaction, or else those who wait, longest first. */
  async #next(): Promise<Session[]> {
    if (this.#owner?.isClosed) await this.#rollback()
    if (this.#owner) return this.#owner.units.length > 0 ? [this.#owner] : []
    return [...this.#waiting].slice(0, MOST_UNITS_A_TURN)
  }

  /** Runs one unit of each session. Those that the engine did not come to keep theirs for the next turn. */
  async #runTurn(turn: Session[]): Promise<void> {
    const units = turn.map((session) => ({ bytes: session.units[0] ?? SYNC, deadlineMs: session.deadlineMs }))
    let index = 0
    const session = () => turn[index] as Session
    try {
      await this.#options.engine.run(units, (answer) => {
        this.#answer(session(), answer)
        index += 1
      })
    } catch (error) {
      this.#take(session())
      this.#refuse(session(), error)
    }
  }

  #answer(session: Session, answer: Uint8Array): void {
    this.#take(session)
    session.write(answer)
    const isOpen = transactionStatus(answer) !== 'I'
    if (!isOpen) session.endTransaction()
    this.#owner = isOpen ? session : undefined
  }

  #take(session: Session): void {
    session.units.shift()
    this.#waiting.delete(session)
    if (session.units.length > 0) this.#waiting.add(session)
  }

  /** A transaction died with the engine, so its client has to go; a single statement only failed. */
  #refuse(session: Session, error: unknown): void {
    const code = CODES[error instanceof EngineError ? error.reason : 'crash']
    const text = error instanceof Error ? error.message : String(error)
    const inTransaction = this.#owner === session
    this.#owner = undefined
    session.endTransaction()
    if (inTransaction) session.terminate(code, text)
    else session.write(Buffer.concat([errorResponse('ERROR', code, text), READY_IDLE]))
  }

  async #rollback(): Promise<void> {
    this.#owner = undefined
    const { engine, statementTimeoutMs, logger } = this.#options
    const failed = (error: Error) =>
      logger.warn({ reason: error.message }, 'rollback of an abandoned transaction failed')
    const rollback = { bytes: Buffer.concat([SYNC, query('ROLLBACK')]), deadlineMs: statementTimeoutMs }
    await engine.run([rollback], () => undefined).catch(failed)
  }

  #watchIdleOwner(): void {
    clearTimeout(this.#idleTimer)
    const owner = this.#owner
    if (!owner || owner.isClosed) return
    this.#idleTimer = setTimeout(() => {
      this.#options.logger.warn('a transaction was left open and idle: rolled back')
      owner.terminate('25P03', 'terminating connection due to idle-in-transaction timeout')
    }, this.#options.idleTransactionTimeoutMs)
  }
}
