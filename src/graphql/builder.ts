import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { AppError, forbidden } from '../errors.ts'
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

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [RelayPlugin, ScopeAuthPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  relay: {
    nodesOnConnection: true,
    nodeQueryOptions: { authScopes: { authenticated: true }, description: 'Any record by its opaque `id`.' },
    nodesQueryOptions: {
      authScopes: { authenticated: true },
      description: 'Several records by their opaque `id`s, in their order; null for what is absent.',
    },
    nodeTypeOptions: { description: 'Whatever can be fetched again by its opaque `id`.' },
    pageInfoTypeOptions: { description: 'Where a page lies in its list.' },
    pageInfoFieldOptions: { description: 'Where this page lies in its list.' },
    edgesFieldOptions: { nullable: false, description: 'The records of this page with their cursors.' },
    nodesFieldOptions: { nullable: false, description: 'The records of this page.' },
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
  description: 'What can be changed. Every mutation takes one `input` and returns what it changed.',
})
builder.subscriptionType({ description: 'What can be followed while it happens, over server-sent events.' })

/** The builder of an input type's fields, for fields that several inputs share. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>
