import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../errors.ts'

/** Bytes that have been received and hashed, and are not yet part of the store. */
export type StagedBlob = {
  /** SHA-256 of the content, as 64 hexadecimal digits. */
  readonly sha256: string
  readonly bytes: number
  /** The first bytes of the content, at most 512. */
  readonly head: Buffer
  /** Makes the content part of the store, atomically; the same content is stored once. */
  keep(): Promise<void>
  /** Forgets the bytes; does nothing once they are kept. */
  discard(): Promise<void>
}

/** Where the bytes of documents live, addressed by the hash of their content. */
export interface BlobStore {
  /** Receives a stream without ever holding it whole. More than `maxBytes` is `payload_too_large`; a failure leaves nothing. */
  stage(stream: Readable, limits: { maxBytes: number }): Promise<StagedBlob>
  /** The content as a stream; fails when there is none. */
  open(sha256: string): Promise<Readable>
  /** Where the content lies, for a process that reads it by itself. */
  pathOf(sha256: string): string
  delete(sha256: string): Promise<void>
  /** Removes what interrupted uploads left and nobody has written to for ten minutes. */
  removeStale(): Promise<void>
  /** The hashes of everything stored. */
  list(): AsyncIterable<string>
}

const idleMs = 10 * 60_000

/** Blobs in a folder: `blobs/ab/cd/<sha256>`, readable by the service's own user alone. */
export class FileBlobStore implements BlobStore {
  readonly #root: string
  readonly #incoming: string

  constructor(deps: { dataDir: string }) {
    this.#root = join(deps.dataDir, 'blobs')
    this.#incoming = join(this.#root, 'incoming')
  }

  /**
   * Makes the folders, and removes what interrupted uploads left: all of it when no other process shares the folder
   * (`exclusive`), otherwise what is stale.
   */
  async prepare(options: { exclusive: boolean }): Promise<void> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 })
    await this.#removeIncoming(options.exclusive ? Number.NEGATIVE_INFINITY : idleMs)
  }

  removeStale(): Promise<void> {
    return this.#removeIncoming(idleMs)
  }

  async stage(stream: Readable, { maxBytes }: { maxBytes: number }): Promise<StagedBlob> {
    const path = join(this.#incoming, randomUUID())
    const file = await this.#createIncoming(path).catch((error) => {
      stream.destroy()
      throw error
    })
    try {
      const received = await receive(stream, file, maxBytes)
      await file.sync()
      await file.close()
      return {
        ...received,
        keep: () => this.#keep(path, received.sha256),
        discard: () => rm(path, { force: true }),
      }
    } catch (error) {
      await file.close().catch(() => undefined)
      await rm(path, { force: true })
      throw error
    }
  }

  async open(sha256: string): Promise<Readable> {
    const file = await open(this.pathOf(sha256), 'r')
    return createReadStream('', { fd: file })
  }

  pathOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('Not the hash of a blob.')
    return join(this.#root, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  }

  async delete(sha256: string): Promise<void> {
    await rm(this.pathOf(sha256), { force: true })
  }

  async *list(): AsyncIterable<string> {
    const folders = (await readdir(this.#root)).filter((name) => /^[0-9a-f]{2}$/.test(name))
    for (const folder of folders) {
      for (const entry of await readdir(join(this.#root, folder), { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name)) yield entry.name
      }
    }
  }

  async #removeIncoming(olderThanMs: number): Promise<void> {
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name)
      const written = await stat(path).catch(() => null)
      if (written && Date.now() - written.mtimeMs >= olderThanMs) await rm(path, { force: true })
    }
  }

  async #createIncoming(path: string): Promise<FileHandle> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 })
    return open(path, 'wx', 0o600)
  }

  async #keep(from: string, sha256: string): Promise<void> {
    const to = this.pathOf(sha256)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
    await syncFolder(dirname(to))
  }
}

async function receive(stream: Readable, file: FileHandle, maxBytes: number) {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let bytes = 0
  for await (const piece of stream) {
    const data: Buffer = typeof piece === 'string' ? Buffer.from(piece) : piece
    if (bytes < 512) head.push(data.subarray(0, 512 - bytes))
    bytes += data.length
    if (bytes > maxBytes) throw new AppError('payload_too_large', `A file may have at most ${maxBytes / 1e6} MB.`)
    hash.update(data)
    await file.writeFile(data)
  }
  return { sha256: hash.digest('hex'), bytes, head: Buffer.concat(head) }
}

/** A renamed file survives a power cut only once its folder is on the disk as well. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
