import { builder } from '../../graphql/builder.ts'
import { connectionOf, offsetArgs, offsetQuery } from '../../graphql/connections.ts'
import { viewerOf } from '../../graphql/context.ts'
import { nodeId } from '../../graphql/node-id.ts'
import { CollectionTypeEnum, SummaryLanguageEnum, summaryLanguages, WorkspaceTypeEnum } from './enums.ts'
import { visibleWorkspaces } from './policy.ts'

export const Collection = builder.prismaNode('Collection', {
  description: 'A set of documents within a workspace.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: { workspace: visibleWorkspaces(viewerOf(context)) } }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id on the wire.' }),
    name: t.exposeString('name', { description: 'The name.' }),
    collectionType: t.expose('type', { type: CollectionTypeEnum, description: 'The kind of the collection.' }),
  }),
})

/** Texts in languages that have no name here are left out: no answer fails because of one. */
const inKnownLanguages = { language: { in: [...summaryLanguages] } }

const WorkspaceSummary = builder.prismaNode('WorkspaceSummary', {
  description: 'What a workspace is about, in one language.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({
    id: nodeId(id),
    AND: { ...inKnownLanguages, workspace: visibleWorkspaces(viewerOf(context)) },
  }),
  fields: (t) => ({
    language: t.field({
      type: SummaryLanguageEnum,
      description: 'The language it is written in.',
      select: { language: true },
      resolve: ({ language }) => language as (typeof summaryLanguages)[number],
    }),
    summary: t.exposeString('summary', { description: 'The summary.' }),
  }),
})

export const Workspace = builder.prismaNode('Workspace', {
  description: 'Where documents lie, and who shares them.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: visibleWorkspaces(viewerOf(context)) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id on the wire.' }),
    name: t.exposeString('name', { description: 'The name; unique within the company.' }),
    description: t.exposeString('description', { description: 'What it is for; may be empty.' }),
    workspaceType: t.expose('type', { type: WorkspaceTypeEnum, description: 'Whose documents it holds.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its name, description or members last changed.',
    }),
    company: t.relation('company', { description: 'The company it belongs to.' }),
    collections: t.relation('collections', { query: { orderBy: { id: 'asc' } }, description: 'Its collections.' }),
    summaries: t.relation('summaries', {
      type: WorkspaceSummary,
      query: { where: inKnownLanguages, orderBy: { language: 'asc' } },
      description: 'What it is about, by language.',
    }),
  }),
})

const WorkspaceConnection = connectionOf(Workspace, 'Workspace', 'workspaces')

builder.prismaObjectField('Company', 'workspaces', (t) =>
  t.relatedConnection(
    'workspaces',
    {
      cursor: 'id',
      totalCount: true,
      description: 'The workspaces of the company that you may see.',
      args: { ...offsetArgs },
      query: (args, context) => ({
        where: visibleWorkspaces(viewerOf(context)),
        orderBy: { id: 'asc' },
        ...offsetQuery(args),
      }),
    },
    WorkspaceConnection,
  ),
)

builder.prismaObjectField('User', 'workspaces', (t) =>
  t.relatedConnection(
    'workspaces',
    {
      cursor: 'id',
      totalCount: true,
      description: 'The workspaces that the user is a member of.',
      args: { ...offsetArgs },
      query: (args, context) => ({
        where: visibleWorkspaces(viewerOf(context)),
        orderBy: { id: 'asc' },
        ...offsetQuery(args),
      }),
    },
    WorkspaceConnection,
  ),
)

builder.queryField('workspace', (t) =>
  t.prismaField({
    type: Workspace,
    nullable: true,
    authScopes: { authenticated: true },
    description: 'One workspace by its id on the wire; null when there is none that you may see.',
    args: { databaseId: t.arg.int({ required: true, description: 'The id on the wire.' }) },
    resolve: (query, _root, args, context) =>
      context.services.workspaces.find(viewerOf(context), args.databaseId, query),
  }),
)
