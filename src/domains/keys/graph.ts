import { ScopeRole } from '../../database/client/enums.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionOf, offsetArgs, offsetQuery } from '../../graphql/connections.ts'
import { viewerOf } from '../../graphql/context.ts'
import { nodeId, nodeUuid } from '../../graphql/node-id.ts'
import { Workspace } from '../workspaces/graph.ts'
import { maySee, readingColumns } from '../workspaces/policy.ts'
import { manageableKeys } from './policy.ts'

export const ScopeRoleEnum = builder.enumType('ScopeRole', {
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
        ...offsetQuery(args, 'uuid'),
      }),
    },
    connectionOf(ApiKey, 'ApiKey', 'API keys'),
  ),
)
