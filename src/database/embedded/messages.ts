// The PostgreSQL frontend/backend protocol, version 3, as far as a gateway in front of one backend needs it.

const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const CANCEL_REQUEST = 80877102

/** The largest single message that the gateway takes, in bytes. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024

/** A message from a client: its type letter (`startup`, `encryption` and `cancel` have none) and its bytes. */
export type ClientMessage = { type: string; bytes: Buffer }

function untyped(code: number): string {
  if (code === SSL_REQUEST || code === GSS_REQUEST) return 'encryption'
  return code === CANCEL_REQUEST ? 'cancel' : 'startup'
}

/** Cuts a client's byte stream into messages; bytes of an incomplete message are kept until the rest arrives. */
export class MessageReader {
  #chunks: Buffer[] = []
  #length = 0
  #started = false

  /** Takes the next bytes of the stream and gives the messages that they complete. Throws on a message over the limit. */
  push(chunk: Buffer): ClientMessage[] {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    const messages: ClientMessage[] = []
    for (let message = this.#next(); message; message = this.#next()) messages.push(message)
    return messages
  }

  #next(): ClientMessage | undefined {
    const header = this.#started ? 5 : 8
    if (this.#length < header) return undefined
    const head = this.#peek(header)
    const size = this.#started ? 1 + head.readUInt32BE(1) : head.readUInt32BE(0)
    if (size < header || size > MAX_MESSAGE_BYTES) throw new Error('malformed or oversized message')
    if (this.#length < size) return undefined
    const bytes = this.#take(size)
    if (this.#started) return { type: String.fromCharCode(bytes[0] ?? 0), bytes }
    const type = untyped(bytes.readUInt32BE(4))
    this.#started = type === 'startup'
    return { type, bytes }
  }

  #peek(size: number): Buffer {
    if ((this.#chunks[0]?.length ?? 0) < size) this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0] as Buffer
  }

  #take(size: number): Buffer {
    if ((this.#chunks[0]?.length ?? 0) < size) this.#chunks = [Buffer.concat(this.#chunks)]
    const first = this.#chunks[0] as Buffer
    this.#length -= size
    if (first.length === size) this.#chunks.shift()
    else this.#chunks[0] = first.subarray(size)
    return first.subarray(0, size)
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

/** An ErrorResponse. `FATAL` tells the client that its connection is over. */
export function errorResponse(severity: 'ERROR' | 'FATAL', code: string, text: string): Buffer {
  return message('E', Buffer.from(`S${severity}\0V${severity}\0C${code}\0M${text}\0\0`))
}

/** A simple query. */
export const query = (sql: string): Buffer => message('Q', Buffer.from(`${sql}\0`))
export const SYNC: Buffer = message('S', Buffer.alloc(0))
export const READY_IDLE: Buffer = message('Z', Buffer.from('I'))
export const ASK_PASSWORD: Buffer = message('R', Buffer.from([0, 0, 0, 3]))

/** The start of a session: a StartupMessage for the given user and database. */
export function startup(user: string, database: string): Buffer {
  const body = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.writeUInt32BE(196608, 4)
  return Buffer.concat([head, body])
}

/** The transaction status at the end of a backend's answer: `I` idle, `T` in a transaction, `E` in a failed one. */
export function transactionStatus(answer: Uint8Array): 'I' | 'T' | 'E' | undefined {
  const at = answer.length - 6
  if (at < 0 || answer[at] !== 0x5a || answer[at + 4] !== 5) return undefined
  const status = String.fromCharCode(answer[at + 5] ?? 0)
  return status === 'I' || status === 'T' || status === 'E' ? status : undefined
}

/** The SQL text of a Query or Parse message, if it is one. */
export function sqlOf({ type, bytes }: ClientMessage): string | undefined {
  if (type === 'Q') return bytes.toString('utf8', 5, bytes.length - 1)
  if (type !== 'P') return undefined
  const text = bytes.indexOf(0, 5) + 1
  return bytes.toString('utf8', text, bytes.indexOf(0, text))
}

/** True for a Parse message that gives its statement a name. */
export const namesStatement = ({ type, bytes }: ClientMessage): boolean => type === 'P' && bytes[5] !== 0
