import type { Prisma } from '../../database/client/client.ts'
import { isAdmin, managesCompany, type Viewer } from '../../viewer.ts'

/** Groups that the viewer may see: those they are in, the company's for its administrator, all for administrators. */
export function visibleGroups(viewer: Viewer): Prisma.GroupWhereInput {
  if (isAdmin(viewer)) return {}
  return managesCompany(viewer, viewer.companyId)
    ? { companyId: viewer.companyId }
    : { members: { some: { id: viewer.id } } }
}
