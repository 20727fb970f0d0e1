import { builder } from '../../graphql/builder.ts'
import { offsetArgs, offsetQuery } from '../../graphql/connections.ts'
import { viewerOf } from '../../graphql/context.ts'
import { DocumentStatusEnum } from './enums.ts'
import { Document, DocumentConnection } from './graph.ts'

export const ScopeInput = builder.inputType('ScopeInput', {
  description:
    'Which documents are meant: the union of what is named. Without any name, everything that you may see. ' +
    'An id that you may not see is `not_found`.',
  fields: (t) => ({
    workspaceIds: t.intList({ description: 'Documents of these workspaces, by their ids on the wire.' }),
    fileIds: t.intList({ description: 'These documents, by their ids on the wire.' }),
    companyScope: t.boolean({ description: 'Documents of the workspace of your company.' }),
    privateScope: t.boolean({ description: 'Your own private documents.' }),
  }),
})

const DocumentFilterInput = builder.inputType('DocumentFilterInput', {
  description: 'What documents must have in common to be listed.',
  fields: (t) => ({
    statuses: t.field({ type: [DocumentStatusEnum], description: 'One of these statuses.' }),
    text: t.string({ description: 'This text in the filename or title, in any case.' }),
    extensions: t.stringList({ description: 'One of these extensions, in lower case, without their dot.' }),
  }),
})

builder.queryFields((t) => ({
  document: t.prismaField({
    type: Document,
    nullable: true,
    authScopes: { authenticated: true },
    description: 'One document by its id on the wire; null when there is none that you may see.',
    args: { databaseId: t.arg.int({ required: true, description: 'The id on the wire.' }) },
    resolve: (query, _root, args, context) =>
      context.services.documents.find(viewerOf(context), args.databaseId, query),
  }),
  documents: t.prismaConnection(
    {
      type: Document,
      cursor: 'id',
      authScopes: { authenticated: true },
      description: 'The documents of a scope, newest first.',
      args: {
        ...offsetArgs,
        scope: t.arg({ type: ScopeInput, description: 'Where to look.' }),
        filter: t.arg({ type: DocumentFilterInput, description: 'What to look for.' }),
      },
      totalCount: (_root, args, context) => context.services.documents.count(viewerOf(context), args),
      resolve: (query, _root, args, context) =>
        context.services.documents.list(viewerOf(context), args, { ...query, ...offsetQuery(args) }),
    },
    DocumentConnection,
  ),
}))
