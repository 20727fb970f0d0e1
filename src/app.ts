import { randomUUID } from 'node:crypto'
import cors, { type CorsOptions } from 'cors'
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { downloadFile } from './downloads.ts'
import { errorPage } from './error-page.ts'
import { AppError } from './errors.ts'
import { graphqlBody } from './graphql/body.ts'
import { executeStored } from './graphql/execute.ts'
import { schema } from './graphql/schema.ts'
import { createEndpoint } from './graphql/yoga.ts'
import type { Health } from './health.ts'
import { currentRequest } from './logger.ts'
import { envelopeOf, renderError } from './rest/envelopes.ts'
import { routes } from './rest/index.ts'
import { createRouter } from './rest/router.ts'
import type { Services } from './services.ts'

export type AppDeps = { config: Config; services: Services; health: Health; logger: Logger; uploadsDir: string }

/** The HTTP application: what happens to a request, from top to bottom. */
export function createApp({ config, services, health, logger, uploadsDir }: AppDeps): Express {
  const baseUrl = baseUrlOf(config)
  const uploads = { directory: uploadsDir, fileBytes: config.limits.fileBytes, files: 10 }
  const graphql = createEndpoint({ schema, services, logger, graphiql: config.graphiql, uploads })
  const app = express()
  app.enable('strict routing')
  app.enable('case sensitive routing')
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set('trust proxy', trustOf(config.trustProxy))
  app.use(requestId)
  app.use(safeHeaders)
  if (config.corsOrigins.length > 0) app.use(cors(corsOptions(config.corsOrigins)))
  if (config.graphiql) app.get('/', welcomeBrowsers)
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
  app.get('/readyz', health.ready)
  app.get('/docs/errors', errorPage)
  app.use(authenticate(services))
  app.use('/graphql', graphqlBody, (request, response) => graphql(request, response as never))
  app.use(
    createRouter({
      routes: [...routes, downloadFile(services.documents)],
      uploads,
      baseUrl,
      execute: (document, variables, caller) => executeStored(schema, document, variables, { ...caller, services }),
    }),
  )
  app.use(renderUnexpected(logger, baseUrl))
  return app
}

/** The id that leads from an answer to the log: the caller's own, if it is a sane one. */
const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id')
  const id = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
  response.locals.requestId = id
  response.set('X-Request-Id', id)
  currentRequest.run(id, next)
}

const safeHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  })
  next()
}

/** A person who opens the address is led to GraphiQL; for a program there is nothing at this path. */
const welcomeBrowsers: RequestHandler = (request, response, next) => {
  if (request.accepts(['json', 'html']) === 'html') response.redirect('/graphql')
  else next()
}

/** Pages of these origins may call the interface, with a key in a header; cookies play no part. */
const corsOptions = (origins: string[]): CorsOptions => ({
  origin: origins,
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'X-Request-Id'],
  exposedHeaders: ['X-Request-Id', 'Retry-After', 'Content-Disposition'],
  maxAge: 600,
})

/** Finds out who asks; whether anybody must be known is for the operation to say. */
const authenticate =
  (services: Services): RequestHandler =>
  async (request, response, next) => {
    response.locals.viewer = await services.authenticator.authenticate(request.get('authorization'))
    next()
  }

/** What nobody foresaw: logged in full, shown as `internal_error` and no more. */
const renderUnexpected =
  (logger: Logger, baseUrl: (request: Request) => string): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const shown =
      error instanceof AppError ? error : new AppError('internal_error', 'Something went wrong on our side.')
    const cause = error instanceof AppError ? (error.cause ?? error) : error
    if (shown.code === 'internal_error')
      logger.error({ err: cause, method: request.method, path: request.path }, 'a request failed')
    if (response.headersSent) return void response.destroy()
    const body = request.path.startsWith('/graphql')
      ? { errors: [{ message: shown.message, extensions: { code: shown.code } }] }
      : renderError(shown, envelopeOf(request.path), baseUrl(request))
    response.status(shown.status).json(body)
  }

/** What absolute links begin with: PUBLIC_URL, or what the caller (through a trusted proxy) asked for. */
const baseUrlOf =
  (config: Config) =>
  (request: Request): string => {
    const host = /^[\w.:[\]-]{1,255}$/.test(request.host ?? '') ? request.host : `localhost:${config.port}`
    const protocol = request.protocol === 'https' ? 'https' : 'http'
    return config.publicUrl ?? `${protocol}://${host}`
  }

const trustOf = (value = 'off'): boolean | number | string => {
  if (/^(off|false|on|true)$/i.test(value)) return /^(on|true)$/i.test(value)
  return /^\d+$/.test(value) ? Number(value) : value
}
