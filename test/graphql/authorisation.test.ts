import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { type TestService, testService } from '../support/service.ts'
import { databaseIdOf, makeWorld, type Viewers, type World } from './world.ts'

let service: TestService
let world: World
beforeAll(async () => {
  service = await testService()
  world = await makeWorld(service)
}, 60_000)
afterAll(() => service.close())

type Name = keyof Viewers | 'nobody'
const notFound = 'not_found'
const forbidden = 'insufficient_permissions'

/** Every mutation on a record of the company, who may not use it, and how they are refused. */
const refusals: [mutation: string, payload: string, input: () => object, refused: Partial<Record<Name, string>>][] = [
  [
    'createCompany',
    'company { id }',
    () => ({ name: 'New' }),
    { member: forbidden, companyAdmin: forbidden, limited: forbidden, limitedAdmin: forbidden },
  ],
  [
    'updateCompany',
    'company { id }',
    () => ({ databaseId: world.company.id, name: 'New' }),
    { member: forbidden, foreignAdmin: notFound, limited: forbidden, limitedAdmin: forbidden },
  ],
  [
    'createWorkspace',
    'workspace { id }',
    () => ({ companyId: world.company.id, name: 'New', description: '' }),
    { member: forbidden, foreignAdmin: notFound, limited: forbidden, limitedAdmin: forbidden },
  ],
  [
    'updateWorkspace',
    'workspace { id }',
    () => ({ databaseId: world.company.teamId, name: 'New' }),
    { member: forbidden, outsider: forbidden, foreignAdmin: notFound, limited: forbidden, limitedAdmin: forbidden },
  ],
  [
    'replaceWorkspaceMembers',
    'workspace { id }',
    () => ({ databaseId: world.company.teamId, memberIds: [] }),
    { member: forbidden, foreignAdmin: notFound, limited: forbidden, limitedAdmin: forbidden },
  ],
  [
    'deleteWorkspace',
    'deletedDatabaseId',
    () => ({ databaseId: world.company.teamId }),
    { member: forbidden, foreignAdmin: notFound, limited: forbidden, companyAdmin: 'conflict' },
  ],
  [
    'createUser',
    'user { id }',
    () => ({ companyId: world.company.id, email: 'new@example.com' }),
    { member: forbidden, foreignAdmin: notFound, limited: forbidden, limitedAdmin: forbidden },
  ],
  [
    'createUser',
    'user { id }',
    () => ({ companyId: world.company.id, email: 'new@example.com', role: 'ADMIN' }),
    { companyAdmin: forbidden },
  ],
  [
    'inviteUser',
    'user { id }',
    () => ({ userId: world.company.outsider.id }),
    { member: forbidden, outsider: forbidden, foreignAdmin: notFound, limitedAdmin: forbidden },
  ],
  [
    'updateUser',
    'user { id }',
    () => ({ databaseId: world.company.member.id, firstName: 'New' }),
    { member: forbidden, foreignAdmin: notFound, limitedAdmin: forbidden },
  ],
  [
    'updateUser',
    'user { id }',
    () => ({ databaseId: world.company.admin.id, firstName: 'New' }),
    { companyAdmin: forbidden, foreignAdmin: notFound },
  ],
  [
    'deactivateUser',
    'user { id }',
    () => ({ databaseId: world.company.member.id }),
    { member: forbidden, outsider: forbidden, foreignAdmin: notFound, limitedAdmin: forbidden },
  ],
  [
    'deactivateUser',
    'user { id }',
    () => ({ databaseId: world.company.companyAdmin.id }),
    { companyAdmin: 'conflict' },
  ],
  [
    'activateUser',
    'user { id }',
    () => ({ databaseId: world.company.member.id }),
    { member: forbidden, outsider: forbidden, foreignAdmin: notFound, limitedAdmin: forbidden },
  ],
  [
    'activateUser',
    'user { id }',
    () => ({ databaseId: world.company.admin.id }),
    { companyAdmin: forbidden, foreignAdmin: notFound },
  ],
  [
    'replaceUserGroups',
    'user { id }',
    () => ({ databaseId: world.company.member.id, groupIds: [] }),
    { member: forbidden, foreignAdmin: notFound, limitedAdmin: forbidden },
  ],
  [
    'createGroup',
    'group { id }',
    () => ({ companyId: world.company.id, name: 'New' }),
    { member: forbidden, foreignAdmin: notFound, limitedAdmin: forbidden },
  ],
  [
    'createGroup',
    'group { id }',
    () => ({ companyId: world.foreign.id, name: 'New', memberIds: [world.company.member.id] }),
    { foreignAdmin: notFound },
  ],
  [
    'updateGroup',
    'group { id }',
    () => ({ databaseId: databaseIdOf(world.ids.group ?? ''), name: 'New' }),
    { member: forbidden, foreignAdmin: notFound, limitedAdmin: forbidden },
  ],
  [
    'deleteGroup',
    'deletedDatabaseId',
    () => ({ databaseId: databaseIdOf(world.ids.group ?? '') }),
    { member: forbidden, foreignAdmin: notFound, limitedAdmin: forbidden },
  ],
  ['createApiKey', 'key', () => ({ name: 'wider' }), { limited: forbidden, limitedAdmin: forbidden }],
  [
    'createApiKey',
    'key',
    () => ({ name: 'wider', scopes: [{ workspaceId: world.company.teamId, role: 'VIEWER' }] }),
    { outsider: notFound, foreignAdmin: notFound },
  ],
  [
    'revokeApiKey',
    'apiKey { id }',
    () => ({
      keyId: Buffer.from(world.ids.key ?? '', 'base64')
        .toString()
        .split(':')[1],
    }),
    { outsider: notFound, foreignAdmin: notFound, limited: notFound, limitedAdmin: notFound },
  ],
  [
    'deleteDocument',
    'deletedDatabaseId',
    () => ({ databaseId: databaseIdOf(world.ids['private document'] ?? '') }),
    { outsider: notFound, companyAdmin: notFound, admin: notFound, foreignAdmin: notFound, limited: notFound },
  ],
  [
    'deleteDocument',
    'deletedDatabaseId',
    () => ({ databaseId: databaseIdOf(world.ids['company document'] ?? '') }),
    { member: forbidden, outsider: forbidden, foreignAdmin: notFound, limited: notFound, limitedAdmin: notFound },
  ],
  [
    'retryDocument',
    'document { id }',
    () => ({ databaseId: databaseIdOf(world.ids['team document'] ?? '') }),
    { outsider: notFound, foreignAdmin: notFound, limitedAdmin: 'conflict', member: 'conflict' },
  ],
  [
    'ask',
    'chatResponse { id }',
    () => ({ messages: [{ role: 'USER', content: 'Penguins?' }], scope: { workspaceIds: [world.company.teamId] } }),
    { outsider: notFound, foreignAdmin: notFound },
  ],
  [
    'configureModel',
    'model { id }',
    () => ({ name: 'new', baseUrl: 'http://localhost:1', model: 'm' }),
    { member: forbidden, companyAdmin: forbidden, limitedAdmin: forbidden },
  ],
  [
    'configureTool',
    'tool { id }',
    () => ({ name: 'new' }),
    { member: forbidden, companyAdmin: forbidden, limitedAdmin: forbidden },
  ],
]

