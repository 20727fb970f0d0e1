import { getIntrospectionQuery, parse } from 'graphql'
import { type AuditResult, serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executeStored } from '../../src/graphql/execute.ts'
import { schema } from '../../src/graphql/schema.ts'
import { adminKey, type GraphReply, type TestService, testService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService({ ingests: false })
})
afterAll(() => service.close())

const post = (body: unknown, headers: Record<string, string> = {}, key: string | null = adminKey) =>
  service.rest('POST', '/graphql', { key, body, headers })

const codesOf = (reply: { errors?: { extensions: { code: string } }[] }) =>
  reply.errors?.map(({ extensions }) => extensions.code)

describe('the protocol', () => {
  const audits = serverAudits({ url: () => `${service.url}/graphql` })

  test('has the 61 audits of graphql-http', () => expect(audits).toHaveLength(61))

  test.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    const result: AuditResult = await audit.fn()
    expect(result.status, 'reason' in result ? result.reason : '').toBe('ok')
  })

  test('answers the introspection that GraphiQL begins with', async () => {
    const options = { inputValueDeprecation: true, schemaDescription: true, specifiedByUrl: true, oneOf: true }
    const query = getIntrospectionQuery(options)
    const { data, errors } = await service.graph(query, {}, null)
    expect(errors).toBeUndefined()
    expect(data.__schema.types.length).toBeGreaterThan(80)
  })

  test('takes no batch', async () => {
    const { status, json } = await post([{ query: '{ __typename }' }, { query: '{ __typename }' }])
    expect(status).toBe(400)
    expect(codesOf(json)).toEqual(['bad_request'])
  })

  test('takes no form, which any page could post', async () => {
    const { status, json } = await post('query={__typename}', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(status).toBe(415)
    expect(codesOf(json)).toEqual(['unsupported_media_type'])
  })

  test('takes at most a megabyte', async () => {
    const { status, json } = await post({ query: '{ __typename }', variables: { text: 'x'.repeat(1_048_576) } })
    expect(status).toBe(413)
    expect(codesOf(json)).toEqual(['payload_too_large'])
  })

  test('changes nothing by GET', async () => {
    const query = encodeURIComponent('mutation { deleteDocument(input: { databaseId: 1 }) { deletedDatabaseId } }')
    const { status, json } = await service.rest('GET', `/graphql?query=${query}`)
    expect(status).toBe(405)
    expect(codesOf(json)).toEqual(['method_not_allowed'])
  })
})

describe('who is asking', () => {
  test.each(['Bearer nonsense', 'Bearer dgk_0123', 'Basic YTpi', 'Bearer'])(
    '“%s” is refused with 401',
    async (value) => {
      const { status, json } = await post({ query: '{ __typename }' }, { authorization: value }, null)
      expect(status).toBe(401)
      expect(codesOf(json)).toEqual(['unauthorized'])
    },
  )

  test('nobody is told that the field needs credentials', async () => {
    const { data, errors } = await service.graph('{ viewer { email } }', {}, null)
    expect(data).toBeNull()
    expect(codesOf({ errors })).toEqual(['unauthorized'])
  })
})

