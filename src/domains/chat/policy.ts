import type { Prisma } from '../../database/client/client.ts'
import type { Viewer } from '../../viewer.ts'

/** Answers that the viewer may see: those they were given. Being an administrator gives no reading of others' questions. */
export const visibleChatResponses = (viewer: Viewer): Prisma.ChatResponseWhereInput => ({ userId: viewer.id })
