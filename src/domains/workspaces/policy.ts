import type { Prisma } from '../../database/client/client.ts'
import type { WorkspaceType } from '../../database/client/enums.ts'
import { isAdmin, managesCompany, type Viewer } from '../../viewer.ts'

/** Workspaces whose name, members and settings the viewer may see. */
export function visibleWorkspaces(viewer: Viewer): Prisma.WorkspaceWhereInput {
  if (isAdmin(viewer)) return {}
  if (managesCompany(viewer, viewer.companyId)) return { companyId: viewer.companyId }
  return limitedToScopes(viewer, { members: { some: { id: viewer.id } } })
}

/**
 * Workspaces whose documents the viewer may read: their own, and for administrators the shared ones within their
 * reach. Nobody but its owner reads a personal workspace.
 */
export function readableWorkspaces(viewer: Viewer): Prisma.WorkspaceWhereInput {
  const own: Prisma.WorkspaceWhereInput = {
    OR: [
      { type: { not: 'PERSONAL' }, members: { some: { id: viewer.id } } },
      { type: 'PERSONAL', ownerId: viewer.id },
    ],
  }
  if (isAdmin(viewer)) return { OR: [own, { type: { not: 'PERSONAL' } }] }
  if (managesCompany(viewer, viewer.companyId)) {
    return { OR: [own, { type: { not: 'PERSONAL' }, companyId: viewer.companyId }] }
  }
  return limitedToScopes(viewer, own)
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
  return workspace.members.length > 0 || managesCompany(viewer, workspace.companyId)
}

/** `readableWorkspaces` for a row that is at hand already: to-one relations can't carry a where-clause. */
export function mayRead(viewer: Viewer, workspace: WorkspaceRow): boolean {
  if (viewer.scopes && !viewer.scopes.has(workspace.id)) return false
  if (workspace.type === 'PERSONAL') return workspace.ownerId === viewer.id
  return workspace.members.length > 0 || managesCompany(viewer, workspace.companyId)
}
