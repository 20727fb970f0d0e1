import type { Readable } from 'node:stream'
import type { Document, Prisma, PrismaClient } from '../../database/client/client.ts'
import type { DocumentStatus } from '../../database/client/enums.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import type { Viewer } from '../../viewer.ts'
import { type IngestionQueue, queueNames } from '../ingestion/queue.ts'
import { BlobCollector } from './blob-collector.ts'
import type { BlobStore } from './blobs.ts'
import { followDocuments } from './follow.ts'
import { requireMayChange } from './permission.ts'
import { visibleDocuments } from './policy.ts'
import { type DocumentScope, isOpen, resolveScope } from './scope.ts'
import { type Upload, type UploadLimits, Uploads } from './upload.ts'

export type DocumentFilter = {
  statuses?: DocumentStatus[] | null
  /** Part of the filename or title, in any case. */
  text?: string | null
  /** Lower-case extensions without their dot. */
  extensions?: string[] | null
}

export type DocumentSelection = { scope?: DocumentScope | null; filter?: DocumentFilter | null }

export type DocumentsDeps = { prisma: PrismaClient; blobs: BlobStore; queue: IngestionQueue; limits: UploadLimits }

const failures: DocumentStatus[] = ['PARSING_FAILED', 'EMBEDDING_FAILED', 'FAIL']

/** Documents: taken in, found, deleted, tried again. */
export class DocumentsService {
  readonly #prisma: PrismaClient
  readonly #blobs: BlobStore
  readonly #queue: IngestionQueue
  readonly #uploads: Uploads
  readonly #collector: BlobCollector

  constructor(deps: DocumentsDeps) {
    this.#prisma = deps.prisma
    this.#blobs = deps.blobs
    this.#queue = deps.queue
    this.#uploads = new Uploads(deps)
    this.#collector = new BlobCollector(deps)
  }

  /**
   * Stores a document where the viewer may add one, and has it ingested; gives its id. `not_found` and
   * `insufficient_permissions` come before a byte is read, `payload_too_large` and `conflict` (storage limit) after.
   */
  upload(viewer: Viewer, upload: Upload): Promise<number> {
    return this.#uploads.add(viewer, upload)
  }

  /** One document that the viewer may see, or null. */
  find(viewer: Viewer, id: number, query: object): Promise<Document | null> {
    return this.#prisma.document.findUnique({ ...query, where: { id, AND: visibleDocuments(viewer) } })
  }

  /** The documents of a scope that the viewer may see, newest first. */
  async list(viewer: Viewer, selection: DocumentSelection, query: object): Promise<Document[]> {
    const where = await this.#where(viewer, selection)
    return this.#prisma.document.findMany({ orderBy: { id: 'desc' }, ...query, where })
  }

  /** How many documents `list` has in all. */
  async count(viewer: Viewer, selection: DocumentSelection): Promise<number> {
    return this.#prisma.document.count({ where: await this.#where(viewer, selection) })
  }

  /** The ids of documents as they change, until all are done; of all that are not done when none are named. */
  follow(viewer: Viewer, ids: readonly number[] | null | undefined, signal: AbortSignal): AsyncGenerator<number> {
    return followDocuments(this.#prisma, viewer, ids, signal)
  }

  /** The bytes as they were uploaded. The caller reads the stream to its end or destroys it. */
  async download(viewer: Viewer, id: number) {
    const document = await this.#prisma.document.findUnique({
      where: { id, AND: visibleDocuments(viewer) },
      select: { sha256: true, filename: true, mediaType: true, bytes: true },
    })
    if (!document) throw notFound('document')
    const { sha256, ...described } = document
    const stream: Readable = await this.#blobs.open(sha256)
    return { stream, ...described }
  }

  /** Deletes a document with all that was derived from it. What was answered from it stays as it was answered. */
  async delete(viewer: Viewer, id: number): Promise<void> {
    const { sha256 } = await this.#requireChangeable(viewer, id)
    const { count } = await this.#prisma.document.deleteMany({ where: { id } })
    if (count === 0) throw notFound('document')
    await this.#collector.removeUnreferenced(sha256)
  }

  /** Has a document that failed ingested anew, from the step that failed. Any other is a `conflict`. */
  async retry(viewer: Viewer, id: number): Promise<number> {
    const { status } = await this.#requireChangeable(viewer, id)
    const stage = status === 'EMBEDDING_FAILED' ? 'indexing' : 'queued'
    await this.#prisma.$transaction(async (tx) => {
      const { count } = await tx.document.updateMany({
        where: { id, status: { equals: status, in: failures } },
        data: { status: 'PENDING', statusDetail: null, stage, progress: 0, attempts: 0 },
      })
      if (count === 0) throw new AppError('conflict', 'Only a document that has failed can be tried again.')
      await this.#queue.enqueue(tx, queueNames.read, id)
    })
    this.#queue.wake(queueNames.read)
    return id
  }

  async #where(viewer: Viewer, { scope, filter }: DocumentSelection): Promise<Prisma.DocumentWhereInput> {
    const where = isOpen(scope) ? visibleDocuments(viewer) : (await resolveScope(this.#prisma, viewer, scope)).where
    return { AND: [where, ...filters(filter ?? {})] }
  }

  async #requireChangeable(viewer: Viewer, id: number) {
    const document = await this.#prisma.document.findUnique({
      where: { id, AND: visibleDocuments(viewer) },
      select: {
        sha256: true,
        status: true,
        uploadedById: true,
        workspace: { select: { id: true, type: true, companyId: true, ownerId: true } },
      },
    })
    if (!document) throw notFound('document')
    requireMayChange(viewer, document)
    return document
  }
}

function filters({ statuses, text, extensions }: DocumentFilter): Prisma.DocumentWhereInput[] {
  if ((extensions?.length ?? 0) > 100) throw invalid('extensions', 'may name at most 100.')
  if ((statuses?.length ?? 0) > 100) throw invalid('statuses', 'may name at most 100.')
  const where: Prisma.DocumentWhereInput[] = []
  if (statuses) where.push({ status: { in: statuses } })
  if (extensions) where.push({ extension: { in: extensions } })
  if (text) {
    // Prisma leaves the wildcards of LIKE as they are.
    const literally = text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')
    const contains = { contains: literally, mode: 'insensitive' } as const
    where.push({ OR: [{ filename: contains }, { title: contains }] })
  }
  return where
}
