import type { Viewer } from '../viewer.ts'

/** Whoever runs the command line: has the machine, and so the rights of an administrator, but is no user. */
export const operatorViewer: Viewer = {
  id: 0,
  companyId: 0,
  role: 'ADMIN',
  email: 'operator',
  keyId: null,
  scopes: null,
}
