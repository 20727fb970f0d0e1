import { pipeline } from 'node:stream/promises'
import type { DocumentsService } from './domains/documents/service.ts'
import { idParams, none } from './rest/fields.ts'
import type { StreamRoute } from './rest/route.ts'

/**
 * GET /api/v2/files/{id}/download: the bytes of a document as they were uploaded. Always an attachment and never
 * sniffed, so that no uploaded page runs on this origin. Bytes are no GraphQL, so this path goes to the service itself.
 */
export const downloadFile = (documents: DocumentsService): StreamRoute => ({
  method: 'GET',
  paths: ['/api/v2/files/{id}/download'],
  group: 'Files',
  summary: 'Download a document as it was uploaded.',
  access: 'authenticated',
  envelope: 'v2',
  status: 200,
  params: idParams,
  query: none,
  send: async ({ params }: { params: { id: number } }, viewer, response) => {
    const file = await documents.download(viewer, params.id)
    response.attachment(file.filename)
    // Not `response.type`, which would add a charset that nobody knows.
    response.setHeader('Content-Type', file.mediaType)
    response.set({ 'Content-Length': String(file.bytes), 'Content-Security-Policy': "default-src 'none'; sandbox" })
    if (response.req.method === 'HEAD') {
      file.stream.destroy()
      response.end()
      return
    }
    await pipeline(file.stream, response).catch(() => response.destroy())
  },
})
