import type { Readable } from 'node:stream'
import type { Prisma, PrismaClient } from '../../database/client/client.ts'
import { notFound } from '../../errors.ts'
import type { Viewer } from '../../viewer.ts'
import { type IngestionQueue, queueNames } from '../ingestion/queue.ts'
import { lockBlob } from './blob-collector.ts'
import type { BlobStore, StagedBlob } from './blobs.ts'
import { cleanFilename, cleanTitle, extensionOf } from './filename.ts'
import { firstMediaType } from './media-type.ts'
import { requireStorage } from './storage-limit.ts'
import { resolveTarget, type UploadTarget } from './upload-target.ts'

export type Upload = {
  /** The bytes; read only when the upload is allowed, and destroyed when it fails. */
  stream: Readable
  /** As the client named the file; cleaned, and never used as a path. */
  filename: string
  title?: string | null
  target: UploadTarget
}

export type UploadLimits = {
  /** The largest file, in bytes. */
  fileBytes: number
  /** What the workspaces of a kind may hold where the company has no limit of its own, in gigabytes (10^9 bytes). */
  storageGb: number
}

/** Takes documents in: who may, how much, and everything or nothing. */
export class Uploads {
  readonly #prisma: PrismaClient
  readonly #blobs: BlobStore
  readonly #queue: IngestionQueue
  readonly #limits: UploadLimits

  constructor(deps: { prisma: PrismaClient; blobs: BlobStore; queue: IngestionQueue; limits: UploadLimits }) {
    this.#prisma = deps.prisma
    this.#blobs = deps.blobs
    this.#queue = deps.queue
    this.#limits = deps.limits
  }

  /** Stores a document and has it ingested; gives its id. Nothing of an upload that fails can be seen afterwards. */
  async add(viewer: Viewer, upload: Upload): Promise<number> {
    await this.#authorise(viewer, upload)
    const blob = await this.#blobs.stage(upload.stream, { maxBytes: this.#limits.fileBytes })
    try {
      const insert = (tx: Prisma.TransactionClient) => this.#insert(tx, viewer, upload, blob)
      const id = await this.#prisma.$transaction(insert, { maxWait: 30_000, timeout: 30_000 })
      this.#queue.wake(queueNames.read)
      return id
    } finally {
      await blob.discard()
    }
  }

  async #authorise(viewer: Viewer, { target, stream }: Upload): Promise<void> {
    try {
      await resolveTarget(this.#prisma, viewer, target)
    } catch (error) {
      stream.destroy()
      throw error
    }
  }

  /** Asks once more who may: while the bytes came in, a membership may have ended. */
  async #insert(tx: Prisma.TransactionClient, viewer: Viewer, upload: Upload, blob: StagedBlob): Promise<number> {
    const { type, ...place } = await resolveTarget(tx, viewer, upload.target)
    await holdWorkspace(tx, place.workspaceId)
    await requireStorage(tx, { companyId: place.companyId, type }, blob.bytes, this.#limits.storageGb)
    await lockBlob(tx, blob.sha256)
    await blob.keep()
    const filename = cleanFilename(upload.filename)
    const extension = extensionOf(filename)
    const { id } = await tx.document.create({
      data: {
        ...place,
        uploadedById: viewer.id,
        filename,
        title: cleanTitle(upload.title, filename),
        extension,
        mediaType: firstMediaType(blob.head, extension),
        bytes: blob.bytes,
        sha256: blob.sha256,
      },
      select: { id: true },
    })
    await this.#queue.enqueue(tx, queueNames.read, id)
    return id
  }
}

/** Keeps the workspace from being deleted until the transaction ends; `not_found` where that has just happened. */
async function holdWorkspace(tx: Prisma.TransactionClient, workspaceId: number): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM workspaces WHERE id = ${workspaceId} FOR KEY SHARE`
  if (rows.length === 0) throw notFound('workspace')
}
