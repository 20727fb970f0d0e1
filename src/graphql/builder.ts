import SchemaBuilder from '@pothos/core'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { AppError, forbidden, invalid } from '../errors.ts'
import { isAdmin, isManager } from '../viewer.ts'
import type { Context } from './context.ts'
import type PrismaTypes from './generated/pothos-types.ts'
import { getDatamodel } from './generated/pothos-types.ts'
import { type Scalars, scalarTypes } from './scalars.ts'

/** Who may ask a root field. Each one names one of these; a field without any does not start the service. */
export type AuthScopes = {
  /** Anybody, without credentials. */
  public: boolean
  /** Whoever has signed in. */
  authenticated: boolean
  /** Administrators, and company administrators. */
  manager: boolean
  /** Administrators of the instance. */
  admin: boolean
}

export type SchemaTypes = {
  PrismaTypes: PrismaTypes
  Context: Context
  Scalars: Scalars
  AuthScopes: AuthScopes
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: false
  DefaultAuthStrategy: 'all'
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
}

/** How many records `nodes` reads: each one costs a statement. */
const maxNodes = 100

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [RelayPlugin, ScopeAuthPlugin, PrismaPlugin, DataloaderPlugin],
  defaultFieldNullability: false,
  relay: {
    idFieldOptions: { description: 'Opaque id, for `node`.' },
    nodesOnConnection: { description: 'The records of this page.' },
    nodeQueryOptions: {
      authScopes: { authenticated: true },
      description: 'Any record by its opaque `id`; null when there is none that you may see.',
      args: { id: { description: 'The opaque id of the record.' } },
    },
    nodesQueryOptions: {
      authScopes: { authenticated: true },
      description: 'Several records by their opaque `id`s, in their order; null for what you may not see. 100 at most.',
      args: { ids: { description: 'The opaque ids of the records.' } },
      resolve: (_root, { ids }, _context, _info, resolveNodes) => {
        if (ids.length > maxNodes) throw invalid('ids', `may name at most ${maxNodes} records.`)
        return resolveNodes(ids)
      },
    },
    nodeTypeOptions: { description: 'Whatever can be fetched again by its opaque `id`.' },
    pageInfoTypeOptions: { description: 'Where a page lies in its list.' },
    pageInfoFieldOptions: { description: 'Where this page lies in its list.' },
    edgesFieldOptions: { nullable: false, description: 'The records of this page with their cursors.' },
    nodesFieldOptions: { nullable: false, description: 'The records of this page.' },
    hasNextPageFieldOptions: { description: 'Whether more records follow this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether records come before this page.' },
    startCursorFieldOptions: { description: 'The place of the first record of this page; null on an empty page.' },
    endCursorFieldOptions: { description: 'The place of the last record of this page; null on an empty page.' },
    firstArgOptions: { description: 'How many records to give, from the beginning or after a cursor; 100 at most.' },
    lastArgOptions: { description: 'How many records to give, from the end or before a cursor; 100 at most.' },
    afterArgOptions: { description: 'Begin after the record of this cursor.' },
    beforeArgOptions: { description: 'End before the record of this cursor.' },
    cursorFieldOptions: { description: 'The place of this record in the list, for `after` and `before`.' },
    nodeFieldOptions: { nullable: false, description: 'The record.' },
    clientMutationId: 'omit',
  },
  scopeAuth: {
    authorizeOnSubscribe: true,
    defaultStrategy: 'all',
    authScopes: ({ viewer }) => ({
      public: true,
      authenticated: viewer !== null,
      manager: viewer !== null && isManager(viewer),
      admin: viewer !== null && isAdmin(viewer),
    }),
    unauthorizedError: (_parent, context) =>
      context.viewer
        ? forbidden()
        : new AppError('unauthorized', 'Authentication credentials were not provided or are invalid.'),
  },
  prisma: {
    client: (context) => context.services.prisma,
    dmmf: getDatamodel(),
    filterConnectionTotalCount: true,
    maxConnectionSize: 100,
    defaultConnectionSize: 20,
    onUnusedQuery: 'error',
  },
})

builder.addScalarType('DateTime', scalarTypes.DateTime)
builder.addScalarType('Date', scalarTypes.Date)
builder.addScalarType('EmailAddress', scalarTypes.EmailAddress)
builder.addScalarType('JSON', scalarTypes.JSON)
builder.addScalarType('File', scalarTypes.File)

/** The types of the builder with all defaults filled in, for functions that take refs of it. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Filled> ? Filled : never

builder.queryType({ description: 'What can be read.' })
builder.mutationType({
  description:
    'What can be changed. Every mutation takes one `input` and returns what it changed; null where it failed, so that ' +
    'those before it in a request keep what they returned.',
})
builder.subscriptionType({ description: 'What can be followed while it happens, over server-sent events.' })

/** The builder of an input type's fields, for fields that several inputs share. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>
