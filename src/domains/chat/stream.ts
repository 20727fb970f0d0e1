import type { Viewer } from '../../viewer.ts'
import type { FoundChunk } from '../retrieval/service.ts'
import type { ChatService, Question } from './service.ts'

export type AskEvent =
  | { kind: 'extracts'; hits: FoundChunk[] }
  | { kind: 'token'; token: string }
  | { kind: 'answered'; id: number }

/**
 * The events of one question as they happen; the last one names the stored answer. A refusal is thrown. The signal stops
 * the model, and what it said until then is stored.
 */
export async function* streamAnswer(
  chat: ChatService,
  viewer: Viewer,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  const waiting: AskEvent[] = []
  let wake = () => {}
  const push = (event: AskEvent) => {
    waiting.push(event)
    wake()
  }
  let isDone = false
  const answered = chat
    .ask(viewer, question, {
      signal,
      onExtracts: (extracts) =>
        push({ kind: 'extracts', hits: extracts.map(({ chunk, score }) => ({ chunkId: chunk.id, score })) }),
      onToken: (token) => push({ kind: 'token', token }),
    })
    .finally(() => {
      isDone = true
      wake()
    })
  // The rejection is thrown below; until then it must not count as unhandled.
  answered.catch(() => undefined)
  signal.addEventListener('abort', () => wake(), { once: true })
  while (!signal.aborted && (!isDone || waiting.length > 0)) {
    const next = waiting.shift()
    if (next) yield next
    else
      await new Promise<void>((resolve) => {
        wake = resolve
        if (isDone || waiting.length > 0 || signal.aborted) resolve()
      })
  }
  if (!signal.aborted) yield { kind: 'answered', id: await answered }
}
