import type { Prisma, PrismaClient } from '../../database/client/client.ts'
import { mediaTypeOf } from '../documents/media-type.ts'
import type { ChunkDraft } from './chunking/chunk.ts'
import { holdLease } from './lease.ts'
import type { ParsedDocument } from './parsing/document.ts'
import type { IngestionJob } from './queue.ts'

/** Rows of one INSERT: few enough for the parameters of one statement. */
const batchSize = 500

export type ReadResult = { parsed: ParsedDocument; chunks: ChunkDraft[]; language: string | null }

/**
 * Replaces all chunks of the job's document and notes what was read, in one transaction. False, and nothing written, when
 * the document is gone or the job has passed to another worker.
 */
export function storeChunks(prisma: PrismaClient, job: IngestionJob, result: ReadResult): Promise<boolean> {
  const documentId = job.data.documentId
  const store = async (tx: Prisma.TransactionClient): Promise<boolean> => {
    if (!(await holdLease(tx, job))) return false
    const { count } = await tx.document.updateMany({ where: { id: documentId }, data: asRead(result) })
    if (count === 0) return false
    await tx.chunk.deleteMany({ where: { documentId } })
    for (let from = 0; from < result.chunks.length; from += batchSize) {
      const batch = result.chunks.slice(from, from + batchSize)
      await tx.chunk.createMany({ data: batch.map((chunk) => asRow(documentId, chunk)) })
    }
    return true
  }
  return prisma.$transaction(store, { maxWait: 30_000, timeout: 120_000 })
}

const asRead = ({ parsed, chunks, language }: ReadResult): Prisma.DocumentUpdateManyMutationInput => ({
  stage: 'indexing',
  progress: 70,
  format: parsed.format,
  mediaType: mediaTypeOf(parsed.format),
  language,
  pageCount: parsed.pageCount,
  chunkCount: chunks.length,
  tokenCount: chunks.reduce((sum, chunk) => sum + chunk.tokenCount, 0),
  statusDetail: parsed.notices.length > 0 ? parsed.notices.join(' ').slice(0, 1_000) : null,
})

const asRow = (documentId: number, chunk: ChunkDraft): Prisma.ChunkCreateManyInput => ({
  documentId,
  position: chunk.position,
  // PostgreSQL has no text with NUL, and UTF-8 no lone surrogates.
  text: chunk.text.replaceAll('\0', '').toWellFormed(),
  type: chunk.chunkType,
  pageStart: chunk.pageStart,
  pageEnd: chunk.pageEnd,
  tokenCount: chunk.tokenCount,
})
