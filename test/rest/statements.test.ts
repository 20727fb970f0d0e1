import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../support/service.ts'

/**
 * How many SQL statements each operation sends, the one that looks the key up included: with one record, and with many.
 * A number that grows with the rows is a fault.
 */
describe('SQL statements of each operation', () => {
  let service: TestService
  let companyWorkspace: number
  const few: number[] = []
  const many: number[] = []

  beforeAll(async () => {
    service = await testService()
    const { data } = await service.graph('{ viewer { company { workspaces { nodes { databaseId workspaceType } } } } }')
    companyWorkspace = data.viewer.company.workspaces.nodes.find(
      (node: { workspaceType: string }) => node.workspaceType === 'COMPANY',
    ).databaseId
    few.push(await service.upload({ name: 'one.txt', content: 'One harbour.' }, {}))
    await service.settled(few)
  })
  afterAll(() => service.close())

  const ask = (fileIds: number[]) => () =>
    service.rest('POST', '/tools/chatflows/', {
      body: { messages: [{ role: 'user', content: 'Which harbour?' }], file_ids: fileIds },
    })
  const get = (path: string) => () => service.rest('GET', path)

  /** Runs it once to warm up, and counts the second time. */
  async function count(status: number, work: () => Promise<{ status: number }>): Promise<number> {
    await work()
    let answered = 0
    const statements = await service.statements(async () => {
      answered = (await work()).status
    })
    expect(answered).toBe(status)
    return statements.length
  }

  const counts = async (ids: number[]) => ({
    'GET /api/v2/files': await count(200, get('/api/v2/files?page_size=100')),
    'GET /api/v2/files, three scopes': await count(
      200,
      get(`/api/v2/files?company_scope=true&private_scope=true&workspace_scope=${companyWorkspace}`),
    ),
    'GET /api/v2/files/{id}': await count(200, get(`/api/v2/files/${ids[0]}`)),
    'GET /api/v2/files/{id}/chunks': await count(200, get(`/api/v2/files/${ids.at(-1)}/chunks?page_size=100`)),
    'GET /api/v2/files/{id}/download': await count(200, get(`/api/v2/files/${ids[0]}/download`)),
    'GET /api/v2/workspaces/{id}': await count(200, get(`/api/v2/workspaces/${companyWorkspace}`)),
  })

  const expected = {
    'GET /api/v2/files': 3,
    'GET /api/v2/files, three scopes': 5,
    'GET /api/v2/files/{id}': 2,
    'GET /api/v2/files/{id}/chunks': 2,
    'GET /api/v2/files/{id}/download': 2,
    'GET /api/v2/workspaces/{id}': 2,
  }
  /** Key, model, scope, question, passages, answer and its reading; which ones depends on how the passages are chosen. */
  const mostOfAnAnswer = 13

  test('with one document', async () => {
    expect(await counts(few)).toEqual(expected)
    expect(await count(200, ask(few))).toBeLessThanOrEqual(mostOfAnAnswer)
  })

  test('with thirty documents of many chunks and a hundred and fifty members: not one more', async () => {
    const lines = Array.from({ length: 600 }, (_, line) => `Harbour ${line} has ${line % 7} cranes and a lighthouse.`)
    for (let made = 0; made < 30; made++) {
      const content = made === 29 ? lines.join('\n\n') : `Harbour ${made}.`
      many.push(await service.upload({ name: `${made}.txt`, content }, {}))
    }
    await service.settled(many)
    const { prisma } = service.running.services
    const { companyId } = await prisma.workspace.findUniqueOrThrow({ where: { id: companyWorkspace } })
    const rows = Array.from({ length: 150 }, (_, n) => ({ companyId, username: `u${n}`, email: `u${n}@example.com` }))
    const users = await prisma.user.createManyAndReturn({ data: rows, select: { id: true } })
    await prisma.workspace.update({ where: { id: companyWorkspace }, data: { members: { connect: users } } })
    expect(await counts(many)).toEqual(expected)
    expect(await count(200, ask(many))).toBeLessThanOrEqual(mostOfAnAnswer)
  })
})

describe('SQL statements of changes and refusals', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService({ ingests: false })
  })
  afterAll(() => service.close())

  test('an upload takes nine and a deletion five, whatever the size', async () => {
    for (const size of [10, 500_000]) {
      let id = 0
      const upload = await service.statements(async () => {
        id = await service.upload({ name: 'x.bin', content: new Uint8Array(size) }, {})
      })
      expect(upload, upload.join('\n')).toHaveLength(9)
      const deletion = await service.statements(() => service.rest('DELETE', `/api/v2/files/${id}`))
      expect(deletion, deletion.join('\n')).toHaveLength(5)
    }
  })

  test('a refusal takes none for nobody, and one for a known caller', async () => {
    expect(await service.statements(() => service.rest('GET', '/api/v2/files', { key: null }))).toEqual([])
    for (const path of ['/api/v2/unknown', '/api/v2/files/abc', '/tools/chatflows/', '/api/v2/files?page=0']) {
      expect(await service.statements(() => service.rest('GET', path))).toHaveLength(1)
    }
  })
})
