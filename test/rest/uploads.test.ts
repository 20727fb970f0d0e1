import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAnswer, expectRefusal } from '../contract/expect.ts'
import { fileDetail, refusal } from '../contract/wire.ts'
import { type TestService, testService } from '../support/service.ts'
import { type Company, companyOf } from './people.ts'
import { fieldPart, filePart, multipart, sendRaw } from './raw.ts'

const path = '/api/v2/files'

describe('uploads that are not as they should be', () => {
  let service: TestService
  let company: Company
  beforeAll(async () => {
    service = await testService({ ingests: false, env: { MAX_FILE_MB: '1' } })
    company = await companyOf(service)
  })
  afterAll(() => service.close())

  /** The files of a folder of the data folder, after a moment for what is being removed. */
  async function filesIn(folder: string): Promise<string[]> {
    const entries = await readdir(join(service.database.config.dataDir, folder), { recursive: true }).catch(() => [])
    return entries as string[]
  }

  async function nothingIsLeft(): Promise<void> {
    await expect.poll(() => filesIn('uploads'), { timeout: 3_000 }).toEqual([])
    await expect.poll(() => filesIn('blobs/incoming'), { timeout: 3_000 }).toEqual([])
  }

  const documents = () => service.running.services.prisma.document.count()
  const post = (body: string | FormData, type?: string, key = company.member.key) =>
    service.rest('POST', path, { key, body, headers: type ? { 'content-type': type } : {} })
  const form = (fields: Record<string, string | Blob>): FormData => {
    const made = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') made.append(name, value)
      else made.append(name, value, 'file.txt')
    }
    return made
  }
  const byHand = (parts: string[], end?: string) =>
    post(multipart('BOUND', parts, end), 'multipart/form-data; boundary=BOUND')

  test.each([
    ['no file', () => form({ title: 'x' }), /^file: is required/],
    ['nothing at all', () => form({}), /./],
    ['the file under another name', () => form({ document: new Blob(['x']) }), /^file: is required/],
    ['the file as text', () => form({ file: 'text' }), /^file: is required/],
    ['an unknown collection', () => form({ file: new Blob(['x']), collection_type: 'public' }), /^collection_type: /],
    ['no workspace', () => form({ file: new Blob(['x']), collection_type: 'workspace' }), /^workspace_id: /],
    [
      'a workspace that is no integer',
      () => form({ file: new Blob(['x']), collection_type: 'workspace', workspace_id: '1.5' }),
      /^workspace_id: /,
    ],
    [
      'a workspace that does not belong to the collection',
      () => form({ file: new Blob(['x']), workspace_id: String(company.teamId) }),
      /^workspace_id: /,
    ],
    ['a title with NUL', () => form({ file: new Blob(['x']), title: 'a\0b' }), /^title: /],
    ['a title without end', () => form({ file: new Blob(['x']), title: 'x'.repeat(1_001) }), /^title: /],
  ])('are 400 with %s, and nothing is stored', async (_name, body, details) => {
    const before = await documents()
    expect(expectRefusal(await post(body()), 'bad_request')).toMatch(details)
    expect(await documents()).toBe(before)
    await nothingIsLeft()
  })

  test('are 400 with two files', async () => {
    const two = form({})
    two.append('file', new Blob(['one']), 'one.txt')
    two.append('file', new Blob(['two']), 'two.txt')
    expect(expectRefusal(await post(two), 'bad_request')).toBe('file: only one file may be sent.')
    await nothingIsLeft()
  })

  test.each([
    ['no boundary', 'multipart/form-data', multipart('BOUND', [filePart('file', 'a.txt', 'x')])],
    ['another boundary', 'multipart/form-data; boundary=OTHER', multipart('BOUND', [filePart('file', 'a.txt', 'x')])],
    ['no end', 'multipart/form-data; boundary=BOUND', multipart('BOUND', [filePart('file', 'a.txt', 'x')], '')],
    ['half a part', 'multipart/form-data; boundary=BOUND', '--BOUND\r\nContent-Disposition: form-da'],
    ['a part without a name', 'multipart/form-data; boundary=BOUND', multipart('BOUND', ['X: y\r\n\r\nz'])],
    ['no multipart at all', 'multipart/form-data; boundary=BOUND', '{"file": "x"}'],
    ['an empty body', 'multipart/form-data; boundary=BOUND', ''],
  ])('are 400 with %s', async (_name, type, body) => {
    expectRefusal(await post(body, type), 'bad_request')
    await nothingIsLeft()
  })

  test.each(['application/json', 'application/octet-stream', 'multipart/mixed; boundary=BOUND', 'text/plain'])(
    'are 415 as %s',
    async (type) => {
      expectRefusal(await post('{}', type), 'unsupported_media_type')
    },
  )

  test('are taken with the fields before or after the file', async () => {
    for (const parts of [
      [filePart('file', 'a.txt', 'x'), fieldPart('filename', 'b.txt')],
      [fieldPart('filename', 'b.txt'), filePart('file', 'a.txt', 'x')],
    ]) {
      expect(expectAnswer(await byHand(parts), 201, fileDetail).filename).toBe('b.txt')
    }
  })

  test.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\\\..\\\\boot.ini', 'boot.ini'],
    ['/etc/shadow', 'shadow'],
    ['..', 'document'],
    ['C:\\\\Windows\\\\win.ini', 'win.ini'],
  ])('keep no path of the filename %s', async (given, kept) => {
    const { filename, id } = expectAnswer(await byHand([filePart('file', given, 'x')]), 201, fileDetail)
    expect(filename).toBe(kept)
    const byField = await byHand([
      filePart('file', 'a.txt', 'x'),
      fieldPart('filename', given.replaceAll('\\\\', '\\')),
    ])
    expect(expectAnswer(byField, 201, fileDetail).filename).toBe(kept)
    const download = await service.rest('GET', `${path}/${id}/download`, { key: company.member.key })
    expect(download.text).toBe('x')
  })

  test('are 413 over the limit, to the byte, and the caller is told rather than cut off', async () => {
    const limit = 1_000_000
    expectAnswer(await post(form({ file: new Blob(['x'.repeat(limit)]) })), 201, fileDetail)
    const before = await documents()
    for (const size of [limit + 1, 2 * limit, 30 * limit]) {
      const details = expectRefusal(await post(form({ file: new Blob(['x'.repeat(size)]) })), 'payload_too_large')
      expect(details).toContain('1000000 bytes')
      await nothingIsLeft()
    }
    expect(await documents()).toBe(before)
  })

  test('of any size are refused in words where they are not read at all', async () => {
    const body = () => form({ file: new Blob(['x'.repeat(30_000_000)]) })
    expectRefusal(await post(body(), undefined, 'wrong'), 'unauthorized')
    expectRefusal(await post(body(), 'application/json'), 'unsupported_media_type')
    const unknown = await service.rest('POST', '/api/v2/files/', { key: company.member.key, body: body() })
    expectRefusal(unknown, 'not_found')
  })

  test('are 413 with fields or parts without end', async () => {
    expectRefusal(await byHand([fieldPart('title', 'x'.repeat(1_100_000))]), 'payload_too_large')
    const half = 'x'.repeat(600_000)
    expectRefusal(await byHand([fieldPart('a', half), fieldPart('b', half)]), 'payload_too_large')
    const parts = Array.from({ length: 200 }, (_, index) => fieldPart(`field${index}`, 'x'))
    expectRefusal(await byHand([...parts, filePart('file', 'a.txt', 'x')]), 'payload_too_large')
    const files = Array.from({ length: 50 }, (_, index) => filePart(`file${index}`, 'a.txt', 'x'))
    expectRefusal(await byHand(files), 'payload_too_large')
    await nothingIsLeft()
  })

  test('that are cut off in the middle leave nothing and disturb nobody', async () => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${company.member.key}\r\n`
    const type = 'Content-Type: multipart/form-data; boundary=BOUND\r\n'
    const begun = `--BOUND\r\n${filePart('file', 'a.txt', 'x'.repeat(200_000))}`
    const before = await documents()
    await Promise.all(
      ['Content-Length: 900000', 'Transfer-Encoding: chunked'].map((length) =>
        sendRaw(service, `${head}${type}${length}\r\n\r\n${begun}`, { cut: true }),
      ),
    )
    await nothingIsLeft()
    expect(await documents()).toBe(before)
  })

  test('that end too soon are 400 while the connection is open', async () => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${company.member.key}\r\n`
    const body = `--BOUND\r\n${filePart('file', 'a.txt', 'xyz')}`
    const type = `Content-Type: multipart/form-data; boundary=BOUND\r\nContent-Length: ${body.length}\r\n\r\n`
    const reply = await sendRaw(service, head + type + body)
    expect(reply.status).toBe(400)
    expect(refusal.parse(JSON.parse(reply.body)).error).toBe('bad_request')
  })

  test('to where the caller may not write leave nothing', async () => {
    const file = new Blob(['x'])
    expectRefusal(await post(form({ file, collection_type: 'company' })), 'insufficient_permissions')
    const outsider = company.outsider.key
    const team = { collection_type: 'workspace', workspace_id: String(company.teamId) }
    const invisible = await post(form({ file, ...team }), undefined, outsider)
    const absent = await post(form({ file, ...team, workspace_id: '999999' }), undefined, outsider)
    expectRefusal(invisible, 'not_found')
    expect(invisible.text).toBe(absent.text)
    await nothingIsLeft()
  })

  test('over the storage limit are 409 and leave nothing', async () => {
    const { prisma } = service.running.services
    const small = await companyOf(service)
    await prisma.company.update({ where: { id: small.id }, data: { storageLimitPersonalWs: 0.000_01 } })
    const body = form({ file: new Blob(['x'.repeat(20_000)]) })
    expectRefusal(await post(body, undefined, small.member.key), 'conflict')
    await nothingIsLeft()
  })
})
