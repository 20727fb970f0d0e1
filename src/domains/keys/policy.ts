import type { Prisma } from '../../database/client/client.ts'
import { isAdmin, managesCompany, type Viewer } from '../../viewer.ts'

/**
 * Keys that the viewer may see and revoke: their own; for a company administrator those of the company's members, but
 * not of the instance's administrators; all for administrators. A key limited to workspaces sees itself only.
 */
export function manageableKeys(viewer: Viewer): Prisma.ApiKeyWhereInput {
  if (isAdmin(viewer)) return {}
  if (viewer.scopes) return { userId: viewer.id, id: { in: viewer.keyId ? [viewer.keyId] : [] } }
  const own = { userId: viewer.id }
  if (!managesCompany(viewer, viewer.companyId)) return own
  return { OR: [own, { user: { companyId: viewer.companyId, role: { not: 'ADMIN' } } }] }
}
