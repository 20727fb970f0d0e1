import { encodeGlobalID } from '@pothos/plugin-relay'
import { makeCompany, type TestCompany } from '../support/company.ts'
import { adminKey, type TestService } from '../support/service.ts'

/** Everyone who asks in the tests of what may be seen, by what they are to the company that is asked about. */
export type Viewers = Record<
  'member' | 'outsider' | 'companyAdmin' | 'foreignAdmin' | 'admin' | 'limited' | 'limitedAdmin',
  string
>

export type World = { company: TestCompany; foreign: TestCompany; keys: Viewers; ids: Record<string, string> }

const askFor =
  'mutation ($input: AskInput!) { ask(input: $input) { chatResponse { databaseId extracts { databaseId } } } }'

/**
 * Two companies with documents, a group, keys and answers. `limited` is a key of `member` for the team only;
 * `limitedAdmin` one of the company's administrator, who is no member of the team that it is limited to.
 */
export async function makeWorld(service: TestService): Promise<World> {
  const { prisma, keys: keyService } = service.running.services
  const company = await makeCompany(prisma)
  const foreign = await makeCompany(prisma)
  const keyOf = async (id: number) => (await keyService.createFor(prisma, id, 'test')).key
  const limitedTo = async (id: number, workspaceId: number) => {
    const made = await keyService.createFor(prisma, id, 'limited')
    const scopes = { create: { workspaceId, role: 'EDITOR' as const } }
    await prisma.apiKey.update({ where: { id: made.id }, data: { isScoped: true, scopes } })
    return made
  }
  const limited = await limitedTo(company.member.id, company.teamId)
  const keys: Viewers = {
    member: await keyOf(company.member.id),
    outsider: await keyOf(company.outsider.id),
    companyAdmin: await keyOf(company.companyAdmin.id),
    foreignAdmin: await keyOf(foreign.companyAdmin.id),
    admin: adminKey,
    limited: limited.key,
    limitedAdmin: (await limitedTo(company.companyAdmin.id, company.teamId)).key,
  }
  const members = { connect: { id: company.member.id } }
  const group = await prisma.group.create({ data: { companyId: company.id, name: 'Group', members } })
  const documents = {
    team: await service.upload(
      { name: 'team.txt', content: 'The team keeps penguins.' },
      { collection_type: 'workspace', workspace_id: String(company.teamId) },
      keys.member,
    ),
    company: await service.upload(
      { name: 'company.txt', content: 'The company keeps penguins.' },
      { collection_type: 'company' },
      keys.companyAdmin,
    ),
    private: await service.upload({ name: 'private.txt', content: 'I keep penguins.' }, {}, keys.member),
  }
  await service.settled([documents.team, documents.private], keys.member)
  await service.settled([documents.company], keys.companyAdmin)
  const ask = async (scope: object) => {
    const input = { messages: [{ role: 'USER', content: 'Who keeps penguins?' }], scope }
    const { data } = await service.graph(askFor, { input }, keys.member)
    return data.ask.chatResponse
  }
  const teamAnswer = await ask({ workspaceIds: [company.teamId] })
  const privateAnswer = await ask({ privateScope: true })
  const collection = await prisma.collection.findFirstOrThrow({ where: { workspaceId: company.teamId } })
  const key = await prisma.apiKey.findFirstOrThrow({ where: { userId: company.member.id, name: 'test' } })
  const scope = await prisma.apiKeyScope.findFirstOrThrow({ where: { apiKeyId: limited.id } })
  const chunkOf = async (documentId: number) => (await prisma.chunk.findFirstOrThrow({ where: { documentId } })).id
  const tool = await prisma.tool.create({ data: { name: 'tool' } })
  const model = await prisma.modelConfig.create({ data: { name: 'model', provider: 'EXTRACTIVE' } })
  const isActive = false
  const inactiveTool = await prisma.tool.create({ data: { name: 'inactive tool', isActive } })
  const inactiveModel = await prisma.modelConfig.create({
    data: { name: 'inactive model', provider: 'EXTRACTIVE', isActive },
  })
  const ids = {
    company: encodeGlobalID('Company', company.id),
    'company workspace': encodeGlobalID('Workspace', company.workspaceId),
    team: encodeGlobalID('Workspace', company.teamId),
    'personal workspace': encodeGlobalID('Workspace', company.member.personalWorkspaceId),
    collection: encodeGlobalID('Collection', collection.id),
    'company document': encodeGlobalID('Document', documents.company),
    'team document': encodeGlobalID('Document', documents.team),
    'private document': encodeGlobalID('Document', documents.private),
    'company chunk': encodeGlobalID('Chunk', await chunkOf(documents.company)),
    'team chunk': encodeGlobalID('Chunk', await chunkOf(documents.team)),
    'private chunk': encodeGlobalID('Chunk', await chunkOf(documents.private)),
    member: encodeGlobalID('User', company.member.id),
    outsider: encodeGlobalID('User', company.outsider.id),
    group: encodeGlobalID('Group', group.id),
    key: encodeGlobalID('ApiKey', key.id),
    'limited key': encodeGlobalID('ApiKey', limited.id),
    'scope of the limited key': encodeGlobalID('ApiKeyScope', scope.id),
    'answer from the team': encodeGlobalID('ChatResponse', teamAnswer.databaseId),
    'its extract': encodeGlobalID('ChatExtract', teamAnswer.extracts[0].databaseId),
    'answer from private documents': encodeGlobalID('ChatResponse', privateAnswer.databaseId),
    'its private extract': encodeGlobalID('ChatExtract', privateAnswer.extracts[0].databaseId),
    model: encodeGlobalID('Model', model.id),
    tool: encodeGlobalID('Tool', tool.id),
    'inactive model': encodeGlobalID('Model', inactiveModel.id),
    'inactive tool': encodeGlobalID('Tool', inactiveTool.id),
  }
  return { company, foreign, keys, ids }
}

/** The number in an opaque id. */
export const databaseIdOf = (id: string): number => Number(Buffer.from(id, 'base64').toString().split(':')[1])
