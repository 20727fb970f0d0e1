import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAnswer, expectRefusal } from '../contract/expect.ts'
import { chunkPage, filePage } from '../contract/wire.ts'
import { type TestService, testService } from '../support/service.ts'
import { type Company, companyOf } from './people.ts'

/** A service with 45 documents of a company, 5 of them in a team: one with 25 chunks, one with one. */
async function filledService(env: Record<string, string> = {}) {
  const service = await testService({ ingests: false, env })
  const company = await companyOf(service)
  const { prisma } = service.running.services
  const add = async (workspaceId: number, count: number) => {
    const { id: collectionId } = await prisma.collection.findFirstOrThrow({ where: { workspaceId } })
    const row = {
      companyId: company.id,
      workspaceId,
      collectionId,
      extension: 'txt',
      mediaType: 'text/plain',
      bytes: 1,
      sha256: 'a'.repeat(64),
    }
    const data = Array.from({ length: count }, (_, n) => ({ ...row, filename: `${n}.txt`, title: `${n}` }))
    return prisma.document.createManyAndReturn({ data, select: { id: true } })
  }
  await add(company.workspaceId, 40)
  const [first, second] = await add(company.teamId, 5)
  const documentId = first?.id ?? 0
  const shortId = second?.id ?? 0
  const chunk = { documentId, type: 'text', tokenCount: 1, pageStart: null, pageEnd: null }
  const data = Array.from({ length: 25 }, (_, position) => ({ ...chunk, position, text: `Chunk ${position}` }))
  await prisma.chunk.createMany({ data: [...data, { ...chunk, documentId: shortId, position: 0, text: 'Short.' }] })
  await prisma.document.update({ where: { id: shortId }, data: { chunkCount: 1, tokenCount: 1 } })
  return { service, company, documentId, shortId }
}

