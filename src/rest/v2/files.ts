import { z } from 'zod'
import { found } from '../../errors.ts'
import { idParams, none, textBoolean, textId } from '../fields.ts'
import {
  DeleteFileDocument,
  type FileItemFragment,
  ListFilesDocument,
  ReadFileChunksDocument,
  ReadFileDocument,
} from '../generated/documents.ts'
import { pageLinks, pageQuery, pageVariables } from '../paging.ts'
import { route } from '../route.ts'
import { wirePages } from './pages.ts'

const fileItem = (file: FileItemFragment) => ({
  id: file.databaseId,
  object: 'file',
  created_at: Math.floor(Date.parse(file.createdAt) / 1_000),
  filename: file.filename,
  purpose: 'documents',
  status: file.status.toLowerCase(),
})

/** A file by itself: the item of the list, and its size. */
export const fileDetail = (file: FileItemFragment) => ({ ...fileItem(file), bytes: file.bytes })

/** GET /api/v2/files: the outer page holds one inner page, which holds the items. */
export const listFiles = route({
  method: 'GET',
  paths: ['/api/v2/files'],
  group: 'Files',
  summary: 'List the documents that you may see, or those of some scopes.',
  access: 'authenticated',
  envelope: 'v2',
  status: 200,
  params: none,
  query: z.object({
    company_scope: textBoolean.optional().describe('Include the documents of the company collection.'),
    private_scope: textBoolean.optional().describe('Include the documents of your private collection.'),
    workspace_scope: textId.optional().describe('Include the documents of the workspace with this id.'),
    ...pageQuery,
  }),
  document: ListFilesDocument,
  variables: ({ query }) => ({
    scope: {
      companyScope: query.company_scope,
      privateScope: query.private_scope,
      workspaceIds: query.workspace_scope === undefined ? undefined : [query.workspace_scope],
    },
    ...pageVariables(query),
  }),
  respond: ({ documents }, wire, { query }) => {
    const page = { object: 'list', ...pageLinks(documents.totalCount, query, wire) }
    return { ...page, data: [{ ...page, data: documents.nodes.map(fileItem) }] }
  },
})

/** GET /api/v2/files/{id} */
export const readFile = route({
  method: 'GET',
  paths: ['/api/v2/files/{id}'],
  group: 'Files',
  summary: 'Read one document: its name, size and status.',
  access: 'authenticated',
  envelope: 'v2',
  status: 200,
  params: idParams,
  query: none,
  document: ReadFileDocument,
  variables: ({ params }) => params,
  respond: ({ document }) => fileDetail(found(document, 'document')),
})

/** GET /api/v2/files/{id}/chunks */
export const readFileChunks = route({
  method: 'GET',
  paths: ['/api/v2/files/{id}/chunks'],
  group: 'Files',
  summary: 'Read the chunks that a document was cut into.',
  access: 'authenticated',
  envelope: 'v2',
  status: 200,
  params: idParams,
  query: z.object(pageQuery),
  document: ReadFileChunksDocument,
  variables: ({ params, query }) => ({ ...params, ...pageVariables(query) }),
  respond: ({ document }, wire, { query }) => {
    const { chunks, pageCount } = found(document, 'document')
    pageLinks(chunks.totalCount, query, wire)
    return {
      chunks: chunks.nodes.map((chunk) => ({
        id: chunk.databaseId,
        uuid: chunk.uuid,
        text: chunk.text,
        chunk_type: chunk.chunkType.toLowerCase(),
        metadata: { pages: wirePages(chunk).range, total_pages: pageCount ?? 1, position: chunk.position },
        created_at: chunk.createdAt,
        updated_at: chunk.updatedAt,
      })),
    }
  },
})

/** DELETE /api/v2/files/{id} */
export const deleteFile = route({
  method: 'DELETE',
  paths: ['/api/v2/files/{id}'],
  group: 'Files',
  summary: 'Delete a document with its chunks.',
  access: 'authenticated',
  envelope: 'v2',
  status: 204,
  params: idParams,
  query: none,
  document: DeleteFileDocument,
  variables: ({ params }) => params,
  respond: () => undefined,
})
