import { createReadStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { frame, frameHeader } from './frames.ts'
import type { ParseLimits } from './limits.ts'
import { ParseError } from './parse-error.ts'

/** One document to be read: where it lies, its size, and what it may cost. */
export type ParseJob = {
  path: string
  bytes: number
  filename: string
  limits: ParseLimits
  onProgress?: (done: number, total: number) => void
}

/** Sends a document to a parsing process, a piece at a time. Rejects with the error of reading the file. */
export async function sendJob({ path, bytes, filename, limits }: ParseJob, stdin: Writable): Promise<void> {
  stdin.write(frame(Buffer.from(JSON.stringify({ filename, limits }))))
  stdin.write(frameHeader(bytes))
  let sent = 0
  const feed = new Writable({
    write(chunk: Buffer, _encoding, done) {
      sent += chunk.length
      stdin.write(chunk, () => done())
    },
  })
  await pipeline(createReadStream(path, { end: bytes - 1, highWaterMark: 256 * 1024 }), feed)
  if (sent !== bytes) throw new ParseError('corrupt', 'The file changed while it was being read.')
}
