import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createToken } from '../../../src/domains/keys/token.ts'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { type TestService, testService } from '../../support/service.ts'

let service: TestService
let company: TestCompany
let member: string
let companyAdmin: string
beforeAll(async () => {
  service = await testService({ ingests: false })
  company = await makeCompany(service.database.prisma)
})
beforeEach(async () => {
  member = await keyOf(company.member.id)
  companyAdmin = await keyOf(company.companyAdmin.id)
})
afterAll(() => service.close())

const keyOf = async (userId: number): Promise<string> => {
  const { keys, prisma } = service.running.services
  return (await keys.createFor(prisma, userId, 'test')).key
}
const statusOf = async (key: string): Promise<number> => (await service.graph('{ viewer { id } }', {}, key)).status

/** The first use of a key is written down beside the requests, whenever it gets its turn. */
const isNoTouch = (sql: string): boolean => !/"last_(used_at|login)" = /.test(sql)

const createKey =
  'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { keyId name prefix expiresAt isScoped scopes { role workspaceDatabaseId } } } }'
const revokeKey = 'mutation ($id: String!) { revokeApiKey(input: { keyId: $id }) { apiKey { revokedAt } } }'

describe('authentication', () => {
  test('asks the database nothing about a text that can’t be a key', async () => {
    const { text } = createToken('key')
    const malformed = [
      'x',
      'dgk_short',
      text.slice(0, -1),
      `${text.slice(0, -1)}!`,
      createToken('invitation').text,
      'x'.repeat(10_000),
    ]
    const statements = await service.statements(async () => {
      for (const key of malformed) expect(await statusOf(key), key).toBe(401)
    })
    expect(statements.filter(isNoTouch)).toEqual([])
  })

  test('asks it once about a key that is well-formed and unknown', async () => {
    const statements = await service.statements(async () => expect(await statusOf(createToken('key').text)).toBe(401))
    expect(statements.filter(isNoTouch)).toHaveLength(1)
  })

  test('compares the whole text, not only its public part', async () => {
    const { text, stored } = createToken('key')
    const { prisma } = service.database
    const other = createToken('key').stored
    await prisma.apiKey.create({
      data: { userId: company.member.id, name: 'x', prefix: stored.prefix, hash: other.hash },
    })
    expect(await statusOf(text)).toBe(401)
  })

  test.each(['bearer', 'BEARER'])('takes the scheme in any case: %s', async (scheme) => {
    const body = { query: '{ viewer { id } }' }
    const reply = await service.rest('POST', '/graphql', {
      key: null,
      headers: { authorization: `${scheme} ${member}` },
      body,
    })
    expect(reply.json.data.viewer).toBeDefined()
  })

  test.each([
    ['inactive', { isActive: false }],
    ['expired', { accountExpirationDate: new Date(Date.now() - 1_000) }],
  ])('refuses the keys of an account that is %s, and takes them again afterwards', async (_name, data) => {
    const { prisma } = service.database
    const where = { id: company.member.id }
    expect(await statusOf(member)).toBe(200)
    await prisma.user.update({ where, data })
    expect(await statusOf(member)).toBe(401)
    await prisma.user.update({ where, data: { isActive: true, accountExpirationDate: null } })
    expect(await statusOf(member)).toBe(200)
  })
})

