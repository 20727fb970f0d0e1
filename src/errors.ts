/** Every code an operation may refuse with, its HTTP status, and what it means (the page behind `doc_url` shows this text). */
export const errorCodes = {
  bad_request: {
    status: 400,
    meaning:
      'The request is not understood: a parameter or body member is missing, of the wrong type, or out of range.',
  },
  unauthorized: {
    status: 401,
    meaning: 'Credentials are missing, malformed, unknown, expired or revoked, or the account is not active.',
  },
  insufficient_permissions: { status: 403, meaning: 'The caller is known but may not do this.' },
  not_found: { status: 404, meaning: 'There is nothing here, or nothing that the caller may see.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method; the Allow header names those that do.',
  },
  conflict: {
    status: 409,
    meaning: 'The request contradicts what is stored: a name is taken, a limit is reached, or the state has moved on.',
  },
  payload_too_large: { status: 413, meaning: 'The body or file is larger than this server takes.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The Content-Type of the body is not one that this operation takes.',
  },
  validation_error: { status: 422, meaning: 'A member of the body is not valid; `fields` names each one and why.' },
  rate_limited: { status: 429, meaning: 'Too many requests; the Retry-After header says when to come back.' },
  internal_error: {
    status: 500,
    meaning: 'Something went wrong on our side; the request id leads operators to the log.',
  },
  service_maintenance: {
    status: 503,
    meaning: 'The service is under maintenance; the Retry-After header says when to come back.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof errorCodes

/** What was wrong with one member of a request, by its name on the wire or in the graph. */
export type FieldError = { error: string; detail: string }

/**
 * The only error that is shown to a caller. Its message is written for people and holds no secret, no id that
 * the caller did not send, and no path of the machine. Everything else that is thrown is logged and masked.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, FieldError[]> | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: Record<string, FieldError[]>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
  }

  /** The HTTP status that belongs to the code. */
  get status(): number {
    return errorCodes[this.code].status
  }
}

/** The answer to every id that does not exist or may not be seen: the same words in both cases. */
export const notFound = (noun: string): AppError => new AppError('not_found', `No such ${noun}.`)

/** The refusal of a known caller whose role does not allow the operation. */
export const forbidden = (message = 'Your role does not allow this.'): AppError =>
  new AppError('insufficient_permissions', message)

/** A member of the input that is not valid, named as the graph names it. */
export const invalid = (field: string, detail: string): AppError =>
  new AppError('bad_request', `${field}: ${detail}`, { fields: { [field]: [{ error: 'invalid', detail }] } })

/** The row, or `not_found` where there is none that the viewer may see. */
export function found<Row>(row: Row | null, noun: string): Row {
  if (row === null) throw notFound(noun)
  return row
}
