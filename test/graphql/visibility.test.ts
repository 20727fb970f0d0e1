import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../support/service.ts'
import { databaseIdOf, makeWorld, type Viewers, type World } from './world.ts'

type Name = keyof Viewers
const everyone: Name[] = ['member', 'outsider', 'companyAdmin', 'foreignAdmin', 'admin', 'limited', 'limitedAdmin']

/** Who sees what. Nobody but its owner sees a private document or an answer, whatever their role. */
const seenBy: Record<string, Name[]> = {
  company: ['member', 'outsider', 'companyAdmin', 'admin', 'limited', 'limitedAdmin'],
  'company workspace': ['member', 'outsider', 'companyAdmin', 'admin'],
  team: ['member', 'companyAdmin', 'admin', 'limited', 'limitedAdmin'],
  'personal workspace': ['member', 'companyAdmin', 'admin'],
  collection: ['member', 'companyAdmin', 'admin', 'limited', 'limitedAdmin'],
  'company document': ['member', 'outsider', 'companyAdmin', 'admin'],
  'team document': ['member', 'companyAdmin', 'admin', 'limited', 'limitedAdmin'],
  'private document': ['member'],
  'company chunk': ['member', 'outsider', 'companyAdmin', 'admin'],
  'team chunk': ['member', 'companyAdmin', 'admin', 'limited', 'limitedAdmin'],
  'private chunk': ['member'],
  member: ['member', 'companyAdmin', 'admin', 'limited'],
  outsider: ['outsider', 'companyAdmin', 'admin'],
  group: ['member', 'companyAdmin', 'admin', 'limited'],
  key: ['member', 'companyAdmin', 'admin'],
  'limited key': ['member', 'companyAdmin', 'admin', 'limited'],
  'scope of the limited key': ['member', 'companyAdmin', 'admin', 'limited'],
  'answer from the team': ['member', 'limited'],
  'its extract': ['member', 'limited'],
  'answer from private documents': ['member'],
  'its private extract': ['member'],
  model: everyone,
  tool: everyone,
  'inactive model': ['admin'],
  'inactive tool': ['admin'],
}
const visibleTo = (name: Name): string[] => Object.keys(seenBy).filter((subject) => seenBy[subject]?.includes(name))

let service: TestService
let world: World
beforeAll(async () => {
  service = await testService()
  world = await makeWorld(service)
}, 60_000)
afterAll(() => service.close())

const labelOf = (id: string): string | undefined => Object.keys(world.ids).find((name) => world.ids[name] === id)

/** The labels of all records anywhere in an answer, each once. */
function labelsIn(value: unknown): Set<string> {
  const labels = new Set<string>()
  JSON.stringify(value, (name, inner) => {
    const label = name === 'id' ? labelOf(inner) : undefined
    if (label) labels.add(label)
    return inner
  })
  return labels
}

