import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { embed } from './bag-of-words.ts'

export type RecordedRequest = {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: Record<string, unknown>
}

/** A chat completion with this text, streamed word by word when the request asks for it. */
export function sendAnswer(request: RecordedRequest, response: ServerResponse, text: string): void {
  if (request.body.stream === true) sendStream(response, text)
  else sendCompletion(response, text)
}

function sendCompletion(response: ServerResponse, text: string): void {
  sendJson(response, 200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  })
}

function sendStream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk({ role: 'assistant', content: '' }))
  for (const word of text.match(/\s*\S+|\s+/g) ?? []) response.write(chunk({ content: word }))
  response.write(chunk({}, 'stop'))
  response.end('data: [DONE]\n\n')
}

/** The embeddings of the inputs, or of the first `count`; 400 when one of them is empty. */
export function sendEmbeddings(
  request: RecordedRequest,
  response: ServerResponse,
  dimensions: number,
  count?: number,
): void {
  const input = [request.body.input].flat() as string[]
  if (input.some((text) => text === '')) {
    sendJson(response, 400, { error: { message: 'input cannot be empty' } })
    return
  }
  const data = input
    .slice(0, count)
    .map((text, index) => ({ object: 'embedding', index, embedding: embed(text, dimensions) }))
  // The protocol promises an index, not an order.
  sendJson(response, 200, { object: 'list', model: request.body.model, data: data.reverse() })
}

export function chunk(delta: Record<string, unknown>, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices })}\n\n`
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
