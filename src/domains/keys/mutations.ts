import { found } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { signIn, viewerOf } from '../../graphql/context.ts'
import { ApiKey, ScopeRoleEnum } from './graph.ts'

const NewApiKeyPayload = builder.objectRef<{ id: string; key: string }>('NewApiKeyPayload').implement({
  description: 'A new key and its text.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'The text of the key, to be sent as `Authorization: Bearer …`. Shown this once.',
    }),
    apiKey: t.prismaField({
      type: ApiKey,
      description: 'The key.',
      resolve: async (query, parent, _args, context) =>
        found(await context.services.keys.findNew(parent, query), 'API key'),
    }),
  }),
})

const ApiKeyPayload = builder.objectRef<{ id: string }>('ApiKeyPayload').implement({
  description: 'The key that was changed.',
  fields: (t) => ({
    apiKey: t.prismaField({
      type: ApiKey,
      description: 'The key as it is now.',
      resolve: async (query, parent, _args, context) =>
        found(await context.services.keys.find(viewerOf(context), parent.id, query), 'API key'),
    }),
  }),
})

const ApiKeyScopeInput = builder.inputType('ApiKeyScopeInput', {
  description: 'A workspace to limit a key to.',
  fields: (t) => ({
    workspaceId: t.int({ required: true, description: 'The workspace, by its id on the wire.' }),
    role: t.field({ type: ScopeRoleEnum, required: true, description: 'What the key may do there.' }),
  }),
})

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new key of your own.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What to call it.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When it shall stop working; never when absent. A key that expires makes none that outlives it.',
    }),
    scopes: t.field({
      type: [ApiKeyScopeInput],
      description: 'The workspaces to limit it to; not limited when absent or empty.',
    }),
  }),
})

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'The key to revoke.',
  fields: (t) => ({ keyId: t.string({ required: true, description: 'The key, by its id on the wire.' }) }),
})

const AcceptInvitationInput = builder.inputType('AcceptInvitationInput', {
  description: 'An invitation to redeem.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'The invitation token.' }),
    keyName: t.string({ description: 'What to call the first key; `first key` when absent.' }),
  }),
})

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: NewApiKeyPayload,
    nullable: true,
    authScopes: { authenticated: true },
    description: 'Makes a key for yourself. Its text is shown once.',
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The new key.' }) },
    resolve: (_root, { input }, context) => context.services.keys.create(viewerOf(context), input),
  }),
  revokeApiKey: t.field({
    type: ApiKeyPayload,
    nullable: true,
    authScopes: { authenticated: true },
    description:
      'Revokes a key: from now on it authenticates nothing. One that is revoked already is `insufficient_permissions`.',
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'The key.' }) },
    resolve: (_root, { input }, context) => context.services.keys.revoke(viewerOf(context), input.keyId),
  }),
  acceptInvitation: t.field({
    type: NewApiKeyPayload,
    nullable: true,
    authScopes: { public: true },
    description: 'Redeems an invitation for the first key of its user. Needs no credentials.',
    args: { input: t.arg({ type: AcceptInvitationInput, required: true, description: 'The invitation.' }) },
    resolve: async (_root, { input }, context) => {
      const made = await context.services.invitations.accept(input.token, input.keyName ?? 'first key')
      signIn(context, await context.services.authenticator.authenticate(`Bearer ${made.key}`))
      return made
    },
  }),
}))
