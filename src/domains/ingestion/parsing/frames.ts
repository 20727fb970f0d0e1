const headerBytes = 4

/** One message or one run of bytes on the pipe between the service and a parsing process: its length, then itself. */
export function frame(payload: Buffer): Buffer {
  const header = Buffer.allocUnsafe(headerBytes)
  header.writeUInt32BE(payload.length)
  return Buffer.concat([header, payload])
}

/** The length that announces a run of bytes which is then streamed. */
export function frameHeader(length: number): Buffer {
  const header = Buffer.allocUnsafe(headerBytes)
  header.writeUInt32BE(length)
  return header
}

/** Puts frames together from the pieces in which a pipe delivers them. Throws when a frame is longer than allowed. */
export class FrameReader {
  readonly #maxBytes: number
  readonly #onFrame: (payload: Buffer) => void
  readonly #header = Buffer.allocUnsafe(headerBytes)
  #headerFilled = 0
  #payload: Buffer | null = null
  #filled = 0

  constructor(maxBytes: number, onFrame: (payload: Buffer) => void) {
    this.#maxBytes = maxBytes
    this.#onFrame = onFrame
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; )
      at += this.#payload ? this.#fill(this.#payload, chunk, at) : this.#fillHeader(chunk, at)
  }

  #fillHeader(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.#header, this.#headerFilled, at)
    this.#headerFilled += taken
    if (this.#headerFilled < headerBytes) return taken
    const length = this.#header.readUInt32BE()
    if (length > this.#maxBytes) throw new RangeError('A frame is longer than allowed.')
    this.#headerFilled = 0
    this.#filled = 0
    this.#payload = Buffer.allocUnsafeSlow(length)
    if (length === 0) this.#finish(this.#payload)
    return taken
  }

  #fill(payload: Buffer, chunk: Buffer, at: number): number {
    const taken = chunk.copy(payload, this.#filled, at)
    this.#filled += taken
    if (this.#filled === payload.length) this.#finish(payload)
    return taken
  }

  #finish(payload: Buffer): void {
    this.#payload = null
    this.#onFrame(payload)
  }
}
