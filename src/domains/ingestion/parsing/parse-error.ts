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

  constructor(code: ParseErrorCode, message: string) {
    super(message)
    this.name = 'ParseError'
    this.code = code
  }
}

const damaged = 'The file is damaged or incomplete and cannot be read.'

/** Turns whatever a parser threw into a reason that is safe to show. */
export function toParseError(error: unknown): ParseError {
  if (error instanceof ParseError) return error
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return new ParseError('corrupt', 'The file is nested too deeply to be read.')
  }
  if (error instanceof RangeError && /allocation|invalid (array|string) length/i.test(error.message)) {
    return new ParseError('too_large', 'The file is too large to be read.')
  }
  return new ParseError('corrupt', damaged)
}
