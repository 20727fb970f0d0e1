import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectOrOpenDatabase, openDatabase } from '../../../src/database/database.ts'
import { removeDataDir, silent, temporaryDataDir } from '../../support/database.ts'
import { type Program, startProgram } from './programs/start.ts'

let dataDir: string
let first: Program
const config = () => ({ url: undefined, dataDir, statementTimeoutMs: 30_000, poolSize: 2 })
const mode = (...path: string[]) => statSync(join(dataDir, ...path)).mode & 0o777

const open = async () => {
  dataDir = await temporaryDataDir()
  first = startProgram('hold.ts', dataDir)
  expect(await first.nextLine()).toBe('open')
}
const remove = async () => {
  first.child.kill('SIGKILL')
  await first.exited
  await removeDataDir(dataDir)
}

describe('a data folder in use', () => {
  beforeAll(open)
  afterAll(remove)

  it('refuses a second process within two seconds, and names the first', async () => {
    const begin = performance.now()
    const second = startProgram('hold.ts', dataDir)
    const message = await second.nextLine()
    expect(performance.now() - begin).toBeLessThan(2_000)
    expect(message).toContain(`in use by process ${first.child.pid} on `)
    expect(message).toMatch(/since \d{4}-\d\d-\d\dT/)
    expect(message).toContain(`kill ${first.child.pid}`)
    expect(message).toContain('npm run admin')
    expect(await second.exited).toBe(0)
  })

  it('lets a command-line tool work on the database of the process that has it', async () => {
    const tool = await connectOrOpenDatabase(config(), silent)
    const { id } = await tool.prisma.company.create({ data: { name: 'Made beside the service' } })
    await tool.close()
    const again = await connectOrOpenDatabase(config(), silent)
    expect(await again.prisma.company.findUnique({ where: { id } })).toMatchObject({ name: 'Made beside the service' })
    await again.close()
  })

  it('is for its user only', () => {
    expect([
      mode(),
      mode('run'),
      mode('run', '.s.PGSQL.5432'),
      mode('database.owner.json'),
      mode('database.lock'),
    ]).toEqual([0o700, 0o700, 0o600, 0o600, 0o600])
  })

  it('is left in good order: the process ends by itself, no socket and no owner stay behind', async () => {
    first.child.kill('SIGTERM')
    expect(await first.exited).toBe(0)
    expect(existsSync(join(dataDir, 'run'))).toBe(false)
    expect(existsSync(join(dataDir, 'database.owner.json'))).toBe(false)
    const next = await openDatabase(config(), silent)
    await next.close()
  })
})

describe('the data folder of a dead process', () => {
  beforeEach(async () => {
    await open()
    first.child.kill('SIGKILL')
    await first.exited
  })
  afterEach(remove)

  it('is taken over at once, however young its lock', async () => {
    const next = await openDatabase(config(), silent)
    expect(await next.prisma.company.count()).toBe(0)
    await next.close()
  })

  it('is taken over even when its process number has come to belong to someone else', async () => {
    const owner = { pid: process.pid, host: 'elsewhere', since: '2026-01-01T00:00:00.000Z' }
    writeFileSync(join(dataDir, 'database.owner.json'), JSON.stringify(owner))
    const next = await openDatabase(config(), silent)
    await next.close()
  })

  it('goes to exactly one of several successors that start at the same moment', async () => {
    const successors = Array.from({ length: 4 }, () => startProgram('hold.ts', dataDir))
    const said = await Promise.all(successors.map((successor) => successor.nextLine()))
    const winner = successors[said.indexOf('open')]
    expect(said.filter((line) => line === 'open')).toHaveLength(1)
    expect(said.filter((line) => line.includes('is in use by'))).toHaveLength(3)
    winner?.child.kill('SIGTERM')
    await Promise.all(successors.map(({ exited }) => exited))
  })
})
