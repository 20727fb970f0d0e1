import type { Prisma, PrismaClient } from '../../database/client/client.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Viewer } from '../../viewer.ts'
import { readableWorkspaces } from '../workspaces/policy.ts'
import { visibleDocuments } from './policy.ts'

/** Which documents are meant: the union of what is named. Nothing named means everything that the viewer may see. */
export type DocumentScope = {
  workspaceIds?: readonly number[] | null
  fileIds?: readonly number[] | null
  /** The company workspace of the viewer's own company. */
  companyScope?: boolean | null
  /** The viewer's own personal workspace. */
  privateScope?: boolean | null
}

/** A scope that the viewer may see, as ids: every document of the workspaces, and the documents named one by one. */
export type ResolvedScope = {
  workspaceIds: number[]
  documentIds: number[]
  where: Prisma.DocumentWhereInput
}

/** True when a scope names nothing, and so means everything that the viewer may see. */
export const isOpen = (scope?: DocumentScope | null): boolean =>
  !scope?.companyScope && !scope?.privateScope && !scope?.workspaceIds?.length && !scope?.fileIds?.length

const maxIds = 1_000
const maxInt = 2_147_483_647

/**
 * The ids behind a scope, in at most two statements. An id that the viewer may not see, or that does not exist, is
 * `not_found`; more than 1,000 ids are `bad_request`. The resolved scope may be empty, and then matches nothing.
 */
export async function resolveScope(
  prisma: PrismaClient | Prisma.TransactionClient,
  viewer: Viewer,
  scope?: DocumentScope | null,
): Promise<ResolvedScope> {
  const wanted = uniqueIds(scope?.workspaceIds, 'workspace')
  const files = uniqueIds(scope?.fileIds, 'document')
  const sources = workspaceSources(viewer, wanted, scope)
  const unscoped = isOpen(scope)
  const workspaceIds = unscoped || sources.length > 0 ? await visibleWorkspaceIds(prisma, viewer, sources) : []
  const found = new Set(workspaceIds)
  if (wanted.some((id) => !found.has(id))) throw notFound('workspace')
  if (files.length > 0) await requireVisible(prisma, viewer, files)
  return { workspaceIds, documentIds: files, where: whereOf(viewer, unscoped ? null : { workspaceIds, files }) }
}

function workspaceSources(viewer: Viewer, ids: number[], scope?: DocumentScope | null): Prisma.WorkspaceWhereInput[] {
  const sources: Prisma.WorkspaceWhereInput[] = []
  if (ids.length > 0) sources.push({ id: { in: ids } })
  if (scope?.companyScope) sources.push({ type: 'COMPANY', companyId: viewer.companyId })
  if (scope?.privateScope) sources.push({ type: 'PERSONAL', ownerId: viewer.id })
  return sources
}

async function visibleWorkspaceIds(
  prisma: PrismaClient | Prisma.TransactionClient,
  viewer: Viewer,
  sources: Prisma.WorkspaceWhereInput[],
): Promise<number[]> {
  const among: Prisma.WorkspaceWhereInput = sources.length > 0 ? { OR: sources } : {}
  const rows = await prisma.workspace.findMany({
    where: { AND: [readableWorkspaces(viewer), among] },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id }) => id)
}

async function requireVisible(
  prisma: PrismaClient | Prisma.TransactionClient,
  viewer: Viewer,
  ids: number[],
): Promise<void> {
  const visible = await prisma.document.count({ where: { id: { in: ids }, AND: visibleDocuments(viewer) } })
  if (visible !== ids.length) throw notFound('document')
}

function whereOf(viewer: Viewer, ids: { workspaceIds: number[]; files: number[] } | null): Prisma.DocumentWhereInput {
  if (!ids) return visibleDocuments(viewer)
  return {
    AND: [visibleDocuments(viewer), { OR: [{ workspaceId: { in: ids.workspaceIds } }, { id: { in: ids.files } }] }],
  }
}

function uniqueIds(ids: readonly number[] | null | undefined, noun: string): number[] {
  const unique = [...new Set(ids ?? [])]
  if (unique.length > maxIds) throw new AppError('bad_request', `A scope may name at most ${maxIds} ids of a kind.`)
  if (unique.some((id) => !Number.isInteger(id) || id < 1 || id > maxInt)) throw notFound(noun)
  return unique
}
