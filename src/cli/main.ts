import { readConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { readInput } from './arguments.ts'
import { commands } from './commands.ts'
import { dispatch, type Request } from './dispatch.ts'
import { errorLine } from './error-line.ts'
import { UsageError } from './usage-error.ts'

const exitGraceMs = 500

const print = (text: string) => void process.stdout.write(`${text}\n`)
const report = (text: string) => void process.stderr.write(`${text}\n`)

async function run({ command, words, asJson }: Extract<Request, { kind: 'run' }>): Promise<void> {
  const input = readInput(command, words)
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' })
  const logger = createLogger(config.logLevel)
  // Only what opens the database loads the services: help and refusals come at once.
  const { openOperator } = await import('./operator.ts')
  const operator = await openOperator(config, logger, report)
  try {
    const outcome = await command.run(operator, input)
    print(asJson ? JSON.stringify(outcome.data) : outcome.text)
  } catch (error) {
    logger.debug({ err: error }, 'the command failed')
    throw error
  } finally {
    await operator.close()
  }
}

async function main(): Promise<number> {
  try {
    const request = dispatch(commands, process.argv.slice(2))
    if (request.kind === 'help') print(request.text)
    else await run(request)
    return 0
  } catch (error) {
    report(errorLine(error))
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await main()
// Whatever a library has left open must not keep the shell waiting.
setTimeout(() => process.exit(), exitGraceMs).unref()
