export type ParseErrorCode =
  | 'unsupported'
  | 'encrypted'
  | 'corrupt'
  | 'too_large'
  | 'timeout'
  | 'out_of_memory'
  | 'empty'
  | 'crashed'

/** Why a document cannot be read. The message is for the person who uploaded it: no paths, no internals. */
export class ParseError extends Error {
  readonly code: ParseErrorCode
  /** How many pages the document has; null where that was not found out. */
  readonly pageCount: number | null

  constructor(code: ParseErrorCode, message: string, pageCount: number | null = null) {
    super(message)
    this.name = 'ParseError'
    this.code = code
    this.pageCount = pageCount
  }
}

const damaged = 'The file is damaged or incomplete and cannot be read.'

/** Turns whatever a parser threw, having counted so many pages, into a reason that is safe to show. */
export function toParseError(error: unknown, pageCount: number | null = null): ParseError {
  if (error instanceof ParseError) return new ParseError(error.code, error.message, error.pageCount ?? pageCount)
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return new ParseError('corrupt', 'The file is nested too deeply to be read.', pageCount)
  }
  if (error instanceof RangeError && /allocation|invalid (array|string) length/i.test(error.message)) {
    return new ParseError('too_large', 'The file is too large to be read.', pageCount)
  }
  return new ParseError('corrupt', damaged, pageCount)
}
