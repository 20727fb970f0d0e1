import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './support/service.ts'

describe('the service, to a browser,', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService({ ingests: false, env: { CORS_ORIGINS: 'https://app.example.com' } })
  })
  afterAll(() => service.close())

  test('leads a person who opens the address to GraphiQL, and a program nowhere', async () => {
    const open = (accept: string) => fetch(service.url, { headers: { accept }, redirect: 'manual' })
    const person = await open('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8')
    expect([person.status, person.headers.get('location')]).toEqual([302, '/graphql'])
    expect((await open('*/*')).status).toBe(404)
  })

  test('lets pages of the origins in CORS_ORIGINS call, and no others', async () => {
    const preflight = (origin: string) =>
      fetch(`${service.url}/api/v2/files`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
      })
    const allowed = await preflight('https://app.example.com')
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect((await preflight('https://evil.example.com')).headers.get('access-control-allow-origin')).toBeNull()
  })
})
