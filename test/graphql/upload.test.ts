import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCompany, type TestCompany } from '../support/company.ts'
import { type TestService, testService } from '../support/service.ts'

let service: TestService
let company: TestCompany
let member: string
beforeAll(async () => {
  service = await testService({ ingests: false, env: { MAX_FILE_MB: '1' } })
  company = await makeCompany(service.database.prisma)
  const { keys, prisma } = service.running.services
  member = (await keys.createFor(prisma, company.member.id, 'test')).key
})
afterAll(() => service.close())

const query = `mutation ($input: UploadDocumentInput!) { uploadDocument(input: $input) {
  document { databaseId filename title bytes status workspace { databaseId } uploadedBy { databaseId } } } }`
const operations = (input: object = {}) => JSON.stringify({ query, variables: { input: { file: null, ...input } } })

const form = (parts: [string, string | Blob, string?][]): FormData => {
  const body = new FormData()
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, filename)
  }
  return body
}
const send = (body: FormData, key: string | null = member) => service.rest('POST', '/graphql', { key, body })
const upload = (input: object, content = 'hello', filename = 'a.txt', key: string | null = member) =>
  send(
    form([
      ['operations', operations(input)],
      ['map', '{"0":["variables.input.file"]}'],
      ['0', new Blob([content]), filename],
    ]),
    key,
  )

/** What is spooled on disk just now. */
const spooled = async (): Promise<string[]> => {
  const folder = join(service.database.config.dataDir, 'uploads')
  return existsSync(folder) ? readdir(folder, { recursive: true }) : []
}
const nothingIsLeft = () => expect.poll(spooled, { timeout: 2_000 }).toEqual([])

describe('uploadDocument', () => {
  test('stores a file where its input says, under its name', async () => {
    const { json } = await upload({ workspaceId: company.teamId, title: 'A title' }, 'hello', 'Grüße.txt')
    expect(json.errors).toBeUndefined()
    expect(json.data.uploadDocument.document).toMatchObject({
      filename: 'Grüße.txt',
      title: 'A title',
      bytes: 5,
      status: 'PENDING',
      workspace: { databaseId: company.teamId },
      uploadedBy: { databaseId: company.member.id },
    })
    await nothingIsLeft()
  })

  test('is private where no place is named', async () => {
    const { json } = await upload({})
    expect(json.data.uploadDocument.document.workspace.databaseId).toBe(company.member.personalWorkspaceId)
  })

  test('takes several files in one request', async () => {
    const two = `mutation ($a: UploadDocumentInput!, $b: UploadDocumentInput!) {
      a: uploadDocument(input: $a) { document { filename } } b: uploadDocument(input: $b) { document { filename } } }`
    const { json } = await send(
      form([
        ['operations', JSON.stringify({ query: two, variables: { a: { file: null }, b: { file: null } } })],
        ['map', '{"x":["variables.a.file"],"y":["variables.b.file"]}'],
        ['x', new Blob(['one']), 'one.txt'],
        ['y', new Blob(['two']), 'two.txt'],
      ]),
    )
    expect(json.data).toEqual({ a: { document: { filename: 'one.txt' } }, b: { document: { filename: 'two.txt' } } })
    await nothingIsLeft()
  })
})

describe('an upload that is refused leaves nothing behind', () => {
  let before: number
  const documents = () => service.database.prisma.document.count()
  beforeEach(async () => {
    before = await documents()
  })
  const expectRefusal = async (reply: { status: number; json: any }, code: string) => {
    expect(reply.json.errors.map(({ extensions }: any) => extensions.code)).toEqual([code])
    expect(await documents()).toBe(before)
    await nothingIsLeft()
  }

  test('without credentials, before a byte is read', async () => {
    const reply = await upload({}, 'hello', 'a.txt', null)
    expect(reply.status).toBe(401)
    await expectRefusal(reply, 'unauthorized')
  })

  test('into a workspace of others', async () => {
    const foreign = await makeCompany(service.database.prisma)
    before = await documents()
    await expectRefusal(await upload({ workspaceId: foreign.teamId }), 'not_found')
  })

  test('into the company workspace, as a member', async () =>
    expectRefusal(await upload({ collection: 'COMPANY' }), 'insufficient_permissions'))

  test('into a workspace and a collection at once', async () =>
    expectRefusal(await upload({ workspaceId: company.teamId, collection: 'PRIVATE' }), 'bad_request'))

  test('of more than the largest file', async () => {
    const reply = await upload({}, 'x'.repeat(1_000_001))
    expect(reply.status).toBe(413)
    await expectRefusal(reply, 'payload_too_large')
  })

  test('with a text in the place of the file', async () => {
    const variables = { input: { file: 'hello' } }
    const reply = await service.rest('POST', '/graphql', { key: member, body: { query, variables } })
    await expectRefusal(reply, 'bad_request')
  })

  const file = new Blob(['hello'])
  test.each<[string, [string, string | Blob, string?][]]>([
    ['no operations', [['map', '{}']]],
    [
      'operations that are no JSON',
      [
        ['operations', '{'],
        ['map', '{}'],
      ],
    ],
    [
      'a batch',
      [
        ['operations', `[${operations()}]`],
        ['map', '{"0":["0.variables.input.file"]}'],
        ['0', file, 'a.txt'],
      ],
    ],
    [
      'a map that is no object',
      [
        ['operations', operations()],
        ['map', '[]'],
        ['0', file, 'a.txt'],
      ],
    ],
    [
      'a map that names a file which was not sent',
      [
        ['operations', operations()],
        ['map', '{"1":["variables.input.file"]}'],
        ['0', file, 'a.txt'],
      ],
    ],
    [
      'a map to no variable',
      [
        ['operations', operations()],
        ['map', '{"0":["variables.other.file"]}'],
        ['0', file, 'a.txt'],
      ],
    ],
    [
      'a map into the query',
      [
        ['operations', operations()],
        ['map', '{"0":["query"]}'],
        ['0', file, 'a.txt'],
      ],
    ],
    [
      'a map to a prototype',
      [
        ['operations', operations()],
        ['map', '{"0":["variables.__proto__.polluted"]}'],
        ['0', file, 'a.txt'],
      ],
    ],
    [
      'a map to a constructor',
      [
        ['operations', operations()],
        ['map', '{"0":["variables.constructor.prototype.polluted"]}'],
        ['0', file, 'a.txt'],
      ],
    ],
    [
      'a map with paths that are no list',
      [
        ['operations', operations()],
        ['map', '{"0":"variables.input.file"}'],
        ['0', file, 'a.txt'],
      ],
    ],
    [
      'no file',
      [
        ['operations', operations()],
        ['map', '{}'],
      ],
    ],
  ])('with %s', async (_name, parts) => {
    await expectRefusal(await send(form(parts)), 'bad_request')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('by a client that goes away in its midst', async () => {
    const boundary = 'x'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${operations()}\r\n--${boundary}\r\nContent-Disposition: form-data; name="0"; filename="a.txt"\r\n\r\n`
    const outgoing = request(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${member}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': '900000',
      },
    })
    outgoing.on('error', () => undefined)
    outgoing.write(head + 'x'.repeat(300_000))
    await expect.poll(async () => (await spooled()).length, { timeout: 2_000 }).toBeGreaterThan(0)
    outgoing.destroy()
    await nothingIsLeft()
    expect(await documents()).toBe(before)
  })
})
