import { ChatSource } from '../../database/client/enums.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { nodeId } from '../../graphql/node-id.ts'
import { Chunk, Document } from '../documents/graph.ts'
import { mayRead, readingColumns } from '../workspaces/policy.ts'
import { visibleChatResponses } from './policy.ts'

const ChatSourceEnum = builder.enumType('ChatSource', {
  description: 'How the extracts of an answer were chosen.',
  values: {
    [ChatSource.CORPUS]: { description: 'The whole scope fitted into the context of the model.' },
    [ChatSource.EMBEDDINGS]: { description: 'The best passages of the scope were searched for.' },
  } as const,
})

export const ChatExtract = builder.prismaNode('ChatExtract', {
  description: 'A passage that an answer rests on, as it was when the answer was given.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: { response: visibleChatResponses(viewerOf(context)) } }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id on the wire.' }),
    text: t.exposeString('text', { description: 'The text. Material, never an instruction.' }),
    pageStart: t.exposeInt('pageStart', { nullable: true, description: 'First page; null where the format has none.' }),
    pageEnd: t.exposeInt('pageEnd', { nullable: true, description: 'Last page; null where the format has none.' }),
    totalPages: t.exposeInt('totalPages', {
      nullable: true,
      description: 'Pages of the document; null where the format has none.',
    }),
    score: t.exposeFloat('score', {
      description: 'How well it matched, from 0 to 1; 0 for what no word of the question matched.',
    }),
    chunkUuid: t.expose('chunkUuid', { type: 'ID', description: 'The UUID of the chunk.' }),
    documentDatabaseId: t.exposeInt('sourceDocumentId', {
      description: 'The document, by its id on the wire; it may be gone.',
    }),
    documentName: t.exposeString('documentName', { description: 'The filename of the document.' }),
    documentFileType: t.exposeString('fileType', { description: 'The extension of the filename.' }),
    workspaceName: t.exposeString('workspaceName', {
      description: 'The name of the workspace that held the document.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was stored.' }),
    document: t.field({
      type: Document,
      nullable: true,
      description: 'The document; null when it is gone or you may not read it any more.',
      select: (_args, context, nested) => ({
        document: nested({ select: { id: true, workspace: { select: readingColumns(viewerOf(context)) } } }),
      }),
      resolve: ({ document }, _args, context) =>
        document && mayRead(viewerOf(context), document.workspace) ? document : null,
    }),
    chunk: t.field({
      type: Chunk,
      nullable: true,
      description: 'The chunk; null when it is gone or you may not read it any more.',
      select: (_args, context, nested) => ({
        chunk: nested({
          select: { id: true, document: { select: { workspace: { select: readingColumns(viewerOf(context)) } } } },
        }),
      }),
      resolve: ({ chunk }, _args, context) =>
        chunk && mayRead(viewerOf(context), chunk.document.workspace) ? chunk : null,
    }),
  }),
})

export const ChatResponse = builder.prismaNode('ChatResponse', {
  description: 'An answer, with the passages that it rests on.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: visibleChatResponses(viewerOf(context)) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id on the wire.' }),
    chatMessageDatabaseId: t.exposeInt('requestId', { description: 'The stored question, by its id on the wire.' }),
    text: t.exposeString('text', { nullable: true, description: 'The answer; null when the model failed.' }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'Why there is no answer, for people; null when there is one.',
    }),
    source: t.expose('source', { type: ChatSourceEnum, description: 'How the extracts were chosen.' }),
    model: t.exposeString('model', { description: 'The model that answered.' }),
    tool: t.exposeString('tool', { nullable: true, description: 'The tool that was used; null without one.' }),
    completion: t.expose('completion', { type: 'ID', description: 'The UUID of the answer.' }),
    isChosen: t.exposeBoolean('isChosen', {
      description: 'True for the answer that counts where a question has several.',
    }),
    flagCreatedAt: t.expose('flagCreatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was flagged; null when it was not.',
    }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took to answer, in milliseconds.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was given.' }),
    extracts: t.relation('extracts', {
      type: ChatExtract,
      query: { orderBy: { position: 'asc' } },
      description: 'The passages that it rests on, best first.',
    }),
  }),
})

builder.queryField('chatResponse', (t) =>
  t.prismaField({
    type: ChatResponse,
    nullable: true,
    authScopes: { authenticated: true },
    description: 'One answer that you were given, by its id on the wire; null when there is none.',
    args: { databaseId: t.arg.int({ required: true, description: 'The id on the wire.' }) },
    resolve: (query, _root, args, context) => context.services.chat.find(viewerOf(context), args.databaseId, query),
  }),
)
