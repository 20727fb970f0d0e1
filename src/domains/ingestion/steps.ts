import { setImmediate } from 'node:timers/promises'
import type { PrismaClient } from '../../database/client/client.ts'
import type { BlobStore } from '../documents/blobs.ts'
import { detectLanguage } from '../retrieval/language.ts'
import type { EmbeddingProgress, SearchIndex } from '../retrieval/search-index.ts'
import { storeChunks } from './chunk-store.ts'
import { type ChunkDraft, eachChunk } from './chunking/chunk.ts'
import type { ClaimedDocument } from './claim.ts'
import type { Block } from './parsing/document.ts'
import { ParseError } from './parsing/parse-error.ts'
import type { ParserPool } from './parsing/parser-pool.ts'
import type { Progress } from './progress.ts'
import type { IngestionJob } from './queue.ts'

export type StepDeps = { prisma: PrismaClient; blobs: BlobStore; parser: ParserPool; search: SearchIndex }

type Try = { job: IngestionJob; document: ClaimedDocument; progress: Progress; signal: AbortSignal }

const parsing = [0, 60] as const
const embedding = [75, 100] as const

/**
 * Takes a document from its bytes to the word index. What an earlier try has finished is not done again: chunks that are
 * stored are only indexed. False when there is nothing to go on with: the document is gone, or another worker has it.
 */
export async function readStep(deps: StepDeps, attempt: Try): Promise<boolean> {
  const { job, document, progress } = attempt
  let { language } = document
  if (document.stage !== 'indexing') {
    const result = await read(deps, attempt)
    language = result.language
    if (!(await storeChunks(deps.prisma, job, result))) return false
    progress.announce()
  }
  attempt.signal.throwIfAborted()
  await deps.search.indexDocument(document.id, language)
  await progress.settled()
  return true
}

async function read(deps: StepDeps, { document, progress, signal }: Try) {
  const parsed = await deps.parser.parse(deps.blobs.pathOf(document.sha256), {
    filename: document.filename,
    signal,
    onProgress: (done, total) => progress.report('parsing', parsing, total > 0 ? done / total : 0),
  })
  await progress.settled()
  const chunks = await chunkInTurns(parsed.blocks)
  if (chunks.length === 0)
    throw new ParseError('empty', parsed.notices.join(' ') || 'The file holds no text.', parsed.pageCount)
  return { parsed, chunks, language: detectLanguage(sampleOf(chunks)) }
}

/** Text from all over the document: its beginning may be a cover in another language. */
function sampleOf(chunks: ChunkDraft[]): string {
  const every = Math.ceil(chunks.length / 24)
  const sample = chunks.filter(({ position }) => position % every === 0)
  return sample.map(({ text }) => text).join('\n')
}

/** A long document takes a while to divide: every few milliseconds others have their turn. */
async function chunkInTurns(blocks: Block[]): Promise<ChunkDraft[]> {
  const chunks: ChunkDraft[] = []
  let turn = performance.now()
  for (const chunk of eachChunk(blocks)) {
    chunks.push(chunk)
    if (performance.now() - turn < 10) continue
    await setImmediate()
    turn = performance.now()
  }
  return chunks
}

/** Gives a document's chunks their vectors; those that they have already are kept. */
export async function embedStep(deps: StepDeps, { document, progress, signal }: Try): Promise<void> {
  const report = ({ done, total }: EmbeddingProgress) =>
    progress.report('embedding', embedding, total > 0 ? done / total : 1)
  await deps.search.embedDocument(document.id, report, signal)
  await progress.settled()
}
