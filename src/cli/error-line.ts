import { AppError } from '../errors.ts'
import { flagOf } from './arguments.ts'
import { printable } from './output.ts'

/** An error in one line, without a stack; a value that a rule refuses is named by its option. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error))
  const [wrong] = error instanceof AppError ? Object.entries(error.fields ?? {}) : []
  if (wrong) return printable(`${flagOf(wrong[0])} ${wrong[1].map(({ detail }) => detail).join(' ')}`)
  const lines = error.message.trim().split('\n')
  // The database client's messages begin with source code; their last line says what was wrong.
  const text = error.name.startsWith('PrismaClient') ? lines.at(-1) : lines.map((line) => line.trim()).join(' ')
  return printable(text || `The command failed (${'code' in error ? error.code : error.name}).`)
}
