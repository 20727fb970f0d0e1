import { EndpointError } from '../../retrieval/embeddings/endpoint/error.ts'

const maxLineLength = 256 * 1024

/** The `data` of each event of a `text/event-stream` body; comments and other fields are left out. */
export async function* eventData(text: AsyncIterable<string>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of lines(text)) {
    if (line === '' && data.length > 0) {
      yield data.join('\n')
      data = []
    }
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
  }
  if (data.length > 0) yield data.join('\n')
}

async function* lines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    const parts = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = parts.pop() ?? ''
    yield* parts
    if (rest.length > maxLineLength) throw new EndpointError('The model sent a line of its stream that is too long.')
  }
  yield rest.replace(/\r$/, '')
}
