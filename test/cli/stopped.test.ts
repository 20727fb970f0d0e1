import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { readOwner } from '../../src/database/embedded/folder-lock.ts'
import { silent } from '../support/database.ts'
import { admin, adminJson, start } from './admin.ts'
import { firstStart, isEmbedded, makePlace, type Place, within } from './place.ts'

let place: Place
let firstKey: string

beforeAll(async () => {
  place = await makePlace()
  firstKey = await firstStart(place)
})

afterAll(() => place.remove())

const run = (...words: string[]) => admin(place.env, ...words)
const role = (key: string) =>
  within(place, async ({ authenticator }) => (await authenticator.authenticate(`Bearer ${key}`))?.role ?? null)

describe('with the service stopped', () => {
  it('a company, its users and their keys are made, and are there at the next start', async () => {
    const made = await run('company', 'create', '--name', 'Acme', '--max-users', '1', '--dpo-email', 'dpo@acme.example')
    expect(made).toMatchObject({ code: 0, stdout: 'Created company 2: Acme\n', stderr: '' })
    const words = ['--first-name', 'Ada', '--last-name', 'Byron', '--role', 'company_admin', '--language', 'de']
    const user = await run('user', 'create', '--company', '2', '--email', 'Ada@acme.example', ...words)
    expect(user).toMatchObject({ code: 0, stderr: '' })
    expect(user.stdout).toMatch(/^Created user 2: ada@acme\.example\n.*: dgi_\w{50}\n/)
    const { key } = await adminJson<{ key: string }>(
      place.env,
      'key',
      'create',
      '--user',
      'ada@acme.example',
      '--name',
      'k',
    )
    expect(await role(key)).toBe('COMPANY_ADMIN')
    expect(await adminJson(place.env, 'user', 'list', '--company', '2')).toMatchObject([
      {
        id: 2,
        firstName: 'Ada',
        lastName: 'Byron',
        role: 'company_admin',
        language: 'de',
        invitationStatus: 'pending',
      },
    ])
  })

  it.each([
    ['a taken name', ['company', 'create', '--name', 'Acme'], 'A company of this name exists already.'],
    [
      'a full company',
      ['user', 'create', '--company', '2', '--email', 'b@acme.example'],
      'The company has 1 of at most 1',
    ],
    ['a wrong address', ['user', 'create', '--company', '1', '--email', 'ada'], '--email is not an e-mail address.'],
  ])('%s is refused as it is over the wire', async (_, words, line) => {
    const { code, stdout, stderr } = await run(...words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(line)
    expect(stderr).not.toMatch(/\n./)
  })

  it('the first administrator gets a new key, and the account and only the new key work', async () => {
    await within(place, ({ prisma }) => prisma.user.update({ where: { id: 1 }, data: { isActive: false } }))
    const { stdout, code } = await run('reset-admin')
    expect(code).toBe(0)
    const key = /dgk_\w{50}/.exec(stdout)?.[0] ?? ''
    expect(await role(key)).toBe('ADMIN')
    expect(await role(firstKey)).toBeNull()
  })
})

describe.runIf(isEmbedded)('on one data folder', () => {
  it('a service that starts while a command is at work is refused', async () => {
    const { child, done } = start(place.env, ['reindex'])
    const dataDir = place.env.DATA_DIR ?? ''
    while (readOwner(dataDir)?.pid !== child.pid) await wait(2)
    child.kill('SIGSTOP')
    const config = { url: undefined, dataDir, statementTimeoutMs: 30_000, poolSize: 2 }
    const refusal = await openDatabase(config, silent).catch((error: Error) => error)
    child.kill('SIGCONT')
    expect(refusal).toMatchObject({
      name: 'FolderInUseError',
      message: expect.stringContaining(`process ${child.pid}`),
    })
    expect(await done).toMatchObject({ code: 0, stdout: expect.stringContaining('Indexed 0 documents') })
  })

  it('commands that run at once take turns', async () => {
    const names = ['One', 'Two']
    const runs = await Promise.all(names.map((name) => run('company', 'create', '--name', name)))
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(names.map(() => ({ code: 0, stderr: '' })))
    const rows = await adminJson<{ name: string }[]>(place.env, 'company', 'list')
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  })
})
