import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdf, textAt } from '../domains/ingestion/parsing/pdf-writer.ts'
import { type Company, companyOf } from '../rest/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { expectAnswer, expectRefusal } from './expect.ts'
import { chunkPage, fileDetail, filePage } from './wire.ts'

describe('the files of the wire', () => {
  let service: TestService
  let company: Company
  const ids = { company: 0, team: 0, member: 0, outsider: 0 }

  beforeAll(async () => {
    service = await testService()
    company = await companyOf(service)
    const pages = pdf([1, 2, 3].map((page) => textAt(50, 700, `The lantern of chapter ${page} burns whale oil.`)))
    const { companyAdmin, member, outsider } = company
    const team = { collection_type: 'workspace', workspace_id: String(company.teamId) }
    ids.company = await service.upload(
      { name: 'lantern.pdf', content: new Uint8Array(pages) },
      undefined,
      companyAdmin.key,
    )
    ids.team = await service.upload({ name: 'team.txt', content: 'The team meets on Mondays.' }, team, member.key)
    ids.member = await service.upload({ name: 'diary.md', content: '# Diary\n\nNothing happened.' }, {}, member.key)
    ids.outsider = await service.upload({ name: 'secret.txt', content: 'Not for anyone.' }, {}, outsider.key)
    await service.settled([ids.company], companyAdmin.key)
    await service.settled([ids.team, ids.member], member.key)
    await service.settled([ids.outsider], outsider.key)
  })
  afterAll(() => service.close())

  const get = (path: string, key = company.member.key) => service.rest('GET', path, { key })
  const listed = async (query: string, key?: string) => {
    const page = expectAnswer(await get(`/api/v2/files${query}`, key), 200, filePage)
    const [inner] = page.data
    expect(inner).toMatchObject({ count: page.count, next: page.next, previous: page.previous })
    return inner.data.map((item) => item.id)
  }

  describe('POST /api/v2/files', () => {
    test('answers 201 with the file as it was taken in', async () => {
      const form = new FormData()
      form.append('title', 'A title')
      form.append('file', new Blob(['some bytes']), 'bytes.txt')
      const reply = await service.rest('POST', '/api/v2/files', { key: company.member.key, body: form })
      const file = expectAnswer(reply, 201, fileDetail)
      await service.rest('DELETE', `/api/v2/files/${file.id}`, { key: company.member.key })
      expect(file).toMatchObject({
        bytes: 10,
        filename: 'bytes.txt',
        status: expect.stringMatching(/^(pending|parsing)$/),
      })
      expect(Math.abs(file.created_at - Date.now() / 1_000)).toBeLessThan(10)
    })

    test('takes the name from `filename` where it is given', async () => {
      const form = new FormData()
      form.append('file', new Blob(['some bytes']), 'upload.bin')
      form.append('filename', 'über.txt')
      const reply = await service.rest('POST', '/api/v2/files', { key: company.member.key, body: form })
      const { id, filename } = expectAnswer(reply, 201, fileDetail)
      await service.rest('DELETE', `/api/v2/files/${id}`, { key: company.member.key })
      expect(filename).toBe('über.txt')
    })
  })

  describe('GET /api/v2/files/{id}', () => {
    test('answers one file', async () => {
      const file = expectAnswer(await get(`/api/v2/files/${ids.team}`), 200, fileDetail)
      expect(file).toMatchObject({ id: ids.team, filename: 'team.txt', status: 'parsed', bytes: 26 })
    })

    test('answers HEAD with the same headers and no body', async () => {
      const reply = await service.rest('HEAD', `/api/v2/files/${ids.team}`, { key: company.member.key })
      expect(reply).toMatchObject({ status: 200, text: '' })
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    })
  })

  describe('GET /api/v2/files', () => {
    test('lists all that the caller may see without a scope, newest first', async () => {
      expect(await listed('')).toEqual([ids.member, ids.team, ids.company])
    })

    test.each([
      ['?company_scope=true', () => [ids.company]],
      ['?company_scope=True', () => [ids.company]],
      ['?private_scope=1', () => [ids.member]],
      [() => `?workspace_scope=${company.teamId}`, () => [ids.team]],
      ['?company_scope=true&private_scope=true', () => [ids.member, ids.company]],
      [() => `?company_scope=false&workspace_scope=${company.teamId}`, () => [ids.team]],
      [
        () => `?company_scope=true&private_scope=true&workspace_scope=${company.teamId}`,
        () => [ids.member, ids.team, ids.company],
      ],
    ] as const)('lists the union of the scopes: %s', async (query, wanted) => {
      expect(await listed(typeof query === 'string' ? query : query())).toEqual(wanted())
    })

    test('never lists private documents of others, not even to an administrator', async () => {
      expect(await listed('', company.admin.key)).not.toContain(ids.member)
      expect(await listed('?private_scope=true', company.admin.key)).toEqual([])
    })

    test('answers an empty page, not a refusal, where there is nothing', async () => {
      expectAnswer(await get('/api/v2/files?private_scope=true', company.companyAdmin.key), 200, filePage)
      expect(await listed('?private_scope=true', company.companyAdmin.key)).toEqual([])
    })

    test('does not tell an invisible workspace from an absent one', async () => {
      const invisible = await get(`/api/v2/files?workspace_scope=${company.teamId}`, company.outsider.key)
      const absent = await get('/api/v2/files?workspace_scope=999999', company.outsider.key)
      expect(expectRefusal(invisible, 'not_found')).toBe('No such workspace.')
      expect(invisible.text).toBe(absent.text)
    })
  })

  describe('GET /api/v2/files/{id}/chunks', () => {
    test('answers the chunks with their pages', async () => {
      const { chunks } = expectAnswer(await get(`/api/v2/files/${ids.company}/chunks`), 200, chunkPage)
      expect(chunks.map((chunk) => chunk.metadata.position)).toEqual(chunks.map((_, index) => index))
      expect(chunks[0]?.metadata).toMatchObject({ pages: expect.stringMatching(/^1-/), total_pages: 3 })
      expect(chunks.map((chunk) => chunk.text).join('\n')).toContain('The lantern of chapter 3 burns whale oil.')
    })

    test('says page 1 of 1 where the format has no pages', async () => {
      const { chunks } = expectAnswer(await get(`/api/v2/files/${ids.team}/chunks`), 200, chunkPage)
      expect(chunks).toHaveLength(1)
      expect(chunks[0]?.metadata).toEqual({ pages: '1-1', total_pages: 1, position: 0 })
    })

    test.each(['abc', '1.5', '1e3', '0x10', '%20', '%00', '%zz', '1%2F2', '٣'])('is 400 for the id %s', async (id) => {
      expectRefusal(await get(`/api/v2/files/${id}/chunks`), 'bad_request')
    })

    test.each(['0', '-1', '2147483648', '9007199254740993', '9223372036854775808', '9'.repeat(40)])(
      'is 404 for an integer that is no id: %s',
      async (id) => {
        const reply = await get(`/api/v2/files/${id}/chunks`)
        expectRefusal(reply, 'not_found')
        expect(reply.text).toBe((await get('/api/v2/files/999999/chunks')).text)
      },
    )
  })

  describe('GET /api/v2/files/{id}/download', () => {
    test('gives the bytes as they were, as an attachment that nothing sniffs or runs', async () => {
      const reply = await get(`/api/v2/files/${ids.member}/download`)
      expect(reply).toMatchObject({ status: 200, text: '# Diary\n\nNothing happened.' })
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'text/markdown',
        'content-length': '26',
        'content-disposition': 'attachment; filename=diary.md',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
    })

    test('is refused like every other operation', async () => {
      const path = `/api/v2/files/${ids.member}/download`
      expectRefusal(await service.rest('GET', path, { key: null }), 'unauthorized')
      expectRefusal(await get(path, company.admin.key), 'not_found')
      expectRefusal(await get('/api/v2/files/abc/download'), 'bad_request')
      expectRefusal(await get('/api/v2/files/%zz/download'), 'bad_request')
      const post = await service.rest('POST', path, { key: company.member.key })
      expectRefusal(post, 'method_not_allowed')
      expect(post.headers.get('allow')).toBe('GET, HEAD')
      expect(expectRefusal(await get(`${path}/`), 'not_found')).toContain(path)
      expectRefusal(await get(path.replace('files', 'Files')), 'not_found')
    })

    test('answers HEAD with the size and no bytes', async () => {
      const reply = await service.rest('HEAD', `/api/v2/files/${ids.member}/download`, { key: company.member.key })
      expect(reply).toMatchObject({ status: 200, text: '' })
      expect(reply.headers.get('content-length')).toBe('26')
    })
  })

  describe('DELETE /api/v2/files/{id}', () => {
    test('answers 204 without a body; then the file is gone everywhere', async () => {
      const { key } = company.member
      const id = await service.upload({ name: 'gone.txt', content: 'gone' }, {}, key)
      const reply = await service.rest('DELETE', `/api/v2/files/${id}`, { key })
      expect(reply).toMatchObject({ status: 204, text: '' })
      expect(reply.headers.get('content-type')).toBeNull()
      for (const path of ['', '/chunks', '/download'])
        expectRefusal(await get(`/api/v2/files/${id}${path}`), 'not_found')
      expectRefusal(await service.rest('DELETE', `/api/v2/files/${id}`, { key }), 'not_found')
      expect(await listed('')).not.toContain(id)
    })
  })

  test('an invisible document is answered like an absent one, byte by byte, by every operation', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/chunks'],
      ['GET', '/chunks?page=2'],
      ['GET', '/download'],
      ['DELETE', ''],
    ] as const) {
      const [base = '', query = ''] = path.split(/(?=\?)/)
      const invisible = await service.rest(method, `/api/v2/files/${ids.outsider}${base}${query}`)
      const absent = await service.rest(method, `/api/v2/files/999999${base}${query}`)
      expectRefusal(invisible, 'not_found')
      expect(invisible.text).toBe(absent.text)
    }
  })
})
