import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCompany } from '../../support/company.ts'
import { adminKey, type TestService, testService } from '../../support/service.ts'

let service: TestService
let member: string
beforeAll(async () => {
  service = await testService({ ingests: false })
  const { keys, prisma } = service.running.services
  const company = await makeCompany(prisma)
  member = (await keys.createFor(prisma, company.member.id, 'test')).key
  const models = [
    { name: 'remote', baseUrl: 'http://localhost:1/v1', model: 'm', apiKey: 'secret-of-the-server', isDefault: true },
    { name: 'retired', baseUrl: 'http://localhost:1/v1', model: 'm', isActive: false },
  ]
  for (const input of models) await configure('Model', input)
  const tools = [
    { name: 'brief', description: 'Answers in a sentence.', instructions: 'Be brief.', maxExtracts: 3 },
    { name: 'retired', isActive: false },
  ]
  for (const input of tools) await configure('Tool', input)
})
afterAll(() => service.close())

const configure = (noun: 'Model' | 'Tool', input: object) =>
  service.graph(`mutation ($input: Configure${noun}Input!) { configure${noun}(input: $input) { __typename } }`, {
    input,
  })
const catalogue = async (key: string) => {
  const { data, errors } = await service.graph(
    `{ models { totalCount nodes { name isActive isDefault provider baseUrl model hasApiKey contextTokens } }
       tools { totalCount nodes { name description isActive instructions maxExtracts } } }`,
    {},
    key,
  )
  expect(errors).toBeUndefined()
  return data
}

describe('models and tools', () => {
  test('are listed with their settings for administrators, but never with a key', async () => {
    const data = await catalogue(adminKey)
    const remote = { provider: 'OPENAI_COMPATIBLE', baseUrl: 'http://localhost:1/v1', model: 'm', contextTokens: 8_000 }
    expect(data.models).toEqual({
      totalCount: 2,
      nodes: [
        { ...remote, name: 'remote', isActive: true, isDefault: true, hasApiKey: true },
        { ...remote, name: 'retired', isActive: false, isDefault: false, hasApiKey: false },
      ],
    })
    expect(data.tools).toEqual({
      totalCount: 2,
      nodes: [
        {
          name: 'brief',
          description: 'Answers in a sentence.',
          isActive: true,
          instructions: 'Be brief.',
          maxExtracts: 3,
        },
        { name: 'retired', description: '', isActive: false, instructions: '', maxExtracts: 10 },
      ],
    })
    expect(JSON.stringify(data)).not.toContain('secret-of-the-server')
  })

  test('are listed by name for everybody else, where they may be named', async () => {
    const data = await catalogue(member)
    const hidden = { provider: null, baseUrl: null, model: null, hasApiKey: null, contextTokens: null }
    expect(data.models).toEqual({
      totalCount: 1,
      nodes: [{ ...hidden, name: 'remote', isActive: true, isDefault: true }],
    })
    expect(data.tools).toEqual({
      totalCount: 1,
      nodes: [
        {
          name: 'brief',
          description: 'Answers in a sentence.',
          isActive: true,
          instructions: null,
          maxExtracts: null,
        },
      ],
    })
  })

  test('are paged', async () => {
    const { data } = await service.graph(
      '{ models(first: 1, offset: 1) { nodes { name } pageInfo { hasPreviousPage hasNextPage } } }',
    )
    expect(data.models).toEqual({
      nodes: [{ name: 'retired' }],
      pageInfo: { hasPreviousPage: true, hasNextPage: false },
    })
  })
})
