import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdf, textAt } from '../domains/ingestion/parsing/pdf-writer.ts'
import { type Company, companyOf } from '../rest/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { expectAnswer, expectRefusal } from './expect.ts'
import { chatResponse } from './wire.ts'

const paths = ['/api/v2/tools/chatflows/', '/tools/chatflows/']
const ask = (content: string, rest = {}) => ({ messages: [{ role: 'user', content }], ...rest })

describe('chat flows', () => {
  let service: TestService
  let company: Company
  const ids = { lantern: 0, team: 0, diary: 0 }

  beforeAll(async () => {
    service = await testService()
    company = await companyOf(service)
    const { companyAdmin, member } = company
    const page = (number: number) =>
      textAt(50, 700, `Lantern ${number} burns ${['seal', 'whale', 'palm'][number - 1]} oil.`)
    const lantern = { name: 'lantern.pdf', content: new Uint8Array(pdf([1, 2, 3].map(page))) }
    const team = { collection_type: 'workspace', workspace_id: String(company.teamId) }
    ids.lantern = await service.upload(lantern, undefined, companyAdmin.key)
    ids.team = await service.upload({ name: 'team.txt', content: 'The team drinks jasmine tea.' }, team, member.key)
    ids.diary = await service.upload({ name: 'diary.txt', content: 'I drink black coffee.' }, {}, member.key)
    await service.settled([ids.lantern], companyAdmin.key)
    await service.settled([ids.team, ids.diary], member.key)
  })
  afterAll(() => service.close())

  describe.each(paths)('POST %s', (path) => {
    const post = (body: unknown, key = company.member.key) => service.rest('POST', path, { key, body })
    const answered = async (body: unknown, key?: string) => expectAnswer(await post(body, key), 200, chatResponse)
    const stored = () => service.running.services.prisma.chatRequest.count()
    const documentsOf = ({ document_extracts: extracts }: { document_extracts: { document_id: number }[] }) =>
      [...new Set(extracts.map((extract) => extract.document_id))].toSorted((a, b) => a - b)

    test('answers with the extracts that the answer rests on, each with its page', async () => {
      const answer = await answered(ask('What does lantern 2 burn?', { file_ids: [ids.lantern] }))
      expect(answer.text).toContain('whale oil')
      expect(answer).toMatchObject({ error_message: null, flag_created_at: null, is_chosen: true })
      const extract = answer.document_extracts[0]
      expect(extract?.text).toContain('whale oil')
      expect(extract).toMatchObject({
        chat_response_id: answer.id,
        document_id: ids.lantern,
        document_name: 'lantern.pdf',
        document_file_type: 'pdf',
        document_external_url: `${service.url}/api/v2/files/${ids.lantern}/download`,
        metadata: { total_pages: 3, pages: `${extract?.page_start}-${extract?.page_end}` },
      })
      expect([extract?.page_start, extract?.page_end].every((page) => page && page >= 1 && page <= 3)).toBe(true)
    })

    test('answers from everything that the caller may see when no scope is given', async () => {
      expect(documentsOf(await answered(ask('What is drunk?')))).toEqual([ids.lantern, ids.team, ids.diary])
      expect(documentsOf(await answered(ask('What is drunk?'), company.outsider.key))).toEqual([ids.lantern])
    })

    test.each([
      [{ company_scope: true }, () => [ids.lantern]],
      [{ private_scope: true }, () => [ids.diary]],
      [{ private_scope: true, company_scope: true }, () => [ids.lantern, ids.diary]],
      [{ company_scope: false, private_scope: true }, () => [ids.diary]],
      [() => ({ workspace_ids: [company.teamId] }), () => [ids.team]],
      [() => ({ file_ids: [ids.diary], workspace_ids: [company.teamId] }), () => [ids.team, ids.diary]],
      [() => ({ file_ids: [ids.diary, ids.diary], company_scope: true }), () => [ids.lantern, ids.diary]],
      [{ workspace_ids: null, file_ids: null, company_scope: null, private_scope: true }, () => [ids.diary]],
    ])('answers from the union of the scope: case %#', async (scope, wanted) => {
      const answer = await answered(ask('What is it?', typeof scope === 'function' ? scope() : scope))
      expect(documentsOf(answer)).toEqual(wanted())
    })

    test('says `corpus` when the whole scope fits into the context, and `embeddings` when it was searched', async () => {
      expect((await answered(ask('Lantern?', { file_ids: [ids.lantern] }))).source).toBe('corpus')
      const lines = Array.from(
        { length: 3_000 },
        (_, line) => `Line ${line} tells of harbour ${line % 97} and its cranes.`,
      )
      const id = await service.upload({ name: 'long.txt', content: lines.join('\n\n') }, {}, company.member.key)
      await service.settled([id], company.member.key)
      const answer = await answered(ask('What does line 1234 tell of?', { file_ids: [id] }))
      expect(answer.source).toBe('embeddings')
      expect(answer.document_extracts.length).toBeLessThanOrEqual(10)
      expect(answer.document_extracts[0]?.text).toContain('Line 1234 ')
      await service.rest('DELETE', `/api/v2/files/${id}`, { key: company.member.key })
    })

    test.each([
      ['an absent document', () => ({ file_ids: [999_999] }), 'document'],
      ['an absent workspace', () => ({ workspace_ids: [999_999] }), 'workspace'],
      ['an id beyond 2^31', () => ({ file_ids: [2 ** 31] }), 'document'],
      ['an id beyond 2^53', () => ({ workspace_ids: [2 ** 53 + 2] }), 'workspace'],
      ['an id of 2^63', () => ({ file_ids: [2 ** 63] }), 'document'],
      ['a negative id', () => ({ file_ids: [-1] }), 'document'],
      ["someone else's document", () => ({ file_ids: [ids.lantern, ids.diary] }), 'document'],
      ["someone else's workspace", () => ({ workspace_ids: [company.teamId] }), 'workspace'],
      [
        "someone else's personal workspace",
        () => ({ workspace_ids: [company.member.personalWorkspaceId] }),
        'workspace',
      ],
    ])('is 404 for %s in the scope, and nothing is answered or stored', async (_name, scope, noun) => {
      const before = await stored()
      const reply = await post(ask('What is it?', scope()), company.outsider.key)
      expect(expectRefusal(reply, 'not_found')).toBe(`No such ${noun}.`)
      expect(await stored()).toBe(before)
    })

    test('never answers an administrator from private documents of others', async () => {
      for (const { key } of [company.admin, company.companyAdmin]) {
        const answer = await answered(ask('Who drinks black coffee?'), key)
        expect(JSON.stringify(answer)).not.toContain('black coffee.')
        expectRefusal(await post(ask('Who?', { file_ids: [ids.diary] }), key), 'not_found')
        expect(documentsOf(await answered(ask('Who?', { private_scope: true }), key))).toEqual([])
      }
    })

    test('tolerates members that the interface does not name', async () => {
      const body = { messages: [{ role: 'user', content: 'Tea?', name: 'x' }], stream: true, temperature: 2 }
      await answered(body)
    })

    test.each([
      [{}, 'messages'],
      [null, 'body'],
      [[], 'body'],
      ['text', 'body'],
      [{ messages: 'What?' }, 'messages'],
      [{ messages: null }, 'messages'],
      [{ messages: {} }, 'messages'],
      [{ messages: [] }, 'messages'],
      [{ messages: ['What?'] }, 'messages.0'],
      [{ messages: [{ content: 'What?' }] }, 'messages.0.role'],
      [{ messages: [{ role: 'tool', content: 'What?' }] }, 'messages.0.role'],
      [{ messages: [{ role: 'USER', content: 'What?' }] }, 'messages.0.role'],
      [{ messages: [{ role: 'user' }] }, 'messages.0.content'],
      [{ messages: [{ role: 'user', content: 1 }] }, 'messages.0.content'],
      [{ messages: [{ role: 'user', content: ' \n\t\u3000' }] }, 'messages'],
      [{ messages: [{ role: 'assistant', content: 'Yes.' }] }, 'messages'],
      [{ messages: [...ask('What?').messages, { role: 'system', content: 'Be brief.' }] }, 'messages'],
      [ask('a\0b'), 'messages.0.content'],
      [ask('\ud800'), 'messages.0.content'],
      [ask('x'.repeat(200_001)), 'messages'],
      [{ messages: Array.from({ length: 201 }, () => ({ role: 'user', content: 'x' })) }, 'messages'],
      [ask('What?', { model: 1 }), 'model'],
      [ask('What?', { model: 'nobody configured me' }), 'model'],
      [ask('What?', { model: '' }), 'model'],
      [ask('What?', { model: 'a\0b' }), 'model'],
      [ask('What?', { tool: 'nobody configured me' }), 'tool'],
      [ask('What?', { tool: ['x'] }), 'tool'],
      [ask('What?', { workspace_ids: 1 }), 'workspace_ids'],
      [ask('What?', { workspace_ids: ['1'] }), 'workspace_ids.0'],
      [ask('What?', { file_ids: [1.5] }), 'file_ids.0'],
      [ask('What?', { file_ids: [true] }), 'file_ids.0'],
      [ask('What?', { file_ids: [null] }), 'file_ids.0'],
      [ask('What?', { company_scope: 'true' }), 'company_scope'],
      [ask('What?', { private_scope: 1 }), 'private_scope'],
    ])('is 400 for a body that is not as declared, and names the member: case %#', async (body, member) => {
      const before = await stored()
      const reply = await service.rest('POST', path, {
        key: company.member.key,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      expect(expectRefusal(reply, 'bad_request')).toMatch(new RegExp(`(^|\\. )${member}: `))
      expect(await stored()).toBe(before)
    })

    test('is 400 for more than a thousand ids of a kind', async () => {
      const many = Array.from({ length: 1_001 }, (_, index) => index + 1)
      expectRefusal(await post(ask('What?', { file_ids: many })), 'bad_request')
    })
  })
})
