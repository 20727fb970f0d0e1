import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService({ ingests: false })
})
afterAll(() => service.close())

const codeOf = (reply: { errors?: { extensions: { code: string } }[] }) => reply.errors?.[0]?.extensions.code

/** Pages of documents within pages of documents; `open` and `close` stand around each page's `nodes`. */
const nested = (nodes: (inner: string) => string): string => {
  const documents = (inner: string) => `documents { ${nodes(`id ${inner}`)} }`
  return documents(`workspace { ${documents(`workspace { ${documents(`workspace { ${documents('')} }`)} }`)} }`)
}

describe('what a document promises is counted', () => {
  test.each([
    ['where `nodes` is selected directly', `{ ${nested((inner) => `nodes { ${inner} }`)} }`],
    ['where it is selected through an inline fragment', `{ ${nested((inner) => `... { nodes { ${inner} } }`)} }`],
    [
      'where it is selected through fragments',
      `{ documents { ...A } } fragment A on DocumentConnection { nodes { workspace { documents { ...B } } } }
       fragment B on DocumentConnection { nodes { workspace { documents { ...C } } } }
       fragment C on DocumentConnection { nodes { workspace { documents { nodes { id } } } } }`,
    ],
    [
      'where a page size is the default of a variable',
      'query ($n: Int = 10000) { viewer { workspaces(first: 100) { nodes { members(first: $n) { nodes { id } } } } } }',
    ],
  ])('%s', async (_name, query) => {
    const reply = await service.graph(query)
    expect(codeOf(reply)).toBe('bad_request')
    expect(reply.errors?.[0]?.message).toMatch(/records/)
  })

  test('with the variables of each request: a refusal is not remembered', async () => {
    const query =
      'query ($n: Int!) { viewer { workspaces(first: $n) { nodes { members(first: 1000) { nodes { id } } } } } }'
    expect((await service.graph(query, { n: 1 })).errors).toBeUndefined()
    expect(codeOf(await service.graph(query, { n: 100 }))).toBe('bad_request')
    expect((await service.graph(query, { n: 1 })).errors).toBeUndefined()
  })

  test('more strictly for whoever has not signed in', async () => {
    const aliases = Array.from({ length: 8 }, (_, i) => `a${i}: __type(name: "User") { name }`).join(' ')
    expect(codeOf(await service.graph(`{ ${aliases} }`, {}, null))).toBe('bad_request')
    expect((await service.graph(`{ ${aliases} }`)).errors).toBeUndefined()
  })
})

describe('what could be stored and then read by nobody is refused', () => {
  const update =
    'mutation ($date: DateTime) { updateUser(input: { databaseId: 1, accountExpirationDate: $date }) { user { id } } }'

  test.each(['9999-12-31T23:59:59-23:00', '0000-01-01T00:00:00Z'])('a timestamp such as %s', async (date) => {
    expect(codeOf(await service.graph(update, { date }))).toBe('bad_request')
  })

  test('half a character in a question', async () => {
    const ask =
      'mutation ($content: String!) { ask(input: { messages: [{ role: USER, content: $content }] }) { chatResponse { id } } }'
    expect(codeOf(await service.graph(ask, { content: 'half \ud83d' }))).toBe('bad_request')
  })

  test.each(['GPC:N:99999999999', 'GPC:S:abc', 'GPC:J:[1,2]', 'nothing'])('%s as a cursor', async (text) => {
    const after = Buffer.from(text).toString('base64')
    expect(
      codeOf(
        await service.graph('query ($after: String) { companies(after: $after) { totalCount nodes { id } } }', {
          after,
        }),
      ),
    ).toBe('bad_request')
  })

  test('a filter by thousands of extensions', async () => {
    const extensions = Array.from({ length: 40_000 }, (_, i) => `e${i}`)
    const query = 'query ($extensions: [String!]) { documents(filter: { extensions: $extensions }) { totalCount } }'
    expect(codeOf(await service.graph(query, { extensions }))).toBe('bad_request')
  })
})

describe('the key of a model server', () => {
  const configure =
    'mutation ($input: ConfigureModelInput!) { configureModel(input: $input) { model { hasApiKey isDefault } } }'
  const save = async (input: object) =>
    (await service.graph<any>(configure, { input: { name: 'm', model: 'x', ...input } })).data.configureModel.model

  test('stays with its server, and is not sent to another', async () => {
    expect(await save({ baseUrl: 'http://one.example/v1', apiKey: 'sk-1' })).toMatchObject({ hasApiKey: true })
    expect(await save({ baseUrl: 'http://one.example/v2' })).toMatchObject({ hasApiKey: true })
    expect(await save({ baseUrl: 'http://two.example/v1' })).toMatchObject({ hasApiKey: false })
  })

  test('and of models that become the default at once, one is', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `default-${i}`)
    await Promise.all(names.map((name) => save({ name, baseUrl: 'http://one.example', isDefault: true })))
    expect(await service.database.prisma.modelConfig.count({ where: { isDefault: true } })).toBe(1)
  })

  test('and a built-in model that was switched off is not named', async () => {
    await service.graph(configure, { input: { name: 'extractive', isActive: false } })
    const body = { messages: [{ role: 'user', content: 'Anything?' }], model: 'extractive' }
    expect((await service.rest('POST', '/api/v2/tools/chatflows/', { body })).status).toBe(400)
  })
})
