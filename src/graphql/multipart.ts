import type { IncomingMessage } from 'node:http'
import type { GraphQLParams, Plugin } from 'graphql-yoga'
import { AppError } from '../errors.ts'
import { type MultipartBody, type MultipartLimits, readMultipart } from './uploads.ts'

type NodeServerContext = { req: IncomingMessage }

/**
 * Reads multipart requests (the GraphQL multipart request specification) with their files on disk instead of in
 * memory, and drops the files once the answer has been sent.
 */
export function multipartUploads(limits: MultipartLimits): Plugin<Record<string, unknown>, NodeServerContext> {
  const bodies = new WeakMap<Request, MultipartBody>()
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return
      setRequestParser(async () => {
        const body = await readMultipart(serverContext.req.headers, serverContext.req, limits)
        bodies.set(request, body)
        return paramsOf(body)
      })
    },
    onResponse({ request }) {
      return bodies.get(request)?.dispose()
    },
  }
}

function paramsOf({ fields, files }: MultipartBody): GraphQLParams {
  const operations = jsonObject(fields.get('operations'), 'operations')
  const map = jsonObject(fields.get('map') ?? '{}', 'map')
  for (const [part, paths] of Object.entries(map)) {
    const file = files.get(part)
    if (!file || !Array.isArray(paths)) throw new AppError('bad_request', 'The map names a file that was not sent.')
    for (const path of paths) place(operations, String(path), file)
  }
  return operations
}

function jsonObject(text: string | undefined, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Falls through to the refusal.
  }
  throw new AppError('bad_request', `The part “${name}” must be a JSON object.`)
}

/** Puts a file where the map says: `variables.input.file`. Only own members are walked, so no prototype is reached. */
function place(operations: Record<string, unknown>, path: string, file: unknown): void {
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  let target: unknown = operations
  for (const step of steps) target = isContainer(target) && Object.hasOwn(target, step) ? target[step] : undefined
  if (steps[0] !== 'variables' || !isContainer(target) || !Object.hasOwn(target, last)) {
    throw new AppError('bad_request', 'The map leads to no variable.')
  }
  target[last] = file
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
