import { found } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionOf, offsetArgs, offsetQuery } from '../../graphql/connections.ts'
import { viewerOf } from '../../graphql/context.ts'
import { nodeId } from '../../graphql/node-id.ts'
import { visibleGroups } from './policy.ts'

export const Group = builder.prismaNode('Group', {
  description: 'A named set of users of one company.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: visibleGroups(viewerOf(context)) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id on the wire.' }),
    name: t.exposeString('name', { description: 'The name; unique within the company.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    company: t.relation('company', { description: 'The company it belongs to.' }),
  }),
})

const GroupConnection = connectionOf(Group, 'Group', 'groups')

builder.prismaObjectField('Company', 'groups', (t) =>
  t.relatedConnection(
    'groups',
    {
      cursor: 'id',
      totalCount: true,
      description: 'The groups of the company that you may see.',
      args: { ...offsetArgs },
      query: (args, context) => ({
        where: visibleGroups(viewerOf(context)),
        orderBy: { id: 'asc' },
        ...offsetQuery(args),
      }),
    },
    GroupConnection,
  ),
)

builder.prismaObjectField('User', 'groups', (t) =>
  t.relatedConnection(
    'groups',
    {
      cursor: 'id',
      totalCount: true,
      description: 'The groups that the user is in.',
      args: { ...offsetArgs },
      query: (args, context) => ({
        where: visibleGroups(viewerOf(context)),
        orderBy: { id: 'asc' },
        ...offsetQuery(args),
      }),
    },
    GroupConnection,
  ),
)

const GroupPayload = builder.objectRef<{ id: number }>('GroupPayload').implement({
  description: 'The group that was created or changed.',
  fields: (t) => ({
    group: t.prismaField({
      type: Group,
      description: 'The group as it is now.',
      resolve: async (query, parent, _args, context) =>
        found(await context.services.groups.find(viewerOf(context), parent.id, query), 'group'),
    }),
  }),
})

const DeleteGroupPayload = builder.objectRef<{ id: number }>('DeleteGroupPayload').implement({
  description: 'The group that is gone.',
  fields: (t) => ({ deletedDatabaseId: t.exposeInt('id', { description: 'The id on the wire that it had.' }) }),
})

const CreateGroupInput = builder.inputType('CreateGroupInput', {
  description: 'A new group.',
  fields: (t) => ({
    companyId: t.int({ required: true, description: 'The company, by its id on the wire.' }),
    name: t.string({ required: true, description: 'The name; unique within the company.' }),
    memberIds: t.intList({ description: 'Users of the same company, by their ids on the wire.' }),
  }),
})

const UpdateGroupInput = builder.inputType('UpdateGroupInput', {
  description: 'What to change of a group.',
  fields: (t) => ({
    databaseId: t.int({ required: true, description: 'The group, by its id on the wire.' }),
    name: t.string({ required: true, description: 'The new name.' }),
  }),
})

const DeleteGroupInput = builder.inputType('DeleteGroupInput', {
  description: 'The group to delete.',
  fields: (t) => ({ databaseId: t.int({ required: true, description: 'The group, by its id on the wire.' }) }),
})

builder.mutationFields((t) => ({
  createGroup: t.field({
    type: GroupPayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Creates a group in a company that you administer.',
    args: { input: t.arg({ type: CreateGroupInput, required: true, description: 'The new group.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.groups.create(viewerOf(context), input),
    }),
  }),
  updateGroup: t.field({
    type: GroupPayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Renames a group.',
    args: { input: t.arg({ type: UpdateGroupInput, required: true, description: 'The changes.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.groups.rename(viewerOf(context), input.databaseId, input.name),
    }),
  }),
  deleteGroup: t.field({
    type: DeleteGroupPayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Deletes a group; its members stay.',
    args: { input: t.arg({ type: DeleteGroupInput, required: true, description: 'The group.' }) },
    resolve: async (_root, { input }, context) => {
      await context.services.groups.delete(viewerOf(context), input.databaseId)
      return { id: input.databaseId }
    },
  }),
}))
