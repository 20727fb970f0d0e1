import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../support/service.ts'
import { type Company, companyOf, limitedKey } from './people.ts'

/** Who asks: people of the company that holds the documents, of another one, and the same with limited keys. */
const callers = [
  'admin',
  'company admin',
  'member of the team',
  'outsider',
  'member, viewer key',
  'member, editor key',
  'company admin, viewer key',
  'admin of another company',
  'company admin of another company',
  'member of another company',
] as const
type Caller = (typeof callers)[number]

/** A row per operation and place, a status per caller, in the order above. */
const table: [string, (at: Places) => Request, number[]][] = [
  ['read a company document', (at) => get(`files/${at.company}`), [200, 200, 200, 200, 404, 404, 404, 200, 404, 404]],
  ['read a team document', (at) => get(`files/${at.team}`), [200, 200, 200, 404, 200, 200, 404, 200, 404, 404]],
  [
    "read the member's private document",
    (at) => get(`files/${at.own}`),
    [404, 404, 200, 404, 404, 404, 404, 404, 404, 404],
  ],
  [
    'read chunks of a team document',
    (at) => get(`files/${at.team}/chunks`),
    [200, 200, 200, 404, 200, 200, 404, 200, 404, 404],
  ],
  [
    "read chunks of the member's",
    (at) => get(`files/${at.own}/chunks`),
    [404, 404, 200, 404, 404, 404, 404, 404, 404, 404],
  ],
  [
    'download a team document',
    (at) => get(`files/${at.team}/download`),
    [200, 200, 200, 404, 200, 200, 404, 200, 404, 404],
  ],
  [
    "download the member's",
    (at) => get(`files/${at.own}/download`),
    [404, 404, 200, 404, 404, 404, 404, 404, 404, 404],
  ],
  [
    'list a team',
    (at) => get(`files?workspace_scope=${at.teamId}`),
    [200, 200, 200, 404, 200, 200, 404, 200, 404, 404],
  ],
  [
    "list the member's own",
    (at) => get(`files?workspace_scope=${at.ownId}`),
    [404, 404, 200, 404, 404, 404, 404, 404, 404, 404],
  ],
  ['read the team', (at) => get(`workspaces/${at.teamId}`), [200, 200, 403, 403, 403, 403, 403, 200, 404, 403]],
  ['ask a team', (at) => ask({ workspace_ids: [at.teamId] }), [200, 200, 200, 404, 200, 200, 404, 200, 404, 404]],
  [
    'ask a company document',
    (at) => ask({ file_ids: [at.company] }),
    [200, 200, 200, 200, 404, 404, 404, 200, 404, 404],
  ],
  ["ask the member's", (at) => ask({ file_ids: [at.own] }), [404, 404, 200, 404, 404, 404, 404, 404, 404, 404]],
  ['ask everything', () => ask({}), [200, 200, 200, 200, 200, 200, 200, 200, 200, 200]],
  ['add privately', () => add({}), [201, 201, 201, 201, 403, 403, 403, 201, 201, 201]],
  [
    'add to the own company',
    () => add({ collection_type: 'company' }),
    [201, 201, 403, 403, 403, 403, 403, 201, 201, 403],
  ],
  ['add to the team', (at) => add(to(at.teamId)), [403, 403, 201, 404, 403, 201, 404, 403, 404, 404]],
  ["add to the member's own by its id", (at) => add(to(at.ownId)), [403, 403, 201, 404, 404, 404, 404, 403, 404, 404]],
  ['delete a company document', (at) => remove(at.company), [204, 204, 403, 403, 404, 404, 404, 204, 404, 404]],
  ["delete the member's team document", (at) => remove(at.team), [204, 204, 204, 404, 403, 204, 404, 204, 404, 404]],
  ["delete another's team document", (at) => remove(at.others), [204, 204, 403, 404, 403, 403, 404, 204, 404, 404]],
  ["delete the member's private document", (at) => remove(at.own), [404, 404, 204, 404, 404, 404, 404, 404, 404, 404]],
]

