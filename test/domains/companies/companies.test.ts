import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { type TestService, testService } from '../../support/service.ts'

let service: TestService
let company: TestCompany
let companyAdmin: string
beforeAll(async () => {
  service = await testService({ ingests: false })
  company = await makeCompany(service.database.prisma)
  const { keys, prisma } = service.running.services
  companyAdmin = (await keys.createFor(prisma, company.companyAdmin.id, 'test')).key
})
afterAll(() => service.close())

const fields =
  'company { databaseId name dpoEmail maxUsers storageLimitCustomWs workspaces { nodes { name workspaceType collections { collectionType } } } }'
const create = (input: object) =>
  service.graph(`mutation ($input: CreateCompanyInput!) { createCompany(input: $input) { ${fields} } }`, { input })
const update = (input: object, key?: string) =>
  service.graph(`mutation ($input: UpdateCompanyInput!) { updateCompany(input: $input) { ${fields} } }`, { input }, key)

describe('a company', () => {
  test('begins with its company workspace, and tells the truth about limits that nobody set', async () => {
    const { data } = await create({ name: ' New company ' })
    expect(data.createCompany.company).toMatchObject({
      name: 'New company',
      dpoEmail: null,
      maxUsers: null,
      storageLimitCustomWs: null,
      workspaces: {
        nodes: [{ name: 'New company', workspaceType: 'COMPANY', collections: [{ collectionType: 'COMPANY' }] }],
      },
    })
  })

  test('has a name that no other has, also of ten that are made at once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'The only one' })))
    expect(replies.filter(({ errors }) => !errors)).toHaveLength(1)
    const refusals = replies.flatMap(({ errors }) => errors ?? [])
    expect(refusals).toHaveLength(9)
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        message: 'A company of this name exists already.',
        extensions: { code: 'conflict' },
      })
  })

  test.each([
    { name: '  ' },
    { name: 'x'.repeat(256) },
    { name: 'x', maxUsers: 0 },
    { name: 'x', storageLimitCustomWs: -1 },
    { name: 'x', dpoEmail: 'nobody' },
  ])('is not made of %j', async (input) =>
    expect((await create(input)).errors?.[0]?.extensions.code).toBe('bad_request'),
  )

  test('is changed in what the input names, and nothing else; null takes a limit away', async () => {
    await update({ databaseId: company.id, maxUsers: 50, dpoEmail: 'dpo@example.com' })
    const { data } = await update({ databaseId: company.id, maxUsers: null })
    expect(data.updateCompany.company).toMatchObject({ maxUsers: null, dpoEmail: 'dpo@example.com' })
  })

  test('gives its administrator its name and officer to change, and its limits not', async () => {
    const changed = await update({ databaseId: company.id, dpoEmail: 'other@example.com' }, companyAdmin)
    expect(changed.data.updateCompany.company.dpoEmail).toBe('other@example.com')
    for (const limit of [{ maxUsers: 10 }, { storageLimitCustomWs: 1 }, { storageLimitCustomWs: null }]) {
      const { errors } = await update({ databaseId: company.id, name: 'Sneaked in', ...limit }, companyAdmin)
      expect(errors?.[0]?.extensions.code).toBe('insufficient_permissions')
    }
    const { name } = await service.database.prisma.company.findUniqueOrThrow({ where: { id: company.id } })
    expect(name).not.toBe('Sneaked in')
  })
})
