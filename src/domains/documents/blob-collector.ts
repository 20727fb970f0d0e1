import type { Prisma, PrismaClient } from '../../database/client/client.ts'
import type { BlobStore } from './blobs.ts'

/**
 * Holds back everyone else who keeps or removes the same content, until the transaction ends: without it a blob could be
 * removed between the moment an upload keeps it and the moment its document is stored.
 */
export async function lockBlob(tx: Prisma.TransactionClient, sha256: string): Promise<void> {
  const key = BigInt.asIntN(64, BigInt(`0x${sha256.slice(0, 16)}`))
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${key}::bigint)`
}

/** Removes the bytes that no document refers to: of deleted documents, and of uploads that were cut short. */
export class BlobCollector {
  readonly #prisma: PrismaClient
  readonly #blobs: BlobStore

  constructor(deps: { prisma: PrismaClient; blobs: BlobStore }) {
    this.#prisma = deps.prisma
    this.#blobs = deps.blobs
  }

  /** Looks through the whole store; gives the number of blobs removed. */
  async collect(): Promise<number> {
    await this.#blobs.removeStale()
    let removed = 0
    let batch: string[] = []
    for await (const sha256 of this.#blobs.list()) {
      batch.push(sha256)
      if (batch.length < 500) continue
      removed += await this.#collectAmong(batch)
      batch = []
    }
    return removed + (await this.#collectAmong(batch))
  }

  /** Removes one blob unless a document refers to it; true when it was removed. */
  removeUnreferenced(sha256: string): Promise<boolean> {
    return this.#prisma.$transaction(async (tx) => {
      await lockBlob(tx, sha256)
      if (await tx.document.findFirst({ where: { sha256 }, select: { id: true } })) return false
      await this.#blobs.delete(sha256)
      return true
    })
  }

  async #collectAmong(batch: string[]): Promise<number> {
    if (batch.length === 0) return 0
    const rows = await this.#prisma.document.findMany({
      where: { sha256: { in: batch } },
      select: { sha256: true },
      distinct: ['sha256'],
    })
    const referenced = new Set(rows.map(({ sha256 }) => sha256))
    let removed = 0
    for (const sha256 of batch) {
      if (!referenced.has(sha256) && (await this.removeUnreferenced(sha256))) removed++
    }
    return removed
  }
}
