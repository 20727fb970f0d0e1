import type { Prisma, PrismaClient } from '../../database/client/client.ts'
import type { WorkspaceType } from '../../database/client/enums.ts'
import { forbidden, notFound } from '../../errors.ts'
import type { Viewer } from '../../viewer.ts'
import { visibleWorkspaces } from '../workspaces/policy.ts'
import { requireMayAdd } from './permission.ts'

/** Where a document goes: the viewer's company workspace, their personal one, or a workspace by its id. */
export type UploadTarget = { collection: 'COMPANY' | 'PRIVATE' } | { workspaceId: number }

export type ResolvedTarget = { workspaceId: number; collectionId: number; companyId: number; type: WorkspaceType }

/**
 * The workspace and collection that a document goes to, in one statement. Not visible is `not_found`; visible, but not
 * for the viewer to write in, is `insufficient_permissions`.
 */
export async function resolveTarget(
  prisma: PrismaClient | Prisma.TransactionClient,
  viewer: Viewer,
  target: UploadTarget,
): Promise<ResolvedTarget> {
  const workspace = await prisma.workspace.findFirst({
    where: { AND: [visibleWorkspaces(viewer), whereOf(viewer, target)] },
    select: {
      id: true,
      type: true,
      companyId: true,
      ownerId: true,
      collections: { select: { id: true }, take: 1, orderBy: { id: 'asc' } },
      members: { select: { id: true }, where: { id: viewer.id } },
    },
  })
  const collection = workspace?.collections[0]
  // One's own company and personal workspaces are no secret: a key that may not see them is refused plainly.
  if (!workspace || !collection) throw 'workspaceId' in target ? notFound('workspace') : forbidden()
  requireMayAdd(viewer, workspace, workspace.members.length > 0)
  return {
    workspaceId: workspace.id,
    collectionId: collection.id,
    companyId: workspace.companyId,
    type: workspace.type,
  }
}

function whereOf(viewer: Viewer, target: UploadTarget): Prisma.WorkspaceWhereInput {
  if ('workspaceId' in target) {
    const { workspaceId } = target
    if (!Number.isInteger(workspaceId) || workspaceId < 1 || workspaceId > 2_147_483_647) throw notFound('workspace')
    return { id: workspaceId }
  }
  if (target.collection === 'COMPANY') return { type: 'COMPANY', companyId: viewer.companyId }
  return { type: 'PERSONAL', ownerId: viewer.id }
}
