import type { Prisma } from '../../database/client/client.ts'
import { isAdmin, type Viewer } from '../../viewer.ts'

/**
 * Answers that the viewer may see: those they were given. Being an administrator gives no reading of others' questions,
 * and a key that is limited to workspaces reads only what rests on documents of those (so no answer without extracts).
 */
export function visibleChatResponses(viewer: Viewer): Prisma.ChatResponseWhereInput {
  if (!viewer.scopes) return { userId: viewer.id }
  const within = { document: { workspaceId: { in: [...viewer.scopes.keys()] } } }
  return { userId: viewer.id, extracts: { some: {}, every: within } }
}

/** Models and tools that the viewer may see: those that may be named, and all for administrators. */
export const nameable = (viewer: Viewer): { isActive?: true } => (isAdmin(viewer) ? {} : { isActive: true })
