import type { PrismaClient } from '../../database/client/client.ts'
import type { DocumentStatus } from '../../database/client/enums.ts'
import type { ClaimedDocument } from './claim.ts'
import { holdLease } from './lease.ts'
import { type IngestionJob, type IngestionQueue, queueNames } from './queue.ts'
import { settle } from './settle.ts'

type FailedStatus = 'PARSING_FAILED' | 'EMBEDDING_FAILED' | 'FAIL'

const patience = { maxWait: 30_000, timeout: 30_000 }

/**
 * The ends that a try can come to. Each changes the document and settles its job in one transaction, and does nothing when
 * the job has passed to another worker, so a document on its way always has exactly one job.
 */
export class Transitions {
  readonly #prisma: PrismaClient
  readonly #queue: IngestionQueue

  constructor(deps: { prisma: PrismaClient; queue: IngestionQueue }) {
    this.#prisma = deps.prisma
    this.#queue = deps.queue
  }

  /** Everything is done: the document can be found. */
  async succeed(job: IngestionJob, status: 'PARSED' | 'EMBEDDED'): Promise<void> {
    await settle(this.#prisma, job, { status, stage: 'done', progress: 100 }, 'completed')
  }

  /** The words can be found; the vectors are the next step, with tries of its own. */
  async continueWithEmbedding(job: IngestionJob): Promise<void> {
    await this.#prisma.$transaction(async (tx) => {
      const outcome = { status: 'EMBEDDING', stage: 'embedding', progress: 75, attempts: 0 } as const
      if (!(await settle(tx, job, outcome, 'completed'))) return
      await this.#queue.enqueue(tx, queueNames.embed, job.data.documentId)
    }, patience)
    this.#queue.wake(queueNames.embed)
  }

  /** Given up, for a reason that a person understands. `pageCount` is what was found out of the document all the same. */
  async fail(job: IngestionJob, status: FailedStatus, reason: string, pageCount: number | null = null): Promise<void> {
    await settle(this.#prisma, job, { status, statusDetail: reason, pageCount }, 'completed')
  }

  /** Something unexpected happened: to be tried again after a while. */
  postpone(job: IngestionJob, reason: string): Promise<void> {
    return this.#prisma.$transaction(async (tx) => {
      if (!(await holdLease(tx, job))) return
      await tx.document.updateMany({ where: { id: job.data.documentId }, data: { status: waitingStatus(job) } })
      await this.#queue.postpone(tx, job, reason)
    }, patience)
  }

  /** This process stops: the try does not count, and any other worker may take the job at once. */
  async handBack(job: IngestionJob, document: ClaimedDocument): Promise<void> {
    const outcome = { status: waitingStatus(job), attempts: document.attempts - 1 }
    await settle(this.#prisma, job, outcome, 'returned')
  }
}

const waitingStatus = (job: IngestionJob): DocumentStatus => (job.name === queueNames.embed ? 'EMBEDDING' : 'PENDING')
