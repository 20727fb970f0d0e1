import { z } from 'zod'
import { found } from '../../errors.ts'
import type { UploadedFile } from '../../graphql/uploads.ts'
import { none, text, textId } from '../fields.ts'
import { UploadFileDocument } from '../generated/documents.ts'
import { route } from '../route.ts'
import { fileDetail } from './files.ts'

/** Never silently elsewhere than in the workspace that is named. */
const isPlaceNamedOnce = (fields: { collection_type: string; workspace_id?: number }): boolean =>
  (fields.collection_type === 'workspace') === (fields.workspace_id !== undefined)

const uploadFields = z.object({
  fields: z
    .object({
      collection_type: z.enum(['private', 'company', 'workspace']).default('private').describe('Where to put it.'),
      workspace_id: textId.optional().describe('The workspace; required with `workspace`.'),
      title: text.max(1_000).optional().describe('A title; the filename when absent.'),
      filename: text.max(1_000).optional().describe('A name to use instead of that of the file.'),
    })
    .refine(isPlaceNamedOnce, {
      path: ['workspace_id'],
      message: 'goes with collection_type workspace, which requires it',
    }),
  files: z.object({
    file: z.custom<UploadedFile>((value) => value !== undefined, 'is required: the file, as a part with a filename'),
  }),
})

/** POST /api/v2/files */
export const uploadFile = route({
  method: 'POST',
  paths: ['/api/v2/files'],
  group: 'Files',
  summary: 'Upload a document; it is parsed and indexed in the background.',
  access: 'authenticated',
  envelope: 'v2',
  status: 201,
  params: none,
  query: none,
  accepts: 'multipart',
  body: uploadFields,
  document: UploadFileDocument,
  variables: ({ body: { fields, files } }) => ({
    input: {
      file: files.file,
      title: fields.title,
      filename: fields.filename,
      ...(fields.collection_type === 'workspace'
        ? { workspaceId: fields.workspace_id }
        : { collection: fields.collection_type === 'company' ? ('COMPANY' as const) : ('PRIVATE' as const) }),
    },
  }),
  respond: ({ uploadDocument }) => fileDetail(found(uploadDocument, 'document').document),
})
