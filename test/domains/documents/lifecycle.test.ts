import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BlobCollector } from '../../../src/domains/documents/blob-collector.ts'
import type { Viewer } from '../../../src/viewer.ts'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { silent, type TestDatabase, testDatabase } from '../../support/database.ts'
import { type DocumentsHarness, startDocuments } from '../../support/documents.ts'

let database: TestDatabase
let harness: DocumentsHarness
let company: TestCompany
let other: TestCompany

beforeAll(async () => {
  database = await testDatabase()
  harness = await startDocuments(database, { dataDir: database.config.dataDir, logger: silent })
  company = await makeCompany(database.prisma)
  other = await makeCompany(database.prisma)
})

afterAll(async () => {
  await harness.queue.stop()
  await database.close()
})

const stored = async () => {
  const hashes: string[] = []
  for await (const sha256 of harness.blobs.list()) hashes.push(sha256)
  return hashes
}
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  )

describe('who may delete, and try again', () => {
  const inTeam = () => harness.upload(company.member, 'team', { target: { workspaceId: company.teamId } })
  const inCompany = () => harness.upload(company.companyAdmin, 'company', { target: { collection: 'COMPANY' } })
  const inPrivate = () => harness.upload(company.member, 'private')
  const viewerKey = (): Viewer => ({ ...company.member, scopes: new Map([[company.teamId, 'VIEWER']]) })
  const cases: [string, () => Promise<number>, () => Viewer, string][] = [
    ['a workspace document: its uploader', inTeam, () => company.member, 'done'],
    ['a workspace document: a company administrator', inTeam, () => company.companyAdmin, 'done'],
    ['a workspace document: an administrator of the instance', inTeam, () => other.admin, 'done'],
    ['a workspace document: a key that may only view', inTeam, viewerKey, 'insufficient_permissions'],
    ['a workspace document: who is no member', inTeam, () => company.outsider, 'not_found'],
    ['a workspace document: another company', inTeam, () => other.companyAdmin, 'not_found'],
    ['a company document: a member', inCompany, () => company.member, 'insufficient_permissions'],
    ['a company document: a company administrator', inCompany, () => company.companyAdmin, 'done'],
    ['a private document: its owner', inPrivate, () => company.member, 'done'],
    ['a private document: an administrator', inPrivate, () => company.admin, 'not_found'],
  ]

  it.each(cases)('%s', async (_, make, viewer, expected) => {
    const id = await make()
    await database.prisma.document.update({ where: { id }, data: { status: 'FAIL' } })
    await database.pool.query('DELETE FROM pgboss.job')
    expect(await outcome(harness.documents.retry(viewer(), id))).toBe(expected)
    expect(await outcome(harness.documents.delete(viewer(), id))).toBe(expected)
    expect(await database.prisma.document.count({ where: { id } })).toBe(expected === 'done' ? 0 : 1)
  })
})

it('only a document that has failed is tried again', async () => {
  const id = await harness.upload(company.member, 'fine')
  expect(await outcome(harness.documents.retry(company.member, id))).toBe('conflict')
})

describe('the bytes of a deleted document', () => {
  it('are removed with the last document that has them', async () => {
    const first = await harness.upload(company.member, 'shared bytes')
    const second = await harness.upload(company.outsider, 'shared bytes')
    const { sha256 } = await database.prisma.document.findUniqueOrThrow({ where: { id: first } })
    await harness.documents.delete(company.member, first)
    expect(await stored()).toContain(sha256)
    await harness.documents.delete(company.outsider, second)
    expect(await stored()).not.toContain(sha256)
  })

  it('are there for an upload of the same content that comes at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const content = `contested ${round}`
      const id = await harness.upload(company.member, content)
      const [, again] = await Promise.all([
        harness.documents.delete(company.member, id),
        harness.upload(company.outsider, content),
      ])
      const { stream } = await harness.documents.download(company.outsider, again)
      stream.destroy()
    }
  })
})

it('bytes that no document refers to are collected, and no others', async () => {
  const id = await harness.upload(company.member, 'referred to')
  const { sha256 } = await database.prisma.document.findUniqueOrThrow({ where: { id } })
  const lost = await harness.upload(company.member, 'of a row that was never committed')
  await database.prisma.document.delete({ where: { id: lost } })
  const before = await stored()
  const collector = new BlobCollector({ prisma: database.prisma, blobs: harness.blobs })
  expect(await collector.collect()).toBe(1)
  expect(await stored()).toHaveLength(before.length - 1)
  expect(await stored()).toContain(sha256)
})
