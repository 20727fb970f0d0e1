import type { Prisma, PrismaClient } from '../../database/client/client.ts'
import type { ChatSource } from '../../database/client/enums.ts'
import { isForeignKeyViolation } from '../../database/constraint.ts'
import type { FoundExtract } from '../retrieval/service.ts'

/** How often documents may vanish while their extracts are stored, before that is an error. */
const maxTries = 5

/** An answer as it is stored, without its extracts. */
type NewAnswer = {
  requestId: number
  companyId: number
  userId: number
  model: string
  tool: string | null
  text: string | null
  errorMessage: string | null
  source: ChatSource
  durationMs: number
}

type ExtractRow = Omit<Prisma.ChatExtractCreateManyResponseInput, 'documentId' | 'chunkId'> & {
  documentId: number | null
  chunkId: number | null
}

/**
 * Stores an answer with the passages that it rests on; gives its id. A document that was deleted or read anew while the
 * model wrote is named, and not referred to.
 */
export async function storeAnswer(prisma: PrismaClient, answer: NewAnswer, found: FoundExtract[]): Promise<number> {
  for (let extracts = found.map(asRow), tries = 0; ; tries++) {
    try {
      const data = { ...answer, extracts: { createMany: { data: extracts } } }
      return (await prisma.chatResponse.create({ data, select: { id: true } })).id
    } catch (error) {
      if (!isForeignKeyViolation(error) || tries === maxTries) throw error
      extracts = await withoutWhatIsGone(prisma, extracts)
    }
  }
}

async function withoutWhatIsGone(prisma: PrismaClient, extracts: ExtractRow[]): Promise<ExtractRow[]> {
  const chunks = await prisma.chunk.findMany({
    where: { id: { in: extracts.flatMap(({ chunkId }) => chunkId ?? []) } },
    select: { id: true },
  })
  const documents = await prisma.document.findMany({
    where: { id: { in: extracts.flatMap(({ documentId }) => documentId ?? []) } },
    select: { id: true },
  })
  const chunkIds = new Set<number | null>(chunks.map(({ id }) => id))
  const documentIds = new Set<number | null>(documents.map(({ id }) => id))
  return extracts.map((row) => ({
    ...row,
    chunkId: chunkIds.has(row.chunkId) ? row.chunkId : null,
    documentId: documentIds.has(row.documentId) ? row.documentId : null,
  }))
}

const asRow = ({ chunk, score }: FoundExtract, position: number): ExtractRow => ({
  position,
  score,
  documentId: chunk.documentId,
  sourceDocumentId: chunk.documentId,
  chunkId: chunk.id,
  chunkUuid: chunk.uuid,
  text: chunk.text,
  pageStart: chunk.pageStart,
  pageEnd: chunk.pageEnd,
  totalPages: chunk.document.pageCount,
  documentName: chunk.document.filename,
  fileType: chunk.document.extension,
  workspaceName: chunk.document.workspace.name,
})
