import type { Prisma, PrismaClient, Workspace } from '../../database/client/client.ts'
import { violatedUniqueIndex } from '../../database/constraint.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { managesCompany, requireManager, type Viewer } from '../../viewer.ts'
import { visibleWorkspaces } from './policy.ts'

export type NewWorkspace = { companyId: number; name: string; description: string; memberIds?: number[] | null }

/** Workspaces: where documents lie, and who shares them. */
export class WorkspacesService {
  readonly #prisma: PrismaClient

  constructor(deps: { prisma: PrismaClient }) {
    this.#prisma = deps.prisma
  }

  /** One workspace that the viewer may see, or null. */
  find(viewer: Viewer, id: number, query: object): Promise<Workspace | null> {
    return this.#prisma.workspace.findUnique({ ...query, where: { id, AND: visibleWorkspaces(viewer) } })
  }

  /** Creates a custom workspace in a company that the viewer administers. A taken name is a conflict. */
  create(viewer: Viewer, input: NewWorkspace): Promise<number> {
    requireManager(viewer)
    if (!managesCompany(viewer, input.companyId)) throw notFound('company')
    return this.createUnchecked(this.#prisma, input)
  }

  /** Creates a custom workspace without asking who does it; for the demo. */
  async createUnchecked(tx: Prisma.TransactionClient, input: NewWorkspace): Promise<number> {
    const ids = await this.#membersOf(tx, input.companyId, input.memberIds ?? [])
    try {
      const workspace = await tx.workspace.create({
        data: {
          ...checked(input),
          companyId: input.companyId,
          type: 'CUSTOM',
          name: checked(input).name ?? '',
          members: { connect: ids.map((id) => ({ id })) },
          collections: { create: { type: 'WORKSPACE', name: 'Workspace' } },
        },
        select: { id: true },
      })
      return workspace.id
    } catch (error) {
      throw nameTaken(error)
    }
  }

  /** Changes the name or the description: what the input names, and nothing else. */
  async update(
    viewer: Viewer,
    id: number,
    changes: { name?: string | null; description?: string | null },
  ): Promise<number> {
    await this.#requireManaged(viewer, id)
    try {
      await this.#prisma.workspace.update({ where: { id }, data: checked(changes), select: { id: true } })
      return id
    } catch (error) {
      throw nameTaken(error)
    }
  }

  /** Replaces all members by those named, all of the same company, in one transaction: never a mixture of two lists. */
  async replaceMembers(viewer: Viewer, id: number, memberIds: number[]): Promise<number> {
    const { companyId, type } = await this.#requireManaged(viewer, id)
    if (type !== 'CUSTOM') throw new AppError('conflict', `The members of a ${type.toLowerCase()} workspace are fixed.`)
    await this.#prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM workspaces WHERE id = ${id} FOR UPDATE`
      const ids = await this.#membersOf(tx, companyId, memberIds)
      await tx.workspace.update({
        where: { id },
        data: { members: { set: ids.map((user) => ({ id: user })) } },
        select: { id: true },
      })
    })
    return id
  }

  /** Deletes a custom workspace that holds no documents. */
  async delete(viewer: Viewer, id: number): Promise<void> {
    const { type } = await this.#requireManaged(viewer, id)
    if (type !== 'CUSTOM') throw new AppError('conflict', `A ${type.toLowerCase()} workspace cannot be deleted.`)
    await this.#prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM workspaces WHERE id = ${id} FOR UPDATE`
      if ((await tx.document.count({ where: { workspaceId: id } })) > 0)
        throw new AppError('conflict', 'The workspace still holds documents.')
      await tx.workspace.deleteMany({ where: { id } })
    })
  }

  async #requireManaged(viewer: Viewer, id: number) {
    requireManager(viewer)
    const workspace = await this.#prisma.workspace.findUnique({
      where: { id, AND: visibleWorkspaces(viewer) },
      select: { companyId: true, type: true },
    })
    if (!workspace || !managesCompany(viewer, workspace.companyId)) throw notFound('workspace')
    return workspace
  }

  async #membersOf(tx: Prisma.TransactionClient, companyId: number, memberIds: number[]): Promise<number[]> {
    const ids = [...new Set(memberIds)]
    if (ids.length > maxMembers) throw invalid('memberIds', `may name at most ${maxMembers} users.`)
    if (ids.length > 0 && (await tx.user.count({ where: { id: { in: ids }, companyId } })) !== ids.length)
      throw notFound('user')
    return ids
  }
}

/** How many members a workspace may be given at once. */
const maxMembers = 10_000

/** Personal workspaces are called by their owner; nobody takes such a name away from a user to come. */
const personalPrefix = 'personal workspace of '

function checked(input: { name?: string | null; description?: string | null }): {
  name?: string
  description?: string
} {
  const name = input.name?.trim()
  if (name !== undefined && (name === '' || name.length > 255)) throw invalid('name', 'must have 1 to 255 characters.')
  if (name?.toLowerCase().startsWith(personalPrefix)) throw invalid('name', 'is reserved for personal workspaces.')
  if ((input.description?.length ?? 0) > 10_000) throw invalid('description', 'must have at most 10,000 characters.')
  return { name, description: input.description ?? undefined }
}

const nameTaken = (error: unknown): unknown =>
  violatedUniqueIndex(error) ? new AppError('conflict', 'A workspace of this name exists already.') : error
