import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Database } from '../../src/database/database.ts'
import { FileBlobStore } from '../../src/domains/documents/blobs.ts'
import { DocumentsService } from '../../src/domains/documents/service.ts'
import type { UploadTarget } from '../../src/domains/documents/upload-target.ts'
import { ParserPool } from '../../src/domains/ingestion/parsing/parser-pool.ts'
import { IngestionQueue, type QueueSettings } from '../../src/domains/ingestion/queue.ts'
import { IngestionWorker } from '../../src/domains/ingestion/worker.ts'
import type { Embedder } from '../../src/domains/retrieval/embeddings/embedder.ts'
import { SearchIndex } from '../../src/domains/retrieval/search-index.ts'
import type { Viewer } from '../../src/viewer.ts'

export type DocumentsHarness = {
  blobs: FileBlobStore
  queue: IngestionQueue
  documents: DocumentsService
  /** Uploads a text or bytes, by default into the viewer's private collection; gives the document's id. */
  upload(
    viewer: Viewer,
    content: string | Buffer,
    options?: { filename?: string; target?: UploadTarget },
  ): Promise<number>
}

const privately: UploadTarget = { collection: 'PRIVATE' }

type Settings = { dataDir: string; fileBytes?: number; queue?: Partial<QueueSettings>; logger: Logger }

/** The documents service on a database and a folder of the test's own, with its queue started and nobody working on it. */
export async function startDocuments(database: Database, settings: Settings): Promise<DocumentsHarness> {
  const { dataDir, fileBytes = 50e6, logger } = settings
  const blobs = new FileBlobStore({ dataDir })
  await blobs.prepare({ exclusive: true })
  const queue = new IngestionQueue({ pool: database.pool, kind: database.kind, logger, settings: settings.queue })
  await queue.start()
  const limits = { fileBytes, storageGb: 100 }
  const documents = new DocumentsService({ prisma: database.prisma, blobs, queue, limits })
  return {
    blobs,
    queue,
    documents,
    upload: (viewer, content, { filename = 'note.txt', target = privately } = {}) =>
      documents.upload(viewer, { stream: Readable.from([Buffer.from(content)]), filename, target }),
  }
}

type WorkerSettings = {
  logger: Logger
  size?: number
  alone?: boolean
  embedder?: Embedder
  changed?: (documentId: number) => void
}

/** A running worker on the harness's queue, with parsing processes of its own. `stop` ends both. */
export async function startWorker(database: Database, harness: DocumentsHarness, settings: WorkerSettings) {
  const { logger, size = 2, alone = true, embedder, changed } = settings
  const { pool, prisma, capabilities } = database
  const search = new SearchIndex({ pool, capabilities, logger, embedder })
  await search.prepare()
  const parser = new ParserPool({ size, logger })
  const deps = { ...harness, prisma, parser, search, logger, size, alone, changed }
  const worker = new IngestionWorker({ ...deps, embeds: embedder !== undefined })
  await worker.start()
  const stop = async () => {
    await worker.stop()
    parser.close()
  }
  return { search, stop }
}
