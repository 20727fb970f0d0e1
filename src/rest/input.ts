import express, { type Request, type Response } from 'express'
import type { z } from 'zod'
import { AppError, type FieldError } from '../errors.ts'
import { type MultipartLimits, readMultipart } from '../graphql/uploads.ts'
import type { AnyRoute, StreamRoute } from './route.ts'

/** The largest JSON body, in bytes. */
const maxJsonBytes = 1_048_576

const parseJson = express.json({ limit: maxJsonBytes, strict: false, type: () => true })

export type CheckedInput = { input: { params: unknown; query: unknown; body: unknown }; dispose: () => Promise<void> }

/**
 * The parameters and the body of a request, checked against its route; every fault is refused with all its fields.
 * `dispose` drops the files of a multipart body.
 */
export async function readInput(
  route: AnyRoute | StreamRoute,
  params: Record<string, string>,
  request: Request,
  response: Response,
  uploads: MultipartLimits,
): Promise<CheckedInput> {
  const { value, dispose } = await readBody(route, request, response, uploads)
  try {
    const issues = new Issues(route.envelope === 'v3')
    const input = {
      params: issues.check(route.params, decoded(params)),
      query: issues.check(route.query, singleValues(request.query)),
      body: 'body' in route && route.body ? issues.check(route.body, value) : undefined,
    }
    issues.refuseAny()
    return { input, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function readBody(route: AnyRoute | StreamRoute, request: Request, response: Response, uploads: MultipartLimits) {
  const dispose = async () => {}
  if (!('body' in route) || !route.body) return { value: undefined, dispose }
  const wanted = route.accepts === 'multipart' ? 'multipart/form-data' : 'application/json'
  if (mediaTypeOf(request) !== wanted) {
    throw new AppError('unsupported_media_type', `The body must be sent as ${wanted}.`)
  }
  if (route.accepts !== 'multipart') return { value: await readJson(request, response), dispose }
  const body = await readMultipart(request.headers, request, uploads)
  const value = { fields: Object.fromEntries(body.fields), files: Object.fromEntries(body.files) }
  return { value, dispose: body.dispose }
}

/** The media type that a body is said to have, also where there is none: then the body is at fault, not its type. */
const mediaTypeOf = (request: Request): string | undefined =>
  request.get('content-type')?.split(';')[0]?.trim().toLowerCase()

function readJson(request: Request, response: Response): Promise<unknown> {
  return new Promise((resolve, reject) => {
    parseJson(request, response, (error?: unknown) => {
      if (!error) resolve(request.body)
      else if ((error as { status?: number }).status === 413)
        reject(new AppError('payload_too_large', `A JSON body may have at most ${maxJsonBytes} bytes.`))
      else if ((error as { status?: number }).status === 415)
        reject(new AppError('unsupported_media_type', 'The encoding of the body is not supported.'))
      else reject(new AppError('bad_request', 'The body is not valid JSON.', { cause: error }))
    })
  })
}

/** Path parameters as text; what can't be decoded stays as it is and fails its check. */
function decoded(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, tryDecode(value)]))
}

function tryDecode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Of a parameter that is given several times, the last counts. */
function singleValues(query: Request['query']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  )
}

/** Collects what is wrong in all parts of a request, so that it is told at once. */
class Issues {
  readonly #fields: Record<string, FieldError[]> = {}
  readonly #isV3: boolean

  constructor(isV3: boolean) {
    this.#isV3 = isV3
  }

  check(schema: z.ZodType, value: unknown): unknown {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) {
      const path = issue.path.filter((step) => step !== 'fields' && step !== 'files')
      const name = path.join('.') || 'body'
      this.#fields[name] = [...(this.#fields[name] ?? []), { error: issue.code, detail: detailOf(issue) }]
    }
    return undefined
  }

  refuseAny(): void {
    const entries = Object.entries(this.#fields)
    if (entries.length === 0) return
    const message = entries
      .map(([name, errors]) => `${name}: ${errors.map(({ detail }) => detail).join('; ')}`)
      .join('. ')
    throw new AppError(this.#isV3 ? 'validation_error' : 'bad_request', message.slice(0, 2_000), {
      fields: this.#fields,
    })
  }
}

const kinds: Record<string, string> = {
  int: 'an integer',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  number: 'a number',
  string: 'a string',
}

/** What is wrong, in words for whoever wrote the client. */
function detailOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input')) return issue.message
  return issue.message.endsWith('undefined') ? 'is required' : `must be ${kinds[issue.expected] ?? issue.expected}`
}
