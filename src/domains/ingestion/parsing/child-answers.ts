import type { Block } from './document.ts'
import { FrameReader, frame } from './frames.ts'
import type { ParseMessage, ParseRequest } from './messages.ts'
import { toParseError } from './parse-error.ts'
import { readDocument } from './read-document.ts'

const batchChars = 200_000
const progressEveryMs = 100
const largestDocument = 0xffffffff

const write = process.stdout.write.bind(process.stdout)
// Libraries may print; the pipe carries frames and nothing else.
process.stdout.write = () => true
process.stderr.write = () => true
// A library's stray rejection after its document failed; the service ends this process then.
process.on('unhandledRejection', () => {})

let request: ParseRequest | null = null
const reader = new FrameReader(largestDocument, (payload) => {
  if (request === null) request = JSON.parse(payload.toString())
  else {
    void answer(request, payload)
    request = null
  }
})
process.stdin.on('data', (chunk) => reader.push(chunk))
process.stdin.on('end', () => process.exit(0))

async function answer({ filename, limits }: ParseRequest, bytes: Buffer): Promise<void> {
  try {
    const { blocks, ...document } = await readDocument(bytes, { filename, limits, onProgress: throttledProgress() })
    for (const batch of batches(blocks)) send({ type: 'blocks', blocks: batch })
    send({ type: 'done', document })
  } catch (error) {
    const { code, message, pageCount } = toParseError(error)
    send({ type: 'failed', code, message, pageCount })
  }
}

function send(message: ParseMessage): void {
  write(frame(Buffer.from(JSON.stringify(message))))
}

function throttledProgress(): (done: number, total: number) => void {
  let last = Date.now()
  return (done, total) => {
    if (Date.now() - last < progressEveryMs) return
    last = Date.now()
    send({ type: 'progress', done, total })
  }
}

function* batches(blocks: Block[]): Generator<Block[]> {
  let batch: Block[] = []
  let chars = 0
  for (const block of blocks) {
    batch.push(block)
    chars += block.text.length + 64
    if (chars < batchChars) continue
    yield batch
    batch = []
    chars = 0
  }
  if (batch.length > 0) yield batch
}
