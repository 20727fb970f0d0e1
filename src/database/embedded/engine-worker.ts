import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch'
import { vector } from '@electric-sql/pglite-pgvector'
import type { EngineReply, EngineRequest } from './engine.ts'
import { startup } from './messages.ts'

const { dataDir } = workerData as { dataDir: string }
const port = parentPort
if (!port) throw new Error('the database engine runs in a worker thread only')
const reply = (message: EngineReply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const db = await PGlite.create({ dataDir, extensions: { vector, pg_textsearch } })
await db.exec("SET TimeZone = 'UTC'")
const greeting = await db.execProtocolRaw(startup('postgres', 'postgres'))
reply({ kind: 'ready', greeting })

port.on('message', async (request: EngineRequest) => {
  if (request.kind === 'close') {
    await db.close()
    reply({ kind: 'closed' })
    return
  }
  const answer = await db.execProtocolRaw(request.bytes)
  reply({ kind: 'answer', bytes: answer }, [answer.buffer as ArrayBuffer])
})
