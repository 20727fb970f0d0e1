import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireStorage } from '../../../src/domains/documents/storage-limit.ts'
import { WorkspacesService } from '../../../src/domains/workspaces/service.ts'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { silent, type TestDatabase, testDatabase } from '../../support/database.ts'
import { type DocumentsHarness, startDocuments } from '../../support/documents.ts'

let database: TestDatabase
let harness: DocumentsHarness
let company: TestCompany
let other: TestCompany

beforeAll(async () => {
  database = await testDatabase()
  harness = await startDocuments(database, { dataDir: database.config.dataDir, fileBytes: 100_000, logger: silent })
  company = await makeCompany(database.prisma)
  other = await makeCompany(database.prisma)
})

afterAll(async () => {
  await harness.queue.stop()
  await database.close()
})

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(join(database.config.dataDir, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const workspaces = () => new WorkspacesService({ prisma: database.prisma })

describe('an upload', () => {
  it('is a pending document in the right workspace and collection, with one job', async () => {
    const target = { workspaceId: company.teamId }
    const id = await harness.upload(company.member, '# Title', { filename: 'notes.MD', target })
    const document = await database.prisma.document.findUniqueOrThrow({ where: { id }, include: { collection: true } })
    expect(document).toMatchObject({
      companyId: company.id,
      workspaceId: company.teamId,
      uploadedById: company.member.id,
      filename: 'notes.MD',
      title: 'notes.MD',
      extension: 'md',
      mediaType: 'text/markdown',
      bytes: 7,
      status: 'PENDING',
      collection: { type: 'WORKSPACE' },
    })
    const jobs = await database.pool.query('SELECT 1 FROM pgboss.job WHERE singleton_key = $1', [String(id)])
    expect(jobs.rowCount).toBe(1)
  })

  it('gives back the bytes as they came', async () => {
    const id = await harness.upload(company.member, 'Grüße\n', { filename: 'a.txt' })
    const { stream, ...described } = await harness.documents.download(company.member, id)
    expect(await text(stream)).toBe('Grüße\n')
    expect(described).toEqual({ filename: 'a.txt', mediaType: 'text/plain', bytes: 8 })
    await expect(harness.documents.download(company.admin, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('takes an empty file', async () => {
    const id = await harness.upload(company.member, '', { filename: 'empty.txt' })
    expect(await database.prisma.document.findUniqueOrThrow({ where: { id } })).toMatchObject({ bytes: 0 })
  })

  it('that is too large is refused, and leaves nothing', async () => {
    const before = await filesIn('blobs')
    const stream = Readable.from(Array.from({ length: 20 }, (_, i) => Buffer.alloc(10_000, i)))
    const upload = harness.documents.upload(company.member, {
      stream,
      filename: 'big.txt',
      target: { collection: 'PRIVATE' },
    })
    await expect(upload).rejects.toMatchObject({ code: 'payload_too_large' })
    expect(stream.destroyed).toBe(true)
    expect(await filesIn('blobs')).toEqual(before)
  })

  it('that the client breaks off leaves nothing', async () => {
    const before = await filesIn('blobs')
    const documents = await database.prisma.document.count()
    const stream = new Readable({ read() {} })
    const upload = harness.documents.upload(company.member, {
      stream,
      filename: 'half.txt',
      target: { collection: 'PRIVATE' },
    })
    stream.push(Buffer.alloc(1_000))
    await expect.poll(async () => (await filesIn('blobs/incoming')).length).toBe(1)
    stream.destroy()
    await expect(upload).rejects.toThrow()
    expect(await filesIn('blobs')).toEqual(before)
    expect(await database.prisma.document.count()).toBe(documents)
  })

  it('is refused when the membership ended while the bytes came in', async () => {
    const stream = new Readable({ read() {} })
    const target = { workspaceId: company.teamId }
    const upload = harness.documents.upload(company.member, { stream, filename: 'late.txt', target })
    stream.push('text')
    await expect.poll(async () => (await filesIn('blobs/incoming')).length).toBe(1)
    const members = (ids: number[]) => ({ members: { set: ids.map((id) => ({ id })) } })
    await database.prisma.workspace.update({ where: { id: company.teamId }, data: members([]) })
    stream.push(null)
    await expect(upload).rejects.toMatchObject({ code: 'not_found' })
    await database.prisma.workspace.update({ where: { id: company.teamId }, data: members([company.member.id]) })
  })

  it('is not found where its workspace is being deleted', async () => {
    const input = { companyId: company.id, name: 'Fleeting', description: '', memberIds: [company.member.id] }
    const workspaceId = await workspaces().createUnchecked(database.prisma, input)
    const upload = await database.prisma.$transaction(async (tx) => {
      await tx.workspace.delete({ where: { id: workspaceId } })
      const outcome = harness.upload(company.member, 'text', { target: { workspaceId } }).catch((error) => error)
      await setTimeout(200)
      return { outcome }
    })
    expect(await upload.outcome).toMatchObject({ code: 'not_found' })
  })

  it.runIf(process.env.TEST_DATABASE_URL)('does not hold up what only refers to its company', async () => {
    const input = { companyId: company.id, name: 'Beside', description: '' }
    await database.prisma.$transaction(async (tx) => {
      await requireStorage(tx, { companyId: company.id, type: 'CUSTOM' }, 1, 100)
      await expect(workspaces().createUnchecked(database.prisma, input)).resolves.toBeGreaterThan(0)
    })
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\x\\report.pdf', 'report.pdf'],
    ['in\u0000voice\n.txt', 'invoice.txt'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['..', 'document'],
    ['', 'document'],
    [`${'x'.repeat(400)}.docx`, `${'x'.repeat(250)}.docx`],
  ])('stores the name %j as %j', async (given, stored) => {
    const id = await harness.upload(company.outsider, 'text', { filename: given })
    const { filename } = await database.prisma.document.findUniqueOrThrow({ where: { id } })
    expect(filename).toBe(stored)
  })
})

describe('the storage limit', () => {
  it('lets exactly one of twenty uploads have the last place', async () => {
    await database.prisma.company.update({ where: { id: other.id }, data: { storageLimitCustomWs: 0.000_01 } })
    const target = { workspaceId: other.teamId }
    await harness.upload(other.member, Buffer.alloc(9_000), { target })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => harness.upload(other.member, Buffer.alloc(1_000, i), { target })),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
    expect(refused).toHaveLength(19)
    for (const error of refused) expect(error).toMatchObject({ code: 'conflict' })
    expect(refused[0].message).toBe(
      'The custom workspaces of this company may hold 0.00001 GB and hold 0.00001 GB; this file has 0.000001 GB.',
    )
    const held = await database.prisma.document.aggregate({
      where: { workspaceId: other.teamId },
      _sum: { bytes: true },
    })
    expect(held._sum.bytes).toBe(10_000)
    expect(await filesIn('blobs/incoming')).toEqual([])
  })

  it('counts each kind of workspace by itself, all workspaces of the kind together', async () => {
    await database.prisma.company.update({ where: { id: other.id }, data: { storageLimitPersonalWs: 0.000_01 } })
    await harness.upload(other.member, Buffer.alloc(6_000))
    await expect(harness.upload(other.outsider, Buffer.alloc(6_000))).rejects.toMatchObject({ code: 'conflict' })
    await harness.upload(other.companyAdmin, Buffer.alloc(6_000), { target: { collection: 'COMPANY' } })
  })
})
