import { found } from '../../errors.ts'
import { idParams, none } from '../fields.ts'
import {
  ReadWorkspaceDocument,
  type WorkspaceDetailFragment,
  type WorkspaceItemFragment,
} from '../generated/documents.ts'
import { route } from '../route.ts'

const workspaceItem = (workspace: WorkspaceItemFragment) => ({
  id: workspace.databaseId,
  name: workspace.name,
  workspace_type: workspace.workspaceType.toLowerCase(),
  description: workspace.description,
  created_at: workspace.createdAt,
  updated_at: workspace.updatedAt,
  summaries: workspace.summaries.map(({ language, summary }) => ({ language: language.toLowerCase(), summary })),
})

const workspaceDetail = (workspace: WorkspaceDetailFragment) => ({
  ...workspaceItem(workspace),
  collections: workspace.collections.map((collection) => ({
    id: collection.databaseId,
    name: collection.name,
    collection_type: collection.collectionType.toLowerCase(),
  })),
  members: workspace.members.nodes.map((member) => ({
    id: member.databaseId,
    first_name: member.firstName,
    last_name: member.lastName,
    email: member.email,
  })),
})

/** GET /api/v2/workspaces/{id} */
export const readWorkspace = route({
  method: 'GET',
  paths: ['/api/v2/workspaces/{id}'],
  group: 'Workspaces',
  summary: 'Read a workspace with its members and collections.',
  access: 'manager',
  envelope: 'v2',
  status: 200,
  params: idParams,
  query: none,
  document: ReadWorkspaceDocument,
  variables: ({ params }) => params,
  respond: ({ workspace }) => workspaceDetail(found(workspace, 'workspace')),
})
