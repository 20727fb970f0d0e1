import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeDataDir, temporaryDataDir } from '../support/database.ts'
import { admin } from './admin.ts'
import { makePlace } from './place.ts'

let dataDir: string
let env: Record<string, string>

beforeAll(async () => {
  dataDir = await temporaryDataDir({ empty: true })
  env = { DATA_DIR: dataDir }
})

afterAll(() => removeDataDir(dataDir))

describe('help', () => {
  it.each([
    [['--help'], ['company create', 'user invite ID|EMAIL', 'key revoke ID', 'reset-admin', 'reindex', 'status']],
    [[], ['Usage: npm run admin -- <command>']],
    [
      ['user', '--help'],
      ['user create', 'user list', 'user invite', 'user deactivate', 'user activate'],
    ],
    [
      ['user', 'create', '-h'],
      ['--company ID', '[--first-name NAME]', 'member (the default), company_admin or admin'],
    ],
    [['key', 'revoke', '--help'], ['key revoke ID']],
  ])('of %j', async (words, parts) => {
    const { code, stdout, stderr } = await admin(env, ...words)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const part of parts) expect(stdout).toContain(part)
  })
})

describe('wrong usage ends with code 2, one line on standard error, and nothing touched', () => {
  it.each([
    [['remove'], 'Unknown command: remove. See npm run admin -- --help'],
    [['key'], 'Unknown command: key. There are key create, key list, key revoke. See npm run admin -- key --help'],
    [['key', 'make'], 'Unknown command: key make. There are'],
    [['company', 'create'], '--name is missing.'],
    [['company', 'create', '--name', 'A', '--max-users', '1.5'], '--max-users must be a whole number of 1 or more.'],
    [['company', 'create', '--nome', 'A'], "Unknown option '--nome'."],
    [['user', 'invite'], 'ID|EMAIL is missing.'],
    [['user', 'create', '--company', '1', '--email', 'a@b.c', '--role', 'owner'], '--role must be one of: admin,'],
    [['key', 'create', '--user', '1', '--name', 'k', '--expires-at', 'soon'], '--expires-at must be like 2027-01-31'],
  ])('%j', async (words, line) => {
    const { code, stdout, stderr } = await admin(env, ...words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(line)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('where there is nothing to administer', () => {
  it('a folder without a database is refused and left as it is', async () => {
    const missing = join(dataDir, 'typo')
    const { code, stderr } = await admin({ DATA_DIR: missing }, 'company', 'list')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `There is no database in ${missing}: start the service once, or set DATA_DIR or DATABASE_URL.\n`,
    })
    expect(existsSync(missing)).toBe(false)
  })

  it('a database that no service has started on is refused', async () => {
    const untouched = await makePlace()
    const { code, stderr } = await admin(untouched.env, 'company', 'create', '--name', 'Acme')
    await untouched.remove()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'This database has no administrator yet: start the service once, so that it makes the first one.\n',
    })
  })

  it('wrong settings are named', async () => {
    const { code, stderr } = await admin({ ...env, PORT: 'http' }, 'status')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The settings in the environment are not valid: PORT: .*\n$/)
  })
})
