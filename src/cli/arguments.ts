import { parseArgs } from 'node:util'
import type { z } from 'zod'
import type { Command, Input } from './command.ts'
import { UsageError } from './usage-error.ts'

/** What an option is called on the command line: `maxUsers` → `--max-users`. */
export const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** An option that takes no value says no placeholder. */
export const placeholderOf = (option: z.ZodType): string | undefined => option.meta()?.placeholder as string | undefined

/** The words after a command's name, checked against its declaration. Throws a UsageError that names what is wrong. */
export function readInput(command: Command, words: string[]): Input<z.ZodObject> {
  const { values, positionals } = parse(command, words)
  const wanted = command.argument ? 1 : 0
  const argument = positionals[0] ?? ''
  if (command.argument && argument.trim() === '') throw new UsageError(`${command.argument.placeholder} is missing.`)
  if (positionals.length > wanted) throw new UsageError(`Unexpected: ${positionals[wanted]}.`)
  const checked = command.options.safeParse(values)
  if (checked.success) return { argument, options: checked.data }
  const [issue] = checked.error.issues
  const name = String(issue?.path[0])
  throw new UsageError(name in values ? `${flagOf(name)} ${issue?.message}.` : `${flagOf(name)} is missing.`)
}

function parse(command: Command, words: string[]) {
  const names = Object.entries(command.options.shape) as [string, z.ZodType][]
  const options = Object.fromEntries(
    names.map(([name, option]) => [
      flagOf(name).slice(2),
      { type: placeholderOf(option) ? 'string' : 'boolean' } as const,
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const given = names
      .map(([name]) => [name, values[flagOf(name).slice(2)]])
      .filter(([, value]) => value !== undefined)
    return { values: Object.fromEntries(given) as Record<string, unknown>, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? `${error.message.split(/\.\s|\n/)[0] ?? ''}.` : String(error))
  }
}
