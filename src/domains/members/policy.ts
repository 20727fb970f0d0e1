import type { Prisma } from '../../database/client/client.ts'
import { isAdmin, managesCompany, type Viewer } from '../../viewer.ts'

/** Users that the viewer may see: themselves, for a company administrator those of the company, all for administrators. */
export function visibleUsers(viewer: Viewer): Prisma.UserWhereInput {
  if (isAdmin(viewer)) return {}
  return managesCompany(viewer, viewer.companyId) ? { companyId: viewer.companyId } : { id: viewer.id }
}

/** `visibleUsers` for a row that is at hand already: to-one relations can't carry a where-clause. */
export const maySeeUser = (viewer: Viewer, user: { id: number; companyId: number }): boolean =>
  user.id === viewer.id || managesCompany(viewer, user.companyId)

/** Users who may sign in now: active, and not past their expiration date. */
export const isAllowedToSignIn = (): Prisma.UserWhereInput => ({
  isActive: true,
  OR: [{ accountExpirationDate: null }, { accountExpirationDate: { gt: new Date() } }],
})
