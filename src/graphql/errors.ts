import { PothosValidationError } from '@pothos/core'
import { GraphQLError } from 'graphql'
import { AppError, type ErrorCode, errorCodes } from '../errors.ts'

/**
 * What a caller is told of an error of the graph: an AppError with its code; a fault of the request (syntax,
 * variables, paging arguments) as `bad_request`; anything else masked as `internal_error`.
 */
export function toAppError(error: unknown): AppError {
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error
  if (cause instanceof AppError) return cause
  if (cause instanceof PothosValidationError) return new AppError('bad_request', cause.message, { cause })
  if (isUnstorableText(cause))
    return new AppError('bad_request', 'A text holds a character that nothing can store.', { cause })
  if (cause instanceof GraphQLError) return new AppError(codeOf(cause), cause.message, { cause })
  return new AppError('internal_error', 'Something went wrong on our side.', { cause })
}

/** The same as a GraphQL error, with its place in the document kept and its code under `extensions`. */
export function toGraphQLError(error: unknown): GraphQLError {
  const app = toAppError(error)
  const place = error instanceof GraphQLError ? error : undefined
  return new GraphQLError(app.message, {
    nodes: place?.nodes ?? undefined,
    source: place?.source,
    positions: place?.positions,
    path: place?.path,
    extensions: { code: app.code, ...(app.fields && { fields: app.fields }), ...httpOf(place) },
  })
}

/** What the endpoint answers over HTTP for a fault that it found itself; it takes this out before it answers. */
function httpOf(error: GraphQLError | undefined): { http?: { status?: number } } {
  const http = error?.extensions.http
  return http ? { http } : {}
}

function codeOf(error: GraphQLError): ErrorCode {
  const { status } = httpOf(error).http ?? {}
  const codes = Object.keys(errorCodes) as ErrorCode[]
  return codes.find((code) => status !== 422 && errorCodes[code].status === status) ?? 'bad_request'
}

/** PostgreSQL stores no NUL character: 22021 in a text, 22P05 in JSON. */
function isUnstorableText(error: unknown): boolean {
  const text =
    error instanceof Error ? `${error.message} ${JSON.stringify((error as { meta?: unknown }).meta ?? '')}` : ''
  return /22021|22P05|invalid byte sequence for encoding "UTF8": 0x00|unsupported Unicode escape sequence/.test(text)
}
