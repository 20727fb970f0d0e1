import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, companyOf } from '../rest/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { expectAnswer, expectRefusal } from './expect.ts'
import { workspace } from './wire.ts'

describe('GET /api/v2/workspaces/{id}', () => {
  let service: TestService
  let company: Company
  beforeAll(async () => {
    service = await testService({ ingests: false })
    company = await companyOf(service)
  })
  afterAll(() => service.close())

  const read = async (id: number, key = company.companyAdmin.key) =>
    expectAnswer(await service.rest('GET', `/api/v2/workspaces/${id}`, { key }), 200, workspace)

  test('answers the workspace with its collection and members', async () => {
    const { prisma } = service.running.services
    await prisma.workspaceSummary.create({
      data: { workspaceId: company.teamId, language: 'en', summary: 'A team.' },
    })
    expect(await read(company.teamId)).toMatchObject({
      id: company.teamId,
      workspace_type: 'custom',
      summaries: [{ language: 'en', summary: 'A team.' }],
      collections: [{ collection_type: 'workspace' }],
      members: [{ id: company.member.id, email: company.member.email }],
    })
  })

  test('names the types of the company workspace and of a personal one', async () => {
    expect(await read(company.workspaceId)).toMatchObject({
      workspace_type: 'company',
      collections: [{ collection_type: 'company' }],
    })
    expect(await read(company.member.personalWorkspaceId)).toMatchObject({
      workspace_type: 'personal',
      collections: [{ collection_type: 'private' }],
    })
  })

  test('names every member, however many they are', async () => {
    const { prisma } = service.running.services
    const rows = Array.from({ length: 150 }, (_, index) => ({
      companyId: company.id,
      username: `many-${index}`,
      email: `many-${index}@company-${company.id}.example`,
    }))
    const users = await prisma.user.createManyAndReturn({ data: rows, select: { id: true } })
    await prisma.workspace.update({ where: { id: company.teamId }, data: { members: { connect: users } } })
    const { members } = await read(company.teamId)
    expect(members).toHaveLength(151)
    expect(members.map(({ id }) => id)).toEqual(members.map(({ id }) => id).toSorted((a, b) => a - b))
  })

  test('does not tell an invisible workspace from an absent one', async () => {
    const other = await companyOf(service)
    const ask = (id: number) => service.rest('GET', `/api/v2/workspaces/${id}`, { key: other.companyAdmin.key })
    const invisible = await ask(company.teamId)
    expect(expectRefusal(invisible, 'not_found')).toBe('No such workspace.')
    expect((await ask(999_999)).text).toBe(invisible.text)
    expect((await ask(2 ** 53)).text).toBe(invisible.text)
  })

  test('is refused to members before anything is looked up', async () => {
    const { key } = company.member
    const own = await service.rest('GET', `/api/v2/workspaces/${company.teamId}`, { key })
    expectRefusal(own, 'insufficient_permissions')
    expect((await service.rest('GET', '/api/v2/workspaces/999999', { key })).text).toBe(own.text)
    expectRefusal(await service.rest('GET', '/api/v2/workspaces/abc', { key }), 'bad_request')
  })
})