/** All that a mutation could change, as one text; when somebody last came by is left out. */
async function everything(): Promise<string> {
  const tables = [
    'companies',
    'groups',
    'workspaces',
    '"_GroupMembers"',
    '"_WorkspaceMembers"',
    'invitations',
    'api_key_scopes',
    'documents',
    'chunks',
    'chat_requests',
    'chat_responses',
    'models',
    'tools',
    'users',
    'api_keys',
  ]
  const rows = await Promise.all(
    tables.map((table) =>
      service.database.pool.query(
        `SELECT coalesce(string_agg((to_jsonb(t) - 'last_login' - 'last_used_at' - 'updated_at')::text, ',' ORDER BY t::text), '') AS all FROM ${table} t`,
      ),
    ),
  )
  return rows.map(({ rows: [row] }) => row.all).join('\n')
}

describe('a mutation that is refused changes nothing', () => {
  test.each(refusals)('%s', async (name, payload, input, refused) => {
    const before = await everything()
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`
    const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${payload} } }`
    for (const [viewer, code] of Object.entries({ ...refused, nobody: 'unauthorized' })) {
      const key = viewer === 'nobody' ? null : world.keys[viewer as keyof Viewers]
      const { data, errors } = await service.graph(query, { input: input() }, key)
      expect(
        errors?.map(({ extensions }) => extensions.code),
        viewer,
      ).toEqual([code])
      expect(data, viewer).toEqual({ [name]: null })
    }
    expect(await everything()).toBe(before)
  })

  test('of all there are, but the two that are tested with their files and tokens', () => {
    const tested = new Set(refusals.map(([name]) => name))
    const rest = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) => !tested.has(name))
    expect(rest.sort()).toEqual(['acceptInvitation', 'uploadDocument'])
  })
})

