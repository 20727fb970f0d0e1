import { found } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { LanguageEnum, RoleEnum, User } from './graph.ts'

const UserPayload = builder.objectRef<{ id: number }>('UserPayload').implement({
  description: 'The user that was changed.',
  fields: (t) => ({
    user: t.prismaField({
      type: User,
      description: 'The user as they are now.',
      resolve: async (query, parent, _args, context) =>
        found(await context.services.members.find(viewerOf(context), parent.id, query), 'user'),
    }),
  }),
})

const InvitedUserPayload = builder.objectRef<{ id: number; invitationToken: string }>('InvitedUserPayload').implement({
  description: 'A user and the token that gives them their first API key.',
  fields: (t) => ({
    user: t.prismaField({
      type: User,
      description: 'The user as they are now.',
      resolve: async (query, parent, _args, context) =>
        found(await context.services.members.find(viewerOf(context), parent.id, query), 'user'),
    }),
    invitationToken: t.exposeString('invitationToken', {
      description: 'To be handed to the user, who redeems it with `acceptInvitation` within 7 days. Shown this once.',
    }),
  }),
})

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'A new user.',
  fields: (t) => ({
    companyId: t.int({ required: true, description: 'The company, by its id on the wire.' }),
    email: t.field({ type: 'EmailAddress', required: true, description: 'The e-mail address; unique.' }),
    username: t.string({ description: 'The name to sign in with; the e-mail address when absent.' }),
    firstName: t.string({ description: 'Given name.' }),
    lastName: t.string({ description: 'Family name.' }),
    role: t.field({ type: RoleEnum, description: 'MEMBER when absent; only administrators make administrators.' }),
    language: t.field({ type: LanguageEnum, description: 'EN when absent.' }),
    groupIds: t.intList({ description: 'Groups of the same company to join, by their ids on the wire.' }),
  }),
})

const InviteUserInput = builder.inputType('InviteUserInput', {
  description: 'Whom to invite again.',
  fields: (t) => ({ userId: t.int({ required: true, description: 'The user, by their id on the wire.' }) }),
})

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'What to change of a user; what is absent stays.',
  fields: (t) => ({
    databaseId: t.int({ required: true, description: 'The user, by their id on the wire.' }),
    firstName: t.string({ description: 'Given name.' }),
    lastName: t.string({ description: 'Family name.' }),
    language: t.field({ type: LanguageEnum, description: 'The language the user is addressed in.' }),
    accountExpirationDate: t.field({
      type: 'DateTime',
      description: 'From then on the user can not sign in; null for never.',
    }),
  }),
})

const DeactivateUserInput = builder.inputType('DeactivateUserInput', {
  description: 'Whom to deactivate.',
  fields: (t) => ({ databaseId: t.int({ required: true, description: 'The user, by their id on the wire.' }) }),
})

const ActivateUserInput = builder.inputType('ActivateUserInput', {
  description: 'Whom to let in again.',
  fields: (t) => ({ databaseId: t.int({ required: true, description: 'The user, by their id on the wire.' }) }),
})

const ReplaceUserGroupsInput = builder.inputType('ReplaceUserGroupsInput', {
  description: 'The groups that a user shall be in, and no others.',
  fields: (t) => ({
    databaseId: t.int({ required: true, description: 'The user, by their id on the wire.' }),
    groupIds: t.intList({ required: true, description: 'Groups of the same company, by their ids on the wire.' }),
  }),
})

builder.mutationFields((t) => ({
  createUser: t.field({
    type: InvitedUserPayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Creates a user with their personal workspace and invites them.',
    args: { input: t.arg({ type: CreateUserInput, required: true, description: 'The new user.' }) },
    resolve: (_root, { input }, context) => context.services.members.create(viewerOf(context), input),
  }),
  inviteUser: t.field({
    type: InvitedUserPayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Issues a new invitation to a user who never signed in; earlier ones stop working.',
    args: { input: t.arg({ type: InviteUserInput, required: true, description: 'Whom to invite.' }) },
    resolve: (_root, { input }, context) => context.services.members.invite(viewerOf(context), input.userId),
  }),
  updateUser: t.field({
    type: UserPayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Changes a user: what the input names, and nothing else.',
    args: { input: t.arg({ type: UpdateUserInput, required: true, description: 'The changes.' }) },
    resolve: async (_root, { input: { databaseId, ...changes } }, context) => ({
      id: await context.services.members.update(viewerOf(context), databaseId, changes),
    }),
  }),
  deactivateUser: t.field({
    type: UserPayload,
    nullable: true,
    authScopes: { manager: true },
    description:
      'Deactivates a user: from now on none of their keys authenticates. Yourself, and the last administrator who ' +
      'may sign in, is a `conflict`.',
    args: { input: t.arg({ type: DeactivateUserInput, required: true, description: 'Whom to deactivate.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.members.deactivate(viewerOf(context), input.databaseId),
    }),
  }),
  activateUser: t.field({
    type: UserPayload,
    nullable: true,
    authScopes: { manager: true },
    description:
      'Lets a deactivated user in again, with the keys they had. A company that has all the users it may is a `conflict`.',
    args: { input: t.arg({ type: ActivateUserInput, required: true, description: 'Whom to let in.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.members.activate(viewerOf(context), input.databaseId),
    }),
  }),
  replaceUserGroups: t.field({
    type: UserPayload,
    nullable: true,
    authScopes: { manager: true },
    description: 'Replaces the groups of a user, in one step.',
    args: { input: t.arg({ type: ReplaceUserGroupsInput, required: true, description: 'The user and the groups.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.members.replaceGroups(viewerOf(context), input.databaseId, input.groupIds),
    }),
  }),
}))
