import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCompany, type TestCompany } from '../support/company.ts'
import { adminKey, type TestService, testService } from '../support/service.ts'

let service: TestService
let small: TestCompany
let large: TestCompany
const documents: Record<number, number[]> = {}
beforeAll(async () => {
  service = await testService()
  small = await fill(1)
  large = await fill(12)
}, 90_000)
afterAll(() => service.close())

/** A company with so many workspaces, groups and documents of its team, an administrator’s key and an answer. */
async function fill(count: number): Promise<TestCompany> {
  const { prisma, services } = { prisma: service.database.prisma, services: service.running.services }
  const company = await makeCompany(prisma)
  const members = { connect: { id: company.member.id } }
  for (let i = 0; i < count; i++) {
    await prisma.group.create({ data: { companyId: company.id, name: `Group ${i}`, members } })
    await prisma.workspace.create({ data: { companyId: company.id, type: 'CUSTOM', name: `Workspace ${i}`, members } })
    await services.keys.createFor(prisma, company.member.id, `key ${i}`)
  }
  const key = (await services.keys.createFor(prisma, company.member.id, 'test')).key
  const place = { collection_type: 'workspace', workspace_id: String(company.teamId) }
  const ids: number[] = []
  for (let i = 0; i < count; i++) {
    ids.push(await service.upload({ name: `${i}.txt`, content: `Penguin number ${i}.` }, place, key))
  }
  await service.settled(ids, key)
  documents[company.id] = ids
  return company
}

/** The statements of a request, beside the one for the key, and those that write down that a key was used. */
async function statementsOf(query: string, variables: object = {}): Promise<number> {
  let errors: unknown
  const statements = await service.statements(async () => {
    errors = (await service.graph(query, variables as Record<string, unknown>, adminKey)).errors
  })
  expect(errors).toBeUndefined()
  return statements.filter((sql) => !/"last_(used_at|login)" = /.test(sql)).length - 1
}

/** A question that one document answers, or all of the twelve; a scope of one would be read as a whole. */
const ask = (company: TestCompany) => ({
  input: {
    messages: [{ role: 'USER', content: company === small ? 'Which is number 7?' : 'Which penguin?' }],
    scope: { fileIds: documents[large.id] },
  },
})

describe('a request takes as many statements for many rows as for one', () => {
  test.each<[string, number, string, (company: TestCompany) => object]>([
    [
      'a company with all it has',
      2,
      `query ($id: Int!) { company(databaseId: $id) { name activeMembersCount members(first: 50) { totalCount nodes { email groups { nodes { name } } workspaces { nodes { name } } } }
        groups { totalCount nodes { name members { totalCount nodes { email } } } } workspaces(first: 50) { totalCount nodes { name collections { name } summaries { language } members { nodes { email } } } } } }`,
      (company) => ({ id: company.id }),
    ],
    [
      'a company and what it stores',
      2,
      'query ($id: Int!) { company(databaseId: $id) { storageUse { companyWsBytes } } }',
      (company) => ({ id: company.id }),
    ],
    [
      'a workspace with its documents and their chunks',
      1,
      `query ($id: Int!) { workspace(databaseId: $id) { documents { totalCount nodes { filename collection { name } uploadedBy { email } chunks { totalCount nodes { position text } } } } } }`,
      (company) => ({ id: company.teamId }),
    ],
    [
      'a user with groups, workspaces and keys',
      1,
      `query ($id: Int!) { user(databaseId: $id) { email company { name } groups { totalCount nodes { name } } workspaces { nodes { name } }
        apiKeys(first: 50) { totalCount nodes { name scopes { workspace { name } } } } } }`,
      (company) => ({ id: company.member.id }),
    ],
    [
      'the documents of a scope',
      4,
      `query ($scope: ScopeInput) { documents(scope: $scope) { totalCount nodes { filename workspace { name company { name } } uploadedBy { email } } } }`,
      (company) => ({ scope: { fileIds: documents[company.id] } }),
    ],
    [
      'the search of a scope',
      4,
      `query ($scope: ScopeInput) { search(query: "penguin", scope: $scope) { extracts { score text document { filename workspace { name } } chunk { position } } } }`,
      (company) => ({ scope: { fileIds: documents[company.id] } }),
    ],
    [
      'a question with its answer, from a scope that is searched',
      11,
      `mutation ($input: AskInput!) { ask(input: $input) { chatResponse { text extracts { text document { filename workspace { name } } chunk { position } } } } }`,
      ask,
    ],
    [
      'replacing the members of a workspace',
      10,
      `mutation ($id: Int!, $ids: [Int!]!) { replaceWorkspaceMembers(input: { databaseId: $id, memberIds: $ids }) { workspace { members { nodes { email } } } } }`,
      (company) => ({ id: company.teamId, ids: [company.member.id, company.outsider.id] }),
    ],
  ])('%s: %d', async (_name, expected, query, variablesOf) => {
    await statementsOf(query, variablesOf(small))
    expect({
      one: await statementsOf(query, variablesOf(small)),
      many: await statementsOf(query, variablesOf(large)),
    }).toEqual({ one: expected, many: expected })
  })
})

test('texts and secrets are not read where they are not asked for', async () => {
  const statements = await service.statements(() =>
    service.graph(
      `query ($id: Int!, $user: Int!) { workspace(databaseId: $id) { documents { nodes { chunks { nodes { position } } } } } user(databaseId: $user) { apiKeys { nodes { name } } } }`,
      { id: large.teamId, user: large.member.id },
    ),
  )
  const [, ...reads] = statements
  expect(reads.length).toBeGreaterThan(0)
  for (const sql of reads) expect(sql).not.toMatch(/"text"|"hash"|"sha256"/)
})
