import { Prisma, type PrismaClient } from '../../database/client/client.ts'
import { type IngestionJob, queueNames } from './queue.ts'

/** The job's row while it belongs to the worker that fetched it: no row once it has passed to another. */
export const heldBy = (job: IngestionJob): Prisma.Sql =>
  Prisma.sql`name = ${job.name} AND id = ${job.id}::uuid AND retry_count = ${job.retryCount} AND state = 'active'`

/**
 * True while the job still belongs to the worker that fetched it; keeps it so until the transaction ends. A worker that
 * was taken for dead, and whose job another one has, writes nothing any more.
 */
export async function holdLease(tx: Prisma.TransactionClient, job: IngestionJob): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM pgboss.job WHERE ${heldBy(job)} FOR UPDATE`
  return rows.length > 0
}

/** Which active jobs have lost their worker. */
type Orphans = {
  /** The jobs of handlers that run in this process: these have one. */
  except: string[]
  /** All others that were fetched before this moment (ISO 8601, or `infinity`), or null to go by heartbeats alone. */
  fetchedBefore: string | null
}

/**
 * Gives back the jobs of workers that have died: those not heard of for longer than their heartbeat, and what else the
 * options say. Gives the number of jobs.
 */
export function releaseOrphans(prisma: PrismaClient, { except, fetchedBefore }: Orphans): Promise<number> {
  return prisma.$executeRaw`
    UPDATE pgboss.job SET state = 'retry', start_after = now()
    WHERE name IN (${queueNames.read}, ${queueNames.embed}) AND state = 'active' AND id <> ALL (${except}::uuid[])
      AND (started_on < ${fetchedBefore}::timestamptz OR heartbeat_on + heartbeat_seconds * interval '1 second' < now())`
}

/** Documents that are on their way although no job will take them further, at most 500 at a time. */
export async function strandedDocuments(prisma: PrismaClient): Promise<number[]> {
  const rows = await prisma.$queryRaw<{ id: number }[]>`
    SELECT d.id FROM documents d
    WHERE d.status IN ('PENDING', 'PARSING', 'UPDATING', 'EMBEDDING') AND NOT EXISTS (
      SELECT 1 FROM pgboss.job j
      WHERE j.name IN (${queueNames.read}, ${queueNames.embed}) AND j.singleton_key = d.id::text
        AND j.state IN ('created', 'retry', 'active'))
    ORDER BY d.id LIMIT 500`
  return rows.map(({ id }) => id)
}

/** True when a job of the queue will take the document further. */
export async function hasJob(tx: Prisma.TransactionClient, documentId: number): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM pgboss.job
    WHERE name IN (${queueNames.read}, ${queueNames.embed}) AND singleton_key = ${String(documentId)}
      AND state IN ('created', 'retry', 'active') LIMIT 1`
  return rows.length > 0
}