describe('a key', () => {
  test('is made for oneself, opens what its owner may, and shows its text once', async () => {
    const { data } = await service.graph(createKey, { input: { name: ' laptop ' } }, member)
    const { key, apiKey } = data.createApiKey
    expect(apiKey).toMatchObject({
      name: 'laptop',
      prefix: key.slice(0, 16),
      expiresAt: null,
      isScoped: false,
      scopes: [],
    })
    const shown = await service.graph('{ viewer { databaseId apiKeys { nodes { keyId prefix } } } }', {}, key)
    expect(shown.data.viewer.databaseId).toBe(company.member.id)
    expect(shown.data.viewer.apiKeys.nodes).toContainEqual({ keyId: apiKey.keyId, prefix: apiKey.prefix })
    const rows = await service.database.pool.query('SELECT to_jsonb(k)::text AS text FROM api_keys k')
    expect(rows.rows.some(({ text }) => text.includes(key.slice(16)))).toBe(false)
  })

  test('makes none that outlives it', async () => {
    const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
    const limit = inMinutes(60)
    const make = (expiresAt: string | undefined, key: string) =>
      service.graph(createKey, { input: { name: 'derived', expiresAt } }, key)
    const brief = (await make(limit, member)).data.createApiKey.key
    for (const later of [inMinutes(61), undefined]) {
      const { errors } = await make(later, brief)
      expect(errors?.[0]).toMatchObject({
        extensions: { code: 'bad_request' },
        message: expect.stringContaining(limit),
      })
    }
    expect((await make(limit, brief)).data.createApiKey.apiKey.expiresAt).toBe(limit)
    expect((await make(inMinutes(1), brief)).errors).toBeUndefined()
  })

  test('works until it expires', async () => {
    const expiresAt = new Date(Date.now() + 600).toISOString()
    const { data } = await service.graph(createKey, { input: { name: 'brief', expiresAt } }, member)
    const { key } = data.createApiKey
    expect(await statusOf(key)).toBe(200)
    await expect.poll(() => statusOf(key), { timeout: 3_000 }).toBe(401)
  })

  test('does not begin expired, without a name, or with a workspace twice', async () => {
    const twice = [
      { workspaceId: company.teamId, role: 'VIEWER' },
      { workspaceId: company.teamId, role: 'OWNER' },
    ]
    const inputs = [
      { name: 'x', expiresAt: '2020-01-01T00:00:00Z' },
      { name: '  ' },
      { name: 'x'.repeat(256) },
      { name: 'x', scopes: twice },
    ]
    for (const input of inputs) {
      const { errors } = await service.graph(createKey, { input }, member)
      expect(errors?.[0]?.extensions.code, JSON.stringify(input)).toBe('bad_request')
    }
  })

  test('is revoked by its owner from the next request on, and once only', async () => {
    const { data } = await service.graph(createKey, { input: { name: 'x' } }, member)
    const { key, apiKey } = data.createApiKey
    const revoked = await service.graph(revokeKey, { id: apiKey.keyId }, member)
    expect(revoked.data.revokeApiKey.apiKey.revokedAt).toMatch(/Z$/)
    expect(await statusOf(key)).toBe(401)
    const again = await service.graph(revokeKey, { id: apiKey.keyId }, member)
    expect(again.errors?.[0]).toMatchObject({
      message: 'The API key has already been revoked.',
      extensions: { code: 'insufficient_permissions' },
    })
  })

  test('of a member is revoked by the administrator of the company, and one of an administrator is not', async () => {
    const { keys, prisma } = service.running.services
    const ofMember = await keys.createFor(prisma, company.member.id, 'x')
    const ofAdmin = await keys.createFor(prisma, company.admin.id, 'x')
    expect((await service.graph(revokeKey, { id: ofMember.id }, companyAdmin)).errors).toBeUndefined()
    expect(await statusOf(ofMember.key)).toBe(401)
    expect((await service.graph(revokeKey, { id: ofAdmin.id }, companyAdmin)).errors?.[0]?.extensions.code).toBe(
      'not_found',
    )
    expect(await statusOf(ofAdmin.key)).toBe(200)
  })

  test.each(['not-a-key', '00000000-0000-0000-0000-000000000000', "' OR 1=1"])('“%s” is not found', async (id) => {
    expect((await service.graph(revokeKey, { id }, member)).errors?.[0]?.extensions.code).toBe('not_found')
  })
})

describe('a key that is limited to workspaces', () => {
  const limited = async (key: string, role = 'VIEWER', workspaceId = company.teamId): Promise<string> => {
    const input = { name: 'limited', scopes: [{ workspaceId, role }] }
    const { data, errors } = await service.graph(createKey, { input }, key)
    expect(errors).toBeUndefined()
    expect(data.createApiKey.apiKey).toMatchObject({
      isScoped: true,
      scopes: [{ role, workspaceDatabaseId: workspaceId }],
    })
    return data.createApiKey.key
  }
  const workspaces = '{ viewer { company { workspaces { nodes { databaseId } } } } }'

  test('sees those, of what its owner sees', async () => {
    const { data } = await service.graph(workspaces, {}, await limited(member))
    expect(data.viewer.company.workspaces.nodes).toEqual([{ databaseId: company.teamId }])
  })

  test('reaches those that the role of its owner reaches, and no others', async () => {
    const { data } = await service.graph(workspaces, {}, await limited(companyAdmin, 'OWNER'))
    expect(data.viewer.company.workspaces.nodes).toEqual([{ databaseId: company.teamId }])
  })

  test.each([
    ['VIEWER', 403],
    ['EDITOR', 201],
    ['OWNER', 201],
  ])('as %s is answered an upload with %d', async (role, status) => {
    const form = new FormData()
    form.append('file', new Blob([`of ${role}`]), 'a.txt')
    form.append('collection_type', 'workspace')
    form.append('workspace_id', String(company.teamId))
    const reply = await service.rest('POST', '/api/v2/files', { key: await limited(member, role), body: form })
    expect(reply.status).toBe(status)
  })

  test('makes no keys, and manages nothing', async () => {
    const key = await limited(companyAdmin, 'OWNER', company.workspaceId)
    const update = 'mutation ($id: Int!) { updateCompany(input: { databaseId: $id, name: "x" }) { company { name } } }'
    expect((await service.graph(createKey, { input: { name: 'wider' } }, key)).errors?.[0]?.extensions.code).toBe(
      'insufficient_permissions',
    )
    expect((await service.graph(update, { id: company.id }, key)).errors?.[0]?.extensions.code).toBe(
      'insufficient_permissions',
    )
  })

  test('may revoke itself', async () => {
    const key = await limited(member)
    const { data } = await service.graph('{ viewer { apiKeys { nodes { keyId } } } }', {}, key)
    expect(data.viewer.apiKeys.nodes).toHaveLength(1)
    await service.graph(revokeKey, { id: data.viewer.apiKeys.nodes[0].keyId }, key)
    expect(await statusOf(key)).toBe(401)
  })

  test('stays limited, to nothing, when its workspace is deleted', async () => {
    const { prisma } = service.database
    const { id } = await prisma.workspace.create({
      data: { companyId: company.id, type: 'CUSTOM', name: 'Passing', members: { connect: { id: company.member.id } } },
    })
    const key = await limited(member, 'VIEWER', id)
    await prisma.workspace.delete({ where: { id } })
    expect((await service.graph(workspaces, {}, key)).data.viewer.company.workspaces.nodes).toEqual([])
  })
})
