import { pipeline } from 'node:stream/promises'
import type { Request, RequestHandler } from 'express'
import type { DocumentsService } from './domains/documents/service.ts'
import { AppError, notFound } from './errors.ts'
import { renderError } from './rest/envelopes.ts'
import { requireViewer, type Viewer } from './viewer.ts'

/**
 * GET /api/v2/files/{id}/download: the bytes of a document as they were uploaded. Always an attachment and never
 * sniffed, so that no uploaded page runs on this origin. Bytes are no GraphQL, so this path goes to the service itself.
 */
export const downloads =
  (documents: DocumentsService, baseUrl: (request: Request) => string): RequestHandler =>
  async (request, response) => {
    try {
      const viewer = requireViewer(response.locals.viewer as Viewer | null)
      const file = await documents.download(viewer, idOf(request.params.id))
      response.attachment(file.filename)
      response.set({
        'Content-Type': file.mediaType,
        'Content-Length': String(file.bytes),
        'Content-Security-Policy': "default-src 'none'; sandbox",
      })
      await pipeline(file.stream, response).catch(() => response.destroy())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      response.status(error.status).json(renderError(error, 'v2', baseUrl(request)))
    }
  }

function idOf(text: unknown): number {
  if (typeof text !== 'string' || !/^-?\d{1,30}$/.test(text))
    throw new AppError('bad_request', 'id: must be an integer')
  const id = Number(text)
  if (id < 1 || id > 2_147_483_647) throw notFound('document')
  return id
}
