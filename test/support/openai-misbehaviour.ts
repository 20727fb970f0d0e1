import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { chunk, type RecordedRequest, sendAnswer, sendEmbeddings, sendJson } from './openai-replies.ts'

/** How the server treats one request instead of answering it well. */
export type Misbehaviour =
  | { status: number; retryAfter?: string; body?: string; location?: string }
  | { text: string }
  /** Sends this body as it is; as an event stream when the request asked for one, unless a type is given. */
  | { raw: string; contentType?: string }
  | 'not-json'
  | 'html'
  | 'no-choices'
  | 'empty'
  /** Takes the request and never answers. */
  | 'hang'
  | 'silent-body'
  | 'drip'
  | 'half-stream'
  | 'endless-stream'
  | 'huge'
  | 'reset'
  | 'wrong-dimension'
  | 'missing-vector'

/** Answers one request in a scripted, mostly wrong, way. `dimensions` is that of the right embeddings. */
export async function misbehave(
  behaviour: Misbehaviour,
  request: RecordedRequest,
  response: ServerResponse,
  dimensions: number,
): Promise<void> {
  if (typeof behaviour === 'object') sendScripted(behaviour, request, response)
  const stream = request.body.stream === true
  const type = { 'content-type': stream ? 'text/event-stream' : 'application/json' }
  const count = [request.body.input].flat().length
  if (behaviour === 'not-json') response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [')
  if (behaviour === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>')
  if (behaviour === 'no-choices') sendJson(response, 200, { id: 'chatcmpl-1', choices: [] })
  if (behaviour === 'empty') sendAnswer(request, response, ' ')
  if (behaviour === 'silent-body') response.writeHead(200, type).write(stream ? chunk({ role: 'assistant' }) : '{')
  if (behaviour === 'drip') await drip(response, type)
  if (behaviour === 'half-stream')
    response.writeHead(200, type).end(chunk({ content: 'Half an ' }) + chunk({ content: 'ans' }))
  if (behaviour === 'endless-stream') await flood(response, type, chunk({ content: 'on and on ' }))
  if (behaviour === 'huge') await flood(response, type, ' '.repeat(64 * 1024))
  if (behaviour === 'reset') response.socket?.resetAndDestroy()
  if (behaviour === 'wrong-dimension') sendEmbeddings(request, response, dimensions + 1)
  if (behaviour === 'missing-vector') sendEmbeddings(request, response, dimensions, count - 1)
}

function sendScripted(
  behaviour: Extract<Misbehaviour, object>,
  request: RecordedRequest,
  response: ServerResponse,
): void {
  if ('text' in behaviour) sendAnswer(request, response, behaviour.text)
  else if ('raw' in behaviour) sendRaw(behaviour, request, response)
  else sendStatus(behaviour, response)
}

function sendRaw(
  behaviour: { raw: string; contentType?: string },
  request: RecordedRequest,
  response: ServerResponse,
): void {
  const usual = request.body.stream === true ? 'text/event-stream' : 'application/json'
  response.writeHead(200, { 'content-type': behaviour.contentType ?? usual }).end(behaviour.raw)
}

function sendStatus(behaviour: Extract<Misbehaviour, { status: number }>, response: ServerResponse): void {
  if (behaviour.retryAfter !== undefined) response.setHeader('retry-after', behaviour.retryAfter)
  if (behaviour.location !== undefined) response.setHeader('location', behaviour.location)
  response.writeHead(behaviour.status).end(behaviour.body ?? JSON.stringify({ error: { message: 'scripted failure' } }))
}

async function drip(response: ServerResponse, headers: Record<string, string>): Promise<void> {
  response.writeHead(200, headers)
  while (!response.destroyed) {
    response.write(' ')
    await wait(20)
  }
}

async function flood(response: ServerResponse, headers: Record<string, string>, piece: string): Promise<void> {
  response.writeHead(200, headers)
  while (!response.destroyed) {
    if (!response.write(piece)) await wait(1)
  }
}
