import type { z } from 'zod'
import { flagOf, placeholderOf } from './arguments.ts'
import type { Command } from './command.ts'

const program = 'npm run admin --'

const globals: [string, string][] = [
  ['--json', 'Print the result as JSON (with npm run --silent admin -- …, nothing else is printed)'],
  ['--help', 'Show this help'],
]

const environment = `The database is the one of the service: DATA_DIR (default .data) or DATABASE_URL. It may be running or stopped.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`

function columns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

const section = (title: string, rows: [string, string][]) => (rows.length > 0 ? [`${title}:\n${columns(rows)}`] : [])

const usageOf = ({ name, argument }: Command) => [name, argument?.placeholder].filter(Boolean).join(' ')

/** All commands, or those of one group. */
export function overview(commands: Command[], group?: string): string {
  const rows = commands.map((command): [string, string] => [usageOf(command), command.summary])
  return [
    `Usage: ${program} ${group ?? '<command>'} [options]`,
    ...section('Commands', rows),
    ...section('Options', globals),
    environment,
  ].join('\n\n')
}

/** One command with its options. */
export function manual(command: Command): string {
  const options = Object.entries(command.options.shape) as [string, z.ZodType][]
  const { argument } = command
  return [
    `Usage: ${program} ${usageOf(command)}${options.map(usageOfOption).join('')}`,
    `${command.summary}.`,
    ...section('Argument', argument ? [[argument.placeholder, argument.description]] : []),
    ...section('Options', [...options.map(describe), ...globals]),
  ].join('\n\n')
}

const withValue = ([name, option]: [string, z.ZodType]) =>
  [flagOf(name), placeholderOf(option)].filter(Boolean).join(' ')

function usageOfOption(entry: [string, z.ZodType]): string {
  return isRequired(entry[1]) ? ` ${withValue(entry)}` : ` [${withValue(entry)}]`
}

const describe = (entry: [string, z.ZodType]): [string, string] => [withValue(entry), entry[1].description ?? '']

const isRequired = (option: z.ZodType): boolean => !option.safeParse(undefined).success
