import express, { type RequestHandler } from 'express'
import { AppError } from '../errors.ts'

/** The largest GraphQL request without files, in bytes. */
const maxBodyBytes = 1_048_576

const parseJson = express.json({
  limit: maxBodyBytes,
  type: ['application/json', 'application/graphql+json', 'application/*+json'],
})

/**
 * What comes before the GraphQL endpoint: a token that is sent must be good, only JSON and multipart bodies are taken
 * (a form can be posted by any page), and a body has a limit.
 */
export const graphqlBody: RequestHandler = (request, response, next) => {
  if (request.get('authorization') && !response.locals.viewer) {
    throw new AppError('unauthorized', 'Authentication credentials were not provided or are invalid.')
  }
  if (request.method !== 'POST') return next()
  if (request.is('multipart/form-data')) {
    // Nobody fills the disk without being known.
    if (!response.locals.viewer)
      throw new AppError('unauthorized', 'Authentication credentials were not provided or are invalid.')
    return next()
  }
  if (['0', undefined].includes(request.get('content-length')) && !request.get('transfer-encoding'))
    throw new AppError('bad_request', 'The body is missing.')
  if (!request.is(['application/json', 'application/graphql+json', 'application/*+json'])) {
    throw new AppError('unsupported_media_type', 'The body must be sent as application/json or multipart/form-data.')
  }
  parseJson(request, response, (error?: unknown) => {
    if (!error) return next()
    const isTooLarge = (error as { status?: number }).status === 413
    next(
      isTooLarge
        ? new AppError('payload_too_large', `A request may have at most ${maxBodyBytes} bytes.`)
        : new AppError('bad_request', 'The body is not valid JSON.', { cause: error }),
    )
  })
}
