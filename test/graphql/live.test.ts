import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorViewer } from '../../src/cli/operator-viewer.ts'
import { makeCompany, type TestCompany, type TestUser } from '../support/company.ts'
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts'
import { type TestService, testService } from '../support/service.ts'
import { all, follow } from './event-stream.ts'

let service: TestService
let models: OpenAiServer
let company: TestCompany
let member: { id: string; key: string }
let documentId: number
beforeAll(async () => {
  service = await testService({ ingests: false })
  models = await startOpenAiServer()
  company = await makeCompany(service.database.prisma)
  const input = { name: 'remote', baseUrl: models.url, model: 'test' }
  await service.graph('mutation ($input: ConfigureModelInput!) { configureModel(input: $input) { model { id } } }', {
    input,
  })
})
beforeEach(async () => {
  member = await newKey(company.member.id)
  documentId = await upload('waiting.txt', member.key)
})
afterAll(async () => {
  await service?.close()
  await models?.close()
})

const newKey = (userId: number) => service.running.services.keys.createFor(service.database.prisma, userId, 'test')
/** Nothing is ingested here, so that a document waits until the test says otherwise. */
const upload = (name: string, key: string) => {
  const place = { collection_type: 'workspace', workspace_id: String(company.teamId) }
  return service.upload({ name, content: `${name} ${Math.random()}` }, place, key)
}
const finish = (id: number) =>
  service.database.prisma.document.update({ where: { id }, data: { status: 'PARSED', stage: 'done', progress: 100 } })

const progress =
  'subscription ($ids: [Int!]) { documentProgress(databaseIds: $ids) { databaseId status stage progress } }'
const ask = 'subscription ($input: AskInput!) { askStream(input: $input) { token chatResponse { text } } }'
const question = { input: { messages: [{ role: 'USER', content: 'What is waiting?' }], model: 'remote' } }

const codesOf = (event: any) => event.errors?.map(({ extensions }: any) => extensions.code)

describe('documentProgress of no document in particular', () => {
  test('follows those that are not done and that the viewer may see, until all are done', async () => {
    await service.database.prisma.document.updateMany({ data: { status: 'PARSED' } })
    const waiting = [await upload('a.txt', member.key), await upload('b.txt', member.key)]
    await service.upload({ name: 'private.txt', content: 'private' }, {}, (await newKey(company.outsider.id)).key)
    const seen: string[] = []
    for await (const { data } of follow(service, progress, {}, member.key)) {
      const { databaseId, status } = data.documentProgress
      seen.push(`${waiting.indexOf(databaseId)} ${status}`)
      if (status === 'PENDING') await finish(databaseId)
    }
    expect(seen.sort()).toEqual(['0 PARSED', '0 PENDING', '1 PARSED', '1 PENDING'])
  })

  test('ends at once when nothing is left to follow', async () => {
    await service.database.prisma.document.updateMany({ data: { status: 'PARSED' } })
    expect(await all(service, progress, {}, member.key)).toEqual([])
  })
})

describe('a running subscription ends with its credentials', () => {
  const change = (id: string, data: object) => service.database.prisma.apiKey.update({ where: { id }, data })
  const losses: [string, () => TestUser, (id: string) => Promise<unknown>][] = [
    ['is revoked', () => company.companyAdmin, (id) => service.running.services.keys.revoke(company.companyAdmin, id)],
    ['expires', () => company.companyAdmin, (id) => change(id, { expiresAt: new Date() })],
    ['is limited', () => company.companyAdmin, (id) => change(id, { isScoped: true })],
    [
      'loses its user',
      () => company.admin,
      () => service.running.services.members.deactivate(operatorViewer, company.admin.id),
    ],
  ]

  test.concurrent.each(losses)('documentProgress, when its key %s', async (_name, ownerOf, lose) => {
    const { id, key } = await newKey(ownerOf().id)
    const events: any[] = []
    for await (const event of follow(service, progress, { ids: [documentId] }, key)) {
      if (events.push(event) === 1) await lose(id)
    }
    expect(events.map(codesOf)).toEqual([undefined, ['unauthorized']])
  })

  test('askStream, when its key is revoked while the model thinks', async () => {
    models.script('hang')
    const asked = models.requests.length
    const events = all(service, ask, question, member.key)
    await expect.poll(() => models.requests.length).toBe(asked + 1)
    await service.running.services.keys.revoke(company.member, member.id)
    expect(codesOf((await events).at(-1))).toEqual(['unauthorized'])
  })

  test('and goes on for as long as they hold', async () => {
    const events: any[] = []
    for await (const event of follow(service, progress, { ids: [documentId] }, member.key)) {
      if (events.push(event) > 1) continue
      await wait(4_500)
      await finish(documentId)
    }
    expect(events.map(({ data }) => data.documentProgress.status)).toEqual(['PENDING', 'PARSED'])
  }, 10_000)
})

describe('a subscription ends with its listener', () => {
  test('documentProgress asks the database nothing more, though nothing has changed', async () => {
    for await (const { data } of follow(service, progress, { ids: [documentId] }, member.key)) {
      if (data.documentProgress) break
    }
    await wait(500)
    expect(await service.statements(() => wait(2_500))).toEqual([])
  }, 10_000)

  test('askStream stops a model that says nothing', async () => {
    models.script('hang')
    const [asked, answered] = [models.requests.length, await service.database.prisma.chatResponse.count()]
    const abort = new AbortController()
    const request = fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${member.key}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: ask, variables: question }),
      signal: abort.signal,
    }).then((response) => response.text())
    await expect.poll(() => models.requests.length).toBe(asked + 1)
    abort.abort()
    await expect(request).rejects.toThrow('aborted')
    await expect.poll(() => service.database.prisma.chatResponse.count(), { timeout: 5_000 }).toBe(answered + 1)
  })
})
