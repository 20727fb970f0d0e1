import { pino } from 'pino'
import { openDatabase } from '../../../../src/database/database.ts'

// Opens the folder and keeps it until told to stop by SIGTERM; says "open", or why not.
const dataDir = process.argv[2] ?? ''
const config = { url: undefined, dataDir, statementTimeoutMs: 30_000, poolSize: 2 }
try {
  const database = await openDatabase(config, pino({ level: 'silent' }))
  process.once('SIGTERM', () => database.close())
  process.stdout.write('open\n')
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`)
}
