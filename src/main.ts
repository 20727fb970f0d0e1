import { readConfig } from './config.ts'
import { createLogger } from './logger.ts'
import { startService } from './start.ts'
import { firstKey, welcome } from './welcome.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Starts the service, says what to try, and stops cleanly at SIGINT or SIGTERM; a second signal ends it at once. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  const service = await startService(config, logger, {
    announce: ({ generatedKey }) => generatedKey && print(firstKey(generatedKey)),
  })
  print(welcome(service, config))
  let isStopping = false
  const stop = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    print('Stopping: requests in flight are finished, jobs are handed back.')
    await service.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  followParent(stop)
}

/** npm and its shell do not pass signals on: when they are gone, the service stops as if it had been told to. */
function followParent(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500)
  timer.unref()
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