describe('numbered pages', () => {
  let service: TestService
  let company: Company
  let documentId: number
  beforeAll(async () => {
    ;({ service, company, documentId } = await filledService())
  })
  afterAll(() => service.close())

  const get = (path: string, headers = {}) => service.rest('GET', path, { key: company.member.key, headers })
  const page = async (path: string) => expectAnswer(await get(path), 200, filePage)

  /** Follows `next` to the end; gives the ids of each page. */
  async function followed(path: string): Promise<number[][]> {
    const pages: number[][] = []
    for (let next: string | null = path; next; ) {
      const current = await page(next.replace(service.url, ''))
      pages.push(current.data[0].data.map((item) => item.id))
      next = current.next
    }
    return pages
  }

  test('hold 20 records when nothing else is asked for', async () => {
    const pages = await followed('/api/v2/files')
    expect(pages.map((ids) => ids.length)).toEqual([20, 20, 5])
    expect(new Set(pages.flat()).size).toBe(45)
  })

  test('can be followed to the end and back, with the other parameters kept', async () => {
    const path = '/api/v2/files?company_scope=true&page_size=15&x=%26%3D%20&x=2'
    expect((await followed(path)).map((ids) => ids.length)).toEqual([15, 15, 10])
    const second = await page(`${path}&page=2`)
    const next = new URL(second.next ?? '')
    expect(next.searchParams.getAll('x')).toEqual(['&= ', '2'])
    expect(Object.fromEntries(next.searchParams)).toMatchObject({ company_scope: 'true', page_size: '15', page: '3' })
    const previous = new URL(second.previous ?? '')
    expect(previous.searchParams.getAll('page')).toEqual(['1'])
    expect((await page(previous.pathname + previous.search)).previous).toBeNull()
  })

  test('have no neighbours where all fits on one', async () => {
    expect(await page('/api/v2/files?page_size=100')).toMatchObject({ count: 45, next: null, previous: null })
    expect(await page(`/api/v2/files?workspace_scope=${company.teamId}&page_size=5`)).toMatchObject({ next: null })
  })

  test.each(['3', '46', '1000001', '99999999999999999999', '9'.repeat(400)])(
    'past the end are 404: page %s',
    async (number) => {
      expectRefusal(await get(`/api/v2/files?page_size=45&page=${number}`), 'not_found')
      expectRefusal(await get(`/api/v2/files/${documentId}/chunks?page=${number}`), 'not_found')
    },
  )

  test.each(['page=0', 'page=-1', 'page=', 'page=1.5', 'page=abc', 'page=+1', 'page=1e1', 'page=%00'])(
    'are 400 when they are no number: %s',
    async (query) => {
      expect(expectRefusal(await get(`/api/v2/files?${query}`), 'bad_request')).toMatch(/^page: /)
      expectRefusal(await get(`/api/v2/files/${documentId}/chunks?${query}`), 'bad_request')
    },
  )

  test.each(['0', '101', '-5', 'all', '', '9'.repeat(30)])('are 400 for the size %s', async (size) => {
    const details = expectRefusal(await get(`/api/v2/files?page_size=${size}`), 'bad_request')
    expect(details).toMatch(/^page_size: /)
  })

  test.each([
    'company_scope=maybe',
    'private_scope=',
    'workspace_scope=abc',
    'workspace_scope=1.0',
    'workspace_scope=',
  ])('are 400 for a scope that is none: %s', async (query) => {
    const details = expectRefusal(await get(`/api/v2/files?${query}`), 'bad_request')
    expect(details).toContain(`${query.split('=')[0]}: `)
  })

  test('tell all faults at once', async () => {
    const details = expectRefusal(await get('/api/v2/files?page=0&page_size=x&company_scope=y'), 'bad_request')
    expect(details.match(/page: |page_size: |company_scope: /g)).toHaveLength(3)
  })

  test('take the last of a parameter that is given twice', async () => {
    expect((await page('/api/v2/files?page=abc&page=2')).data[0].data).toHaveLength(20)
  })

  test('divide the chunks of a document in their order', async () => {
    const chunks = async (query: string) =>
      expectAnswer(await get(`/api/v2/files/${documentId}/chunks${query}`), 200, chunkPage).chunks
    expect((await chunks('')).map((chunk) => chunk.metadata.position)).toEqual([...Array(20).keys()])
    expect((await chunks('?page=2')).map((chunk) => chunk.metadata.position)).toEqual([20, 21, 22, 23, 24])
    expect(await chunks('?page_size=100')).toHaveLength(25)
  })

  test('are linked as the caller asked, and forwarded headers of anyone are not believed', async () => {
    const forwarded = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    const { next } = expectAnswer(await get('/api/v2/files', forwarded), 200, filePage)
    expect(next).toBe(`${service.url}/api/v2/files?page=2`)
  })
})

describe.each([
  [
    'PUBLIC_URL, whatever a trusted proxy says',
    { PUBLIC_URL: 'https://docs.example/base/', TRUST_PROXY: '1' },
    { 'x-forwarded-host': 'other.example' },
    'https://docs.example/base',
  ],
  [
    'a trusted proxy',
    { TRUST_PROXY: 'loopback' },
    { 'x-forwarded-host': 'proxy.example:8443', 'x-forwarded-proto': 'https' },
    'https://proxy.example:8443',
  ],
] as const)('links behind %s', (_name, env, headers, base) => {
  test('begin with what the caller sees', async () => {
    const { service, company, shortId } = await filledService(env)
    try {
      const { key } = company.member
      const reply = await service.rest('GET', '/api/v2/files?page=2', { key, headers })
      const page = expectAnswer(reply, 200, filePage)
      expect(page.previous).toBe(`${base}/api/v2/files?page=1`)
      expect(page.next).toBe(`${base}/api/v2/files?page=3`)
      const body = { messages: [{ role: 'user', content: 'Chunk' }], file_ids: [shortId] }
      const { json } = await service.rest('POST', '/tools/chatflows/', { key, headers, body })
      expect(json.document_extracts[0].document_external_url).toBe(`${base}/api/v2/files/${shortId}/download`)
    } finally {
      await service.close()
    }
  })
})
