import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestService, testService } from '../../support/service.ts'

type Mail = { to: string[]; text: string }

/** A mail server on loopback that keeps what it is given. */
async function startMailServer(mails: Mail[]) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

const createUser = `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { databaseId } invitationToken } }`

/** The text of a mail whose lines were broken for the way. */
const unfolded = (text: string): string => text.replaceAll('=\r\n', '').replaceAll('=3D', '=')

describe('where a mail server is configured', () => {
  const mails: Mail[] = []
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let service: TestService
  let companyId: number

  beforeAll(async () => {
    mailServer = await startMailServer(mails)
    service = await testService({
      ingests: false,
      env: { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://docs.example.com' },
    })
    companyId = (await service.graph<any>('{ viewer { company { databaseId } } }')).data.viewer.company.databaseId
  })
  afterAll(async () => {
    await service.close()
    await mailServer.close()
  })

  test('an invitation is mailed to the user, in their language, with a token that works', async () => {
    const input = { companyId, email: 'jana@example.com', firstName: 'Jana', language: 'DE' }
    const { data } = await service.graph<any>(createUser, { input })
    await vi.waitFor(() => expect(mails).toHaveLength(1))
    const [mail] = mails
    expect(mail?.to).toEqual(['jana@example.com'])
    expect(unfolded(mail?.text ?? '')).toContain('https://docs.example.com/graphql')
    const token = /dgi_\w+/.exec(unfolded(mail?.text ?? ''))?.[0]
    expect(token).toBe(data.createUser.invitationToken)
    const accepted = await service.graph<any>(
      `mutation { acceptInvitation(input: { token: "${token}" }) { key apiKey { user { email } } } }`,
      {},
      null,
    )
    expect(accepted.data.acceptInvitation.apiKey.user.email).toBe('jana@example.com')
  })

  test('a mail server that is away costs the mail, and not the user', async () => {
    await mailServer.close()
    const input = { companyId, email: 'late@example.com' }
    const { data, errors } = await service.graph<any>(createUser, { input })
    expect(errors).toBeUndefined()
    expect(data.createUser.invitationToken).toMatch(/^dgi_/)
  })
})
