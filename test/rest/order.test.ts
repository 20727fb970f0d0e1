import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../contract/expect.ts'
import { type TestService, testService } from '../support/service.ts'
import { type Company, companyOf } from './people.ts'

/** One path of each operation, and the methods that it answers. */
const places = [
  ['/api/v2/tools/chatflows/', 'POST'],
  ['/tools/chatflows/', 'POST'],
  ['/api/v2/files', 'GET, HEAD, POST'],
  ['/api/v2/files/1', 'GET, HEAD, DELETE'],
  ['/api/v2/files/1/chunks', 'GET, HEAD'],
  ['/api/v2/files/1/download', 'GET, HEAD'],
  ['/api/v2/workspaces/1', 'GET, HEAD'],
] as const

describe('the order of refusal: 404 for an unknown path, then 401, 405, 400 and at last 403 or 404', () => {
  let service: TestService
  let company: Company
  beforeAll(async () => {
    service = await testService({ ingests: false })
    company = await companyOf(service)
  })
  afterAll(() => service.close())

  const json = { 'content-type': 'application/json' }

  test.each(['/', '/api', '/api/v2', '/api/v2/unknown', '/api/v2/files/1/2', '//api/v2/files', '/api/v2/files%2F1'])(
    'an unknown path is 404, whoever asks and however: %s',
    async (path) => {
      for (const key of [null, 'wrong', undefined]) {
        expectRefusal(await service.rest('GET', path, { key }), 'not_found')
        expectRefusal(await service.rest('POST', path, { key, body: '{', headers: json }), 'not_found')
      }
    },
  )

  test.each(['/API/v2/files', '/api/v2/Files', '/api/V2/workspaces/1', '/Tools/chatflows/'])(
    'paths are exact to the letter: %s',
    async (path) => {
      expectRefusal(await service.rest('GET', path), 'not_found')
    },
  )

  test.each(places)('a path that is off by a slash is 404 and names the right one: %s', async (path) => {
    const wrong = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    for (const key of [null, undefined]) {
      const details = expectRefusal(await service.rest('POST', wrong, { key, body: {} }), 'not_found')
      expect(details).toContain(`${path} (`)
    }
    expectRefusal(await service.rest('GET', `${wrong}?page=1`), 'not_found')
    expectRefusal(await service.rest('GET', `${path}//`), 'not_found')
  })

  test.each(places)('nobody is 401 before the method, the input or the id is looked at: %s', async (path, allowed) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await service.rest(method, path, { key: null })
      expectRefusal(reply, 'unauthorized')
      expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    }
    const method = allowed.includes('POST') ? 'POST' : 'GET'
    const body = method === 'POST' ? '{' : undefined
    expectRefusal(await service.rest(method, path, { key: 'wrong', body }), 'unauthorized')
    expectRefusal(await service.rest('GET', path.replace('/1', '/abc'), { key: null }), 'unauthorized')
  })

  test.each(places)('a wrong method is 405 with Allow, before the input is looked at: %s', async (path, allowed) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allowed.includes(method)) continue
      const body = method === 'GET' ? undefined : '{'
      const reply = await service.rest(method, `${path}?page=x`, { key: company.member.key, body, headers: json })
      expectRefusal(reply, 'method_not_allowed')
      expect(reply.headers.get('allow')).toBe(allowed)
    }
  })

  test('HEAD is answered where GET is, and is 405 without a body elsewhere', async () => {
    expect((await service.rest('HEAD', '/api/v2/files')).status).toBe(200)
    expect((await service.rest('HEAD', '/api/v2/files/999999')).status).toBe(404)
    expect(await service.rest('HEAD', '/tools/chatflows/')).toMatchObject({ status: 405, text: '' })
    expect((await service.rest('HEAD', '/api/v2/files', { key: null })).status).toBe(401)
  })

  test('wrong input is 400 before the role or the id counts', async () => {
    const { key } = company.member
    expectRefusal(await service.rest('GET', '/api/v2/workspaces/abc', { key }), 'bad_request')
    expectRefusal(await service.rest('GET', '/api/v2/workspaces/1', { key }), 'insufficient_permissions')
    expectRefusal(await service.rest('GET', '/api/v2/files/999999/chunks?page=x', { key }), 'bad_request')
    expectRefusal(await service.rest('DELETE', '/api/v2/files/abc', { key }), 'bad_request')
    const body = { messages: [], workspace_ids: [999_999] }
    expectRefusal(await service.rest('POST', '/tools/chatflows/', { key, body }), 'bad_request')
    const form = new FormData()
    form.append('collection_type', 'company')
    expectRefusal(await service.rest('POST', '/api/v2/files', { key, body: form }), 'bad_request')
    form.append('file', new Blob(['x']), 'x.txt')
    expectRefusal(await service.rest('POST', '/api/v2/files', { key, body: form }), 'insufficient_permissions')
  })

  test.each([
    ['/api/v3/unknown', ['code', 'detail', 'doc_url', 'error', 'id']],
    ['/scim/v2/unknown', ['detail', 'schemas', 'status']],
    ['/api/v2/unknown', ['code', 'details', 'error', 'error_description', 'message']],
  ])('an unknown path has the envelope of its prefix: %s', async (path, members) => {
    const reply = await service.rest('GET', path)
    expect(reply.status).toBe(404)
    expect(Object.keys(reply.json).toSorted()).toEqual(members)
  })

  test('doc_url leads to a page of this server that explains the code', async () => {
    const { doc_url: address } = (await service.rest('GET', '/api/v3/unknown')).json
    expect(address).toBe(`${service.url}/docs/errors#not_found`)
    const page = await service.rest('GET', '/docs/errors', { key: null })
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.text).toContain('id="not_found"')
  })
})
