import { found } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { Document } from './graph.ts'

builder.subscriptionField('documentProgress', (t) =>
  t.prismaField({
    type: Document,
    authScopes: { authenticated: true },
    description:
      'Documents while they are ingested: each at the beginning and at every change of status, stage or progress. ' +
      'Ends when all of them are done. An id that you may not see is `not_found`.',
    args: {
      databaseIds: t.arg.intList({
        required: true,
        description: 'The documents, by their ids on the wire; at most 200.',
      }),
    },
    subscribe: (_root, { databaseIds }, context) => context.services.documents.follow(viewerOf(context), databaseIds),
    resolve: async (query, id, _args, context) =>
      found(await context.services.documents.find(viewerOf(context), Number(id), query), 'document'),
  }),
)
