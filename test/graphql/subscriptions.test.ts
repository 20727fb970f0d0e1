import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCompany, type TestCompany } from '../support/company.ts'
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts'
import { adminKey, type TestService, testService } from '../support/service.ts'
import { all, follow } from './event-stream.ts'

let service: TestService
let models: OpenAiServer
let company: TestCompany
let member: string
let outsider: string
let documentId: number
beforeAll(async () => {
  service = await testService()
  models = await startOpenAiServer({ answer: () => 'Penguins, says the file [1].' })
  company = await makeCompany(service.database.prisma)
  const { keys, prisma } = service.running.services
  member = (await keys.createFor(prisma, company.member.id, 'test')).key
  outsider = (await keys.createFor(prisma, company.outsider.id, 'test')).key
  const place = { collection_type: 'workspace', workspace_id: String(company.teamId) }
  documentId = await service.upload({ name: 'team.txt', content: 'The team keeps penguins.' }, place, member)
  await service.settled([documentId], member)
  const input = { name: 'remote', baseUrl: models.url, model: 'test' }
  await service.graph(
    'mutation ($input: ConfigureModelInput!) { configureModel(input: $input) { model { id } } }',
    { input },
    adminKey,
  )
}, 60_000)
afterAll(async () => {
  await service?.close()
  await models?.close()
})

describe('askStream', () => {
  const query = `subscription ($input: AskInput!) { askStream(input: $input) {
    extracts { text score document { filename } chunk { position } } token chatResponse { databaseId text errorMessage model extracts { text } } } }`
  const question = (more: object = {}) => ({
    input: { messages: [{ role: 'USER', content: 'What does the team keep?' }], ...more },
  })
  const answers = () => service.database.prisma.chatResponse.count()

  test.each(['extractive', 'remote'])(
    'gives the extracts first, then the tokens, then the stored answer: %s',
    async (model) => {
      const events = (await all(service, query, question({ model }), member)).map(({ data, errors }) => {
        expect(errors).toBeUndefined()
        return data.askStream
      })
      const kinds = events.map((event) => Object.keys(event).filter((field) => event[field] !== null))
      expect(kinds[0]).toEqual(['extracts'])
      expect(kinds.at(-1)).toEqual(['chatResponse'])
      expect(kinds.slice(1, -1).length).toBeGreaterThan(0)
      expect(new Set(kinds.slice(1, -1).flat())).toEqual(new Set(['token']))
      expect(events[0].extracts).toMatchObject([
        { text: 'The team keeps penguins.', document: { filename: 'team.txt' }, chunk: { position: 0 } },
      ])
      const { chatResponse } = events.at(-1)
      expect(chatResponse).toMatchObject({
        model,
        errorMessage: null,
        extracts: [{ text: 'The team keeps penguins.' }],
      })
      expect(
        events
          .slice(1, -1)
          .map(({ token }) => token)
          .join(''),
      ).toBe(chatResponse.text)
      const stored = await service.graph(
        'query ($id: Int!) { chatResponse(databaseId: $id) { text } }',
        { id: chatResponse.databaseId },
        member,
      )
      expect(stored.data.chatResponse.text).toBe(chatResponse.text)
    },
  )

  test('ends with the error of a model that fails, as an answer', async () => {
    models.script('not-json', 'not-json', 'not-json')
    const events = await all(service, query, question({ model: 'remote' }), member)
    expect(events.at(-1).data.askStream.chatResponse).toMatchObject({ text: null, errorMessage: expect.any(String) })
  })

  test('refuses a scope that may not be seen, an unknown model and an empty question before anything is asked', async () => {
    const before = await service.database.prisma.chatRequest.count()
    const refusals: [object, string, string][] = [
      [question({ scope: { workspaceIds: [company.teamId] } }), outsider, 'not_found'],
      [question({ model: 'nobody' }), member, 'bad_request'],
      [question({ messages: [{ role: 'USER', content: ' ' }] }), member, 'bad_request'],
    ]
    for (const [variables, key, code] of refusals) {
      const events = await all(service, query, variables, key)
      expect(events.flatMap(({ errors }) => errors?.map(({ extensions }: any) => extensions.code))).toEqual([code])
      expect(events[0].data?.askStream ?? null).toBeNull()
    }
    expect(await service.database.prisma.chatRequest.count()).toBe(before)
  })

  test('stops the model when whoever asked goes away', async () => {
    const before = await answers()
    models.script('endless-stream')
    for await (const { data } of follow(service, query, question({ model: 'remote' }), member)) {
      if (data.askStream.token) break
    }
    await expect.poll(answers, { timeout: 5_000 }).toBe(before + 1)
  })
})

describe('documentProgress', () => {
  const query =
    'subscription ($ids: [Int!]!) { documentProgress(databaseIds: $ids) { databaseId status stage progress } }'
  const place = () => ({ collection_type: 'workspace', workspace_id: String(company.teamId) })

  test('tells of each document at the beginning and at every change, and ends when all are done', async () => {
    const content = 'Penguins live in the south. '.repeat(2_000)
    const ids = [
      await service.upload({ name: 'a.txt', content: `a ${content}` }, place(), member),
      await service.upload({ name: 'b.txt', content: `b ${content}` }, place(), member),
    ]
    const events = (await all(service, query, { ids }, member)).map(({ data }) => data.documentProgress)
    for (const id of ids) {
      const states = events.filter(({ databaseId }) => databaseId === id)
      expect(states.at(-1)).toMatchObject({ status: 'PARSED', progress: 100 })
    }
  })

  test('ends at once for documents that are done', async () => {
    const events = await all(service, query, { ids: [documentId] }, member)
    expect(events.map(({ data }) => data.documentProgress)).toMatchObject([
      { databaseId: documentId, status: 'PARSED' },
    ])
  })

  test.each([
    ['one that may not be seen', () => [documentId], () => outsider, 'not_found'],
    ['one that may not be seen among others', () => [documentId, 2_000_000], () => member, 'not_found'],
    ['an id that can’t be', () => [-1], () => member, 'not_found'],
    ['none', () => [], () => member, 'bad_request'],
    ['too many', () => Array.from({ length: 201 }, (_, i) => i + 1), () => member, 'bad_request'],
  ])('refuses %s', async (_name, ids, key, code) => {
    const events = await all(service, query, { ids: ids() }, key())
    expect(events.flatMap(({ errors }) => errors?.map(({ extensions }: any) => extensions.code))).toEqual([code])
  })

  test('needs credentials', async () => {
    const body = { query, variables: { ids: [documentId] } }
    const reply = await service.rest('POST', '/graphql', { key: null, body, headers: { accept: 'text/event-stream' } })
    expect(reply.text).toContain('"code":"unauthorized"')
  })
})