type Request = { method: string; path: string; body?: unknown }
type Places = { company: number; team: number; others: number; own: number; teamId: number; ownId: number }

const get = (path: string): Request => ({ method: 'GET', path: `/api/v2/${path}` })
const remove = (id: number): Request => ({ method: 'DELETE', path: `/api/v2/files/${id}` })
const ask = (scope: object): Request => ({
  method: 'POST',
  path: '/tools/chatflows/',
  body: { messages: [{ role: 'user', content: 'What is it?' }], ...scope },
})
const to = (workspaceId: number) => ({ collection_type: 'workspace', workspace_id: String(workspaceId) })
function add(fields: Record<string, string>): Request {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', new Blob(['new']), 'new.txt')
  return { method: 'POST', path: '/api/v2/files', body }
}

describe('who may do what', () => {
  let service: TestService
  let home: Company
  let places: Places
  const keys = new Map<Caller, string>()

  beforeAll(async () => {
    service = await testService({ ingests: false })
    home = await companyOf(service)
    const away = await companyOf(service)
    const scope = (role: 'VIEWER' | 'EDITOR') => [{ workspaceId: home.teamId, role }]
    const ofAdmin = [{ workspaceId: away.workspaceId, role: 'VIEWER' as const }]
    keys.set('admin', home.admin.key)
    keys.set('company admin', home.companyAdmin.key)
    keys.set('member of the team', home.member.key)
    keys.set('outsider', home.outsider.key)
    keys.set('member, viewer key', await limitedKey(service, home.member, scope('VIEWER')))
    keys.set('member, editor key', await limitedKey(service, home.member, scope('EDITOR')))
    keys.set('company admin, viewer key', await limitedKey(service, away.companyAdmin, ofAdmin))
    keys.set('admin of another company', away.admin.key)
    keys.set('company admin of another company', away.companyAdmin.key)
    keys.set('member of another company', away.member.key)
    places = await filled()
  })
  afterAll(() => service.close())

  /** Documents in every place, anew for every caller, since some of them are deleted. */
  async function filled(): Promise<Places> {
    const { prisma } = service.running.services
    const file = (name: string) => ({ name, content: name })
    const team = to(home.teamId)
    const others = await service.upload(file('others.txt'), team, home.member.key)
    await prisma.document.update({ where: { id: others }, data: { uploadedById: home.outsider.id } })
    return {
      company: await service.upload(file('company.txt'), { collection_type: 'company' }, home.companyAdmin.key),
      team: await service.upload(file('team.txt'), team, home.member.key),
      others,
      own: await service.upload(file('own.txt'), {}, home.member.key),
      teamId: home.teamId,
      ownId: home.member.personalWorkspaceId,
    }
  }

  test.each(table)('%s', async (_name, request, statuses) => {
    const answered: number[] = []
    for (const caller of callers) {
      const { method, path, body } = request(places)
      const { status } = await service.rest(method, path, { key: keys.get(caller), body })
      if (status === 204) places = await filled()
      answered.push(status)
    }
    expect(Object.fromEntries(callers.map((caller, index) => [caller, answered[index]]))).toEqual(
      Object.fromEntries(callers.map((caller, index) => [caller, statuses[index]])),
    )
  })

  test('a list holds exactly what can be read one by one', async () => {
    const all = Object.values(await filled()).slice(0, 4)
    for (const caller of callers) {
      const key = keys.get(caller)
      const listed: number[] = (
        await service.rest('GET', '/api/v2/files?page_size=100', { key })
      ).json.data[0].data.map((item: { id: number }) => item.id)
      for (const id of all) {
        const { status } = await service.rest('GET', `/api/v2/files/${id}`, { key })
        expect([caller, id, listed.includes(id)]).toEqual([caller, id, status === 200])
      }
    }
  })
})
