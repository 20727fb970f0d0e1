import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCompany, type TestCompany } from '../support/company.ts'
import { type TestService, testService } from '../support/service.ts'

let service: TestService
let company: TestCompany
beforeAll(async () => {
  service = await testService({ ingests: false })
  company = await makeCompany(service.database.prisma)
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await service.database.prisma.group.create({ data: { companyId: company.id, name } })
})
afterAll(() => service.close())

const page = async (args: string) => {
  const { data } = await service.graph(
    `query ($id: Int!) { company(databaseId: $id) { groups(${args}) { totalCount nodes { name } pageInfo { hasPreviousPage hasNextPage } } } }`,
    { id: company.id },
  )
  const { totalCount, nodes, pageInfo } = data.company.groups
  const names = nodes.map(({ name }: { name: string }) => name).join('')
  return { totalCount, names, before: pageInfo.hasPreviousPage, after: pageInfo.hasNextPage }
}

describe('a page says what lies around it', () => {
  test.each([
    ['first: 2', { names: 'ab', before: false, after: true }],
    ['first: 2, offset: 0', { names: 'ab', before: false, after: true }],
    ['first: 2, offset: 2', { names: 'cd', before: true, after: true }],
    ['first: 2, offset: 4', { names: 'e', before: true, after: false }],
    ['first: 2, offset: 9', { names: '', before: true, after: false }],
    ['last: 2', { names: 'de', before: true, after: false }],
    ['last: 2, offset: 2', { names: 'bc', before: true, after: true }],
    ['last: 2, offset: 3', { names: 'ab', before: false, after: true }],
  ])('%s', async (args, expected) => {
    expect(await page(args)).toEqual({ totalCount: 5, ...expected })
  })
})
