import type { Services } from '../services.ts'
import { requireViewer, type Viewer } from '../viewer.ts'

/** What a resolver is given: who asks, the services, and the id that leads to the log. No more. */
export type Context = {
  readonly viewer: Viewer | null
  readonly services: Services
  readonly requestId: string
}

/** The viewer of a request; `unauthorized` where nobody has signed in. */
export const viewerOf = (context: Context): Viewer => requireViewer(context.viewer)
