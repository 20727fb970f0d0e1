import yauzl from 'yauzl'
import type { ParseLimits } from './limits.ts'
import { ParseError } from './parse-error.ts'
import { decodeXml } from './text-encoding.ts'

const bomb = () =>
  new ParseError('too_large', 'The file unpacks to far more than a document of its kind holds; it was refused.')

/** A ZIP-based document whose directory has been looked at; entries are inflated on demand and counted while they are. */
export class Archive {
  readonly #zip: yauzl.ZipFile
  readonly #entries: Map<string, yauzl.Entry>
  readonly #limits: ParseLimits
  #bytesLeft: number

  constructor(zip: yauzl.ZipFile, entries: Map<string, yauzl.Entry>, limits: ParseLimits) {
    this.#zip = zip
    this.#entries = entries
    this.#limits = limits
    this.#bytesLeft = limits.maxUnzippedBytes
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The bytes of one entry, or null when there is none of that name. */
  async read(name: string): Promise<Buffer | null> {
    const entry = this.#entries.get(name)
    if (!entry) return null
    const chunks: Buffer[] = []
    await this.#inflate(entry, (chunk) => chunks.push(chunk))
    return Buffer.concat(chunks)
  }

  async readXml(name: string): Promise<string | null> {
    const bytes = await this.read(name)
    return bytes === null ? null : decodeXml(bytes)
  }

  /** Inflates every entry without keeping it: for libraries that unpack by themselves. */
  async verify(): Promise<void> {
    for (const entry of this.#entries.values()) await this.#inflate(entry, () => {})
    this.#bytesLeft = this.#limits.maxUnzippedBytes
  }

  async #inflate(entry: yauzl.Entry, onChunk: (chunk: Buffer) => void): Promise<void> {
    const stream = await this.#zip.openReadStreamPromise(entry)
    let size = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      this.#bytesLeft -= chunk.length
      if (this.#bytesLeft < 0 || isBomb(size, entry.compressedSize, this.#limits)) throw bomb()
      onChunk(chunk)
    }
  }
}

/**
 * Opens a ZIP file held in memory after a look into its central directory: number of entries, declared total, ratio, unsafe names,
 * encryption. Nothing is inflated yet.
 */
export async function openArchive(bytes: Buffer, limits: ParseLimits): Promise<Archive> {
  const zip = await openZip(bytes)
  if (zip.entryCount > limits.maxZipEntries) throw bomb()
  const entries = new Map<string, yauzl.Entry>()
  let declared = 0
  try {
    for await (const entry of zip.eachEntry()) {
      declared += entry.uncompressedSize
      if (declared > limits.maxUnzippedBytes || isBomb(declared, bytes.length, limits)) throw bomb()
      if (entry.isEncrypted()) throw new ParseError('encrypted', 'The file is protected with a password.')
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw error instanceof ParseError ? error : new ParseError('corrupt', unsafeOrDamaged(error))
  }
  return new Archive(zip, entries, limits)
}

async function openZip(bytes: Buffer): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.fromBufferPromise(bytes)
  } catch {
    throw new ParseError('corrupt', 'The file is damaged: the directory of its ZIP container cannot be read.')
  }
}

function isBomb(inflated: number, packed: number, limits: ParseLimits): boolean {
  return inflated > limits.zipRatioFromBytes && inflated > Math.max(packed, 1) * limits.maxZipRatio
}

function unsafeOrDamaged(error: unknown): string {
  const unsafe = error instanceof Error && /absolute path|invalid relative path|invalid characters/.test(error.message)
  if (unsafe) return 'The ZIP container holds names that point outside of it; it was refused.'
  return 'The file is damaged: the directory of its ZIP container cannot be read.'
}
