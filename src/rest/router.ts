import type { Request, RequestHandler, Response } from 'express'
import { AppError, forbidden } from '../errors.ts'
import type { MultipartLimits } from '../graphql/uploads.ts'
import { isAdmin, isManager, requireViewer, type Viewer } from '../viewer.ts'
import { type Envelope, envelopeOf, renderError } from './envelopes.ts'
import { readInput } from './input.ts'
import type { Access, AnyRoute, Execute, StreamRoute } from './route.ts'

export type RouterOptions = {
  routes: readonly (AnyRoute | StreamRoute)[]
  execute: Execute
  uploads: MultipartLimits
  baseUrl: (request: Request) => string
}

type Place = { pattern: RegExp; template: string; methods: Map<string, AnyRoute | StreamRoute> }

/**
 * Answers every path of the routes; HEAD is GET without its body. The order of refusal is fixed: unknown path 404, then 401, 405, 400 or 422, and
 * only then what the operation itself refuses. (Maintenance is refused before, in the application.)
 */
export function createRouter(options: RouterOptions): RequestHandler {
  const places = placesOf(options.routes)
  return async (request, response) => {
    const place = places.find(({ pattern }) => pattern.test(request.path))
    const envelope = [...(place?.methods.values() ?? [])][0]?.envelope ?? envelopeOf(request.path)
    try {
      if (!place) throw unknownPath(places, request.path)
      const viewer = requireViewer(response.locals.viewer as Viewer | null)
      const route = place.methods.get(request.method === 'HEAD' ? 'GET' : request.method)
      if (!route) throw wrongMethod(place, response)
      await answer(route, place, viewer, request, response, options)
    } catch (error) {
      sendError(error, envelope, request, response, options)
    }
  }
}

async function answer(
  route: AnyRoute | StreamRoute,
  place: Place,
  viewer: Viewer,
  request: Request,
  response: Response,
  options: RouterOptions,
) {
  const { input, dispose } = await readInput(
    route,
    place.pattern.exec(request.path)?.groups ?? {},
    request,
    response,
    options.uploads,
  )
  let body: unknown
  try {
    requireAccess(route.access, viewer)
    if ('send' in route) return await route.send(input as never, viewer, response)
    const caller = { viewer, requestId: response.locals.requestId as string }
    const data = await options.execute(route.document, route.variables(input as never), caller)
    const search = new URLSearchParams(/\?(.*)$/s.exec(request.originalUrl)?.[1])
    const wire = { baseUrl: options.baseUrl(request), path: request.path, search }
    body = route.respond(data as never, wire, input as never)
  } finally {
    await dispose()
  }
  if (body === undefined) response.status(route.status).end()
  else response.status(route.status).json(body)
}

function requireAccess(access: Access, viewer: Viewer): void {
  const isAllowed = access === 'authenticated' || (access === 'manager' ? isManager(viewer) : isAdmin(viewer))
  if (!isAllowed) throw forbidden()
}

/** Refuses in the envelope of the operation; what nobody foresaw is for the error handler of the application. */
function sendError(
  error: unknown,
  envelope: Envelope,
  request: Request,
  response: Response,
  options: RouterOptions,
): void {
  if (!(error instanceof AppError) || error.code === 'internal_error' || response.headersSent) throw error
  if (error.code === 'unauthorized') response.set('WWW-Authenticate', 'Bearer')
  const type = envelope === 'scim' ? 'application/scim+json' : 'application/json'
  response
    .status(error.status)
    .type(type)
    .json(renderError(error, envelope, options.baseUrl(request)))
}

function placesOf(routes: readonly (AnyRoute | StreamRoute)[]): Place[] {
  const places = new Map<string, Place>()
  for (const route of routes) {
    for (const template of route.paths) {
      const place = places.get(template) ?? {
        template,
        pattern: patternOf(template),
        methods: new Map<string, AnyRoute | StreamRoute>(),
      }
      if (place.methods.has(route.method)) throw new Error(`Declared twice: ${route.method} ${template}`)
      place.methods.set(route.method, route)
      places.set(template, place)
    }
  }
  return [...places.values()]
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

/** Paths are exact; whoever is off by a slash is told so. */
function unknownPath(places: Place[], path: string): AppError {
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  if (!places.some(({ pattern }) => pattern.test(other))) return new AppError('not_found', 'There is no such path.')
  const slash = path.endsWith('/') ? 'without' : 'with'
  return new AppError('not_found', `There is no such path; the right one is ${other} (${slash} a slash at its end).`)
}

function wrongMethod(place: Place, response: Response): AppError {
  const methods = [...place.methods.keys()]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
    .join(', ')
  response.set('Allow', methods)
  return new AppError('method_not_allowed', `This path answers ${methods}.`)
}
