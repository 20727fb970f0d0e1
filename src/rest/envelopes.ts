import { type AppError, errorCodes } from '../errors.ts'

/** How an operation shows its errors; it depends on the operation, not on the error. */
export type Envelope = 'v2' | 'v3' | 'scim'

/** The envelope of a path that is no operation: that of its prefix. */
export function envelopeOf(path: string): Envelope {
  if (path.startsWith('/scim/')) return 'scim'
  return path.startsWith('/api/v3/') ? 'v3' : 'v2'
}

/** Where the page is that explains every code. */
export const errorPage = '/docs/errors'

/** The body of a refusal, as the interface has it for the operation. */
export function renderError(error: AppError, envelope: Envelope, baseUrl: string): Record<string, unknown> {
  const renderers = { v2: renderV2, v3: renderV3, scim: renderScim }
  return renderers[envelope](error, baseUrl)
}

/** The error body that the interface documents for file chunks; every v2 operation uses it. */
const renderV2 = (error: AppError): Record<string, unknown> => ({
  code: error.status,
  message: errorCodes[error.code].meaning,
  details: error.message,
  error: error.code,
  error_description: error.message,
})

/** The envelope of the v3 operations; `fields` only where members of the body are not valid. */
const renderV3 = (error: AppError, baseUrl: string): Record<string, unknown> => ({
  id: null,
  code: error.status,
  error: error.code,
  detail: error.message,
  doc_url: `${baseUrl}${errorPage}#${error.code}`,
  ...(error.code === 'validation_error' && { fields: error.fields ?? {} }),
})

/** RFC 7644, section 3.12. */
const renderScim = (error: AppError): Record<string, unknown> => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(error.status),
  detail: error.message,
})
