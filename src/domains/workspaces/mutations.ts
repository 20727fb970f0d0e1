import { found } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { Workspace } from './graph.ts'

const WorkspacePayload = builder.objectRef<{ id: number }>('WorkspacePayload').implement({
  description: 'The workspace that was created or changed.',
  fields: (t) => ({
    workspace: t.prismaField({
      type: Workspace,
      description: 'The workspace as it is now.',
      resolve: async (query, parent, _args, context) =>
        found(await context.services.workspaces.find(viewerOf(context), parent.id, query), 'workspace'),
    }),
  }),
})

const DeleteWorkspacePayload = builder.objectRef<{ id: number }>('DeleteWorkspacePayload').implement({
  description: 'The workspace that is gone.',
  fields: (t) => ({ deletedDatabaseId: t.exposeInt('id', { description: 'The id on the wire that it had.' }) }),
})

const CreateWorkspaceInput = builder.inputType('CreateWorkspaceInput', {
  description: 'A new custom workspace.',
  fields: (t) => ({
    companyId: t.int({ required: true, description: 'The company, by its id on the wire.' }),
    name: t.string({ required: true, description: 'The name; unique within the company.' }),
    description: t.string({ required: true, description: 'What it is for; may be empty.' }),
    memberIds: t.intList({ description: 'Users of the same company, by their ids on the wire.' }),
  }),
})

const UpdateWorkspaceInput = builder.inputType('UpdateWorkspaceInput', {
  description: 'What to change of a workspace; what is absent stays.',
  fields: (t) => ({
    databaseId: t.int({ required: true, description: 'The workspace, by its id on the wire.' }),
    name: t.string({ description: 'The new name.' }),
    description: t.string({ description: 'The new description.' }),
  }),
})

const ReplaceWorkspaceMembersInput = builder.inputType('ReplaceWorkspaceMembersInput', {
  description: 'The users that a workspace shall have as members, and no others.',
  fields: (t) => ({
    databaseId: t.int({ required: true, description: 'The workspace, by its id on the wire.' }),
    memberIds: t.intList({ required: true, description: 'Users of the same company, by their ids on the wire.' }),
  }),
})

const DeleteWorkspaceInput = builder.inputType('DeleteWorkspaceInput', {
  description: 'The workspace to delete.',
  fields: (t) => ({ databaseId: t.int({ required: true, description: 'The workspace, by its id on the wire.' }) }),
})

builder.mutationFields((t) => ({
  createWorkspace: t.field({
    type: WorkspacePayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Creates a custom workspace in a company that you administer. A taken name is a `conflict`.',
    args: { input: t.arg({ type: CreateWorkspaceInput, required: true, description: 'The new workspace.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.workspaces.create(viewerOf(context), input),
    }),
  }),
  updateWorkspace: t.field({
    type: WorkspacePayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Changes a workspace: what the input names, and nothing else.',
    args: { input: t.arg({ type: UpdateWorkspaceInput, required: true, description: 'The changes.' }) },
    resolve: async (_root, { input: { databaseId, ...changes } }, context) => ({
      id: await context.services.workspaces.update(viewerOf(context), databaseId, changes),
    }),
  }),
  replaceWorkspaceMembers: t.field({
    type: WorkspacePayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Replaces the members of a custom workspace, in one step.',
    args: {
      input: t.arg({
        type: ReplaceWorkspaceMembersInput,
        required: true,
        description: 'The workspace and its members.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.workspaces.replaceMembers(viewerOf(context), input.databaseId, input.memberIds),
    }),
  }),
  deleteWorkspace: t.field({
    type: DeleteWorkspacePayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Deletes a custom workspace that holds no documents.',
    args: { input: t.arg({ type: DeleteWorkspaceInput, required: true, description: 'The workspace.' }) },
    resolve: async (_root, { input }, context) => {
      await context.services.workspaces.delete(viewerOf(context), input.databaseId)
      return { id: input.databaseId }
    },
  }),
}))
