import type { Group, PrismaClient } from '../../database/client/client.ts'
import { violatedUniqueIndex } from '../../database/constraint.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { managesCompany, requireManager, type Viewer } from '../../viewer.ts'
import { visibleGroups } from './policy.ts'

/** User groups of a company; their administrators make, rename and delete them. */
export class GroupsService {
  readonly #prisma: PrismaClient

  constructor(deps: { prisma: PrismaClient }) {
    this.#prisma = deps.prisma
  }

  /** One group that the viewer may see, or null. */
  find(viewer: Viewer, id: number, query: object): Promise<Group | null> {
    return this.#prisma.group.findUnique({ ...query, where: { id, AND: visibleGroups(viewer) } })
  }

  /** Creates a group, optionally with members of the same company. A taken name is a conflict. */
  async create(
    viewer: Viewer,
    input: { companyId: number; name: string; memberIds?: number[] | null },
  ): Promise<number> {
    requireManager(viewer)
    if (!managesCompany(viewer, input.companyId)) throw notFound('company')
    const ids = [...new Set(input.memberIds ?? [])]
    if (ids.length > 10_000) throw invalid('memberIds', 'may name at most 10,000 users.')
    if ((await this.#prisma.user.count({ where: { id: { in: ids }, companyId: input.companyId } })) !== ids.length)
      throw notFound('user')
    try {
      const group = await this.#prisma.group.create({
        data: {
          companyId: input.companyId,
          name: checkedName(input.name),
          members: { connect: ids.map((id) => ({ id })) },
        },
        select: { id: true },
      })
      return group.id
    } catch (error) {
      throw nameTaken(error)
    }
  }

  /** Renames a group. */
  async rename(viewer: Viewer, id: number, name: string): Promise<number> {
    await this.#requireManaged(viewer, id)
    try {
      await this.#prisma.group.update({ where: { id }, data: { name: checkedName(name) }, select: { id: true } })
      return id
    } catch (error) {
      throw nameTaken(error)
    }
  }

  /** Deletes a group; its members stay. */
  async delete(viewer: Viewer, id: number): Promise<void> {
    await this.#requireManaged(viewer, id)
    await this.#prisma.group.deleteMany({ where: { id } })
  }

  async #requireManaged(viewer: Viewer, id: number): Promise<void> {
    requireManager(viewer)
    const group = await this.#prisma.group.findUnique({ where: { id }, select: { companyId: true } })
    if (!group || !managesCompany(viewer, group.companyId)) throw notFound('group')
  }
}

function checkedName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 255) throw invalid('name', 'must have 1 to 255 characters.')
  return name
}

const nameTaken = (error: unknown): unknown =>
  violatedUniqueIndex(error) ? new AppError('conflict', 'A group of this name exists already.') : error
