import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/database/database.ts'
import { removeDataDir, silent, temporaryDataDir } from '../../support/database.ts'
import { startProgram } from './programs/start.ts'

const ROUNDS = 20
let dataDir: string
beforeAll(async () => {
  dataDir = await temporaryDataDir()
})
afterAll(() => removeDataDir(dataDir))

async function writeUntilKilled(round: number): Promise<string[]> {
  const writer = startProgram('write.ts', dataDir, String(round))
  await writer.nextLine()
  await wait(Math.random() * 300)
  writer.child.kill('SIGKILL')
  await writer.exited
  return writer.lines
}

describe('the embedded database after kill -9', () => {
  it(`has every acknowledged row, ${ROUNDS} kills under load in a row`, { timeout: 120_000 }, async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) acknowledged.push(...(await writeUntilKilled(round)))
    const config = { url: undefined, dataDir, statementTimeoutMs: 30_000, poolSize: 2 }
    const database = await openDatabase(config, silent)
    const rows = await database.prisma.company.findMany({ select: { name: true } })
    await database.close()
    const names = new Set(rows.map(({ name }) => name))
    expect(acknowledged.length).toBeGreaterThan(ROUNDS * 5)
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
    expect([...names].filter((name) => name.endsWith('unnamed'))).toEqual([])
  })
})
