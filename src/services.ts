import type { PrismaClient } from './database/client/client.ts'
import { CompaniesService } from './domains/companies/service.ts'
import { GroupsService } from './domains/groups/service.ts'
import { KeysService } from './domains/keys/service.ts'
import { InvitationsService } from './domains/members/invitations.ts'
import { MembersService } from './domains/members/service.ts'
import { WorkspacesService } from './domains/workspaces/service.ts'

/** Every service, built once; what a resolver may call. */
export type Services = ReturnType<typeof createServices>

export function createServices(prisma: PrismaClient) {
  const keys = new KeysService({ prisma })
  const invitations = new InvitationsService({ prisma, keys })
  return {
    prisma,
    keys,
    invitations,
    companies: new CompaniesService({ prisma }),
    groups: new GroupsService({ prisma }),
    members: new MembersService({ prisma, invitations, defaultMaxUsers: 1000 }),
    workspaces: new WorkspacesService({ prisma }),
  }
}
