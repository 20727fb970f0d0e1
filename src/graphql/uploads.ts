import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', 'The multipart body is not well-formed or was cut off.', { cause: error })
  }
}

async function spool(headers: IncomingHttpHeaders, body: Readable, folder: string, limits: MultipartLimits) {
  const fields = new Map<string, string>()
  const files = new Map<string, UploadedFile>()
  const writes: Promise<void>[] = []
  const tooLarge = new AbortController()
  const refuse = (message: string) => tooLarge.abort(new AppError('payload_too_large', message))
  const parser = busboy({
    headers,
    defParamCharset: 'utf8',
    limits: { fileSize: limits.fileBytes, files: limits.files, fields: 50, fieldSize: 1_000_000, parts: 60 },
  })
  parser.on('field', (name, value, info) => {
    if (info.valueTruncated) refuse(`The field ${name} is too large.`)
    else fields.set(name, value)
  })
  parser.on('file', (name, stream, info) => {
    const path = join(folder, randomUUID())
    const file: UploadedFile = {
      filename: info.filename ?? '',
      mediaType: info.mimeType,
      bytes: 0,
      open: () => createReadStream(path),
    }
    files.set(name, file)
    stream.on('limit', () =>
      refuse(`A file is larger than ${limits.fileBytes} bytes, the largest that this server takes.`),
    )
    stream.on('data', (chunk: Buffer) => {
      file.bytes += chunk.length
    })
    writes.push(pipeline(stream, createWriteStream(path, { mode: 0o600 })))
  })
  for (const kind of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(kind, () => refuse('The multipart body has too many parts.'))
  }
  const settled = Promise.allSettled(writes)
  try {
    await pipeline(body, parser, { signal: tooLarge.signal })
    await Promise.all(writes)
  } catch (error) {
    await settled
    throw tooLarge.signal.reason ?? error
  }
  return { fields, files }
}
