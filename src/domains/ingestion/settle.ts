import { Prisma, type PrismaClient } from '../../database/client/client.ts'
import type { DocumentStatus } from '../../database/client/enums.ts'
import type { Stage } from './claim.ts'
import { heldBy } from './lease.ts'
import type { IngestionJob } from './queue.ts'

/** What changes of a document at the end of a try; the rest stays as it is. */
export type Outcome = {
  status: DocumentStatus
  stage?: Stage
  progress?: number
  attempts?: number
  statusDetail?: string
  pageCount?: number | null
}

const ends = {
  /** Nothing more is to be done. */
  completed: Prisma.sql`state = 'completed', completed_on = now()`,
  /** Any worker can take the job at once. */
  returned: Prisma.sql`state = 'retry', start_after = now()`,
}

/**
 * Changes the document and ends its job, both in one statement. False, and nothing changed, when the job has passed to
 * another worker.
 */
export async function settle(
  db: PrismaClient | Prisma.TransactionClient,
  job: IngestionJob,
  outcome: Outcome,
  end: keyof typeof ends,
): Promise<boolean> {
  const { status, stage = null, progress = null, attempts = null, statusDetail = null, pageCount = null } = outcome
  const settled = await db.$queryRaw<unknown[]>`
    WITH settled AS (UPDATE pgboss.job SET ${ends[end]} WHERE ${heldBy(job)} RETURNING 1),
    document AS (
      UPDATE documents SET status = ${status}::"DocumentStatus", stage = coalesce(${stage}, stage),
        progress = coalesce(${progress}::int, progress), attempts = coalesce(${attempts}::int, attempts),
        status_detail = coalesce(${statusDetail}, status_detail),
        page_count = coalesce(${pageCount}::int, page_count), updated_at = now()
      WHERE id = ${job.data.documentId} AND EXISTS (SELECT FROM settled))
    SELECT 1 FROM settled`
  return settled.length > 0
}
