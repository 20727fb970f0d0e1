import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type OpenAiServer, startOpenAiServer } from '../../support/openai-server.ts'
import { type TestService, testService } from '../../support/service.ts'

const configure = 'mutation ($input: ConfigureModelInput!) { configureModel(input: $input) { model { name } } }'

describe('an answer', () => {
  let service: TestService
  let model: OpenAiServer

  beforeAll(async () => {
    model = await startOpenAiServer()
    service = await testService()
    const input = { name: 'remote', baseUrl: model.url, model: 'any' }
    expect((await service.graph(configure, { input })).errors).toBeUndefined()
  })
  afterAll(async () => {
    await service.close()
    await model.close()
  })

  test('is kept when a document that it rests on is deleted while the model writes', async () => {
    const id = await service.upload({
      name: 'orchard.txt',
      content: 'The orchard of Ballyvaughan has forty apple trees.',
    })
    await service.settled([id])
    const before = model.requests.length
    model.script({ status: 429, retryAfter: '2' })
    const asked = service.rest('POST', '/api/v2/tools/chatflows/', {
      body: {
        messages: [{ role: 'user', content: 'How many apple trees has the orchard?' }],
        file_ids: [id],
        model: 'remote',
      },
    })
    await vi.waitFor(() => expect(model.requests.length).toBeGreaterThan(before), { timeout: 10_000 })
    expect((await service.rest('DELETE', `/api/v2/files/${id}`)).status).toBe(204)
    const { status, json } = await asked
    expect(status).toBe(200)
    expect(json.document_extracts).toMatchObject([{ document_id: id, document_name: 'orchard.txt' }])
    const query = `{ chatResponse(databaseId: ${json.id}) { extracts { documentDatabaseId document { id } chunk { id } text } } }`
    const { data } = await service.graph<any>(query)
    expect(data.chatResponse.extracts).toEqual([
      { documentDatabaseId: id, document: null, chunk: null, text: expect.stringContaining('forty apple trees') },
    ])
  })
})

describe('the key of a company administrator that is limited to a workspace', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService()
  })
  afterAll(() => service.close())

  test('reaches that workspace as its owner does, without membership, and no other', async () => {
    const { data } = await service.graph<any>('{ viewer { company { databaseId } } }')
    const companyId = data.viewer.company.databaseId
    const create =
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { databaseId } invitationToken } }'
    const people = await Promise.all(
      [{ email: 'boss@example.com', role: 'COMPANY_ADMIN' }, { email: 'writer@example.com' }].map(async (input) => {
        const made = await service.graph<any>(create, { input: { companyId, ...input } })
        const { user, invitationToken: token } = made.data.createUser
        const accept = `mutation { acceptInvitation(input: { token: "${token}" }) { key } }`
        return { id: user.databaseId, key: (await service.graph<any>(accept, {}, null)).data.acceptInvitation.key }
      }),
    )
    const [boss, writer] = people
    const workspace =
      'mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { workspace { databaseId } } }'
    const ids: number[] = []
    for (const name of ['Inside', 'Outside']) {
      const input = { companyId, name, description: '', memberIds: [writer?.id] }
      ids.push((await service.graph<any>(workspace, { input })).data.createWorkspace.workspace.databaseId)
    }
    for (const id of ids) {
      await service.upload(
        { name: `in-${id}.txt`, content: 'text' },
        { collection_type: 'workspace', workspace_id: String(id) },
        writer?.key,
      )
    }
    const scopes = [{ workspaceId: ids[0], role: 'VIEWER' }]
    const limited =
      'mutation ($scopes: [ApiKeyScopeInput!]) { createApiKey(input: { name: "limited", scopes: $scopes }) { key } }'
    const { key } = (await service.graph<any>(limited, { scopes }, boss?.key)).data.createApiKey
    const { json } = await service.rest('GET', '/api/v2/files', { key })
    expect(json.data[0].data.map(({ filename }: { filename: string }) => filename)).toEqual([`in-${ids[0]}.txt`])
    expect((await service.rest('GET', `/api/v2/files?workspace_scope=${ids[1]}`, { key })).status).toBe(404)
  })
})
