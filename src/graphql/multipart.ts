import type { IncomingMessage } from 'node:http'
import type { GraphQLParams, Plugin } from 'graphql-yoga'
import { AppError } from '../errors.ts'
import { type MultipartBody, type MultipartLimits, readMultipart } from './uploads.ts'

type NodeServerContext = { req: IncomingMessage }
const received = new WeakMap<IncomingMessage, GraphQLParams>()

/**
 * Reads a multipart request (the GraphQL multipart request specification) with its files on disk instead of in memory,
 * lets `answer` answer it, and drops the files. Before the endpoint sees the request: its adapter takes the body.
 */
export async function withUploads(
  request: IncomingMessage,
  limits: MultipartLimits,
  answer: () => void | Promise<void>,
): Promise<void> {
  if (request.method !== 'POST' || !isMultipart(request)) return answer()
  const body = await readMultipart(request.headers, request, limits)
  try {
    received.set(request, paramsOf(body))
    await answer()
  } finally {
    await body.dispose()
  }
}

/** Hands what `withUploads` has read to the endpoint. */
export const multipartParams: Plugin<Record<string, unknown>, NodeServerContext> = {
  onRequestParse({ serverContext, setRequestParser }) {
    const params = received.get(serverContext.req)
    if (params) setRequestParser(() => params)
  },
}

const isMultipart = (request: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')

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
