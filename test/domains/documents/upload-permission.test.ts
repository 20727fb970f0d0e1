import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ScopeRole } from '../../../src/database/client/enums.ts'
import type { UploadTarget } from '../../../src/domains/documents/upload-target.ts'
import type { Viewer } from '../../../src/viewer.ts'
import { makeCompany, type TestCompany } from '../../support/company.ts'
import { silent, type TestDatabase, testDatabase } from '../../support/database.ts'
import { type DocumentsHarness, startDocuments } from '../../support/documents.ts'

let database: TestDatabase
let harness: DocumentsHarness
let company: TestCompany
let other: TestCompany

beforeAll(async () => {
  database = await testDatabase()
  harness = await startDocuments(database, { dataDir: database.config.dataDir, logger: silent })
  company = await makeCompany(database.prisma)
  other = await makeCompany(database.prisma)
})

afterAll(async () => {
  await harness.queue.stop()
  await database.close()
})

/** What an upload comes to, and how many bytes were taken from the client for it. */
async function attempt(viewer: Viewer, target: UploadTarget) {
  let read = 0
  const stream = Readable.from(
    (function* () {
      read += 4
      yield Buffer.from('text')
    })(),
  )
  const outcome = await harness.documents.upload(viewer, { stream, filename: 'a.txt', target }).then(
    () => 'stored',
    (error) => error.code,
  )
  return { outcome, read }
}

const toCompany = (): UploadTarget => ({ collection: 'COMPANY' })
const toPrivate = (): UploadTarget => ({ collection: 'PRIVATE' })
const toTeam = (): UploadTarget => ({ workspaceId: company.teamId })
const toWorkspace = (of: () => TestCompany) => (): UploadTarget => ({ workspaceId: of().workspaceId })
const toPersonal = (of: () => { personalWorkspaceId: number }) => (): UploadTarget => ({
  workspaceId: of().personalWorkspaceId,
})

const admin = () => company.admin
const companyAdmin = () => company.companyAdmin
const member = () => company.member
const outsider = () => company.outsider
const withKey = (owner: () => Viewer, workspaceId: () => number, role: ScopeRole) => (): Viewer => ({
  ...owner(),
  scopes: new Map([[workspaceId(), role]]),
})
const team = () => company.teamId
const shared = () => company.workspaceId

const denied = 'insufficient_permissions'

it.each<[string, () => Viewer, () => UploadTarget, string]>([
  ['an administrator to their company', admin, toCompany, 'stored'],
  ['a company administrator to their company', companyAdmin, toCompany, 'stored'],
  ['a member to their company', member, toCompany, denied],
  ['a member to the company workspace by its id', member, toWorkspace(() => company), denied],
  ['a company administrator to it by its id', companyAdmin, toWorkspace(() => company), 'stored'],
  ['an administrator to another company', admin, toWorkspace(() => other), denied],
  ['a company administrator to another company', companyAdmin, toWorkspace(() => other), 'not_found'],
  ['anyone to their private collection', outsider, toPrivate, 'stored'],
  ['an administrator to the privacy of someone else', admin, toPersonal(member), denied],
  ['a member to the privacy of someone else', member, toPersonal(outsider), 'not_found'],
  ['a member to a workspace of theirs', member, toTeam, 'stored'],
  ['a member to a workspace that is not theirs', outsider, toTeam, 'not_found'],
  ['a company administrator to a workspace they are no member of', companyAdmin, toTeam, denied],
  ['anyone to a workspace that cannot exist', admin, () => ({ workspaceId: 2 ** 40 }), 'not_found'],
  ['a key that may edit the workspace', withKey(member, team, 'EDITOR'), toTeam, 'stored'],
  ['a key that may only view the workspace', withKey(member, team, 'VIEWER'), toTeam, denied],
  ['a key for another workspace', withKey(member, shared, 'OWNER'), toTeam, 'not_found'],
  ['a key for a workspace to the private collection', withKey(member, team, 'OWNER'), toPrivate, denied],
  ['the key of a member for the company workspace', withKey(member, shared, 'OWNER'), toCompany, denied],
  ['the key of a company administrator for it', withKey(companyAdmin, shared, 'EDITOR'), toCompany, 'stored'],
])('%s', async (_, viewer, target, expected) => {
  const { outcome, read } = await attempt(viewer(), target())
  expect(outcome).toBe(expected)
  expect(read).toBe(expected === 'stored' ? 4 : 0)
})
