import type { Prisma } from '../../database/client/client.ts'
import type { WorkspaceType } from '../../database/client/enums.ts'
import type { Viewer } from '../../viewer.ts'

/** What the role reaches; a key that is limited to workspaces narrows it, whatever the role. */
const reach = ({ role, companyId }: Viewer): Prisma.WorkspaceWhereInput | null =>
  role === 'ADMIN' ? {} : role === 'COMPANY_ADMIN' ? { companyId } : null

const reaches = (viewer: Viewer, companyId: number): boolean =>
  viewer.role === 'ADMIN' || (viewer.role === 'COMPANY_ADMIN' && viewer.companyId === companyId)

/** Workspaces whose name, members and settings the viewer may see. */
export function visibleWorkspaces(viewer: Viewer): Prisma.WorkspaceWhereInput {
  return limitedToScopes(viewer, reach(viewer) ?? { members: { some: { id: viewer.id } } })
}

/**
 * Workspaces whose documents the viewer may read: their own, and for administrators the shared ones within their
 * reach. Nobody but its owner reads a personal workspace.
 */
export function readableWorkspaces(viewer: Viewer): Prisma.WorkspaceWhereInput {
  const shared: Prisma.WorkspaceWhereInput = { type: { not: 'PERSONAL' } }
  const within = reach(viewer) ?? { members: { some: { id: viewer.id } } }
  return limitedToScopes(viewer, { OR: [{ AND: [shared, within] }, { type: 'PERSONAL', ownerId: viewer.id }] })
}

function limitedToScopes(viewer: Viewer, where: Prisma.WorkspaceWhereInput): Prisma.WorkspaceWhereInput {
  return viewer.scopes ? { AND: [where, { id: { in: [...viewer.scopes.keys()] } }] } : where
}

/** The columns that `mayRead` and `maySee` look at, for a selection. */
export const readingColumns = (viewer: Viewer) => ({
  type: true as const,
  companyId: true as const,
  ownerId: true as const,
  id: true as const,
  members: { where: { id: viewer.id }, select: { id: true as const } },
})

type WorkspaceRow = {
  id: number
  type: WorkspaceType
  companyId: number
  ownerId: number | null
  members: unknown[]
}

/** `visibleWorkspaces` for a row that is at hand already. */
export function maySee(viewer: Viewer, workspace: WorkspaceRow): boolean {
  if (viewer.scopes && !viewer.scopes.has(workspace.id)) return false
  return workspace.members.length > 0 || reaches(viewer, workspace.companyId)
}

/** `readableWorkspaces` for a row that is at hand already: to-one relations can't carry a where-clause. */
export function mayRead(viewer: Viewer, workspace: WorkspaceRow): boolean {
  if (viewer.scopes && !viewer.scopes.has(workspace.id)) return false
  if (workspace.type === 'PERSONAL') return workspace.ownerId === viewer.id
  return workspace.members.length > 0 || reaches(viewer, workspace.companyId)
}
