import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../contract/expect.ts'
import { adminKey, type TestService, testService } from '../support/service.ts'
import { type Company, companyOf } from './people.ts'

describe('who is let in', () => {
  let service: TestService
  let company: Company
  beforeAll(async () => {
    service = await testService({ ingests: false })
    company = await companyOf(service)
  })
  afterAll(() => service.close())

  const ask = (authorization?: string) =>
    service.rest('GET', '/api/v2/files', { key: null, headers: authorization === undefined ? {} : { authorization } })
  const otherLetter = (letter: string) => (letter === 'a' ? 'b' : 'a')

  test('a key opens the door, whatever the case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await ask(`${scheme} ${company.member.key}`)).status).toBe(200)
    }
  })

  test('what is no key of ours is 401, always with the same words', async () => {
    const { key } = company.member
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      key,
      `Basic ${Buffer.from(`user:${key}`).toString('base64')}`,
      `Token ${key}`,
      `Bearer ${key} ${key}`,
      `Bearer ${key},Bearer ${key}`,
      'Bearer null',
      `Bearer ${adminKey.toLowerCase()}`,
      `Bearer ${'x'.repeat(5_000)}`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}${otherLetter(key.slice(-1))}`,
      `Bearer ${key.slice(0, 20)}${otherLetter(key[20] ?? '')}${key.slice(21)}`,
      `Bearer ${key.toUpperCase()}`,
      "Bearer ' OR 1=1 --",
    ]
    const bodies = new Set<string>()
    for (const header of wrong) {
      const reply = await ask(header)
      expectRefusal(reply, 'unauthorized')
      bodies.add(reply.text)
    }
    expect(bodies.size).toBe(1)
  })

  test('a mistyped key costs no statement', async () => {
    const { key } = company.member
    const mistyped = `Bearer ${key.slice(0, -1)}${otherLetter(key.slice(-1))}`
    expect(await service.statements(() => ask(mistyped))).toEqual([])
  })

  test('a key in the query or in a cookie is none', async () => {
    const { key } = company.member
    expectRefusal(await service.rest('GET', `/api/v2/files?access_token=${key}`, { key: null }), 'unauthorized')
    const headers = { cookie: `token=${key}`, 'x-api-key': key }
    expectRefusal(await service.rest('GET', '/api/v2/files', { key: null, headers }), 'unauthorized')
  })

  const before = new Date(Date.now() - 1_000)
  test.each([
    ['a revoked key', (id: string) => ({ apiKeys: { update: { where: { id }, data: { revokedAt: before } } } })],
    ['an expired key', (id: string) => ({ apiKeys: { update: { where: { id }, data: { expiresAt: before } } } })],
    ['an inactive account', () => ({ isActive: false })],
    ['an account past its expiration', () => ({ accountExpirationDate: before })],
  ])('%s is 401 from the next request on', async (_name, data) => {
    const { keys, prisma } = service.running.services
    const { id: userId } = (await companyOf(service)).member
    const { id, key } = await keys.createFor(prisma, userId, 'short-lived')
    expect((await ask(`Bearer ${key}`)).status).toBe(200)
    await prisma.user.update({ where: { id: userId }, data: data(id) })
    expectRefusal(await ask(`Bearer ${key}`), 'unauthorized')
  })

  test('a key and an account that expire later are let in', async () => {
    const { keys, prisma } = service.running.services
    const later = new Date(Date.now() + 60_000)
    const { key } = await keys.create(company.outsider, { name: 'later', expiresAt: later })
    await prisma.user.update({ where: { id: company.outsider.id }, data: { accountExpirationDate: later } })
    expect((await ask(`Bearer ${key}`)).status).toBe(200)
  })
})
