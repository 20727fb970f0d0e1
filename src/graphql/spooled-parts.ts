import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'
import type { UploadedFile } from './uploads.ts'

/** What the text fields of one body may have together, in bytes: they are held in memory. */
export const maxFieldBytes = 1_048_576

export const tooLarge = (message: string): AppError => new AppError('payload_too_large', message)

/** The parts of one multipart body as they arrive: text fields in memory, files on disk. The first fault ends it. */
export class SpooledParts {
  readonly #folder: string
  readonly #fileBytes: number
  readonly #stop: (error: Error) => void
  readonly #fields = new Map<string, string>()
  readonly #files = new Map<string, UploadedFile>()
  readonly #writes: Promise<void>[] = []
  #fieldBytes = 0
  #fault: unknown

  /** `fileBytes` is the size of the largest file; `stop` is told of the first fault, and ends the parsing. */
  constructor(folder: string, fileBytes: number, stop: (error: Error) => void) {
    this.#folder = folder
    this.#fileBytes = fileBytes
    this.#stop = stop
  }

  addField(name: string, value: string, isTruncated: boolean): void {
    this.#fieldBytes += Buffer.byteLength(value)
    if (isTruncated || this.#fieldBytes > maxFieldBytes)
      this.refuse(tooLarge('The fields of the multipart body are too large.'))
    else this.#fields.set(name, value)
  }

  addFile(name: string, stream: Readable, info: { filename?: string; mimeType: string }): void {
    if (this.#files.has(name)) this.refuse(new AppError('bad_request', `${name}: only one file may be sent.`))
    const path = join(this.#folder, randomUUID())
    const open = () => createReadStream(path)
    const file = { filename: info.filename ?? '', mediaType: info.mimeType, bytes: 0, open }
    this.#files.set(name, file)
    stream.on('limit', () =>
      this.refuse(tooLarge(`A file is larger than ${this.#fileBytes} bytes, the largest that this server takes.`)),
    )
    stream.on('data', (chunk: Buffer) => {
      file.bytes += chunk.length
    })
    const write = pipeline(stream, createWriteStream(path, { mode: 0o600 }))
    write.catch((error) => this.refuse(error))
    this.#writes.push(write)
  }

  refuse(error: unknown): void {
    this.#fault ??= error
    // Not at once: busboy goes on for a moment after it has told of a limit.
    process.nextTick(() => this.#stop(error as Error))
  }

  /** All parts, once they are written; throws the first fault. */
  async settled(): Promise<{ fields: Map<string, string>; files: Map<string, UploadedFile> }> {
    await Promise.allSettled(this.#writes)
    if (this.#fault) throw this.#fault
    return { fields: this.#fields, files: this.#files }
  }
}
