import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootstrap } from '../../src/bootstrap.ts'
import { demoCompanyName, loadDemo } from '../../src/demo/load.ts'
import type { Services } from '../../src/services.ts'
import { silent, type TestDatabase, testDatabase } from '../support/database.ts'
import { demoConfig, firstStart, servicesOn } from './first-start.ts'

describe('a demo that was interrupted', () => {
  let database: TestDatabase
  let services: Services

  beforeAll(async () => {
    database = await testDatabase()
    services = await firstStart(database)
  })

  afterAll(async () => {
    await services.queue.stop()
    await database.close()
  })

  it('is completed by the next start, without anything twice', async () => {
    const settings = demoConfig(database)
    const small = servicesOn(database, { ...settings, limits: { ...settings.limits, fileBytes: 2_500 } })
    await small.queue.start()
    await expect(loadDemo(small, silent, database.pool)).rejects.toMatchObject({ code: 'payload_too_large' })
    await small.queue.stop()
    const users = await database.prisma.user.count()
    const begun = await database.prisma.document.count()
    expect(begun).toBeGreaterThan(0)
    expect(begun).toBeLessThan(15)

    await loadDemo(services, silent, database.pool)
    expect(await database.prisma.user.count()).toBe(users)
    expect(await database.prisma.document.count()).toBe(15)
    expect(await database.prisma.workspaceSummary.count()).toBe(4)
  })
})

describe('a database that is not the demo’s', () => {
  it('gets nothing, also when one of its companies has the name', async () => {
    const database = await testDatabase()
    const services = servicesOn(database)
    await bootstrap(services, { companyName: 'First company', chosenKey: undefined })
    await services.companies.createUnchecked(database.prisma, { name: demoCompanyName })
    await loadDemo(services, silent, database.pool)
    expect(await database.prisma.user.count()).toBe(1)
    expect(await database.prisma.document.count()).toBe(0)
    await database.close()
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('two machines that start at once', () => {
  it('load the demo once', async () => {
    const database = await testDatabase()
    const one = await firstStart(database)
    const other = servicesOn(database)
    await other.queue.start()
    await Promise.all([loadDemo(one, silent, database.pool), loadDemo(other, silent, database.pool)])
    expect(await database.prisma.document.count()).toBe(15)
    await one.queue.stop()
    await other.queue.stop()
    await database.close()
  })
})
