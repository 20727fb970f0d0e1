import { z } from 'zod'
import { type EndpointError, statusError } from './error.ts'
import { Reply } from './reply.ts'
import { retryAfterMs } from './retry.ts'

const identifier = z.string().regex(/^[\w.-]{1,64}$/)
const errorSchema = z.object({ error: z.object({ code: identifier.nullish(), type: identifier.nullish() }) })

type Refusal = {
  error: EndpointError
  /** The server's own word for it, such as `model_not_found`; null when it gave none. Its message may quote the prompt. */
  code: string | null
}

/** Reads why a server refused, as far as that can be read quickly. */
export async function readRefusal(response: Response, label: string, connection: AbortController): Promise<Refusal> {
  const error = statusError(label, response.status, retryAfterMs(response.headers.get('retry-after')))
  const reply = new Reply(response, connection, { label, maxBytes: 64 * 1024, idleMs: 500 })
  const body = await reply.json().catch(() => null)
  const parsed = errorSchema.safeParse(body).data?.error
  return { error, code: parsed?.code ?? parsed?.type ?? null }
}
