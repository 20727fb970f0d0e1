/** One message of a conversation. */
export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string }

/** A passage of a document that an answer may rest on. */
export type Extract = {
  /** How the answer cites it, from 1. */
  number: number
  documentName: string
  text: string
  pageStart: number | null
  pageEnd: number | null
  score: number
  language?: string
}

export type AnswerRequest = {
  /** The conversation; the last user message is the question. */
  messages: ChatMessage[]
  extracts: Extract[]
  signal?: AbortSignal
  /** Called with each piece of the answer as it comes; the pieces joined are the text of the answer. */
  onToken?: (text: string) => void
}

export type Answer = { text: string }

/** Answers the last question of a conversation from extracts. Rejects with a ModelError and with nothing else of its own. */
export interface ChatModel {
  readonly name: string
  /** How many tokens its prompt and its answer may have together. */
  readonly contextTokens: number
  answer(request: AnswerRequest): Promise<Answer>
}

/** A model gave no answer. The message is for people: it holds no secret, no address and no text that a server sent. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  /** Whether the same question may be answered later. */
  readonly retryable: boolean

  constructor(message: string, options: { retryable?: boolean } = {}) {
    super(message)
    this.retryable = options.retryable ?? false
  }
}
