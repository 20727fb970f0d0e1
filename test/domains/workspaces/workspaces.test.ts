import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { type TestService, testService } from '../../support/service.ts'

let service: TestService
let company: TestCompany
let foreign: TestCompany
beforeAll(async () => {
  service = await testService({ ingests: false })
  company = await makeCompany(service.database.prisma)
  foreign = await makeCompany(service.database.prisma)
})
afterAll(() => service.close())

const create = (input: object) =>
  service.graph(
    'mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { workspace { databaseId name workspaceType members { nodes { databaseId } } } } }',
    { input: { companyId: company.id, description: '', ...input } },
  )
const replace = (databaseId: number, memberIds: number[]) =>
  service.graph(
    'mutation ($input: ReplaceWorkspaceMembersInput!) { replaceWorkspaceMembers(input: $input) { workspace { members { nodes { databaseId } } } } }',
    { input: { databaseId, memberIds } },
  )
const remove = (databaseId: number) =>
  service.graph('mutation ($id: Int!) { deleteWorkspace(input: { databaseId: $id }) { deletedDatabaseId } }', {
    id: databaseId,
  })
const membersOf = async (id: number): Promise<number[]> =>
  (
    await service.database.prisma.user.findMany({ where: { workspaces: { some: { id } } }, orderBy: { id: 'asc' } })
  ).map(({ id }) => id)

describe('a custom workspace', () => {
  test('has a name of its own within the company; another company may use it too', async () => {
    expect((await create({ name: 'Research' })).data.createWorkspace.workspace.workspaceType).toBe('CUSTOM')
    const again = await create({ name: ' Research ' })
    expect(again.errors?.[0]).toMatchObject({
      message: 'A workspace of this name exists already.',
      extensions: { code: 'conflict' },
    })
    expect((await create({ name: 'Research', companyId: foreign.id })).errors).toBeUndefined()
  })

  test('takes members of its own company only, and none when one of them is not', async () => {
    const memberIds = [company.member.id, foreign.member.id]
    expect((await create({ name: 'Mixed', memberIds })).errors?.[0]?.extensions.code).toBe('not_found')
    expect(await service.database.prisma.workspace.count({ where: { name: 'Mixed' } })).toBe(0)
    expect((await replace(company.teamId, memberIds)).errors?.[0]?.extensions.code).toBe('not_found')
    expect(await membersOf(company.teamId)).toEqual([company.member.id])
  })

  test('has one of two lists of members that are set at once, never a mixture', async () => {
    const lists = [[company.member.id], [company.companyAdmin.id, company.outsider.id]]
    const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => replace(company.teamId, lists[i % 2] ?? [])))
    expect(replies.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect(lists).toContainEqual(await membersOf(company.teamId))
  })

  test('is deleted only when it holds no documents', async () => {
    const { data } = await create({ name: 'Passing', memberIds: [company.member.id] })
    const id = data.createWorkspace.workspace.databaseId
    const { keys, prisma } = service.running.services
    const { key } = await keys.createFor(prisma, company.member.id, 'test')
    await service.upload(
      { name: 'a.txt', content: 'a' },
      { collection_type: 'workspace', workspace_id: String(id) },
      key,
    )
    expect((await remove(id)).errors?.[0]).toMatchObject({
      message: 'The workspace still holds documents.',
      extensions: { code: 'conflict' },
    })
    await prisma.document.deleteMany({ where: { workspaceId: id } })
    expect((await remove(id)).data.deleteWorkspace.deletedDatabaseId).toBe(id)
    expect((await remove(id)).errors?.[0]?.extensions.code).toBe('not_found')
  })
})

describe('the workspace of a company, and personal ones', () => {
  test('keep their members and stay', async () => {
    for (const id of [company.workspaceId, company.member.personalWorkspaceId]) {
      expect((await replace(id, [])).errors?.[0]?.extensions.code).toBe('conflict')
      expect((await remove(id)).errors?.[0]?.extensions.code).toBe('conflict')
    }
  })
})
