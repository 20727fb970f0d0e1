import type { Prisma, PrismaClient } from '../../database/client/client.ts'
import type { ClaimedDocument } from './claim.ts'
import { holdLease, releaseLease } from './lease.ts'
import { type IngestionJob, type IngestionQueue, queueNames } from './queue.ts'

type FailedStatus = 'PARSING_FAILED' | 'EMBEDDING_FAILED' | 'FAIL'

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
  succeed(job: IngestionJob, status: 'PARSED' | 'EMBEDDED'): Promise<void> {
    return this.#settle(job, { status, stage: 'done', progress: 100 }, (tx) => this.#queue.complete(tx, job))
  }

  /** The words can be found; the vectors are the next step, with tries of its own. */
  async continueWithEmbedding(job: IngestionJob): Promise<void> {
    await this.#settle(job, { status: 'EMBEDDING', stage: 'embedding', progress: 75, attempts: 0 }, async (tx) => {
      await this.#queue.complete(tx, job)
      await this.#queue.enqueue(tx, queueNames.embed, job.data.documentId)
    })
    this.#queue.wake(queueNames.embed)
  }

  /** Given up, for a reason that a person understands. */
  fail(job: IngestionJob, status: FailedStatus, reason: string): Promise<void> {
    return this.#settle(job, { status, statusDetail: reason }, (tx) => this.#queue.complete(tx, job))
  }

  /** Something unexpected happened: to be tried again after a while. */
  postpone(job: IngestionJob, reason: string): Promise<void> {
    return this.#settle(job, this.#waiting(job), (tx) => this.#queue.postpone(tx, job, reason))
  }

  /** This process stops: the try does not count, and any other worker may take the job at once. */
  handBack(job: IngestionJob, document: ClaimedDocument): Promise<void> {
    const data = { ...this.#waiting(job), attempts: document.attempts - 1 }
    return this.#settle(job, data, (tx) => releaseLease(tx, job))
  }

  #waiting(job: IngestionJob): Prisma.DocumentUpdateManyMutationInput {
    return { status: job.name === queueNames.embed ? 'EMBEDDING' : 'PENDING' }
  }

  #settle(
    job: IngestionJob,
    data: Prisma.DocumentUpdateManyMutationInput,
    settleJob: (tx: Prisma.TransactionClient) => Promise<void>,
  ): Promise<void> {
    const settle = async (tx: Prisma.TransactionClient) => {
      if (!(await holdLease(tx, job))) return
      await tx.document.updateMany({ where: { id: job.data.documentId }, data })
      await settleJob(tx)
    }
    return this.#prisma.$transaction(settle, { maxWait: 30_000, timeout: 30_000 })
  }
}
