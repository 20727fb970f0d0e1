import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DocumentScope, resolveScope } from '../../../src/domains/documents/scope.ts'
import type { Viewer } from '../../../src/viewer.ts'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { silent, type TestDatabase, testDatabase } from '../../support/database.ts'
import { type DocumentsHarness, startDocuments } from '../../support/documents.ts'

let database: TestDatabase
let harness: DocumentsHarness
let company: TestCompany
let other: TestCompany
let ids: { company: number; team: number; mine: number; outsiders: number; elsewhere: number }

beforeAll(async () => {
  database = await testDatabase()
  harness = await startDocuments(database, { dataDir: database.config.dataDir, logger: silent })
  company = await makeCompany(database.prisma)
  other = await makeCompany(database.prisma)
  const collection = 'COMPANY'
  ids = {
    company: await harness.upload(company.companyAdmin, 'a', { target: { collection } }),
    team: await harness.upload(company.member, 'b', {
      filename: '100%_sure.txt',
      target: { workspaceId: company.teamId },
    }),
    mine: await harness.upload(company.member, 'c', { filename: 'mine.md' }),
    outsiders: await harness.upload(company.outsider, 'd'),
    elsewhere: await harness.upload(other.companyAdmin, 'e', { target: { collection } }),
  }
})

afterAll(async () => {
  await harness.queue.stop()
  await database.close()
})

const listed = async (viewer: Viewer, scope?: DocumentScope) => {
  const documents = await harness.documents.list(viewer, { scope }, { select: { id: true } })
  expect(await harness.documents.count(viewer, { scope })).toBe(documents.length)
  return documents.map(({ id }) => id)
}

describe('a scope', () => {
  it.each([undefined, null, {}, { companyScope: false, privateScope: false, workspaceIds: [], fileIds: [] }])(
    'that names nothing (%j) is everything that the viewer may see, newest first',
    async (scope) => {
      expect(await listed(company.member, scope ?? undefined)).toEqual([ids.mine, ids.team, ids.company])
      expect(await listed(company.outsider, scope ?? undefined)).toEqual([ids.outsiders, ids.company])
      expect(await listed(company.companyAdmin, scope ?? undefined)).toEqual([ids.team, ids.company])
      expect(await listed(company.admin, scope ?? undefined)).toEqual([ids.elsewhere, ids.team, ids.company])
    },
  )

  it('is the union of what it names', async () => {
    const { member } = company
    expect(await listed(member, { companyScope: true })).toEqual([ids.company])
    expect(await listed(member, { privateScope: true })).toEqual([ids.mine])
    expect(await listed(member, { workspaceIds: [company.teamId] })).toEqual([ids.team])
    expect(await listed(member, { fileIds: [ids.team, ids.team] })).toEqual([ids.team])
    const all = { companyScope: true, privateScope: true, workspaceIds: [company.teamId], fileIds: [ids.team] }
    expect(await listed(member, all)).toEqual([ids.mine, ids.team, ids.company])
  })

  it("is the caller's own company and privacy, for administrators too", async () => {
    expect(await listed(company.admin, { companyScope: true })).toEqual([ids.company])
    expect(await listed(company.admin, { privateScope: true })).toEqual([])
  })

  it.each<[string, () => DocumentScope]>([
    ['a workspace of others', () => ({ workspaceIds: [company.teamId] })],
    ['a workspace of another company', () => ({ workspaceIds: [other.workspaceId] })],
    ['a private document of someone else', () => ({ fileIds: [ids.mine] })],
    ['one that may be seen and one that may not', () => ({ fileIds: [ids.company, ids.elsewhere] })],
    ['an id that does not exist', () => ({ fileIds: [2_147_483_647] })],
    ['an id that cannot exist', () => ({ workspaceIds: [2 ** 40] })],
    ['a negative id', () => ({ fileIds: [-1] })],
  ])('that names %s is not found', async (_, scope) => {
    await expect(listed(company.outsider, scope())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('names at most a thousand ids of a kind', async () => {
    const fileIds = Array.from({ length: 1_001 }, (_, i) => i + 1)
    await expect(listed(company.member, { fileIds })).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('is narrowed to the scopes of a key', async () => {
    const viewer: Viewer = { ...company.member, scopes: new Map([[company.teamId, 'VIEWER']]) }
    expect(await listed(viewer)).toEqual([ids.team])
    expect(await listed(viewer, { companyScope: true })).toEqual([])
    await expect(listed(viewer, { fileIds: [ids.mine] })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is resolved in at most two statements', async () => {
    const resolve = (scope?: DocumentScope) =>
      database.recorder.record(() => resolveScope(database.prisma, company.member, scope))
    expect(await resolve()).toHaveLength(1)
    expect(await resolve({ companyScope: true, privateScope: true, workspaceIds: [company.teamId] })).toHaveLength(1)
    expect(await resolve({ fileIds: [ids.mine] })).toHaveLength(1)
    expect(await resolve({ companyScope: true, fileIds: [ids.mine, ids.team] })).toHaveLength(2)
  })

  it('resolves to ids that search can use', async () => {
    const { workspaceIds, documentIds } = await resolveScope(database.prisma, company.member, {
      companyScope: true,
      fileIds: [ids.mine],
    })
    expect({ workspaceIds, documentIds }).toEqual({ workspaceIds: [company.workspaceId], documentIds: [ids.mine] })
  })
})

it('a list is filtered by status, text and extension', async () => {
  const filtered = async (filter: object) => {
    const documents = await harness.documents.list(company.member, { filter }, { select: { id: true } })
    return documents.map(({ id }) => id)
  }
  expect(await filtered({ extensions: ['md'] })).toEqual([ids.mine])
  expect(await filtered({ text: 'MINE' })).toEqual([ids.mine])
  expect(await filtered({ text: '%_' })).toEqual([ids.team])
  expect(await filtered({ statuses: ['PARSED'] })).toEqual([])
})

it('a list of everything costs one statement', async () => {
  const list = () => harness.documents.list(company.member, {}, { select: { id: true }, take: 10 })
  expect(await database.recorder.record(list)).toHaveLength(1)
})