describe('what a mutation returns is never denied after it has been done', () => {
  test('to an administrator who makes a workspace without being a member of it', async () => {
    const input = {
      companyId: world.company.id,
      name: 'Without me',
      description: '',
      memberIds: [world.company.member.id],
    }
    const query = `mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { workspace { name company { name }
      members { totalCount } documents { totalCount } collections { collectionType } } } }`
    const { data, errors } = await service.graph(query, { input }, world.keys.companyAdmin)
    expect(errors).toBeUndefined()
    expect(data.createWorkspace.workspace).toMatchObject({
      members: { totalCount: 1 },
      collections: [{ collectionType: 'WORKSPACE' }],
    })
  })

  test('to a limited key that asks within its scope', async () => {
    const input = { messages: [{ role: 'USER', content: 'Zebras?' }] }
    const query =
      'mutation ($input: AskInput!) { ask(input: $input) { chatResponse { text extracts { document { filename } } } } }'
    const { data, errors } = await service.graph(query, { input }, world.keys.limited)
    expect(errors).toBeUndefined()
    expect(data.ask.chatResponse.extracts).toEqual([{ document: { filename: 'team.txt' } }])
  })

  test('to somebody without credentials who accepts an invitation', async () => {
    const input = { companyId: world.company.id, email: 'invited@example.com' }
    const created = await service.graph(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { invitationToken user { invitationStatus } } }',
      { input },
      world.keys.companyAdmin,
    )
    expect(created.data.createUser.user.invitationStatus).toBe('PENDING')
    const { data, errors } = await service.graph(
      `mutation ($token: String!) { acceptInvitation(input: { token: $token, keyName: "laptop" }) { key apiKey { name
        a: user { email invitationStatus workspaces(first: 5) { totalCount } apiKeys { nodes { name } } company { name members { totalCount } } }
        b: user { workspaces(first: 1) { nodes { documents { totalCount } } } } } } }`,
      { token: created.data.createUser.invitationToken },
      null,
    )
    expect(errors).toBeUndefined()
    expect(data.acceptInvitation.apiKey).toMatchObject({
      name: 'laptop',
      a: {
        email: 'invited@example.com',
        invitationStatus: 'ACCEPTED',
        workspaces: { totalCount: 2 },
        apiKeys: { nodes: [{ name: 'laptop' }] },
      },
    })
    expect((await service.graph('{ viewer { email } }', {}, data.acceptInvitation.key)).data.viewer.email).toBe(
      'invited@example.com',
    )
  })

  test('to whoever asks for more in the same request, when a later mutation fails', async () => {
    const { data, errors } = await service.graph(
      'mutation { createApiKey(input: { name: "laptop" }) { key } deleteGroup(input: { databaseId: 2000000 }) { deletedDatabaseId } }',
      {},
      world.keys.companyAdmin,
    )
    expect(errors?.map(({ path, extensions }: any) => [path[0], extensions.code])).toEqual([['deleteGroup', notFound]])
    expect(data.deleteGroup).toBeNull()
    expect((await service.graph('{ viewer { email } }', {}, data.createApiKey.key)).data.viewer.email).toBe(
      world.company.companyAdmin.email,
    )
  })

  test('while nothing else is opened by having accepted', async () => {
    const invited = await service.running.services.members.create(world.company.companyAdmin, {
      companyId: world.company.id,
      email: 'second@example.com',
    })
    const { data, errors } = await service.graph(
      'mutation ($token: String!) { acceptInvitation(input: { token: $token }) { key } createApiKey(input: { name: "x" }) { key } }',
      { token: invited.invitationToken },
      null,
    )
    expect(errors?.map(({ path, extensions }: any) => [path[0], extensions.code])).toEqual([
      ['createApiKey', 'unauthorized'],
    ])
    expect(data).toEqual({ acceptInvitation: { key: expect.stringMatching(/^dgk_/) }, createApiKey: null })
  })
})
