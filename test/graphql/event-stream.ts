import type { TestService } from '../support/service.ts'

/** The events of a subscription over HTTP (server-sent events), each as its JSON; leaving the loop closes the request. */
export async function* follow(
  service: TestService,
  query: string,
  variables: object,
  key: string,
): AsyncGenerator<any> {
  const abort = new AbortController()
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    signal: abort.signal,
  })
  try {
    yield* eventsOf(response)
  } finally {
    abort.abort()
  }
}

async function* eventsOf(response: Response): AsyncGenerator<any> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield await response.json()
    return
  }
  let waiting = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    waiting += decoder.decode(piece, { stream: true })
    const events = waiting.split('\n\n')
    waiting = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: ?(.+)$/m.exec(event)?.[1]
      if (data && /^event: next$/m.test(event)) yield JSON.parse(data)
    }
  }
}

/** All events of a subscription that ends by itself. */
export async function all(service: TestService, query: string, variables: object, key: string): Promise<any[]> {
  const events: any[] = []
  for await (const event of follow(service, query, variables, key)) events.push(event)
  return events
}
