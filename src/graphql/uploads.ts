import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { type Readable, type Writable, finished as whenFinished } from 'node:stream'
import { finished } from 'node:stream/promises'
import busboy from 'busboy'
import { AppError } from '../errors.ts'
import { maxFieldBytes, SpooledParts, tooLarge } from './spooled-parts.ts'

/** A file of a multipart body, spooled to disk: never whole in memory. */
export type UploadedFile = {
  filename: string
  mediaType: string
  bytes: number
  /** A new stream over the bytes. */
  open(): Readable
}

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
  const parser = busboy({
    headers,
    defParamCharset: 'utf8',
    // Busboy reports a file that has reached its limit, not one that has passed it.
    limits: { fileSize: limits.fileBytes + 1, files: limits.files, fields: 50, fieldSize: maxFieldBytes, parts: 60 },
  })
  const parts = new SpooledParts(folder, limits.fileBytes, (error) => parser.destroy(error))
  parser.on('field', (name, value, info) => parts.addField(name, value, info.valueTruncated))
  parser.on('file', (name, stream, info) => parts.addFile(name, stream, info))
  for (const kind of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(kind, () => parts.refuse(tooLarge('The multipart body has too many parts.')))
  }
  await feed(body, parser).catch((error) => parts.refuse(error))
  return parts.settled()
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
