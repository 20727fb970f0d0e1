import { bootstrapAdmin } from '../bootstrap.ts'
import type { Prisma } from '../database/client/client.ts'
import type { Services } from '../services.ts'
import { customWorkspaces, groups, type Person, type PersonName, people } from './people.ts'

type IdsByName = Map<PersonName, number>

/** The people, groups and workspaces of the demo in a company that has its company workspace and first administrator. */
export async function createDemoCompany(
  tx: Prisma.TransactionClient,
  services: Services,
  companyId: number,
): Promise<void> {
  const ids: IdsByName = new Map()
  for (const [name, person] of Object.entries(people))
    ids.set(name as PersonName, await createPerson(tx, services, companyId, person))
  for (const { name, members } of groups)
    await tx.group.create({
      data: { companyId, name, members: { connect: rowsOf(ids, members) } },
      select: { id: true },
    })
  const { id: administratorId } = await tx.user.findUniqueOrThrow({
    where: { username: bootstrapAdmin.username },
    select: { id: true },
  })
  for (const { name, description, members } of Object.values(customWorkspaces)) {
    const memberIds = [administratorId, ...rowsOf(ids, members).map(({ id }) => id)]
    await services.workspaces.createUnchecked(tx, { companyId, name, description, memberIds })
  }
}

async function createPerson(
  tx: Prisma.TransactionClient,
  services: Services,
  companyId: number,
  { hasSignedIn, ...person }: Person,
): Promise<number> {
  const { id } = await services.members.createUnchecked(tx, { companyId, ...person })
  if (hasSignedIn) await tx.user.update({ where: { id }, data: { invitationState: 'ACCEPTED' }, select: { id: true } })
  return id
}

const rowsOf = (ids: IdsByName, names: readonly PersonName[]): { id: number }[] =>
  [...ids].filter(([name]) => names.includes(name)).map(([, id]) => ({ id }))
