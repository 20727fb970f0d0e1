import { EndpointError } from '../retrieval/embeddings/endpoint/error.ts'
import { type ClaimedDocument, claim, maxAttempts } from './claim.ts'
import { Housekeeping, type HousekeepingDeps } from './housekeeping.ts'
import { ParseError } from './parsing/parse-error.ts'
import { Progress } from './progress.ts'
import { type IngestionJob, queueNames } from './queue.ts'
import { embedStep, readStep, type StepDeps } from './steps.ts'
import { Transitions } from './transitions.ts'

type WorkerDeps = StepDeps &
  HousekeepingDeps & {
    /** How many documents are parsed at a time: as many as the parser has processes. */
    size: number
    /** Whether documents get vectors after their words are indexed. */
    embeds: boolean
    /** Called after a document's status, stage or progress has changed in this process. */
    changed?: (documentId: number) => void
  }

const embedders = 2
// While these store and index what was read, no parsing process waits for them.
const storing = 2
const stopTimeoutMs = 5_000

const unexpected = 'The document could not be processed: something unexpected happened three times. Try it again later.'
const deadly = 'The document could not be processed: processing it was cut short three times.'
const wordsOnly = 'The document can be found by its words only.'

/** Takes documents from the queue through their steps, and sees to it that each comes to an end. */
export class IngestionWorker {
  readonly #deps: WorkerDeps
  readonly #transitions: Transitions
  readonly #housekeeping: Housekeeping
  readonly #stopping = new AbortController()

  constructor(deps: WorkerDeps) {
    this.#deps = deps
    this.#transitions = new Transitions(deps)
    this.#housekeeping = new Housekeeping(deps)
  }

  /** Takes over what was interrupted, and begins to work. The queue has been started. */
  async start(): Promise<void> {
    const { queue, size } = this.#deps
    await this.#housekeeping.start()
    for (let i = 0; i < size + storing; i++) await queue.work(queueNames.read, (job) => this.#run(job))
    for (let i = 0; i < embedders; i++) await queue.work(queueNames.embed, (job) => this.#run(job))
  }

  /** Ends within about five seconds: what runs is handed back, and any other worker can take it at once. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The service stops.'))
    const timeout = new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref())
    await Promise.race([Promise.all([this.#deps.queue.leave(), this.#housekeeping.stop()]), timeout])
  }

  async #run(job: IngestionJob): Promise<void> {
    const document = await claim(this.#deps.prisma, job)
    if (!document) return
    this.#changed(document.id)
    const signal = AbortSignal.any([job.signal, this.#stopping.signal])
    try {
      if (document.attempts > maxAttempts) await this.#giveUp(job)
      else await this.#step(job, document, signal)
    } catch (error) {
      await this.#end(job, document, error)
    }
    this.#changed(document.id)
  }

  /** Three tries have begun and none has come to an end: each time the process was ended. */
  #giveUp(job: IngestionJob): Promise<void> {
    if (job.name === queueNames.read) return this.#transitions.fail(job, 'FAIL', deadly)
    return this.#transitions.fail(job, 'EMBEDDING_FAILED', `${wordsOnly} Its vectors could not be made.`)
  }

  async #step(job: IngestionJob, document: ClaimedDocument, signal: AbortSignal): Promise<void> {
    const changed = (id: number) => this.#changed(id)
    const progress = new Progress({ prisma: this.#deps.prisma, document, changed })
    const attempt = { job, document, progress, signal }
    if (job.name === queueNames.embed) {
      if (this.#deps.embeds) await embedStep(this.#deps, attempt)
      return this.#transitions.succeed(job, this.#deps.embeds ? 'EMBEDDED' : 'PARSED')
    }
    if (!(await readStep(this.#deps, attempt))) return
    if (this.#deps.embeds) await this.#transitions.continueWithEmbedding(job)
    else await this.#transitions.succeed(job, 'PARSED')
  }

  async #end(job: IngestionJob, document: ClaimedDocument, error: unknown): Promise<void> {
    if (this.#stopping.signal.aborted) return this.#transitions.handBack(job, document)
    if (job.signal.aborted) return
    this.#log(document, error)
    if (document.attempts < maxAttempts && !isFinal(error)) return this.#transitions.postpone(job, messageOf(error))
    if (error instanceof ParseError)
      return this.#transitions.fail(job, 'PARSING_FAILED', error.message, error.pageCount)
    if (job.name === queueNames.read) return this.#transitions.fail(job, 'FAIL', unexpected)
    const why = error instanceof EndpointError ? error.message : 'Its vectors could not be made.'
    return this.#transitions.fail(job, 'EMBEDDING_FAILED', `${wordsOnly} ${why}`)
  }

  /** A document that cannot be read is an end like others; all else is something to look into. */
  #log({ id: documentId, attempts: attempt }: ClaimedDocument, error: unknown): void {
    const { logger } = this.#deps
    if (error instanceof ParseError && isFinal(error)) {
      const { code, message: reason } = error
      logger.info({ documentId, attempt, code, reason }, 'document cannot be read')
    } else logger.warn({ err: error, documentId, attempt }, 'ingestion step failed')
  }

  #changed(documentId: number): void {
    this.#deps.changed?.(documentId)
  }
}

/** True where another try would end the same way: the document cannot be read, or the endpoint is not set up. */
function isFinal(error: unknown): boolean {
  if (error instanceof ParseError) return error.code !== 'crashed'
  return error instanceof EndpointError && !error.retryable
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1_000)
