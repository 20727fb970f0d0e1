import { stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { ParsedDocument } from './document.ts'
import { type ParseLimits, parseLimits } from './limits.ts'
import { residentBytes } from './memory.ts'
import { ParseError } from './parse-error.ts'
import type { ParseJob } from './parse-job.ts'
import { ParserProcess } from './parser-process.ts'

type ParseOptions = {
  /** The name that the document was uploaded under; it decides only between formats that are plain text. */
  filename: string
  limits?: Partial<ParseLimits>
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

type ParserPoolOptions = { size?: number; limits?: Partial<ParseLimits>; logger?: Logger; idleMs?: number }

const documentsPerProcess = 100
const memoryShareToRecycle = 0.6
// These say something about the document and nothing about the state of the process that read it.
const harmless = new Set(['unsupported', 'encrypted', 'empty'])

type Waiting = { start: (process: ParserProcess) => void; fail: (error: unknown) => void }

/**
 * Reads documents in child processes, one document at a time in each. A process is reused while it behaves: it is replaced after any
 * failure, after a number of documents, when it has grown, and it is ended when there has been nothing to do.
 */
export class ParserPool {
  readonly #size: number
  readonly #limits: ParseLimits
  readonly #logger: Logger | undefined
  readonly #idleMs: number
  readonly #idle: ParserProcess[] = []
  readonly #busy = new Set<ParserProcess>()
  readonly #waiting: Waiting[] = []
  #idleTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor({ size = 1, limits = {}, logger, idleMs = 30_000 }: ParserPoolOptions = {}) {
    this.#size = size
    this.#limits = { ...parseLimits, ...limits }
    this.#logger = logger
    this.#idleMs = idleMs
  }

  /** Process ids of the parsing processes there are. */
  get pids(): number[] {
    return [...this.#idle, ...this.#busy].flatMap(({ pid }) => pid ?? [])
  }

  /**
   * Reads the document at `path`. Rejects with a ParseError (a reason to show), with the signal's reason, or with the error of opening
   * the file, which says nothing about the document.
   */
  async parse(path: string, { filename, limits, signal, onProgress }: ParseOptions): Promise<ParsedDocument> {
    const job: ParseJob = {
      path,
      filename,
      limits: { ...this.#limits, ...limits },
      bytes: (await stat(path)).size,
      onProgress,
    }
    if (job.bytes === 0) throw new ParseError('empty', 'The file is empty.')
    if (job.bytes > job.limits.maxFileBytes)
      throw new ParseError('too_large', `The file is larger than ${megabytes(job.limits.maxFileBytes)} MB.`)
    const parser = await this.#take(signal)
    try {
      signal?.throwIfAborted()
      return await parser.parse(job, signal)
    } catch (error) {
      if (!(error instanceof ParseError && harmless.has(error.code))) parser.kill()
      this.#logger?.debug({ code: error instanceof ParseError ? error.code : 'error', filename }, 'document not read')
      throw error
    } finally {
      this.#release(parser)
    }
  }

  /** Ends every process. Documents being read or waiting fail. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#idleTimer)
    for (const { fail } of this.#waiting.splice(0)) fail(closedError())
    for (const parser of [...this.#idle.splice(0), ...this.#busy]) parser.kill(closedError())
  }

  #take(signal?: AbortSignal): Promise<ParserProcess> {
    if (this.#closed) return Promise.reject(closedError())
    clearTimeout(this.#idleTimer)
    const idle = this.#idle.pop()
    if (idle && !idle.ended) return Promise.resolve(this.#use(idle))
    if (this.#busy.size < this.#size) return Promise.resolve(this.#use(new ParserProcess(this.#limits)))
    return this.#wait(signal)
  }

  #wait(signal?: AbortSignal): Promise<ParserProcess> {
    return new Promise((resolve, reject) => {
      const aborted = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal?.reason)
      }
      const waiting: Waiting = {
        start: (parser) => {
          signal?.removeEventListener('abort', aborted)
          resolve(parser)
        },
        fail: reject,
      }
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', aborted, { once: true })
      this.#waiting.push(waiting)
    })
  }

  #use(parser: ParserProcess): ParserProcess {
    this.#busy.add(parser)
    return parser
  }

  #release(parser: ParserProcess): void {
    this.#busy.delete(parser)
    if (this.#closed) return
    if (this.#isWorn(parser)) parser.kill()
    const next = this.#waiting.shift()
    if (next) next.start(this.#use(parser.ended ? new ParserProcess(this.#limits) : parser))
    else if (!parser.ended) this.#idle.push(parser)
    this.#idleTimer = setTimeout(() => this.#endIdle(), this.#idleMs).unref()
  }

  #isWorn(parser: ParserProcess): boolean {
    if (parser.ended || parser.served >= documentsPerProcess) return true
    return residentBytes(parser.pid) > this.#limits.memoryMb * 1024 * 1024 * memoryShareToRecycle
  }

  #endIdle(): void {
    for (const parser of this.#idle.splice(0)) parser.kill()
  }
}

const closedError = () => new Error('The parser pool is closed.')
const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)
