import { pino } from 'pino'
import { openDatabase } from '../../../../src/database/database.ts'

// Writes rows as fast as it can, through Prisma, the pool and a transaction, and names each row once it is acknowledged.
const [dataDir = '', run = ''] = process.argv.slice(2)
const config = { url: undefined, dataDir, statementTimeoutMs: 30_000, poolSize: 6 }
const { prisma, pool } = await openDatabase(config, pino({ level: 'silent' }))

async function write(writer: number, insert: (name: string) => Promise<unknown>): Promise<never> {
  for (let n = 0; ; n += 1) {
    const name = `${run}-${writer}-${n}`
    await insert(name)
    process.stdout.write(`${name}\n`)
  }
}

const byPrisma = (name: string) => prisma.company.create({ data: { name } })
const byPool = (name: string) => pool.query('INSERT INTO companies (name, updated_at) VALUES ($1, now())', [name])
const byTransaction = (name: string) =>
  prisma.$transaction(async (tx) => {
    const { id } = await tx.company.create({ data: { name: `${name} unnamed` } })
    await tx.company.update({ where: { id }, data: { name } })
  })

await Promise.all([write(0, byPrisma), write(1, byPool), write(2, byTransaction), write(3, byPrisma), write(4, byPool)])
