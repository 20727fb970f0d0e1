import { randomUUIDv7 } from 'node:crypto'
import { Prisma, type PrismaClient } from '../../database/client/client.ts'
import { mediaTypeOf } from '../documents/media-type.ts'
import type { ChunkDraft } from './chunking/chunk.ts'
import { heldBy } from './lease.ts'
import type { ParsedDocument } from './parsing/document.ts'
import type { IngestionJob } from './queue.ts'

/** Chunks of one statement: a megabyte or two. */
const batchSize = 500

type ReadResult = { parsed: ParsedDocument; chunks: ChunkDraft[]; language: string | null }

/**
 * Replaces all chunks of the job's document and notes what was read, all or nothing. False, and nothing written, when the
 * document is gone or the job has passed to another worker.
 */
export function storeChunks(prisma: PrismaClient, job: IngestionJob, result: ReadResult): Promise<boolean> {
  const { chunks } = result
  // One statement is a transaction of its own, and costs a third of one with a beginning and an end.
  if (chunks.length <= batchSize) return replaceChunks(prisma, job, result)
  const store = async (tx: Prisma.TransactionClient): Promise<boolean> => {
    if (!(await replaceChunks(tx, job, result))) return false
    for (let from = batchSize; from < chunks.length; from += batchSize) {
      const rows = rowsOf(chunks.slice(from, from + batchSize))
      await tx.$executeRaw`
        INSERT INTO chunks (${columns}) SELECT ${job.data.documentId}::int, now(), chunk.* FROM ${rows}`
    }
    return true
  }
  return prisma.$transaction(store, { maxWait: 30_000, timeout: 120_000 })
}

/** Puts the first batch in the place of all chunks that there are. Holds the job until the transaction ends. */
async function replaceChunks(
  db: PrismaClient | Prisma.TransactionClient,
  job: IngestionJob,
  result: ReadResult,
): Promise<boolean> {
  const rows = rowsOf(result.chunks.slice(0, batchSize))
  const documents = await db.$queryRaw<unknown[]>`
    WITH lease AS (SELECT 1 FROM pgboss.job WHERE ${heldBy(job)} FOR UPDATE),
    document AS (
      UPDATE documents SET ${asRead(result)}
      WHERE id = ${job.data.documentId} AND EXISTS (SELECT FROM lease) RETURNING id),
    gone AS (DELETE FROM chunks WHERE document_id IN (SELECT id FROM document) RETURNING 1),
    stored AS (
      INSERT INTO chunks (${columns}) SELECT document.id, now(), chunk.* FROM document, ${rows}
      -- The parts of a statement have no order but this: what there was has to go first.
      WHERE (SELECT count(*) FROM gone) >= 0)
    SELECT 1 FROM document`
  return documents.length > 0
}

function asRead({ parsed, chunks, language }: ReadResult): Prisma.Sql {
  const notices = parsed.notices.length > 0 ? parsed.notices.join(' ').slice(0, 1_000) : null
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokenCount, 0)
  return Prisma.sql`
    stage = 'indexing', progress = 70, format = ${parsed.format}, media_type = ${mediaTypeOf(parsed.format)},
    language = ${language}, page_count = ${parsed.pageCount}::int, chunk_count = ${chunks.length}::int,
    token_count = ${tokens}::int, status_detail = ${notices}, updated_at = now()`
}

const columns = Prisma.sql`
  document_id, updated_at, uuid, position, text, type, page_start, page_end, token_count`

function rowsOf(chunks: ChunkDraft[]): Prisma.Sql {
  return Prisma.sql`unnest(
    ${chunks.map(() => randomUUIDv7())}::uuid[],
    ${chunks.map(({ position }) => position)}::int[],
    ${chunks.map(({ text }) => storable(text))}::text[],
    ${chunks.map(({ chunkType }) => chunkType)}::text[],
    ${chunks.map(({ pageStart }) => pageStart)}::int[],
    ${chunks.map(({ pageEnd }) => pageEnd)}::int[],
    ${chunks.map(({ tokenCount }) => tokenCount)}::int[]) AS chunk`
}

/** PostgreSQL's text has no NUL, and UTF-8 no lone surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
