import type { Role, ScopeRole } from './database/client/enums.ts'
import { AppError, forbidden } from './errors.ts'

/** Who is asking: an active user, and the key or token that spoke for them. */
export type Viewer = {
  readonly id: number
  readonly companyId: number
  readonly role: Role
  readonly email: string
  /** The API key in use; null for a token of the identity provider. */
  readonly keyId: string | null
  /** Workspaces that the key is limited to, with the role in each; null for a key without scopes. */
  readonly scopes: ReadonlyMap<number, ScopeRole> | null
}

/** The viewer, or `unauthorized` where nobody has signed in. */
export const requireViewer = (viewer: Viewer | null): Viewer => {
  if (!viewer) throw new AppError('unauthorized', 'Authentication credentials were not provided or are invalid.')
  return viewer
}

/** True for an administrator of the instance whose key is not limited to workspaces. */
export const isAdmin = (viewer: Viewer): boolean => viewer.role === 'ADMIN' && viewer.scopes === null

/** True for whoever administers the company: the instance's administrators, and the company's own. */
export const managesCompany = (viewer: Viewer, companyId: number): boolean =>
  isAdmin(viewer) || (viewer.role === 'COMPANY_ADMIN' && viewer.scopes === null && viewer.companyId === companyId)

/** True for administrators of either kind whose key is not limited to workspaces. */
export const isManager = (viewer: Viewer): boolean => viewer.scopes === null && viewer.role !== 'MEMBER'

/** Refuses everyone but administrators and company administrators (403, as the interface restricts it). */
export const requireManager = (viewer: Viewer): void => {
  if (!isManager(viewer)) throw forbidden()
}

/** Refuses everyone but administrators of the instance. */
export const requireAdmin = (viewer: Viewer): void => {
  if (!isAdmin(viewer)) throw forbidden('Only administrators may do this.')
}