describe.each(everyone)('%s', (name) => {
  const ask = (query: string, variables?: Record<string, unknown>) => service.graph(query, variables, world.keys[name])

  test('gets by opaque id what may be seen, and null for everything else', async () => {
    const labels = Object.keys(seenBy)
    const ids = labels.map((label) => world.ids[label])
    const { data, errors } = await ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })
    expect(errors).toBeUndefined()
    expect(labels.filter((_label, index) => data.nodes[index] !== null)).toEqual(visibleTo(name))
    for (const label of labels) {
      const one = await ask('query ($id: ID!) { node(id: $id) { id } }', { id: world.ids[label] })
      expect(one, label).toMatchObject({ data: { node: data.nodes[labels.indexOf(label)] } })
    }
  })

  test.each([
    ['company', ['company']],
    ['workspace', ['company workspace', 'team', 'personal workspace']],
    ['user', ['member', 'outsider']],
    ['document', ['company document', 'team document', 'private document']],
    ['chatResponse', ['answer from the team', 'answer from private documents']],
  ])('gets the same from `%s` by its id on the wire', async (field, labels) => {
    for (const label of labels) {
      const id = world.ids[label] ?? ''
      const { data, errors } = await ask(`query ($id: Int!) { ${field}(databaseId: $id) { id } }`, {
        id: databaseIdOf(id),
      })
      expect(errors, label).toBeUndefined()
      expect(data[field], label).toEqual(seenBy[label]?.includes(name) ? { id } : null)
    }
  })

  test('meets on no way through the graph what may not be seen', async () => {
    const { data, errors } = await ask(`{
      viewer { ...user company { ...company } }
      companies(first: 5) { nodes { ...company } }
      documents(first: 10) { nodes { ...document } }
      search(query: "penguins") { extracts { chunk { id } document { ...document } } }
      models { nodes { id } } tools { nodes { id } }
    }
    fragment company on Company { id
      members(first: 5) { nodes { ...user } } groups(first: 5) { nodes { id company { id } members(first: 5) { nodes { id } } } }
      workspaces(first: 10) { nodes { ...workspace } } }
    fragment user on User { id company { id } groups(first: 3) { nodes { id } } workspaces(first: 5) { nodes { id } }
      apiKeys(first: 5) { nodes { id user { id } scopes { id workspace { id } } } } }
    fragment workspace on Workspace { id company { id } collections { id } members(first: 5) { nodes { id } }
      documents(first: 5) { nodes { ...document } } }
    fragment document on Document { id workspace { id } collection { id } uploadedBy { id }
      chunks(first: 2) { nodes { id document { id } } } }`)
    expect(errors).toBeUndefined()
    const met = labelsIn(data)
    const reachable = visibleTo(name).filter((label) => !/answer|extract/.test(label))
    expect(
      reachable.filter((label) => !met.has(label)),
      'missed',
    ).toEqual([])
    expect(
      [...met].filter((label) => !reachable.includes(label)),
      'leaked',
    ).toEqual([])
  })

  test('counts no more than is listed', async () => {
    const { data } =
      await ask(`{ documents { totalCount nodes { id } } models { totalCount nodes { id } } tools { totalCount nodes { id } } companies { totalCount nodes { id
      members(first: 50) { totalCount nodes { id } } groups { totalCount nodes { id members { totalCount nodes { id } } } } workspaces(first: 50) { totalCount nodes { id } } } } }`)
    JSON.stringify(data, (_name, value) => {
      if (value?.nodes) expect(value.nodes).toHaveLength(value.totalCount)
      return value
    })
  })

  test('asks no scope that names what may not be read', async () => {
    const scopes = {
      'company workspace': 'workspaceIds',
      team: 'workspaceIds',
      'private document': 'fileIds',
      'team document': 'fileIds',
    }
    const readers: Record<string, Name[]> = { ...seenBy }
    for (const [label, kind] of Object.entries(scopes)) {
      const scope = { [kind]: [databaseIdOf(world.ids[label] ?? '')] }
      const { errors } = await ask(
        'query ($scope: ScopeInput) { search(query: "penguins", scope: $scope) { extracts { score } } }',
        { scope },
      )
      expect(errors?.[0]?.extensions.code, label).toBe(readers[label]?.includes(name) ? undefined : 'not_found')
    }
  })

  test('sees what a company uses only as its administrator', async () => {
    const { data } = await ask(
      'query ($id: ID!) { node(id: $id) { ... on Company { storageUse { companyWsBytes personalWsBytes customWsBytes } } } }',
      { id: world.ids.company },
    )
    const use = { companyWsBytes: 27, personalWsBytes: 16, customWsBytes: 24 }
    const isManager = ['companyAdmin', 'admin'].includes(name)
    expect(data.node?.storageUse ?? null).toEqual(isManager ? use : null)
  })
})

test('nobody gets anything without credentials', async () => {
  for (const field of [
    'viewer { id }',
    'companies { totalCount }',
    'company(databaseId: 1) { id }',
    'workspace(databaseId: 1) { id }',
    'user(databaseId: 1) { id }',
    'document(databaseId: 1) { id }',
    'documents { totalCount }',
    'search(query: "x") { extracts { score } }',
    'chatResponse(databaseId: 1) { id }',
    'models { totalCount }',
    'tools { totalCount }',
    'node(id: "VXNlcjox") { id }',
    'nodes(ids: ["VXNlcjox"]) { id }',
  ]) {
    const { data, errors } = await service.graph(`{ ${field} }`, {}, null)
    expect(
      Object.values(data ?? {}).filter((value) => value !== null),
      field,
    ).toEqual([])
    expect(
      errors?.map(({ extensions }) => extensions.code),
      field,
    ).toEqual(['unauthorized'])
  }
})

describe('when access to a workspace was lost', () => {
  beforeAll(() =>
    service.running.services.prisma.workspace.update({
      where: { id: world.company.teamId },
      data: { members: { set: [] } },
    }),
  )

  test('an answer keeps its extracts, and leads no more to the document or the chunk', async () => {
    const query = `query ($id: ID!) { node(id: $id) { ... on ChatResponse { text extracts { text documentName document { id } chunk { id } } } } }`
    const { data, errors } = await service.graph(query, { id: world.ids['answer from the team'] }, world.keys.member)
    expect(errors).toBeUndefined()
    expect(data.node.extracts).toEqual([
      { text: 'The team keeps penguins.', documentName: 'team.txt', document: null, chunk: null },
    ])
  })

  test('a key that was limited to it opens nothing of it, and does not tell its name', async () => {
    const own =
      '{ viewer { apiKeys { nodes { scopes { workspaceDatabaseId workspace { name } } } } workspaces { totalCount } } documents { totalCount } }'
    const limited = await service.graph(own, {}, world.keys.limited)
    const lost = { workspaceDatabaseId: world.company.teamId, workspace: null }
    expect(limited.data).toEqual({
      viewer: { apiKeys: { nodes: [{ scopes: [lost] }] }, workspaces: { totalCount: 0 } },
      documents: { totalCount: 0 },
    })
    const member = await service.graph(own, {}, world.keys.member)
    expect(member.data.viewer.apiKeys.nodes).toContainEqual({ scopes: [lost] })
  })
})
