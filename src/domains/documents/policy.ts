import type { Prisma } from '../../database/client/client.ts'
import type { Viewer } from '../../viewer.ts'
import { readableWorkspaces } from '../workspaces/policy.ts'

/** Documents that the viewer may read, list, search and be answered from. */
export const visibleDocuments = (viewer: Viewer): Prisma.DocumentWhereInput => ({
  workspace: readableWorkspaces(viewer),
})

/** Chunks of the documents that the viewer may read. */
export const visibleChunks = (viewer: Viewer): Prisma.ChunkWhereInput => ({ document: visibleDocuments(viewer) })
