import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { type TestService, testService } from '../../support/service.ts'

let service: TestService
let company: TestCompany
beforeAll(async () => {
  service = await testService({ ingests: false })
  company = await makeCompany(service.database.prisma)
})
afterAll(() => service.close())

let invited = 0
const invite = async () => {
  const input = { companyId: company.id, email: `invited${++invited}@example.com` }
  const { data } = await service.graph(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { invitationToken user { databaseId invitationStatus } } }',
    { input },
  )
  return { token: data.createUser.invitationToken as string, user: data.createUser.user }
}
const accept = (token: string, keyName?: string) =>
  service.graph(
    'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { key apiKey { name user { invitationStatus } } } }',
    { input: { token, keyName } },
    null,
  )
const inviteAgain = (userId: number) =>
  service.graph('mutation ($id: Int!) { inviteUser(input: { userId: $id }) { invitationToken } }', { id: userId })

const refused = 'token: is not a valid invitation: unknown, used already, or expired.'

describe('an invitation', () => {
  test('gives the user, who was pending, their first key and makes them accepted', async () => {
    const { token, user } = await invite()
    expect(user.invitationStatus).toBe('PENDING')
    const { data } = await accept(token, 'laptop')
    expect(data.acceptInvitation.apiKey).toEqual({ name: 'laptop', user: { invitationStatus: 'ACCEPTED' } })
    const { data: self } = await service.graph('{ viewer { databaseId } }', {}, data.acceptInvitation.key)
    expect(self.viewer.databaseId).toBe(user.databaseId)
  })

  test('works once, also when it is redeemed twenty times at once', async () => {
    const { token, user } = await invite()
    const replies = await Promise.all(Array.from({ length: 20 }, () => accept(token)))
    const messages = replies.flatMap(({ errors }) => errors?.map(({ message }) => message) ?? [])
    expect(messages).toEqual(Array(19).fill(refused))
    expect(await service.database.prisma.apiKey.count({ where: { userId: user.databaseId } })).toBe(1)
  })

  test('works for seven days', async () => {
    const { token, user } = await invite()
    const { prisma } = service.database
    const where = { userId: user.databaseId }
    const { createdAt, expiresAt } = await prisma.invitation.findFirstOrThrow({ where })
    expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / 86_400_000)).toBe(7)
    await prisma.invitation.updateMany({ where, data: { expiresAt: new Date(Date.now() - 1) } })
    expect((await accept(token)).errors?.[0]?.message).toBe(refused)
    expect(await prisma.apiKey.count({ where })).toBe(0)
  })

  test('ends when the user is invited again', async () => {
    const { token, user } = await invite()
    const { data } = await inviteAgain(user.databaseId)
    expect((await accept(token)).errors?.[0]?.message).toBe(refused)
    expect((await accept(data.inviteUser.invitationToken)).errors).toBeUndefined()
  })

  test('is one at a time, also when the user is invited ten times at once', async () => {
    const { user } = await invite()
    const replies = await Promise.all(Array.from({ length: 10 }, () => inviteAgain(user.databaseId)))
    expect(replies.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect(await service.database.prisma.invitation.count({ where: { userId: user.databaseId } })).toBe(1)
  })

  test('and a new one are never both redeemed when they meet', async () => {
    const { token, user } = await invite()
    const [, again] = await Promise.all([accept(token), inviteAgain(user.databaseId)])
    const second = again.data.inviteUser?.invitationToken
    if (second) await accept(second)
    expect(await service.database.prisma.apiKey.count({ where: { userId: user.databaseId } })).toBe(1)
  })

  test('is not issued again once it was accepted, or to a deactivated user', async () => {
    const accepted = await invite()
    await accept(accepted.token)
    const again = await inviteAgain(accepted.user.databaseId)
    expect(again.errors?.[0]).toMatchObject({
      message: 'This user has accepted an invitation already.',
      extensions: { code: 'conflict' },
    })
    const inactive = await invite()
    await service.database.prisma.user.update({ where: { id: inactive.user.databaseId }, data: { isActive: false } })
    expect((await inviteAgain(inactive.user.databaseId)).errors?.[0]?.extensions.code).toBe('conflict')
    expect((await accept(inactive.token)).errors?.[0]?.message).toBe(refused)
  })

  test('is `EXPIRED` when the account ended first', async () => {
    const { token, user } = await invite()
    const data = { accountExpirationDate: new Date(Date.now() - 1_000) }
    await service.database.prisma.user.update({ where: { id: user.databaseId }, data })
    const reply = await service.graph('query ($id: Int!) { user(databaseId: $id) { invitationStatus } }', {
      id: user.databaseId,
    })
    expect(reply.data.user.invitationStatus).toBe('EXPIRED')
    expect((await accept(token)).errors?.[0]?.message).toBe(refused)
  })

  test('is not used up by a name that a key can’t have', async () => {
    const { token } = await invite()
    expect((await accept(token, '  ')).errors?.[0]?.extensions.code).toBe('bad_request')
    expect((await accept(token)).errors).toBeUndefined()
  })

  test.each(['', 'x', 'dgi_', `dgi_${'0'.repeat(50)}`])('“%s” costs no statement', async (token) => {
    const statements = await service.statements(async () => {
      expect((await accept(token)).errors?.[0]?.message).toBe(refused)
    })
    // The first use of a key is written down beside the requests, whenever it gets its turn.
    expect(statements.filter((sql) => !/"last_(used_at|login)" = /.test(sql))).toEqual([])
  })
})
