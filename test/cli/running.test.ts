import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/database/database.ts'
import { type RunningService, startService } from '../../src/start.ts'
import { silent } from '../support/database.ts'
import { admin, adminJson } from './admin.ts'
import { isEmbedded, makePlace, type Place } from './place.ts'

let place: Place
let service: RunningService

beforeAll(async () => {
  place = await makePlace()
  service = await startService(readConfig({ ...place.env, PORT: '0', DEMO: 'on' }), silent)
})

afterAll(async () => {
  await service.close()
  await place.remove()
})

const run = (...words: string[]) => admin(place.env, ...words)
const runJson = <Data>(...words: string[]) => adminJson<Data>(place.env, ...words)

type Answer = { viewer?: { email: string }; acceptInvitation?: { key: string } } | undefined

/** The answer to a GraphQL request over HTTP. */
async function post(query: string, key?: string) {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  const response = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  return { status: response.status, body: (await response.json()) as { data: Answer } }
}

/** Whose key it is over HTTP; the status of the refusal when it is refused. */
async function whoIs(key: string): Promise<string | number> {
  const { status, body } = await post('{ viewer { email } }', key)
  return body.data?.viewer?.email ?? status
}

const marcus = 'marcus.oyelaran@meridian.example'

describe('beside the running service', () => {
  it('a new key opens it at once, and a revoked one is refused at once', async () => {
    const { id, key } = await runJson<{ id: string; key: string }>(
      'key',
      'create',
      '--user',
      marcus,
      '--name',
      'laptop',
    )
    expect(await whoIs(key)).toBe(marcus)
    expect(await run('key', 'revoke', id)).toMatchObject({ code: 0, stdout: `Revoked key ${id}\n`, stderr: '' })
    expect(await whoIs(key)).toBe(401)
    const [listed] = await runJson<Record<string, unknown>[]>('key', 'list', '--user', marcus)
    expect(listed).toMatchObject({ id, name: 'laptop', revokedAt: expect.any(String) })
    expect(JSON.stringify(listed)).not.toContain(key)
    expect(await run('key', 'revoke', id)).toMatchObject({ code: 1, stderr: 'The API key has already been revoked.\n' })
  })

  it('an invitation is redeemed over the wire, and a deactivated user is out', async () => {
    const words = ['--company', '1', '--email', 'noor@meridian.example']
    await runJson('user', 'create', ...words)
    const { invitationToken } = await runJson<{ invitationToken: string }>('user', 'invite', 'noor@meridian.example')
    const accepted = await post(`mutation { acceptInvitation(input: { token: "${invitationToken}" }) { key } }`)
    const key = accepted.body.data?.acceptInvitation?.key ?? ''
    expect(await whoIs(key)).toBe('noor@meridian.example')
    expect(await run('user', 'invite', 'noor@meridian.example')).toMatchObject({
      code: 1,
      stderr: 'This user has accepted an invitation already.\n',
    })
    expect(await run('user', 'deactivate', 'noor@meridian.example')).toMatchObject({ code: 0 })
    expect(await whoIs(key)).toBe(401)
    const again = await run('key', 'create', '--user', 'noor@meridian.example', '--name', 'k')
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('inactive') })
    const activated = await run('user', 'activate', 'noor@meridian.example')
    expect(activated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Activated user \d+: noor@/) })
    expect(await whoIs(key)).toBe('noor@meridian.example')
  })

  it('the last administrator stays, so that somebody can sign in', async () => {
    expect(await run('user', 'deactivate', 'admin@docgraph.example')).toMatchObject({
      code: 1,
      stderr: 'The last active administrator cannot be deactivated.\n',
    })
  })

  it('the first administrator’s lost key is replaced', async () => {
    const lost = service.bootstrap.generatedKey ?? ''
    expect(await whoIs(lost)).toBe('admin@docgraph.example')
    const { key } = await runJson<{ key: string }>('reset-admin')
    expect(await whoIs(lost)).toBe(401)
    expect(await whoIs(key)).toBe('admin@docgraph.example')
  })

  it('the search index is built anew, and answers as before', async () => {
    const { prisma } = service.services
    while ((await prisma.document.count({ where: { status: 'PARSED' } })) < 15) await wait(50)
    const { key } = await runJson<{ key: string }>('key', 'create', '--user', marcus, '--name', 'search')
    await service.database.pool.query('TRUNCATE search.documents, search.chunks CASCADE')
    const find = async () => {
      const query = '{ search(query: "paid leave", first: 1) { extracts { document { filename } } } }'
      return JSON.stringify((await post(query, key)).body)
    }
    expect(await find()).not.toContain('employee-handbook.md')
    const { code, stdout, stderr } = await run('reindex')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Indexed 15 documents in [\d.]+ s\n$/) })
    expect(stderr).toContain('15 of 15 documents')
    expect(await find()).toContain('employee-handbook.md')
  })

  it('its state is told', async () => {
    const status = await runJson<Record<string, unknown>>('status')
    expect(status).toMatchObject({ companies: 1, documents: { parsed: 15 }, database: service.database.kind })
    if (isEmbedded) expect(status.service).toMatchObject({ pid: process.pid })
    expect((await run('status')).stdout).toContain('15 parsed')
  })

  it.runIf(isEmbedded)('another service on its folder is refused all the same', async () => {
    const command = run('company', 'list')
    const config = readConfig(place.env).database
    await expect(openDatabase(config, silent)).rejects.toThrow(`process ${process.pid}`)
    expect(await command).toMatchObject({ code: 0, stdout: expect.stringContaining('Meridian Instruments') })
  })
})
