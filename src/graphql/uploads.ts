import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { type Readable, type Writable, finished as whenFinished } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { AppError } from '../errors.ts'

/** A file of a multipart body, spooled to disk: never whole in memory. */
export type UploadedFile = {
  filename: string
  mediaType: string
  bytes: number
  /** A new stream over the bytes. */
  open(): Readable
}

/** What the text fields of one body may have together, in bytes: they are held in memory. */
const maxFieldBytes = 1_048_576

/** A multipart body that was read to its end: its text fields, its files, and how to drop the latter. */
export type MultipartBody = {
  fields: Map<string, string>
  files: Map<string, UploadedFile>
  dispose(): Promise<void>
}

export type MultipartLimits = { directory: string; fileBytes: number; files: number }

/**
 * Reads a multipart body, each file as a stream into a private folder. Refuses with `payload_too_large` what is over
 * the limits and with `bad_request` what is not well-formed; in both cases, and when the client goes away, nothing
 * is left on disk.
 */
export async function readMultipart(
  headers: IncomingHttpHeaders,
  body: Readable,
  limits: MultipartLimits,
): Promise<MultipartBody> {
  const folder = join(limits.directory, randomUUID())
  const dispose = () => rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return { ...(await spool(headers, body, folder, limits)), dispose }
  } catch (error) {
    await dispose()
    if (error instanceof AppError || isFileSystemError(error)) throw error
    throw new AppError('bad_request', 'The multipart body is not well-formed or was cut off.', { cause: error })
  }
}

async function spool(headers: IncomingHttpHeaders, body: Readable, folder: string, limits: MultipartLimits) {
  const fields = new Map<string, string>()
  const files = new Map<string, UploadedFile>()
  const writes: Promise<void>[] = []
  const parser = busboy({
    headers,
    defParamCharset: 'utf8',
    // Busboy reports a file that has reached its limit, not one that has passed it.
    limits: { fileSize: limits.fileBytes + 1, files: limits.files, fields: 50, fieldSize: maxFieldBytes, parts: 60 },
  })
  // Not at once: busboy goes on for a moment after it has told of a limit.
  let fault: unknown
  let fieldBytes = 0
  const refuse = (error: unknown) => {
    fault ??= error
    process.nextTick(() => parser.destroy(error as Error))
  }
  const tooLarge = (message: string) => refuse(new AppError('payload_too_large', message))
  parser.on('field', (name, value, info) => {
    fieldBytes += Buffer.byteLength(value)
    if (info.valueTruncated || fieldBytes > maxFieldBytes) tooLarge('The fields of the multipart body are too large.')
    else fields.set(name, value)
  })
  parser.on('file', (name, stream, info) => {
    if (files.has(name)) refuse(new AppError('bad_request', `${name}: only one file may be sent.`))
    const path = join(folder, randomUUID())
    const file: UploadedFile = {
      filename: info.filename ?? '',
      mediaType: info.mimeType,
      bytes: 0,
      open: () => createReadStream(path),
    }
    files.set(name, file)
    stream.on('limit', () =>
      tooLarge(`A file is larger than ${limits.fileBytes} bytes, the largest that this server takes.`),
    )
    stream.on('data', (chunk: Buffer) => {
      file.bytes += chunk.length
    })
    const write = pipeline(stream, createWriteStream(path, { mode: 0o600 }))
    write.catch(refuse)
    writes.push(write)
  })
  for (const kind of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(kind, () => tooLarge('The multipart body has too many parts.'))
  }
  try {
    await feed(body, parser)
    await Promise.all(writes)
  } catch (error) {
    await Promise.allSettled(writes)
    throw fault ?? error
  }
  if (fault) throw fault
  return { fields, files }
}

/**
 * Pipes a body into its parser. One that is refused is read on and dropped: destroying it would cut the connection
 * before the refusal is sent.
 */
async function feed(body: Readable, parser: Writable): Promise<void> {
  whenFinished(body, { writable: false }, (error) => error && parser.destroy(error))
  body.pipe(parser)
  try {
    await finished(parser)
  } catch (error) {
    body.unpipe(parser)
    body.resume()
    throw error
  }
}

/** True where our own disk is at fault, and not the body. */
const isFileSystemError = (error: unknown): boolean =>
  error instanceof Error && ['open', 'write'].includes((error as NodeJS.ErrnoException).syscall ?? '')
