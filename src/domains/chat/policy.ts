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

/** Models and tools, for whoever configures them: all for administrators, none for anybody else. */
export const configurable = (viewer: Viewer): { id?: { in: number[] } } => (isAdmin(viewer) ? {} : { id: { in: [] } })
