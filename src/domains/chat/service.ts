import type { Logger } from 'pino'
import type { ChatResponse, PrismaClient } from '../../database/client/client.ts'
import type { Viewer } from '../../viewer.ts'
import type { DocumentScope } from '../documents/scope.ts'
import type { FoundExtract, RetrievalService } from '../retrieval/service.ts'
import { checkedConversation, queryOf } from './conversation.ts'
import { gatherExtracts } from './gather.ts'
import { type ChatMessage, type ChatModel, type Extract, ModelError } from './models/model.ts'
import type { ModelsService } from './models-service.ts'
import { visibleChatResponses } from './policy.ts'
import { storeAnswer } from './store-answer.ts'

export type Question = {
  messages: ChatMessage[]
  scope?: DocumentScope | null
  model?: string | null
  tool?: string | null
}

/** What can be followed while a question is answered. */
export type AskObserver = {
  onExtracts?: (extracts: FoundExtract[]) => void
  onToken?: (text: string) => void
  signal?: AbortSignal
}

/** Answers questions from documents, and keeps every question, answer, extract and error. */
export class ChatService {
  readonly #prisma: PrismaClient
  readonly #retrieval: RetrievalService
  readonly #models: ModelsService
  readonly #logger: Logger
  readonly #stopping = new AbortController()

  constructor(deps: { prisma: PrismaClient; retrieval: RetrievalService; models: ModelsService; logger: Logger }) {
    this.#prisma = deps.prisma
    this.#retrieval = deps.retrieval
    this.#models = deps.models
    this.#logger = deps.logger
  }

  /** One answer that the viewer was given, or null. */
  find(viewer: Viewer, id: number, query: object): Promise<ChatResponse | null> {
    return this.#prisma.chatResponse.findUnique({ ...query, where: { id, AND: visibleChatResponses(viewer) } })
  }

  /** An answer that was given in this very request, to whoever asked. */
  findNew(viewer: Viewer, id: number, query: object): Promise<ChatResponse | null> {
    return this.#prisma.chatResponse.findUnique({ ...query, where: { id, userId: viewer.id } })
  }

  /**
   * Answers the last question of a conversation; gives the id of the stored answer. An unknown model or tool is
   * `bad_request`, an id in the scope that the viewer may not see is `not_found`, and then nothing is stored. A model
   * that fails is no error: the answer has no text and an `errorMessage`.
   */
  async ask(viewer: Viewer, question: Question, observer: AskObserver = {}): Promise<number> {
    const started = performance.now()
    const messages = checkedConversation(question.messages)
    const [model, tool] = await Promise.all([this.#models.pick(question.model), this.#models.pickTool(question.tool)])
    const scope = await this.#retrieval.resolve(viewer, question.scope)
    const asked = { companyId: viewer.companyId, userId: viewer.id, model: model.name, tool: tool?.name ?? null }
    const request = await this.#prisma.chatRequest.create({
      data: { ...asked, messages, scope: (question.scope ?? {}) as object },
      select: { id: true },
    })
    const gathered = await gatherExtracts(this.#retrieval, viewer, {
      query: queryOf(messages),
      scope,
      contextTokens: model.contextTokens,
      limit: tool?.maxExtracts ?? 10,
    })
    observer.onExtracts?.(gathered.extracts)
    const instructed = tool?.instructions
      ? [{ role: 'system' as const, content: tool.instructions }, ...messages]
      : messages
    const answer = await this.#answer(model, instructed, gathered.extracts, observer)
    const durationMs = Math.round(performance.now() - started)
    return storeAnswer(
      this.#prisma,
      { ...asked, ...answer, requestId: request.id, source: gathered.source, durationMs },
      gathered.extracts,
    )
  }

  /** Ends the models that are answering; what they were asked is stored with the reason. For the end of the service. */
  stop(): void {
    this.#stopping.abort()
  }

  async #answer(model: ChatModel, messages: ChatMessage[], found: FoundExtract[], { onToken, signal }: AskObserver) {
    const ends = signal ? AbortSignal.any([signal, this.#stopping.signal]) : this.#stopping.signal
    try {
      const { text } = await model.answer({ messages, extracts: found.map(asExtract), onToken, signal: ends })
      return { text, errorMessage: null }
    } catch (error) {
      if (this.#stopping.signal.aborted)
        return { text: null, errorMessage: 'The service was stopped before the model had answered.' }
      if (error instanceof ModelError) return { text: null, errorMessage: error.message }
      this.#logger.error({ err: error, model: model.name }, 'a model failed unexpectedly')
      return { text: null, errorMessage: `The model “${model.name}” failed.` }
    }
  }
}

const asExtract = ({ chunk, score }: FoundExtract, index: number): Extract => ({
  number: index + 1,
  documentName: chunk.document.filename,
  text: chunk.text,
  pageStart: chunk.pageStart,
  pageEnd: chunk.pageEnd,
  score,
  language: chunk.document.language ?? undefined,
})
