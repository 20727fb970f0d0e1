import type { Prisma } from '../../database/client/client.ts'
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
