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
  service.graph('mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { databaseId name } } }', {
    input: { companyId: company.id, ...input },
  })
const rename = (databaseId: number, name: string) =>
  service.graph('mutation ($input: UpdateGroupInput!) { updateGroup(input: $input) { group { name } } }', {
    input: { databaseId, name },
  })
const join = (databaseId: number, groupIds: number[]) =>
  service.graph(
    'mutation ($input: ReplaceUserGroupsInput!) { replaceUserGroups(input: $input) { user { groups { nodes { databaseId } } } } }',
    {
      input: { databaseId, groupIds },
    },
  )
const made = async (name: string, companyId = company.id): Promise<number> =>
  (await create({ name, companyId })).data.createGroup.group.databaseId

describe('a group', () => {
  test('has a name of its own within the company, when it is made and when it is renamed', async () => {
    const id = await made('First')
    await made('Second')
    const taken = { message: 'A group of this name exists already.', extensions: { code: 'conflict' } }
    expect((await create({ name: ' First ' })).errors?.[0]).toMatchObject(taken)
    expect((await rename(id, 'Second')).errors?.[0]).toMatchObject(taken)
    expect((await rename(id, 'Third')).data.updateGroup.group.name).toBe('Third')
    expect((await create({ name: 'Second', companyId: foreign.id })).errors).toBeUndefined()
  })

  test('takes users of its company only', async () => {
    const { errors } = await create({ name: 'Mixed', memberIds: [company.member.id, foreign.member.id] })
    expect(errors?.[0]?.extensions.code).toBe('not_found')
    expect(await service.database.prisma.group.count({ where: { name: 'Mixed' } })).toBe(0)
  })

  test('is joined and left by replacing the groups of a user, all or nothing', async () => {
    const [a, b, other] = [await made('A'), await made('B'), await made('Other', foreign.id)]
    expect((await join(company.member.id, [a, b, a])).data.replaceUserGroups.user.groups.nodes).toHaveLength(2)
    expect((await join(company.member.id, [other])).errors?.[0]?.extensions.code).toBe('not_found')
    expect((await join(company.member.id, [b])).data.replaceUserGroups.user.groups.nodes).toEqual([{ databaseId: b }])
  })

  test('shows its members to its administrators, and to a member themselves only', async () => {
    const id = await made('Shown')
    for (const { id: user } of [company.member, company.outsider]) await join(user, [id])
    const { keys, prisma } = service.running.services
    const query =
      'query ($id: Int!) { user(databaseId: $id) { groups { nodes { members { totalCount nodes { databaseId } } } } } }'
    const membersFor = async (userId: number) => {
      const { key } = await keys.createFor(prisma, userId, 'test')
      const { data } = await service.graph(query, { id: company.member.id }, key)
      return data.user.groups.nodes[0].members
    }
    expect(await membersFor(company.companyAdmin.id)).toEqual({
      totalCount: 2,
      nodes: [{ databaseId: company.member.id }, { databaseId: company.outsider.id }],
    })
    expect(await membersFor(company.member.id)).toEqual({
      totalCount: 1,
      nodes: [{ databaseId: company.member.id }],
    })
  })

  test('is deleted without its members', async () => {
    const id = await made('Passing')
    await join(company.outsider.id, [id])
    const remove = 'mutation ($id: Int!) { deleteGroup(input: { databaseId: $id }) { deletedDatabaseId } }'
    expect((await service.graph(remove, { id })).data.deleteGroup.deletedDatabaseId).toBe(id)
    expect((await service.graph(remove, { id })).errors?.[0]?.extensions.code).toBe('not_found')
    expect(await service.database.prisma.user.count({ where: { id: company.outsider.id } })).toBe(1)
  })
})
