import { found } from '../../errors.ts'
import { builder, type InputFields } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { Company } from './graph.ts'

const settings = (t: InputFields) => ({
  dpoEmail: t.field({ type: 'EmailAddress', description: 'E-mail of the data protection officer.' }),
  maxUsers: t.int({ description: 'How many active users it may have; null for the default of this instance.' }),
  allowCompanyAdminsToManageSso: t.boolean({ description: 'Whether its administrators may manage single sign-on.' }),
  storageLimitCompanyWs: t.float({
    description: 'Gigabytes that its company workspace may hold; null for the default.',
  }),
  storageLimitPersonalWs: t.float({
    description: 'Gigabytes that its personal workspaces may hold together; null for the default.',
  }),
  storageLimitCustomWs: t.float({
    description: 'Gigabytes that its custom workspaces may hold together; null for the default.',
  }),
})

const CompanyPayload = builder.objectRef<{ id: number }>('CompanyPayload').implement({
  description: 'The company that was created or changed.',
  fields: (t) => ({
    company: t.prismaField({
      type: Company,
      description: 'The company as it is now.',
      resolve: async (query, parent, _args, context) =>
        found(await context.services.companies.find(viewerOf(context), parent.id, query), 'company'),
    }),
  }),
})

const CreateCompanyInput = builder.inputType('CreateCompanyInput', {
  description: 'A new company.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name; no two companies share one.' }),
    ...settings(t),
  }),
})

const UpdateCompanyInput = builder.inputType('UpdateCompanyInput', {
  description: 'What to change of a company; what is absent stays.',
  fields: (t) => ({
    databaseId: t.int({ required: true, description: 'The company, by its id on the wire.' }),
    name: t.string({ description: 'The new name.' }),
    ...settings(t),
  }),
})

builder.mutationFields((t) => ({
  createCompany: t.field({
    type: CompanyPayload,
    nullable: true,
    authScopes: { admin: true },
    description: 'Creates a company with its company workspace. A taken name is a `conflict`.',
    args: { input: t.arg({ type: CreateCompanyInput, required: true, description: 'The new company.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.companies.create(viewerOf(context), input),
    }),
  }),
  updateCompany: t.field({
    type: CompanyPayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Changes a company; limits are changed by administrators only.',
    args: { input: t.arg({ type: UpdateCompanyInput, required: true, description: 'The changes.' }) },
    resolve: async (_root, { input: { databaseId, name, ...changes } }, context) => ({
      id: await context.services.companies.update(viewerOf(context), databaseId, {
        ...changes,
        name: name ?? undefined,
      }),
    }),
  }),
}))
