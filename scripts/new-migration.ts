import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { openDatabase } from '../src/database/database.ts'
import { schemaDiff } from './schema-diff.ts'

// Writes prisma/migrations/<time>_<name>/migration.sql with what prisma/schema.prisma has and the migrations so far have
// not. Use: npm run migration:new -- <name>
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name))
  throw new Error('usage: npm run migration:new -- <name in lower case with underscores>')

const dataDir = mkdtempSync(join(tmpdir(), 'docgraph-migration-'))
const logger = pino({ level: 'warn' })
const database = await openDatabase({ url: undefined, dataDir, statementTimeoutMs: 60_000, poolSize: 2 }, logger)
try {
  const sql = await schemaDiff(join(root, 'prisma/schema.prisma'), database.poolConfig)
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = join(root, 'prisma/migrations', `${time}_${name}`)
  if (sql) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'migration.sql'), `${sql}\n`)
    logger.warn(`wrote ${folder}`)
  } else {
    logger.warn('the migrations already agree with the schema')
  }
} finally {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
}
