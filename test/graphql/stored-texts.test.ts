import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCompany, type TestCompany } from '../support/company.ts'
import { type TestService, testService } from '../support/service.ts'

let service: TestService
let company: TestCompany
let documentId: number
beforeAll(async () => {
  service = await testService()
  company = await makeCompany(service.database.prisma)
  const { key } = await service.running.services.keys.createFor(service.database.prisma, company.member.id, 'test')
  const place = { collection_type: 'workspace', workspace_id: String(company.teamId) }
  documentId = await service.upload({ name: 'team.txt', content: 'The team keeps penguins.' }, place, key)
  await service.settled([documentId], key)
})
afterAll(() => service.close())

const read = async () => {
  const { data, errors } = await service.graph(
    `query ($id: Int!, $team: Int!) { document(databaseId: $id) { stage chunks { nodes { chunkType } } }
      workspace(databaseId: $team) { summaries { id language summary } } }`,
    { id: documentId, team: company.teamId },
  )
  expect(errors).toBeUndefined()
  return { stage: data.document.stage, type: data.document.chunks.nodes[0].chunkType, ...data.workspace }
}
const store = async ({ stage, type, languages }: { stage: string; type: string; languages: string[] }) => {
  const { prisma } = service.database
  await prisma.document.update({ where: { id: documentId }, data: { stage } })
  await prisma.chunk.updateMany({ where: { documentId }, data: { type } })
  await prisma.workspaceSummary.deleteMany({ where: { workspaceId: company.teamId } })
  await prisma.workspaceSummary.createMany({
    data: languages.map((language) => ({ workspaceId: company.teamId, language, summary: `A team, in ${language}.` })),
  })
}

describe('what is stored as a text is told as a value of its set', () => {
  test.each([
    ['queued', 'QUEUED', 'text', 'TEXT', 'en', 'EN'],
    ['parsing', 'PARSING', 'table', 'TABLE', 'zh', 'ZH'],
    ['indexing', 'INDEXING', 'code', 'CODE', 'ar', 'AR'],
    ['embedding', 'EMBEDDING', 'text', 'TEXT', 'ko', 'KO'],
    ['done', 'DONE', 'text', 'TEXT', 'sv', 'SV'],
  ])('%s', async (stage, toldStage, type, toldType, language, toldLanguage) => {
    await store({ stage, type, languages: [language] })
    expect(await read()).toMatchObject({
      stage: toldStage,
      type: toldType,
      summaries: [{ language: toldLanguage, summary: `A team, in ${language}.` }],
    })
  })

  test('a value that nobody knows fails no request', async () => {
    await store({ stage: 'melting', type: 'poem', languages: ['en', 'tlh'] })
    const { stage, type, summaries } = await read()
    expect({ stage, type }).toEqual({ stage: 'QUEUED', type: 'TEXT' })
    expect(summaries.map(({ language }: { language: string }) => language)).toEqual(['EN'])
  })

  test('the wire has it in lower case', async () => {
    await store({ stage: 'done', type: 'table', languages: ['de'] })
    const { json } = await service.rest('GET', `/api/v2/files/${documentId}/chunks`)
    expect(json.chunks[0].chunk_type).toBe('table')
    const workspace = await service.rest('GET', `/api/v2/workspaces/${company.teamId}`)
    expect(workspace.json.summaries).toEqual([{ language: 'de', summary: 'A team, in de.' }])
  })
})
