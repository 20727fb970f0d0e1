import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { type TestService, testService } from '../../support/service.ts'

let service: TestService
let company: TestCompany
beforeAll(async () => {
  service = await testService({ ingests: false })
  company = await makeCompany(service.database.prisma)
})
afterAll(() => service.close())

const create = (input: object) =>
  service.graph(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { databaseId email username role workspaces { nodes { workspaceType } } groups { nodes { name } } } } }',
    { input: { companyId: company.id, ...input } },
  )
const members = () => service.database.prisma.user.count({ where: { companyId: company.id } })
const setLimit = (maxUsers: number | null) =>
  service.database.prisma.company.update({ where: { id: company.id }, data: { maxUsers } })

describe('a new user', () => {
  test('is a member of the company workspace and of a personal one, with an e-mail address in lower case', async () => {
    const { data } = await create({ email: 'New@Example.com' })
    expect(data.createUser.user).toMatchObject({
      email: 'new@example.com',
      username: 'new@example.com',
      role: 'MEMBER',
    })
    const types = data.createUser.user.workspaces.nodes.map(({ workspaceType }: any) => workspaceType)
    expect(types.sort()).toEqual(['COMPANY', 'PERSONAL'])
  })

  test.each([
    [
      'e-mail address',
      { email: 'TAKEN@example.com', username: 'someone' },
      'A user with this e-mail address exists already.',
    ],
    ['username', { email: 'else@example.com', username: 'taken' }, 'A user with this username exists already.'],
  ])('has an %s that nobody has', async (_name, input, message) => {
    await create({ email: 'taken@example.com', username: 'taken' })
    const before = await members()
    const { errors } = await create(input)
    expect(errors?.[0]).toMatchObject({ message, extensions: { code: 'conflict' } })
    expect(await members()).toBe(before)
  })

  test('is not called by the e-mail address of somebody else, who may come later', async () => {
    const { errors } = await create({ email: 'squatter@example.com', username: 'victim@example.com' })
    expect(errors?.[0]?.extensions.code).toBe('bad_request')
    expect((await create({ email: 'victim@example.com' })).errors).toBeUndefined()
  })

  test('joins groups of the company, and of no other', async () => {
    const { prisma } = service.database
    const foreign = await makeCompany(prisma)
    const own = await prisma.group.create({ data: { companyId: company.id, name: 'Own' } })
    const other = await prisma.group.create({ data: { companyId: foreign.id, name: 'Other' } })
    const joined = await create({ email: 'joins@example.com', groupIds: [own.id, own.id] })
    expect(joined.data.createUser.user.groups.nodes).toEqual([{ name: 'Own' }])
    const refused = await create({ email: 'intrudes@example.com', groupIds: [own.id, other.id] })
    expect(refused.errors?.[0]?.extensions.code).toBe('not_found')
    expect(await prisma.user.count({ where: { email: 'intrudes@example.com' } })).toBe(0)
  })

  test('does not fit into a company that is full', async () => {
    const count = await members()
    await setLimit(count)
    const { errors } = await create({ email: 'late@example.com' })
    expect(errors?.[0]).toMatchObject({
      message: `The company has ${count} of at most ${count} users.`,
      extensions: { code: 'conflict' },
    })
    await setLimit(null)
  })

  test('takes the last place alone, of twenty who come at once', async () => {
    const count = await members()
    await setLimit(count + 1)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => create({ email: `race${i}@example.com` })))
    expect(replies.filter(({ errors }) => !errors)).toHaveLength(1)
    const codes = replies.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions.code) ?? [])
    expect(codes).toEqual(Array(19).fill('conflict'))
    expect(await members()).toBe(count + 1)
    await setLimit(null)
  })
})
