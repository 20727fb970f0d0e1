import { builder } from '../../graphql/builder.ts'
import { connectionOf, offsetArgs, offsetQuery } from '../../graphql/connections.ts'
import { viewerOf } from '../../graphql/context.ts'
import { nodeId } from '../../graphql/node-id.ts'
import { visibleCompanies } from './policy.ts'
import type { StorageUse as StorageUseBytes } from './storage-use.ts'

const StorageUse = builder.objectRef<StorageUseBytes>('StorageUse').implement({
  description: 'How much the documents of a company take, by the kind of workspace that holds them.',
  fields: (t) => ({
    companyWsBytes: t.exposeFloat('COMPANY', { description: 'Bytes in the company workspace.' }),
    personalWsBytes: t.exposeFloat('PERSONAL', { description: 'Bytes in all personal workspaces together.' }),
    customWsBytes: t.exposeFloat('CUSTOM', { description: 'Bytes in all custom workspaces together.' }),
  }),
})

export const Company = builder.prismaNode('Company', {
  description: 'A tenant: its people, workspaces and limits.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: visibleCompanies(viewerOf(context)) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id on the wire.' }),
    name: t.exposeString('name', { description: 'The name; no two companies share one.' }),
    dpoEmail: t.expose('dpoEmail', {
      type: 'EmailAddress',
      nullable: true,
      description: 'E-mail of the data protection officer; null when none is named.',
    }),
    maxUsers: t.exposeInt('maxUsers', {
      nullable: true,
      description: 'How many active users it may have; null for the default of this instance.',
    }),
    allowCompanyAdminsToManageSso: t.exposeBoolean('allowCompanyAdminsToManageSso', {
      description: 'Whether its administrators may manage single sign-on.',
    }),
    storageLimitCompanyWs: t.exposeFloat('storageLimitCompanyWs', {
      nullable: true,
      description: 'Gigabytes (10^9 bytes) that its company workspace may hold; null for the default of this instance.',
    }),
    storageLimitPersonalWs: t.exposeFloat('storageLimitPersonalWs', {
      nullable: true,
      description: 'Gigabytes (10^9 bytes) that its personal workspaces may hold together; null for the default.',
    }),
    storageLimitCustomWs: t.exposeFloat('storageLimitCustomWs', {
      nullable: true,
      description: 'Gigabytes (10^9 bytes) that its custom workspaces may hold together; null for the default.',
    }),
    storageUse: t.loadable({
      type: StorageUse,
      nullable: true,
      description: 'What its documents take now; null unless you administer the company.',
      load: (ids: number[], context) => context.services.companies.storageUse(viewerOf(context), ids),
      resolve: (company) => company.id,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    // Not a count of the relation: beside `members { totalCount }` that would be a statement for each company.
    activeMembersCount: t.loadable({
      type: 'Int',
      description: 'How many of its users may sign in now.',
      load: (ids: number[], context) => context.services.companies.activeMembers(ids),
      resolve: (company) => company.id,
    }),
  }),
})

const CompanyConnection = connectionOf(Company, 'Company', 'companies')

builder.queryFields((t) => ({
  company: t.prismaField({
    type: Company,
    nullable: true,
    authScopes: { authenticated: true },
    description: 'One company by its id on the wire; null when there is none that you may see.',
    args: { databaseId: t.arg.int({ required: true, description: 'The id on the wire.' }) },
    resolve: (query, _root, args, context) =>
      context.services.companies.find(viewerOf(context), args.databaseId, query),
  }),
  companies: t.prismaConnection(
    {
      type: Company,
      cursor: 'id',
      authScopes: { authenticated: true },
      description: 'The companies that you may see: all of them as an administrator, otherwise your own.',
      args: { ...offsetArgs },
      totalCount: (_root, _args, context) => context.services.companies.count(viewerOf(context)),
      resolve: (query, _root, args, context) =>
        context.services.companies.list(viewerOf(context), { ...query, ...offsetQuery(args) }),
    },
    CompanyConnection,
  ),
}))
