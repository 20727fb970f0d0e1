import { found } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { live } from '../../graphql/live.ts'
import { Document } from './graph.ts'

builder.subscriptionField('documentProgress', (t) =>
  t.prismaField({
    type: Document,
    authScopes: { authenticated: true },
    description:
      'Documents while they are ingested: each at the beginning and at every change of status, stage or progress. ' +
      'Ends when all of them are done, and with `unauthorized` when your key stops working. An id that you may not see ' +
      'is `not_found`.',
    args: {
      databaseIds: t.arg.intList({
        description:
          'The documents, by their ids on the wire; at most 200. When absent, the newest 200 that you may see and that ' +
          'are not done yet; those that are uploaded later do not join.',
      }),
    },
    subscribe: (_root, { databaseIds }, context) =>
      live(context, (signal) => context.services.documents.follow(viewerOf(context), databaseIds, signal)),
    resolve: async (query, id, _args, context) =>
      found(await context.services.documents.find(viewerOf(context), Number(id), query), 'document'),
  }),
)
