import type { ParsedDocument } from './document.ts'
import { type ParseOptions, ParserPool } from './parser-pool.ts'

export { type ParseLimits, parseLimits } from './limits.ts'
export { ParseError } from './parse-error.ts'
export { type ParseOptions, ParserPool } from './parser-pool.ts'
export { supportedExtensions } from './text-format.ts'

let shared: ParserPool | null = null

/**
 * Reads a document in a child process with a memory limit, a deadline, no network and no file access. Rejects with a ParseError whose
 * message may be shown; see `ParserPool.parse`.
 */
export function parseFile(path: string, options: ParseOptions): Promise<ParsedDocument> {
  shared ??= new ParserPool()
  return shared.parse(path, options)
}

/** Ends the parsing processes that `parseFile` started. A later `parseFile` starts anew. */
export function closeParsers(): void {
  shared?.close()
  shared = null
}
