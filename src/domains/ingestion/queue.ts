import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { fromPrisma, type Job, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Prisma, PrismaClient } from '../../database/client/client.ts'

/** `read` takes a document from its bytes to the word index; `embed` gives its chunks their vectors. */
export const queueNames = { read: 'document-read', embed: 'document-embed' } as const

type QueueName = (typeof queueNames)[keyof typeof queueNames]
export type IngestionJob = Job<{ documentId: number }>

export type QueueSettings = {
  /** Seconds before the second try of what failed unexpectedly; doubled for the third; 0 is at once. */
  retryDelaySeconds: number
  /** How often the queue is asked for jobs that another process has put there. */
  pollingSeconds: number
}

const defaults: QueueSettings = { retryDelaySeconds: 2, pollingSeconds: 1 }

// A worker that has not been heard of for this long is dead. It is the shortest time that pg-boss allows. On the embedded
// database there is one process and one connection: a long transaction would silence a worker that is well.
const heartbeatSeconds = { server: 10, embedded: null }

const options = (settings: QueueSettings, kind: keyof typeof heartbeatSeconds) => ({
  // How often a document is tried is counted on the document itself; the queue never gives up by itself.
  retryLimit: 1_000,
  retryDelay: settings.retryDelaySeconds,
  ...(settings.retryDelaySeconds > 0 && { retryDelayMax: 30, retryBackoff: true }),
  heartbeatSeconds: heartbeatSeconds[kind],
  retentionSeconds: 90 * 86_400,
  deleteAfterSeconds: 86_400,
})

/** The durable queue of documents to ingest, in the same database as the documents themselves. */
export class IngestionQueue {
  readonly #boss: PgBoss
  readonly #settings: QueueSettings
  readonly #kind: 'embedded' | 'server'
  readonly #running = new Set<string>()
  readonly #workers = new Map<string, QueueName>()

  constructor(deps: { pool: Pool; kind: 'embedded' | 'server'; logger: Logger; settings?: Partial<QueueSettings> }) {
    this.#kind = deps.kind
    this.#settings = { ...defaults, ...deps.settings }
    this.#boss = new PgBoss({
      db: { executeSql: async (text, values) => deps.pool.query(text, values) },
      backend: deps.kind === 'embedded' ? 'pglite' : 'postgres',
      schema: 'pgboss',
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      flowIntervalSeconds: 3_600,
      bamIntervalSeconds: 3_600,
    })
    this.#boss.on('error', (error) => deps.logger.warn({ err: error }, 'the job queue met an error'))
  }

  /** Makes the queue's own tables where they are missing. Needed before anything is enqueued. */
  async start(): Promise<void> {
    await this.#boss.start()
    for (const name of Object.values(queueNames)) {
      const expireInSeconds = name === queueNames.embed ? 3_600 : 900
      await this.#boss.createQueue(name, { policy: 'exclusive' })
      // For one that is there already too: it has the settings of an earlier start.
      await this.#boss.updateQueue(name, { ...options(this.#settings, this.#kind), expireInSeconds })
      // pg-boss looks a queue up when it is first used, on a connection of its own: inside a transaction of the
      // embedded database, which has one connection, it would wait for that transaction for ever.
      await this.#boss.findJobs(name, { id: randomUUID() })
    }
  }

  /** Stops fetching, and returns the jobs of handlers that have not ended yet to the queue. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false })
  }

  /**
   * Puts a document into the queue, as part of the transaction. Call `wake` once that is committed. Those of a lower
   * priority wait for all others; the default is 0.
   */
  async enqueue(
    tx: Prisma.TransactionClient | PrismaClient,
    name: QueueName,
    documentId: number,
    priority = 0,
  ): Promise<void> {
    await this.#boss.send(name, { documentId }, { db: fromPrisma(tx), singletonKey: String(documentId), priority })
  }

  /** Lets the workers of this process look for jobs now rather than at their next poll. */
  wake(name: QueueName = queueNames.read): void {
    for (const [worker, of] of this.#workers) if (of === name) this.#boss.notifyWorker(worker)
  }

  /** Runs a handler for one job after the other until `leave`. What it throws is tried again later. */
  async work(name: QueueName, handler: (job: IngestionJob) => Promise<void>): Promise<void> {
    const pollingIntervalSeconds = this.#settings.pollingSeconds
    const worker = await this.#boss.work<{ documentId: number }>(name, { pollingIntervalSeconds }, async ([job]) => {
      if (job) await this.#handle(job, handler)
      // Otherwise the rest of the poll interval would be waited out between two short jobs.
      this.#boss.notifyWorker(worker)
    })
    this.#workers.set(worker, name)
  }

  /** The ids of the jobs whose handlers run in this process. */
  get runningJobs(): string[] {
    return [...this.#running]
  }

  async #handle(job: IngestionJob, handler: (job: IngestionJob) => Promise<void>): Promise<void> {
    this.#running.add(job.id)
    try {
      await handler(job)
    } finally {
      this.#running.delete(job.id)
    }
  }

  /** Fetches no more jobs; resolves when the handlers that are running have ended. */
  async leave(): Promise<void> {
    await Promise.all(Object.values(queueNames).map((name) => this.#boss.offWork(name, { wait: true })))
    this.#workers.clear()
  }

  /** Returns a job to the queue as part of the transaction, to be tried again after the delay of its try. */
  async postpone(tx: Prisma.TransactionClient, job: IngestionJob, reason: string): Promise<void> {
    await this.#boss.fail(job.name, job, { message: reason }, { db: fromPrisma(tx) })
  }
}
