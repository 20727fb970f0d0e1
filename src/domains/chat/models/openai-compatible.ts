import type { Logger } from 'pino'
import { Endpoint } from '../../retrieval/embeddings/endpoint/endpoint.ts'
import { EndpointError } from '../../retrieval/embeddings/endpoint/error.ts'
import type { Reply } from '../../retrieval/embeddings/endpoint/reply.ts'
import { buildPrompt } from '../prompt.ts'
import { AnswerText } from './answer-text.ts'
import { readCompletion, readCompletionStream } from './completion.ts'
import { type Answer, type AnswerRequest, type ChatModel, ModelError } from './model.ts'

export type OpenAiCompatibleOptions = {
  /** What administrators and users call the model. */
  name: string
  /** Root of the interface (`…/v1`), its origin, or the whole address of `/chat/completions`. */
  baseUrl: string
  apiKey: string | null
  /** What the server calls the model. */
  model: string
  contextTokens: number
  /** Time for an answer, all tries included, in milliseconds. */
  timeoutMs: number
  /** The longest silence within an answer, in milliseconds; default 30,000. */
  idleTimeoutMs?: number
  retries: number
  /** A server that asks for a longer wait, in milliseconds, is not waited for; default 10,000. */
  maxRetryAfterMs?: number
  /** Size limit of a response body; default 4 MiB. */
  maxBytes?: number
  /** Length limit of an answer in characters, longer ones are cut off; default 100,000. */
  maxAnswerLength?: number
  /** Further members of the request body, such as `temperature`. */
  parameters?: Record<string, unknown>
  logger?: Logger
}

/** A model behind an OpenAI-compatible `/chat/completions`, streamed when the caller wants tokens as they come. */
export class OpenAiCompatibleModel implements ChatModel {
  readonly name: string
  readonly contextTokens: number
  readonly #options: OpenAiCompatibleOptions
  readonly #endpoint: Endpoint

  constructor(options: OpenAiCompatibleOptions) {
    this.name = options.name
    this.contextTokens = options.contextTokens
    this.#options = options
    this.#endpoint = new Endpoint({
      label: `The model “${options.name}”`,
      baseUrl: options.baseUrl,
      apiKey: options.apiKey,
      timeoutMs: options.timeoutMs,
      idleTimeoutMs: Math.min(options.idleTimeoutMs ?? 30_000, options.timeoutMs),
      retries: options.retries,
      maxRetryAfterMs: options.maxRetryAfterMs ?? 10_000,
      maxBytes: options.maxBytes ?? 4 * 1024 * 1024,
      logger: options.logger,
    })
  }

  async answer(request: AnswerRequest): Promise<Answer> {
    try {
      return { text: await this.#complete(request) }
    } catch (error) {
      if (error instanceof EndpointError) throw new ModelError(error.message, { retryable: error.retryable })
      throw error
    }
  }

  async #complete(request: AnswerRequest): Promise<string> {
    const { messages, extracts, signal, onToken } = request
    const answerReserve = Math.min(1024, Math.floor(this.contextTokens / 4))
    const payload = {
      ...this.#options.parameters,
      model: this.#options.model,
      messages: buildPrompt(messages, extracts, this.contextTokens - answerReserve),
      stream: onToken !== undefined,
    }
    let text = new AnswerText(0)
    const read = async (reply: Reply) => {
      text = new AnswerText(this.#options.maxAnswerLength ?? 100_000, onToken)
      return await this.#read(reply, text)
    }
    // Tokens that the caller has already passed on cannot be taken back by a second try.
    const repeatable = () => onToken === undefined || !text.started
    return await this.#endpoint.post({ operation: '/chat/completions', payload, signal, read, repeatable })
  }

  async #read(reply: Reply, text: AnswerText): Promise<string> {
    const label = `The model “${this.name}”`
    // A server that cannot stream answers plainly even when it was asked to.
    if (reply.contentType.startsWith('text/event-stream')) await readCompletionStream(reply, text, label)
    else text.push(readCompletion(await reply.json(), label))
    const answer = text.toString()
    if (answer.trim() === '') throw new EndpointError(`${label} gave an empty answer.`)
    return answer
  }
}
