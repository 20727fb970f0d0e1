import type { PrismaClient } from '../../database/client/client.ts'
import { hasJob, releaseOrphans, strandedDocuments } from './lease.ts'
import { type IngestionQueue, queueNames } from './queue.ts'

/** A job fetched this long ago, in milliseconds, has reached its handler if the answer to the fetch has come at all. */
const fetchPatienceMs = 10_000

type SweepOptions = {
  /** No other process works on this database: a job that has no handler in this one has lost its worker. */
  alone: boolean
  /** Nothing has been fetched in this process yet. */
  starting?: boolean
}

/** Sees to it that no document stays on its way for ever: jobs of dead workers are given back, lost jobs made anew. */
export class Sweeper {
  readonly #prisma: PrismaClient
  readonly #queue: IngestionQueue

  constructor(deps: { prisma: PrismaClient; queue: IngestionQueue }) {
    this.#prisma = deps.prisma
    this.#queue = deps.queue
  }

  /** One round. Whatever runs in this process keeps its job, however long the database did not hear of it. */
  async sweep({ alone, starting = false }: SweepOptions): Promise<void> {
    const before = starting ? 'infinity' : new Date(Date.now() - fetchPatienceMs).toISOString()
    const orphans = { except: this.#queue.runningJobs, fetchedBefore: alone ? before : null }
    const released = await releaseOrphans(this.#prisma, orphans)
    const stranded = await strandedDocuments(this.#prisma)
    for (const documentId of stranded) await this.#requeue(documentId)
    if (released + stranded.length === 0) return
    for (const name of Object.values(queueNames)) this.#queue.wake(name)
  }

  /** The row is locked first: whoever settles the document meanwhile is waited for. */
  #requeue(documentId: number): Promise<void> {
    return this.#prisma.$transaction(async (tx) => {
      const rows = await tx.$queryRaw<{ status: string }[]>`
        SELECT status::text AS status FROM documents
        WHERE id = ${documentId} AND status IN ('PENDING', 'PARSING', 'UPDATING', 'EMBEDDING') FOR UPDATE`
      const status = rows[0]?.status
      if (!status || (await hasJob(tx, documentId))) return
      if (status !== 'EMBEDDING') return this.#queue.enqueue(tx, queueNames.read, documentId)
      // After a change of the embedding model all documents there are wait for vectors: new ones come before them.
      await this.#queue.enqueue(tx, queueNames.embed, documentId, -1)
    })
  }
}
