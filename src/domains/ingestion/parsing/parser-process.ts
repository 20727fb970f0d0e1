import type { ChildProcess } from 'node:child_process'
import type { Block, ParsedDocument } from './document.ts'
import { FrameReader } from './frames.ts'
import type { ParseLimits } from './limits.ts'
import { residentBytes } from './memory.ts'
import { maxMessageBytes, type ParseMessage } from './messages.ts'
import { ParseError } from './parse-error.ts'
import { type ParseJob, sendJob } from './parse-job.ts'
import { startParserChild } from './parser-child.ts'

const memoryCheckMs = 20

type Pending = {
  job: ParseJob
  resolve: (document: ParsedDocument) => void
  reject: (error: unknown) => void
  blocks: Block[]
  chars: number
}

/** One child process that reads one document at a time. After `ended` it takes no more. */
export class ParserProcess {
  readonly #child: ChildProcess
  #pending: Pending | null = null
  #reason: unknown = null
  ended = false
  served = 0

  constructor(limits: ParseLimits) {
    this.#child = startParserChild(limits.memoryMb)
    const frames = new FrameReader(maxMessageBytes, (payload) => this.#receive(payload))
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#guard(() => frames.push(chunk)))
    this.#child.stdin?.on('error', () => {})
    this.#child.on('error', () => this.#finish(crashed()))
    this.#child.on('close', (_code, signal) =>
      this.#finish(this.#reason ?? (signal === 'SIGABRT' ? outOfMemory() : crashed())),
    )
    this.#hold(false)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Reads one document. Rejects with a ParseError, the signal's reason, or the error of reading the file itself. */
  async parse(job: ParseJob, signal?: AbortSignal): Promise<ParsedDocument> {
    if (this.ended) throw crashed()
    this.#hold(true)
    const aborted = () => this.kill(signal?.reason)
    const deadline = setTimeout(() => this.kill(tooSlow(job.limits.deadlineMs)), job.limits.deadlineMs)
    const watch = setInterval(() => this.#watchMemory(job.limits.memoryMb), memoryCheckMs)
    signal?.addEventListener('abort', aborted, { once: true })
    try {
      return await new Promise<ParsedDocument>((resolve, reject) => {
        this.#pending = { job, resolve, reject, blocks: [], chars: 0 }
        if (this.#child.stdin) sendJob(job, this.#child.stdin).catch((error) => this.kill(error))
      })
    } finally {
      clearTimeout(deadline)
      clearInterval(watch)
      signal?.removeEventListener('abort', aborted)
      this.served++
      this.#hold(false)
    }
  }

  /** Ends the process at once; a document that it is reading fails with the reason. */
  kill(reason: unknown = crashed()): void {
    this.#reason ??= reason
    this.ended = true
    this.#child.kill('SIGKILL')
  }

  #receive(payload: Buffer): void {
    const pending = this.#pending
    if (!pending) return
    const message = JSON.parse(payload.toString()) as ParseMessage
    if (message.type === 'progress') pending.job.onProgress?.(message.done, message.total)
    else if (message.type === 'blocks') this.#collect(pending, message.blocks)
    else if (message.type === 'done')
      this.#settle(() => pending.resolve({ ...message.document, blocks: pending.blocks }))
    else this.#settle(() => pending.reject(new ParseError(message.code, message.message, message.pageCount)))
  }

  #collect(pending: Pending, blocks: Block[]): void {
    for (const block of blocks) {
      pending.chars += block.text.length
      pending.blocks.push(block)
    }
    if (pending.chars > pending.job.limits.maxTextChars)
      this.kill(new ParseError('too_large', 'The file holds too much text to be read.'))
  }

  #watchMemory(memoryMb: number): void {
    const used = residentBytes(this.#child.pid)
    if (used > memoryMb * 1024 * 1024) this.kill(outOfMemory())
  }

  #guard(step: () => void): void {
    try {
      step()
    } catch {
      this.kill(crashed())
    }
  }

  #settle(settle: () => void): void {
    this.#pending = null
    settle()
  }

  #finish(reason: unknown): void {
    this.ended = true
    this.#pending?.reject(reason)
    this.#pending = null
  }

  // While it reads, the process keeps the service alive (the deadline bounds that); while it waits, it does not.
  #hold(alive: boolean): void {
    const call = alive ? 'ref' : 'unref'
    this.#child[call]()
    for (const stream of [this.#child.stdin, this.#child.stdout])
      (stream as unknown as { ref(): void; unref(): void } | null)?.[call]()
  }
}

const crashed = () => new ParseError('crashed', 'The file could not be read: the parser stopped unexpectedly.')
const outOfMemory = () => new ParseError('out_of_memory', 'Reading the file needs more memory than a document may use.')
const tooSlow = (ms: number) =>
  new ParseError('timeout', `Reading the file took longer than ${Math.ceil(ms / 1000)} seconds.`)
