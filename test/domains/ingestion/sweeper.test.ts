import { afterAll, beforeAll, expect, it } from 'vitest'
import { Sweeper } from '../../../src/domains/ingestion/sweeper.ts'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { silent, type TestDatabase, testDatabase } from '../../support/database.ts'
import { type DocumentsHarness, startDocuments } from '../../support/documents.ts'

let database: TestDatabase
let harness: DocumentsHarness
let company: TestCompany
let sweeper: Sweeper

beforeAll(async () => {
  database = await testDatabase()
  harness = await startDocuments(database, { dataDir: database.config.dataDir, logger: silent })
  company = await makeCompany(database.prisma)
  sweeper = new Sweeper({ prisma: database.prisma, queue: harness.queue })
})

afterAll(async () => {
  await harness.queue.stop()
  await database.close()
})

const jobsOf = async (id: number) => {
  const { rows } = await database.pool.query('SELECT name, state FROM pgboss.job WHERE singleton_key = $1', [
    String(id),
  ])
  return rows
}

const setJob = (id: number, assignments: string) =>
  database.pool.query(`UPDATE pgboss.job SET ${assignments} WHERE singleton_key = $1`, [String(id)])

const withoutJob = async (status: 'PENDING' | 'PARSING' | 'EMBEDDING' | 'UPDATING' | 'PARSED' | 'FAIL') => {
  const id = await harness.upload(company.member, 'text')
  await database.pool.query('DELETE FROM pgboss.job WHERE singleton_key = $1', [String(id)])
  await database.prisma.document.update({ where: { id }, data: { status } })
  return id
}

it('makes one job anew for a document that is on its way and has none, however many sweep at once', async () => {
  const id = await withoutJob('PARSING')
  await Promise.all([1, 2, 3].map(() => sweeper.sweep({ alone: false })))
  expect(await jobsOf(id)).toEqual([{ name: 'document-read', state: 'created' }])
})

it.each([
  ['PENDING', 'document-read'],
  ['UPDATING', 'document-read'],
  ['EMBEDDING', 'document-embed'],
] as const)('a document that is %s goes on with %s', async (status, name) => {
  const id = await withoutJob(status)
  await sweeper.sweep({ alone: false })
  expect(await jobsOf(id)).toEqual([{ name, state: 'created' }])
})

it.each(['PARSED', 'FAIL'] as const)('leaves a document alone that is %s', async (status) => {
  const id = await withoutJob(status)
  await sweeper.sweep({ alone: false })
  expect(await jobsOf(id)).toEqual([])
})

it('gives back the job of a worker that has not been heard of for its heartbeat', async () => {
  const id = await harness.upload(company.member, 'text')
  await setJob(
    id,
    "state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds', heartbeat_seconds = 10",
  )
  await sweeper.sweep({ alone: false })
  expect(await jobsOf(id)).toEqual([{ name: 'document-read', state: 'retry' }])
})

it('leaves the job of a living worker alone, unless nobody else can be working', async () => {
  const id = await harness.upload(company.member, 'text')
  await setJob(id, "state = 'active', started_on = now(), heartbeat_on = now()")
  await sweeper.sweep({ alone: false })
  expect(await jobsOf(id)).toEqual([{ name: 'document-read', state: 'active' }])
  await sweeper.sweep({ alone: true, starting: true })
  expect(await jobsOf(id)).toEqual([{ name: 'document-read', state: 'retry' }])
})

it('gives back, where nobody else can be working, a job that was fetched and has reached no handler', async () => {
  const id = await harness.upload(company.member, 'text')
  await setJob(id, "state = 'active', started_on = now() - interval '5 seconds', heartbeat_on = NULL")
  await sweeper.sweep({ alone: true })
  expect(await jobsOf(id)).toEqual([{ name: 'document-read', state: 'active' }])
  await setJob(id, "started_on = now() - interval '11 seconds'")
  await sweeper.sweep({ alone: true })
  expect(await jobsOf(id)).toEqual([{ name: 'document-read', state: 'retry' }])
})

it('never gives back a job whose handler runs in this process, however long the database did not hear of it', async () => {
  await database.pool.query('DELETE FROM pgboss.job')
  const id = await harness.upload(company.member, 'text')
  const began = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  await harness.queue.work('document-read', () => {
    began.resolve()
    return end.promise
  })
  await began.promise
  await setJob(id, "started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'")
  await sweeper.sweep({ alone: true })
  await sweeper.sweep({ alone: false })
  expect(await jobsOf(id)).toEqual([{ name: 'document-read', state: 'active' }])
  end.resolve()
  await harness.queue.leave()
  expect(await jobsOf(id)).toEqual([{ name: 'document-read', state: 'completed' }])
})

it('knows living workers by their heartbeats on a server only: a single process cannot be heard while it works', async () => {
  const { rows } = await database.pool.query('SELECT DISTINCT heartbeat_seconds FROM pgboss.queue WHERE name LIKE $1', [
    'document-%',
  ])
  expect(rows).toEqual([{ heartbeat_seconds: database.kind === 'embedded' ? null : 10 }])
})
