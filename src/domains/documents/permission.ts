import type { WorkspaceType } from '../../database/client/enums.ts'
import { forbidden } from '../../errors.ts'
import type { Viewer } from '../../viewer.ts'

/** True unless the key in use is limited to scopes that do not let it write in the workspace. */
function keyMayWrite(viewer: Viewer, workspaceId: number): boolean {
  const role = viewer.scopes?.get(workspaceId)
  return viewer.scopes === null || role === 'EDITOR' || role === 'OWNER'
}

/** True for whoever's role administers the company; what their key is limited to is asked apart. */
const administers = (viewer: Viewer, companyId: number): boolean =>
  viewer.role === 'ADMIN' || (viewer.role === 'COMPANY_ADMIN' && viewer.companyId === companyId)

export type TargetWorkspace = { id: number; type: WorkspaceType; companyId: number; ownerId: number | null }

/** Refuses to add a document to a workspace that the viewer sees but may not write in. */
export function requireMayAdd(viewer: Viewer, workspace: TargetWorkspace, isMember: boolean): void {
  if (!keyMayWrite(viewer, workspace.id)) throw forbidden('This key may not write in the workspace.')
  const ofCompany = viewer.role !== 'MEMBER' && viewer.companyId === workspace.companyId
  if (workspace.type === 'COMPANY' && !ofCompany)
    throw forbidden('Only its administrators add documents to the company workspace.')
  if (workspace.type === 'PERSONAL' && workspace.ownerId !== viewer.id)
    throw forbidden('Only its owner adds documents to a personal workspace.')
  if (workspace.type === 'CUSTOM' && !isMember) throw forbidden('Only members of the workspace add documents to it.')
}

/** Refuses to delete or retry a document that the viewer sees but may not change. */
export function requireMayChange(
  viewer: Viewer,
  document: { uploadedById: number | null; workspace: TargetWorkspace },
) {
  const { workspace, uploadedById } = document
  if (!keyMayWrite(viewer, workspace.id)) throw forbidden('This key may not write in the workspace.')
  if (workspace.type === 'PERSONAL') {
    if (workspace.ownerId !== viewer.id) throw forbidden()
    return
  }
  if (administers(viewer, workspace.companyId)) return
  if (workspace.type === 'CUSTOM' && uploadedById === viewer.id) return
  throw forbidden('Only its uploader and the administrators of the company change this document.')
}
