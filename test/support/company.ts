import type { PrismaClient } from '../../src/database/client/client.ts'
import type { Role } from '../../src/database/client/enums.ts'
import { CompaniesService } from '../../src/domains/companies/service.ts'
import { insertUser } from '../../src/domains/members/create.ts'
import { WorkspacesService } from '../../src/domains/workspaces/service.ts'
import type { Viewer } from '../../src/viewer.ts'

/** Someone of a test's company: who they are when they ask, and where their private documents lie. */
export type TestUser = Viewer & { readonly personalWorkspaceId: number }

/** A company with its company workspace, one custom workspace, and people of every role. */
export type TestCompany = {
  id: number
  workspaceId: number
  /** A custom workspace whose only member is `member`. */
  teamId: number
  admin: TestUser
  companyAdmin: TestUser
  member: TestUser
  /** A member of the company, but not of the custom workspace. */
  outsider: TestUser
}

let made = 0

async function makeUser(prisma: PrismaClient, companyId: number, role: Role, name: string): Promise<TestUser> {
  const email = `${name}@company-${companyId}.example`
  const id = await prisma.$transaction((tx) => insertUser(tx, { companyId, email, role }, 1_000))
  const personal = await prisma.workspace.findFirstOrThrow({ where: { ownerId: id }, select: { id: true } })
  return { id, companyId, role, email, keyId: null, scopes: null, personalWorkspaceId: personal.id }
}

/** Makes a company of a test's own, as the services make them. */
export async function makeCompany(prisma: PrismaClient): Promise<TestCompany> {
  const id = await new CompaniesService({ prisma }).createUnchecked(prisma, { name: `Company ${++made} ${Date.now()}` })
  const { id: workspaceId } = await prisma.workspace.findFirstOrThrow({ where: { companyId: id, type: 'COMPANY' } })
  const admin = await makeUser(prisma, id, 'ADMIN', 'admin')
  const companyAdmin = await makeUser(prisma, id, 'COMPANY_ADMIN', 'company-admin')
  const member = await makeUser(prisma, id, 'MEMBER', 'member')
  const outsider = await makeUser(prisma, id, 'MEMBER', 'outsider')
  const team = { companyId: id, name: `Team of ${id}`, description: '', memberIds: [member.id] }
  const teamId = await new WorkspacesService({ prisma }).createUnchecked(prisma, team)
  return { id, workspaceId, teamId, admin, companyAdmin, member, outsider }
}
