import type { Services } from '../services.ts'
import { requireViewer, type Viewer } from '../viewer.ts'

/** What a resolver is given: who asks, the services, and the id that leads to the log. No more. */
export type Context = {
  readonly viewer: Viewer | null
  readonly services: Services
  readonly requestId: string
}

const signedIn = new WeakMap<Context, Viewer>()

/**
 * Lets who came without credentials read what their own mutation returns: whoever has redeemed an invitation is the
 * user it was for. Further root fields stay closed, for those ask the context's viewer.
 */
export function signIn(context: Context, viewer: Viewer | null): void {
  if (!context.viewer && viewer) signedIn.set(context, viewer)
}

/** The viewer of a request; `unauthorized` where nobody has signed in. */
export const viewerOf = (context: Context): Viewer => requireViewer(context.viewer ?? signedIn.get(context) ?? null)
