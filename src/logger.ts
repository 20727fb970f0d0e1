import { AsyncLocalStorage } from 'node:async_hooks'
import { type Logger, pino } from 'pino'

/** The id of the request that the code at hand runs for; every log line within it carries it. */
export const currentRequest = new AsyncLocalStorage<string>()

/** The logger of the service: JSON lines on standard error, without the headers and bodies that could hold secrets. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      mixin: () => {
        const requestId = currentRequest.getStore()
        return requestId ? { requestId } : {}
      },
      redact: {
        paths: ['*.apiKey', '*.authorization', '*.headers.authorization', '*.token', '*.key'],
        censor: '[hidden]',
      },
    },
    pino.destination(2),
  )
}