describe('faults of a request', () => {
  test.each([
    ['syntax', '{ viewer {', {}],
    ['an unknown field', '{ nonsense }', {}],
    ['an argument of the wrong type', '{ company(databaseId: "x") { id } }', {}],
    ['a missing variable', 'query ($id: Int!) { company(databaseId: $id) { id } }', {}],
    ['a variable of the wrong type', 'query ($id: Int!) { company(databaseId: $id) { id } }', { id: 'x' }],
    ['an integer that is too large', 'query ($id: Int!) { company(databaseId: $id) { id } }', { id: 2 ** 31 }],
    ['a cursor of nothing', '{ companies(after: "zzz") { totalCount nodes { id } } }', {}],
    ['a negative page size', '{ companies(first: -1) { nodes { id } } }', {}],
    ['a negative offset', '{ companies(offset: -1) { nodes { id } } }', {}],
    ['an opaque id that is none', '{ node(id: "zzz") { id } }', {}],
    [
      'too many ids',
      '{ nodes(ids: $ids) { id } }'.replace('{', 'query ($ids: [ID!]!) {'),
      { ids: Array(101).fill('VXNlcjox') },
    ],
    ['a NUL character', '{ search(query: "a\\u0000b") { extracts { text } } }', {}],
    [
      'a NUL character in a variable',
      'mutation ($name: String) { updateUser(input: { databaseId: 1, firstName: $name }) { user { id } } }',
      { name: 'a\0b' },
    ],
    [
      'a date that does not exist',
      'mutation { updateUser(input: { databaseId: 1, accountExpirationDate: "2026-02-31T00:00:00Z" }) { user { id } } }',
      {},
    ],
  ])('%s is `bad_request`', async (_name, query, variables) => {
    const reply = await service.graph(query, variables)
    expect(codesOf(reply)).toEqual(['bad_request'])
  })

  test('what nobody foresaw is masked, and led to by the request id', async () => {
    const { prisma } = service.running.services
    await prisma.$executeRaw`ALTER TABLE companies RENAME COLUMN dpo_email TO hidden_column`
    const reply = await post({ query: '{ companies { nodes { name dpoEmail } } }' })
    await prisma.$executeRaw`ALTER TABLE companies RENAME COLUMN hidden_column TO dpo_email`
    expect(codesOf(reply.json)).toEqual(['internal_error'])
    expect(reply.text).not.toMatch(/dpo_?email|prisma|companies\.|src\//i)
    expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
  })
})

describe('what a public request may ask for', () => {
  const doubling = Array.from({ length: 24 }, (_, i) => `fragment f${i} on User { ...f${i + 1} ...f${i + 1} }`).join(
    ' ',
  )
  const nested = (depth: number) =>
    `{ viewer ${'{ company { members { nodes '.repeat(depth)}{ id }${'} } }'.repeat(depth)} }`
  const list = 'workspaces(first: 100) { nodes'

  test.each([
    ['fragments that double', `{ viewer { ...f0 } } ${doubling} fragment f24 on User { id }`, /fields/],
    [
      'fragments that spread themselves',
      '{ viewer { ...a } } fragment a on User { ...b } fragment b on User { ...a }',
      /itself/,
    ],
    ['nesting', nested(6), /levels/],
    [
      'lists within lists',
      `{ viewer { company { ${list} { members(first: 100) { nodes { ${list} { id } } } } } } } } }`,
      /records/,
    ],
    ['aliases', `{ ${Array.from({ length: 1_000 }, (_, i) => `a${i}: __typename`).join(' ')} }`, /aliases/],
    ['one field again and again', `{ viewer { ${'id '.repeat(3_000)} } }`, /fields/],
    ['one field as often as is let through', `{ viewer { ${'id email '.repeat(990)} } }`, /aborted/],
    ['directives', `{ __typename ${'@include(if: true) '.repeat(500)} }`, /directives/],
    ['tokens', `{ ${'id '.repeat(10_000)} }`, /tokens/i],
    ['long texts', `{ search(query: "${'x'.repeat(70_000)}") { extracts { score } } }`, /characters/],
    [
      'introspection in circles',
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
      /introspection/i,
    ],
    [
      'statements by aliases',
      `{ companies(first: 100) { nodes { ${Array.from({ length: 50 }, (_, i) => `a${i}: members(first: ${i + 1}) { totalCount }`).join(' ')} } } }`,
      /records/,
    ],
    [
      'statements by ids',
      `query ($ids: [ID!]!) { ${Array.from({ length: 10 }, (_, i) => `n${i}: nodes(ids: $ids) { id }`).join(' ')} }`,
      /records/,
    ],
  ])('%s are refused at once, without a statement but that for the key', async (_name, query, reason) => {
    let reply: GraphReply | undefined
    const started = performance.now()
    const statements = await service.statements(async () => {
      reply = await service.graph(query, { ids: Array(90).fill('VXNlcjox') })
    })
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(reply?.errors?.[0]?.message).toMatch(reason)
    expect(reply?.data).toBeUndefined()
    expect(new Set(codesOf(reply ?? {}))).toEqual(new Set(['bad_request']))
    expect(statements).toHaveLength(1)
  })
})

test('moments are ISO strings in-process as over HTTP', async () => {
  const document = parse('{ viewer { dateJoined } }') as Parameters<typeof executeStored>[1]
  const viewer = await service.running.services.authenticator.authenticate(`Bearer ${adminKey}`)
  const context = { viewer, services: service.running.services, requestId: 'test' }
  const data = (await executeStored(schema, document, {}, context)) as { viewer: { dateJoined: unknown } }
  expect(data.viewer.dateJoined).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect((await service.graph('{ viewer { dateJoined } }')).data).toEqual(data)
})
