import { ScopeRole } from '../../database/client/enums.ts'
import { found } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionOf, offsetArgs, offsetQuery } from '../../graphql/connections.ts'
import { signIn, viewerOf } from '../../graphql/context.ts'
import { nodeId, nodeUuid } from '../../graphql/node-id.ts'
import { Workspace } from '../workspaces/graph.ts'
import { maySee, readingColumns } from '../workspaces/policy.ts'
import { manageableKeys } from './policy.ts'

const ScopeRoleEnum = builder.enumType('ScopeRole', {
  description: 'What a key that is limited to a workspace may do there, as far as its owner may.',
  values: {
    [ScopeRole.VIEWER]: { description: 'Read and ask.' },
    [ScopeRole.EDITOR]: { description: 'Add and delete documents too.' },
    [ScopeRole.OWNER]: {
      description: 'The same as an editor: managing the workspace itself takes a key without limits.',
    },
  } as const,
})

const ApiKeyScope = builder.prismaNode('ApiKeyScope', {
  description: 'A workspace that a key is limited to.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: { apiKey: manageableKeys(viewerOf(context)) } }),
  fields: (t) => ({
    role: t.expose('role', { type: ScopeRoleEnum, description: 'What the key may do there.' }),
    workspaceDatabaseId: t.exposeInt('workspaceId', { description: 'The workspace, by its id on the wire.' }),
    workspace: t.field({
      type: Workspace,
      nullable: true,
      description: 'The workspace; null when you may not see it (any more).',
      select: (_args, context, nested) => ({
        workspace: nested({ select: readingColumns(viewerOf(context)) }),
      }),
      resolve: ({ workspace }, _args, context) => (maySee(viewerOf(context), workspace) ? workspace : null),
    }),
  }),
})

export const ApiKey = builder.prismaNode('ApiKey', {
  description: 'A bearer token of a user. Its text is shown once, when it is made.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeUuid(id), AND: manageableKeys(viewerOf(context)) }),
  fields: (t) => ({
    keyId: t.exposeString('id', { description: 'The id on the wire.' }),
    name: t.exposeString('name', { description: 'What its owner calls it.' }),
    prefix: t.exposeString('prefix', { description: 'The public beginning of its text, to recognise it by.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null for never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it works.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used (to within ten minutes); null before the first time.',
    }),
    isScoped: t.exposeBoolean('isScoped', { description: 'True when it is limited to the workspaces in `scopes`.' }),
    scopes: t.relation('scopes', {
      type: ApiKeyScope,
      query: { orderBy: { id: 'asc' } },
      description: 'The workspaces that it is limited to.',
    }),
    user: t.relation('user', { description: 'Whose key it is.' }),
  }),
})

builder.prismaObjectField('User', 'apiKeys', (t) =>
  t.relatedConnection(
    'apiKeys',
    {
      cursor: 'id',
      totalCount: true,
      description: 'The keys of the user that you may see.',
      args: { ...offsetArgs },
      query: (args, context) => ({
        where: manageableKeys(viewerOf(context)),
        orderBy: { createdAt: 'asc' },
        ...offsetQuery(args),
      }),
    },
    connectionOf(ApiKey, 'ApiKey', 'API keys'),
  ),
)

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
    expiresAt: t.field({ type: 'DateTime', description: 'When it shall stop working; never when absent.' }),
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
    authScopes: { authenticated: true },
    description: 'Makes a key for yourself. Its text is shown once.',
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The new key.' }) },
    resolve: (_root, { input }, context) => context.services.keys.create(viewerOf(context), input),
  }),
  revokeApiKey: t.field({
    type: ApiKeyPayload,
    authScopes: { authenticated: true },
    description:
      'Revokes a key: from now on it authenticates nothing. One that is revoked already is `insufficient_permissions`.',
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'The key.' }) },
    resolve: (_root, { input }, context) => context.services.keys.revoke(viewerOf(context), input.keyId),
  }),
  acceptInvitation: t.field({
    type: NewApiKeyPayload,
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
