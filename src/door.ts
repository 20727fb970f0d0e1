import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'
import type { Health } from './health.ts'
import type { Services } from './services.ts'

/** How long requests are waited for whose models were told to end, in milliseconds. */
const lastPatience = 5_000

/** How much longer than a model a connection may be silent before it is hung up on, in milliseconds. */
const silence = 30_000

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' }).end('{"status":"starting"}')
}

/**
 * The port of the service. It is taken before anything is created, so that one that is in use leaves nothing behind;
 * until the application is there, it answers 503.
 */
export class Door {
  readonly #server: Server
  #answer: RequestListener = starting

  constructor(modelTimeoutMs: number) {
    // No limit for a whole request: a large file over a slow line takes its time. Silence is limited instead.
    this.#server = createServer({ requestTimeout: 0 }, (request, response) => this.#answer(request, response))
    this.#server.timeout = modelTimeoutMs + silence
    this.#server.on('timeout', (socket) => socket.destroy())
  }

  /** The port that it listens on. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  listen(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, () => resolve())
    })
  }

  /** From now on requests are answered by the application. */
  answer(application: RequestListener): void {
    this.#answer = application
  }

  /**
   * Takes no new requests and gives those in flight `drainMs` to finish. Models that still answer then are ended, so that what
   * they were asked is stored with the reason; what is left after that is hung up on.
   */
  async drain(health: Health, services: Services, drainMs: number): Promise<void> {
    health.stop()
    const timers = [
      setTimeout(() => services.chat.stop(), drainMs),
      setTimeout(() => this.#server.closeAllConnections(), drainMs + lastPatience),
    ]
    await this.close()
    for (const timer of timers) clearTimeout(timer)
  }

  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeIdleConnections()
    return closed
  }
}

/** Takes the port, or fails with a sentence that says why it can't. */
export async function openDoor({ port, host, modelTimeoutMs }: Config): Promise<Door> {
  const door = new Door(modelTimeoutMs)
  try {
    await door.listen(port, host)
  } catch (error) {
    throw new Error(reasonOf(error as NodeJS.ErrnoException, port, host), { cause: error })
  }
  return door
}

function reasonOf({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or choose another PORT.`
  if (code === 'EACCES') return `Port ${port} may not be used by this user: choose another PORT.`
  return `HOST ${host}, PORT ${port}: ${message}`
}
