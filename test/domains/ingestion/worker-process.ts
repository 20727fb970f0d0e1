import { pino } from 'pino'
import { openDatabase } from '../../../src/database/database.ts'
import { startDocuments, startWorker } from '../../support/documents.ts'

// A service of its own that works on the queue of a database until it is killed. It says `changed <id>` whenever it has
// touched a document; told to, it dies as soon as it has begun one.
const [dataDir = '', url = '', mode = ''] = process.argv.slice(2)
const logger = pino({ level: 'silent' })

function changed(documentId: number): void {
  if (mode === 'die') process.kill(process.pid, 'SIGKILL')
  process.stdout.write(`changed ${documentId}\n`)
}

const config = { dataDir, url: url || undefined, statementTimeoutMs: 30_000, poolSize: 5 }
const database = await openDatabase(config, logger)
const harness = await startDocuments(database, { dataDir, logger, queue: { retryDelaySeconds: 1 } })
await startWorker(database, harness, { logger, changed })
process.stdout.write('started\n')
