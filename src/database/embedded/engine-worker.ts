import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch'
import { vector } from '@electric-sql/pglite-pgvector'
import type { EngineReply, EngineRequest, EngineStart } from './engine-messages.ts'
import { startup, transactionStatus } from './messages.ts'
import { UnitCounter } from './unit-counter.ts'

const { dataDir, started } = workerData as EngineStart
const counter = new UnitCounter(started)
const port = parentPort
if (!port) throw new Error('the database engine runs in a worker thread only')
const reply = (message: EngineReply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const db = await PGlite.create({ dataDir, extensions: { vector, pg_textsearch } })
await db.exec("SET TimeZone = 'UTC'")
// Pages of new words that the full-text index gathers before it makes a segment of them. There is one thread, and it
// pays for every segment and merge itself: with 512 (4 MB) rather than 64 a document is indexed in three quarters of the
// time, and searches are as quick.
await db.exec('SET pg_textsearch.memtable_pages_threshold = 512')
const greeting = await db.execProtocolRaw(startup('postgres', 'postgres'))
reply({ kind: 'ready', greeting })

port.on('message', async (request: EngineRequest) => {
  if (request.kind === 'close') {
    await db.close()
    reply({ kind: 'closed' })
    return
  }
  for (const [index, unit] of request.units.entries()) {
    if (!counter.start(index)) return
    // On a folder, syncToFs does nothing: each write has reached the operating system already.
    const bytes = await db.execProtocolRaw(unit, { syncToFs: false })
    const isDone = transactionStatus(bytes) === 'I'
    reply({ kind: 'answer', bytes }, [bytes.buffer as ArrayBuffer])
    if (!isDone) return
  }
})
