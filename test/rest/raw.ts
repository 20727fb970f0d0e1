import { connect } from 'node:net'
import type { TestService } from '../support/service.ts'

/** What came back over a socket, as far as it can be told: the status is 0 when nothing did. */
export type RawReply = { status: number; head: string; body: string }

/**
 * Sends bytes as they are, which no client library would, and reads until the server ends the connection or has been
 * silent for a moment. `cut` ends the connection in the middle instead of waiting.
 */
export function sendRaw(service: TestService, request: string | Buffer, { cut = false } = {}): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const pieces: Buffer[] = []
    socket.setTimeout(1_500, () => socket.destroy())
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNREFUSED' ? reject(error) : undefined))
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('close', () => resolve(read(Buffer.concat(pieces).toString('utf8'))))
    socket.write(request, () => cut && setTimeout(() => socket.destroy(), 100))
  })
}

function read(text: string): RawReply {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: rest.join('\r\n\r\n') }
}

/** A multipart body written by hand. */
export const multipart = (boundary: string, parts: string[], end = `--${boundary}--\r\n`): string =>
  parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('') + end

export const filePart = (name: string, filename: string, content: string): string =>
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: text/plain\r\n\r\n${content}`

export const fieldPart = (name: string, value: string): string =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`
