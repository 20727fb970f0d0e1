import type { Command } from './command.ts'
import { manual, overview } from './help.ts'
import { UsageError } from './usage-error.ts'

export type Request =
  | { kind: 'help'; text: string }
  | { kind: 'run'; command: Command; words: string[]; asJson: boolean }

const seeHelp = (words: string) => `See npm run admin -- ${words}--help`

/** What the words of a command line ask for. Throws a UsageError for a command that does not exist. */
export function dispatch(commands: Command[], argv: string[]): Request {
  const wantsHelp = argv.some((word) => word === '--help' || word === '-h')
  const asJson = argv.includes('--json')
  const words = argv.filter((word) => !['--help', '-h', '--json'].includes(word))
  if (words.length === 0) return { kind: 'help', text: overview(commands) }
  const command = commands.find(({ name }) => startsWith(words, name.split(' ')))
  if (!command) return group(commands, words, wantsHelp)
  if (wantsHelp) return { kind: 'help', text: manual(command) }
  return { kind: 'run', command, words: words.slice(command.name.split(' ').length), asJson }
}

const startsWith = (words: string[], name: string[]) => name.every((word, at) => words[at] === word)

function group(commands: Command[], words: string[], wantsHelp: boolean): Request {
  const [first = ''] = words
  const members = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (members.length === 0) throw new UsageError(`Unknown command: ${first}. ${seeHelp('')}`)
  if (wantsHelp && words.length === 1) return { kind: 'help', text: overview(members, first) }
  const names = members.map(({ name }) => name).join(', ')
  throw new UsageError(`Unknown command: ${words.slice(0, 2).join(' ')}. There are ${names}. ${seeHelp(`${first} `)}`)
}
