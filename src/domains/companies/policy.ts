import type { Prisma } from '../../database/client/client.ts'
import { isAdmin, type Viewer } from '../../viewer.ts'

/** Companies that the viewer may see: their own, and all for administrators. */
export const visibleCompanies = (viewer: Viewer): Prisma.CompanyWhereInput =>
  isAdmin(viewer) ? {} : { id: viewer.companyId }
