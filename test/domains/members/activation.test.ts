import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorViewer } from '../../../src/cli/operator-viewer.ts'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { type TestService, testService } from '../../support/service.ts'

let service: TestService
let company: TestCompany
beforeAll(async () => {
  service = await testService({ ingests: false })
})
beforeEach(async () => {
  company = await makeCompany(service.database.prisma)
})
afterAll(() => service.close())

const change = (mutation: 'activateUser' | 'deactivateUser', databaseId: number) =>
  service.graph(
    `mutation ($id: Int!) { ${mutation}(input: { databaseId: $id }) { user { isActive company { activeMembersCount } } } }`,
    { id: databaseId },
  )
const activate = (databaseId: number) => change('activateUser', databaseId)
const deactivate = (databaseId: number) => change('deactivateUser', databaseId)
const allow = (maxUsers: number) =>
  service.database.prisma.company.update({ where: { id: company.id }, data: { maxUsers } })
const countActive = () => service.database.prisma.user.count({ where: { companyId: company.id, isActive: true } })

describe('a deactivated user', () => {
  test('is let in again, with the keys they had', async () => {
    const { keys, prisma } = service.running.services
    const { key } = await keys.createFor(prisma, company.member.id, 'test')
    const status = async () => (await service.graph('{ viewer { id } }', {}, key)).status
    await deactivate(company.member.id)
    expect(await status()).toBe(401)
    const { data } = await activate(company.member.id)
    expect(data.activateUser.user).toEqual({ isActive: true, company: { activeMembersCount: 4 } })
    expect(await status()).toBe(200)
  })

  test('needs a place in the company', async () => {
    await deactivate(company.member.id)
    await allow(3)
    expect((await activate(company.member.id)).errors?.[0]).toMatchObject({
      message: 'The company has 3 of at most 3 users.',
      extensions: { code: 'conflict' },
    })
    await allow(4)
    expect((await activate(company.member.id)).errors).toBeUndefined()
  })

  test('is one of those who race for the last place', async () => {
    await deactivate(company.member.id)
    await deactivate(company.outsider.id)
    await allow(3)
    const input = { companyId: company.id, email: `new@${company.id}.example` }
    const results = await Promise.all([
      activate(company.member.id),
      activate(company.outsider.id),
      service.graph('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', { input }),
    ])
    const codes = results.map(({ errors }) => errors?.[0]?.extensions.code)
    expect(codes.sort()).toEqual(['conflict', 'conflict', undefined])
    expect(await countActive()).toBe(3)
  })
})

test('activating who is active takes no place', async () => {
  await allow(4)
  expect((await activate(company.member.id)).data.activateUser.user.isActive).toBe(true)
})

describe('the last administrator who may sign in', () => {
  const admins = () => service.database.prisma.user.findMany({ where: { role: 'ADMIN', isActive: true } })
  const leave = async (ids: number[]) => {
    const where = { role: 'ADMIN' as const }
    await service.database.prisma.user.updateMany({ where, data: { isActive: false } })
    await service.database.prisma.user.updateMany({ where: { id: { in: ids } }, data: { isActive: true } })
  }
  let everyone: number[]
  beforeEach(async () => {
    everyone = (await admins()).map(({ id }) => id)
    return () => leave(everyone)
  })

  test('is not deactivated, also when the others have expired', async () => {
    const { members } = service.running.services
    const [first = 0, expired = 0] = everyone
    await leave([first, expired])
    const where = { id: expired }
    await service.database.prisma.user.update({ where, data: { accountExpirationDate: new Date(0) } })
    await expect(members.deactivate(operatorViewer, first)).rejects.toMatchObject({ code: 'conflict' })
    await service.database.prisma.user.update({ where, data: { accountExpirationDate: null } })
    await expect(members.deactivate(operatorViewer, first)).resolves.toBe(first)
    expect(await admins()).toHaveLength(1)
  })

  test('stays when two deactivate each other at once', async () => {
    const { members } = service.running.services
    const [first = 0, second = 0] = everyone
    await leave([first, second])
    const results = await Promise.allSettled([
      members.deactivate({ ...company.admin, id: first }, second),
      members.deactivate({ ...company.admin, id: second }, first),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await admins()).toHaveLength(1)
  })
})
