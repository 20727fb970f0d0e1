import { readConfig } from './config.ts'
import { createLogger } from './logger.ts'
import { startService } from './start.ts'
import { welcome } from './welcome.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Starts the service, says what to try, and stops cleanly at SIGINT or SIGTERM; a second signal ends it at once. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  const service = await startService(config, logger)
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
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
