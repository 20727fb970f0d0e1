import type { Logger } from 'pino'
import type { PrismaClient } from '../../database/client/client.ts'
import { BlobCollector } from '../documents/blob-collector.ts'
import type { BlobStore } from '../documents/blobs.ts'
import type { IngestionQueue } from './queue.ts'
import { Sweeper } from './sweeper.ts'

export type HousekeepingDeps = {
  prisma: PrismaClient
  blobs: BlobStore
  queue: IngestionQueue
  logger: Logger
  /** True where no other process works on the database: the embedded one. */
  alone: boolean
}

const sweepIntervalMs = 5_000
const collectIntervalMs = 3_600_000

/** What is done from time to time: documents without a job get one, bytes without a document are removed. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps
  readonly #sweeper: Sweeper
  readonly #collector: BlobCollector
  #timers: NodeJS.Timeout[] = []
  #running: Promise<void> = Promise.resolve()

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps
    this.#sweeper = new Sweeper(deps)
    this.#collector = new BlobCollector(deps)
  }

  /** Takes over what an ended process has left, and goes on doing so. */
  async start(): Promise<void> {
    const { alone } = this.#deps
    await this.#sweeper.sweep({ alone, starting: true })
    const sweep = () => this.#sweeper.sweep({ alone })
    const collect = () => this.#collect()
    this.#timers = [
      setInterval(() => this.#run('looking for stranded documents', sweep), sweepIntervalMs),
      setInterval(() => this.#run('collecting unreferenced bytes', collect), collectIntervalMs),
    ]
    this.#run('collecting unreferenced bytes', collect)
  }

  /** Resolves when nothing is being done any more. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#running
  }

  async #collect(): Promise<void> {
    const removed = await this.#collector.collect()
    if (removed > 0) this.#deps.logger.info({ removed }, 'bytes that no document refers to were removed')
  }

  #run(what: string, task: () => Promise<void>): void {
    this.#running = this.#running.then(task).catch((error) => this.#deps.logger.warn({ err: error }, `${what} failed`))
  }
}
