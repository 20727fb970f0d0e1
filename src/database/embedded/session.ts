import { timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import { ASK_PASSWORD, type ClientMessage, errorResponse, MessageReader, namesStatement, sqlOf } from './messages.ts'

type SessionEvents = {
  /** The session has one more unit to run. */
  unit(session: Session): void
  /** The client is gone, or was sent away. */
  end(session: Session): void
}
type SessionOptions = { greeting(): Buffer; password: string | undefined; statementTimeoutMs: number }

// Up to and including one of these (Query, Sync, FunctionCall, Flush), the backend answers messages together.
const ENDS_UNIT = new Set(['Q', 'S', 'F', 'H'])
const NO_NAMES = 'the embedded database has no named prepared statements: use unnamed ones'
const SET_TIMEOUT = /^\s*set\s+(local\s+|session\s+)?statement_timeout\s*(?:=|to)\s*'?(\d+)\s*(ms|s|min)?'?\s*;?\s*$/i
const MILLISECONDS = { ms: 1, s: 1_000, min: 60_000 }

/** One client connection: takes its messages, collects them into units, and writes the answers. */
export class Session {
  readonly #socket: Socket
  readonly #events: SessionEvents
  readonly #options: SessionOptions
  readonly #reader = new MessageReader()
  #messages: Buffer[] = []
  #authenticated: boolean
  #sessionTimeoutMs: number
  #localTimeoutMs: number | undefined
  /** Messages that wait to be run, each entry a unit that the backend answers as one. */
  readonly units: Buffer[] = []
  isClosed = false

  constructor(socket: Socket, options: SessionOptions, events: SessionEvents) {
    this.#socket = socket
    this.#options = options
    this.#events = events
    this.#authenticated = options.password === undefined
    this.#sessionTimeoutMs = options.statementTimeoutMs
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', () => this.#close())
    socket.on('close', () => this.#close())
  }

  /** How long the next unit may run, in milliseconds, as set by the service or by `SET [LOCAL] statement_timeout`; 0: for ever. */
  get deadlineMs(): number {
    return this.#localTimeoutMs ?? this.#sessionTimeoutMs
  }

  /** Sends an answer of the backend to the client. */
  write(answer: Uint8Array): void {
    if (!this.isClosed && answer.length > 0) this.#socket.write(answer)
  }

  /** What `SET LOCAL` set ends with the transaction. */
  endTransaction(): void {
    this.#localTimeoutMs = undefined
  }

  /** Tells the client why, in the protocol's terms, and ends its connection. */
  terminate(code: string, reason: string): void {
    if (this.isClosed) return
    this.#socket.end(errorResponse('FATAL', code, reason))
    this.#close()
  }

  #take(chunk: Buffer): void {
    if (this.isClosed) return
    try {
      for (const message of this.#reader.push(chunk)) this.#handle(message)
    } catch (error) {
      this.terminate('08P01', error instanceof Error ? error.message : 'protocol violation')
    }
  }

  #handle(message: ClientMessage): void {
    if (this.isClosed) return
    if (message.type === 'encryption') this.#socket.write('N')
    else if (message.type === 'cancel' || message.type === 'X') this.#socket.destroy()
    else if (message.type === 'startup')
      this.#socket.write(this.#authenticated ? this.#options.greeting() : ASK_PASSWORD)
    else if (!this.#authenticated) this.#authenticate(message)
    else this.#collect(message)
  }

  #authenticate({ type, bytes }: ClientMessage): void {
    const given = bytes.subarray(5, bytes.length - 1)
    const expected = Buffer.from(this.#options.password ?? '')
    this.#authenticated = type === 'p' && given.length === expected.length && timingSafeEqual(given, expected)
    if (this.#authenticated) this.#socket.write(this.#options.greeting())
    else this.terminate('28P01', 'password authentication failed')
  }

  #collect(message: ClientMessage): void {
    if (namesStatement(message)) {
      this.terminate('0A000', NO_NAMES)
      return
    }
    this.#messages.push(message.bytes)
    this.#noteTimeout(sqlOf(message))
    if (!ENDS_UNIT.has(message.type)) return
    const bytes = this.#messages.length === 1 ? message.bytes : Buffer.concat(this.#messages)
    this.#messages = []
    this.units.push(bytes)
    this.#events.unit(this)
  }

  #noteTimeout(sql: string | undefined): void {
    const match = sql === undefined || sql.length > 80 ? null : SET_TIMEOUT.exec(sql)
    if (!match) return
    const milliseconds = Number(match[2]) * MILLISECONDS[(match[3]?.toLowerCase() ?? 'ms') as keyof typeof MILLISECONDS]
    if (match[1]?.trim().toLowerCase() === 'local') this.#localTimeoutMs = milliseconds
    else this.#sessionTimeoutMs = milliseconds
  }

  #close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.units.length = 0
    this.#socket.destroySoon()
    this.#events.end(this)
  }
}
