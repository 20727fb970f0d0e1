import { AppError } from '../errors.ts'
import { type Context, viewerOf } from './context.ts'

/** How often the credentials of a running subscription are looked at again, in milliseconds. */
const checkInterval = 2_000

/**
 * Lets a subscription outlive neither its listener nor its credentials. `start` gets a signal, and must end soon after
 * it is aborted. It is aborted when the listener has gone; and when the key was revoked or has expired, its rights have
 * changed, or its user may not sign in any more: then the last thing that the listener gets is `unauthorized`.
 */
export function live<Event>(
  context: Context,
  start: (signal: AbortSignal) => AsyncGenerator<Event>,
): AsyncIterableIterator<Event> {
  const viewer = viewerOf(context)
  const stop = new AbortController()
  const events = start(stop.signal)
  let fault: unknown
  let timer: NodeJS.Timeout | undefined
  const watch = () => {
    timer = setTimeout(check, checkInterval).unref()
  }
  const finish = () => {
    clearTimeout(timer)
    stop.abort()
    return events.return(undefined)
  }
  const check = async () => {
    try {
      if (!(await context.services.authenticator.stillHolds(viewer)))
        fault = new AppError('unauthorized', 'The credentials of this subscription are not valid any more.')
    } catch (error) {
      fault = error
    }
    if (fault) stop.abort()
    else if (!stop.signal.aborted) watch()
  }
  return {
    async next() {
      if (!timer) watch()
      const event = await events.next().catch((error): IteratorReturnResult<undefined> => {
        fault ??= error
        return { done: true, value: undefined }
      })
      if (event.done || fault) await finish()
      if (fault) throw fault
      return event
    },
    async return() {
      await finish()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
