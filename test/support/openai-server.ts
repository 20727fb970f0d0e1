import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Misbehaviour, misbehave } from './openai-misbehaviour.ts'
import { type RecordedRequest, sendAnswer, sendEmbeddings, sendJson } from './openai-replies.ts'

export type OpenAiServerOptions = {
  /** When given, a request without this bearer token gets 401. */
  apiKey?: string
  dimensions?: number
  /** What the model says; default: a short answer that cites extract 1. */
  answer?: (messages: { role: string; content: string }[]) => string
}

export type OpenAiServer = {
  /** The root of the interface: `http://127.0.0.1:<port>/v1`. */
  url: string
  requests: RecordedRequest[]
  /** The next requests get these, one each, in order; after them the server behaves. */
  script(...behaviours: Misbehaviour[]): void
  close(): Promise<void>
}

/** An OpenAI-compatible server on loopback: `/v1/chat/completions` (plain and streamed) and `/v1/embeddings`. */
export async function startOpenAiServer(options: OpenAiServerOptions = {}): Promise<OpenAiServer> {
  const requests: RecordedRequest[] = []
  const scripted: Misbehaviour[] = []
  const server = createServer(async (request, response) => {
    // A client that gives up in the middle is part of what is tested.
    response.on('error', () => undefined)
    const recorded = await record(request)
    requests.push(recorded)
    const behaviour = scripted.shift()
    if (behaviour !== undefined) await misbehave(behaviour, recorded, response, options.dimensions ?? 64)
    else behave(recorded, response, options)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script: (...behaviours) => void scripted.push(...behaviours),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  const body = text.startsWith('{') ? JSON.parse(text) : {}
  return { path: request.url ?? '', headers: request.headers, text, body }
}

function behave(request: RecordedRequest, response: ServerResponse, options: OpenAiServerOptions): void {
  if (options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`) {
    sendJson(response, 401, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } })
  } else if (request.path === '/v1/embeddings') {
    sendEmbeddings(request, response, options.dimensions ?? 64)
  } else if (request.path === '/v1/chat/completions') {
    const messages = request.body.messages as { role: string; content: string }[]
    sendAnswer(request, response, options.answer?.(messages) ?? 'The documents say so [1].')
  } else {
    sendJson(response, 404, { error: { message: 'Not found' } })
  }
}
