import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { Chunk, Document } from '../documents/graph.ts'
import { ScopeInput } from '../documents/queries.ts'
import type { FoundExtract } from './service.ts'

export const SearchExtract = builder.objectRef<FoundExtract>('SearchExtract').implement({
  description: 'A passage that was found.',
  fields: (t) => ({
    score: t.exposeFloat('score', {
      description: 'How well it matches, from 0 to 1; comparable within one answer only.',
    }),
    text: t.string({ description: 'The text of the passage.', resolve: ({ chunk }) => chunk.text }),
    pageStart: t.int({
      nullable: true,
      description: 'First page; null where the format has none.',
      resolve: ({ chunk }) => chunk.pageStart,
    }),
    pageEnd: t.int({
      nullable: true,
      description: 'Last page; null where the format has none.',
      resolve: ({ chunk }) => chunk.pageEnd,
    }),
    chunk: t.field({ type: Chunk, description: 'The chunk.', resolve: ({ chunk }) => chunk }),
    document: t.field({
      type: Document,
      description: 'The document it is part of.',
      resolve: ({ chunk }) => chunk.document,
    }),
  }),
})

const SearchResult = builder.objectRef<{ extracts: FoundExtract[] }>('SearchResult').implement({
  description: 'What a search found.',
  fields: (t) => ({
    extracts: t.field({
      type: [SearchExtract],
      description: 'The passages, best first.',
      resolve: (result) => result.extracts,
    }),
  }),
})

builder.queryField('search', (t) =>
  t.field({
    type: SearchResult,
    authScopes: { authenticated: true },
    description: 'The passages of a scope that best match a question or some words.',
    args: {
      query: t.arg.string({ required: true, description: 'The question or the words.' }),
      scope: t.arg({ type: ScopeInput, description: 'Where to look.' }),
      first: t.arg.int({ defaultValue: 10, description: 'How many passages at most, 1 to 100.' }),
    },
    resolve: async (_root, { query, scope, first }, context) => {
      const limit = Math.min(Math.max(first ?? 10, 1), 100)
      return { extracts: await context.services.retrieval.search(viewerOf(context), { query, scope, limit }) }
    },
  }),
)
