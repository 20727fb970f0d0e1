import { found, invalid } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { Document } from './graph.ts'
import type { UploadTarget } from './upload-target.ts'

const TargetCollection = builder.enumType('TargetCollection', {
  description: 'Where to put a document that belongs to no custom workspace.',
  values: {
    COMPANY: { description: 'Into the workspace of your company; its administrators may.' },
    PRIVATE: { description: 'Into your own personal workspace.' },
  } as const,
})

const DocumentPayload = builder.objectRef<{ id: number }>('DocumentPayload').implement({
  description: 'The document that was added or changed.',
  fields: (t) => ({
    document: t.prismaField({
      type: Document,
      description: 'The document as it is now.',
      resolve: async (query, parent, _args, context) =>
        found(await context.services.documents.find(viewerOf(context), parent.id, query), 'document'),
    }),
  }),
})

const DeleteDocumentPayload = builder.objectRef<{ id: number }>('DeleteDocumentPayload').implement({
  description: 'The document that is gone.',
  fields: (t) => ({ deletedDatabaseId: t.exposeInt('id', { description: 'The id on the wire that it had.' }) }),
})

const UploadDocumentInput = builder.inputType('UploadDocumentInput', {
  description: 'A file to answer questions from. Name a workspace or a collection; without either it is private.',
  fields: (t) => ({
    file: t.field({ type: 'File', required: true, description: 'The file, as a part of a multipart request.' }),
    workspaceId: t.int({ description: 'The custom workspace to put it into, by its id on the wire; its members may.' }),
    collection: t.field({ type: TargetCollection, description: 'The collection to put it into instead.' }),
    title: t.string({ description: 'A title; the filename when absent.' }),
    filename: t.string({ description: 'A name to use instead of that of the file.' }),
  }),
})

const DeleteDocumentInput = builder.inputType('DeleteDocumentInput', {
  description: 'The document to delete.',
  fields: (t) => ({ databaseId: t.int({ required: true, description: 'The document, by its id on the wire.' }) }),
})

const RetryDocumentInput = builder.inputType('RetryDocumentInput', {
  description: 'The document to read anew.',
  fields: (t) => ({ databaseId: t.int({ required: true, description: 'The document, by its id on the wire.' }) }),
})

function targetOf(input: { workspaceId?: number | null; collection?: 'COMPANY' | 'PRIVATE' | null }): UploadTarget {
  if (input.workspaceId == null) return { collection: input.collection ?? 'PRIVATE' }
  if (input.collection) throw invalid('collection', 'cannot be named together with a workspace.')
  return { workspaceId: input.workspaceId }
}

builder.mutationFields((t) => ({
  uploadDocument: t.field({
    type: DocumentPayload,
    nullable: true,
    authScopes: { authenticated: true },
    description: 'Adds a document; it is parsed and indexed in the background. Follow it with `documentProgress`.',
    args: { input: t.arg({ type: UploadDocumentInput, required: true, description: 'The file and where to put it.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.documents.upload(viewerOf(context), {
        stream: input.file.open(),
        filename: input.filename || input.file.filename,
        title: input.title,
        target: targetOf(input),
      }),
    }),
  }),
  deleteDocument: t.field({
    type: DeleteDocumentPayload,
    nullable: true,
    authScopes: { authenticated: true },
    description: 'Deletes a document with its chunks. Answers that rested on it keep their extracts.',
    args: { input: t.arg({ type: DeleteDocumentInput, required: true, description: 'The document.' }) },
    resolve: async (_root, { input }, context) => {
      await context.services.documents.delete(viewerOf(context), input.databaseId)
      return { id: input.databaseId }
    },
  }),
  retryDocument: t.field({
    type: DocumentPayload,
    nullable: true,
    authScopes: { authenticated: true },
    description: 'Reads a document that failed anew. Any other is a `conflict`.',
    args: { input: t.arg({ type: RetryDocumentInput, required: true, description: 'The document.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.documents.retry(viewerOf(context), input.databaseId),
    }),
  }),
}))
