import { z } from 'zod'
import { EndpointError } from '../../retrieval/embeddings/endpoint/error.ts'
import type { Reply } from '../../retrieval/embeddings/endpoint/reply.ts'
import type { AnswerText } from './answer-text.ts'
import { eventData } from './sse.ts'

const contentSchema = z.union([
  z.string(),
  z
    .array(z.object({ text: z.string().optional() }))
    .transform((parts) => parts.map((part) => part.text ?? '').join('')),
])

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: contentSchema.nullish() }) })).min(1),
})

const chunkSchema = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: contentSchema.nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
})

/** The text of a chat completion; '' when the model said nothing. Throws an EndpointError on any other shape. */
export function readCompletion(body: unknown, label: string): string {
  const parsed = completionSchema.safeParse(body)
  if (!parsed.success) throw new EndpointError(`${label} sent an answer without any choices.`)
  return parsed.data.choices[0]?.message.content ?? ''
}

/** Reads a streamed chat completion into `text` until it is finished. Throws an EndpointError when it breaks off before. */
export async function readCompletionStream(reply: Reply, text: AnswerText, label: string): Promise<void> {
  for await (const data of eventData(reply.text())) {
    if (data.trim() === '[DONE]') return
    const choice = parseChunk(data, label).choices?.[0]
    text.push(choice?.delta?.content ?? '')
    // Some servers never send [DONE] and keep the connection open.
    if (choice?.finish_reason || text.full) return
  }
  throw new EndpointError(`${label} broke off in the middle of its answer; please try again.`, { retryable: true })
}

function parseChunk(data: string, label: string) {
  const parsed = chunkSchema.safeParse(parseJson(data))
  if (!parsed.success) throw new EndpointError(`${label} sent a stream that cannot be read.`)
  if (parsed.data.error) throw new EndpointError(`${label} failed in the middle of its answer.`, { retryable: true })
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
