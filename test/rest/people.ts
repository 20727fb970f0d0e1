import { makeCompany, type TestCompany, type TestUser } from '../support/company.ts'
import type { TestService } from '../support/service.ts'

export type Person = TestUser & { key: string }
export type Company = Pick<TestCompany, 'id' | 'workspaceId' | 'teamId'> &
  Record<'admin' | 'companyAdmin' | 'member' | 'outsider', Person>

/** A company of its own within a running service, whose people each have a key. */
export async function companyOf({ running }: TestService): Promise<Company> {
  const { keys, prisma } = running.services
  const made = await makeCompany(prisma)
  const person = async (user: TestUser): Promise<Person> => ({
    ...user,
    key: (await keys.createFor(prisma, user.id, 'test')).key,
  })
  return {
    id: made.id,
    workspaceId: made.workspaceId,
    teamId: made.teamId,
    admin: await person(made.admin),
    companyAdmin: await person(made.companyAdmin),
    member: await person(made.member),
    outsider: await person(made.outsider),
  }
}

/** A further key of someone, limited to workspaces. */
export async function limitedKey(
  { running }: TestService,
  person: Person,
  scopes: { workspaceId: number; role: 'VIEWER' | 'EDITOR' | 'OWNER' }[],
): Promise<string> {
  return (await running.services.keys.create(person, { name: 'limited', scopes })).key
}
