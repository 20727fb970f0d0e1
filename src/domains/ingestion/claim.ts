import type { PrismaClient } from '../../database/client/client.ts'
import type { DocumentStatus } from '../../database/client/enums.ts'
import { heldBy } from './lease.ts'
import { type IngestionJob, queueNames } from './queue.ts'

/** The step that comes next, or that is under way. */
export type Stage = 'queued' | 'parsing' | 'indexing' | 'embedding' | 'done'

/** A document that a worker has begun to take a step further. */
export type ClaimedDocument = {
  id: number
  sha256: string
  filename: string
  stage: Stage
  /** How often this step has begun, this time included. */
  attempts: number
  language: string | null
}

/** How often a step is begun before the document is given up. */
export const maxAttempts = 3

const waiting: DocumentStatus[] = ['PENDING', 'PARSING', 'UPDATING']

/**
 * Begins a try and counts it, before anything is done that could end the process: what kills it three times is not
 * begun a fourth time. Null, and nothing counted, when the document is gone or needs this step no longer, or when the job
 * has passed to another worker.
 */
export async function claim(prisma: PrismaClient, job: IngestionJob): Promise<ClaimedDocument | null> {
  const embeds = job.name === queueNames.embed
  const from: string[] = embeds ? ['EMBEDDING'] : waiting
  const to: DocumentStatus = embeds ? 'EMBEDDING' : 'PARSING'
  const rows = await prisma.$queryRaw<ClaimedDocument[]>`
    WITH lease AS (SELECT 1 FROM pgboss.job WHERE ${heldBy(job)} FOR UPDATE)
    UPDATE documents
    SET status = ${to}::"DocumentStatus", attempts = attempts + 1, updated_at = now(),
      stage = CASE WHEN stage = 'queued' THEN 'parsing' ELSE stage END,
      status_detail = CASE WHEN stage IN ('queued', 'parsing') THEN NULL ELSE status_detail END
    WHERE id = ${job.data.documentId} AND status::text = ANY (${from}) AND EXISTS (SELECT FROM lease)
    RETURNING id, sha256, filename, stage, attempts, language`
  return rows[0] ?? null
}
