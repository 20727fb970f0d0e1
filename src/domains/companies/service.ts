import type { Company, Prisma, PrismaClient } from '../../database/client/client.ts'
import { violatedUniqueIndex } from '../../database/constraint.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { isAdmin, managesCompany, requireAdmin, requireManager, type Viewer } from '../../viewer.ts'
import { isAllowedToSignIn } from '../members/policy.ts'
import { visibleCompanies } from './policy.ts'
import { type StorageUse, storageUseOf } from './storage-use.ts'

export type NewCompany = {
  name: string
  dpoEmail?: string | null
  maxUsers?: number | null
  allowCompanyAdminsToManageSso?: boolean | null
  storageLimitCompanyWs?: number | null
  storageLimitPersonalWs?: number | null
  storageLimitCustomWs?: number | null
}

/** Companies: the tenants. Each has one company workspace from the moment it exists. */
export class CompaniesService {
  readonly #prisma: PrismaClient

  constructor(deps: { prisma: PrismaClient }) {
    this.#prisma = deps.prisma
  }

  /** One company that the viewer may see, read with the selection that was asked for. */
  find(viewer: Viewer, id: number, query: object): Promise<Company | null> {
    return this.#prisma.company.findUnique({ ...query, where: { id, AND: visibleCompanies(viewer) } })
  }

  list(viewer: Viewer, query: object): Promise<Company[]> {
    return this.#prisma.company.findMany({ ...query, where: visibleCompanies(viewer), orderBy: { id: 'asc' } })
  }

  count(viewer: Viewer): Promise<number> {
    return this.#prisma.company.count({ where: visibleCompanies(viewer) })
  }

  /** What the documents of companies take, in their order; null for a company that the viewer does not administer. */
  async storageUse(viewer: Viewer, ids: readonly number[]): Promise<(StorageUse | null)[]> {
    const uses = await storageUseOf(
      this.#prisma,
      ids.filter((id) => managesCompany(viewer, id)),
    )
    return ids.map((id) => uses.get(id) ?? null)
  }

  /** How many users of each company may sign in now, in the order of the ids; one statement for all. */
  async activeMembers(ids: readonly number[]): Promise<number[]> {
    const counts = await this.#prisma.user.groupBy({
      by: ['companyId'],
      where: { companyId: { in: [...ids] }, ...isAllowedToSignIn() },
      _count: true,
    })
    const byCompany = new Map(counts.map(({ companyId, _count }) => [companyId, _count]))
    return ids.map((id) => byCompany.get(id) ?? 0)
  }

  /** Creates a company with its company workspace; administrators only. A taken name is a conflict. */
  create(viewer: Viewer, input: NewCompany): Promise<number> {
    requireAdmin(viewer)
    return this.createUnchecked(this.#prisma, input)
  }

  /** Creates a company without asking who does it; for the first start, the demo and the command line. */
  async createUnchecked(tx: Prisma.TransactionClient, input: NewCompany): Promise<number> {
    const data = checked(input)
    try {
      const company = await tx.company.create({
        data: {
          ...data,
          name: data.name,
          workspaces: {
            create: {
              type: 'COMPANY',
              name: data.name,
              description: `Documents of everyone at ${data.name}`,
              collections: { create: { type: 'COMPANY', name: 'Company' } },
            },
          },
        },
        select: { id: true },
      })
      return company.id
    } catch (error) {
      throw nameTaken(error)
    }
  }

  /** Changes what the input names. Limits are set by administrators; a company administrator changes name and DPO e-mail. */
  async update(viewer: Viewer, id: number, input: Partial<NewCompany>): Promise<number> {
    requireManager(viewer)
    if (!managesCompany(viewer, id)) throw notFound('company')
    const limits = [
      'maxUsers',
      'allowCompanyAdminsToManageSso',
      'storageLimitCompanyWs',
      'storageLimitPersonalWs',
      'storageLimitCustomWs',
    ] as const
    if (!isAdmin(viewer) && limits.some((name) => input[name] !== undefined)) requireAdmin(viewer)
    try {
      const { count } = await this.#prisma.company.updateMany({ where: { id }, data: checked(input) })
      if (count === 0) throw notFound('company')
      return id
    } catch (error) {
      throw nameTaken(error)
    }
  }
}

function checked<Input extends Partial<NewCompany>>(input: Input): Input & { allowCompanyAdminsToManageSso?: boolean } {
  const name = input.name?.trim()
  if (name !== undefined && (name === '' || name.length > 255)) throw invalid('name', 'must have 1 to 255 characters.')
  if ((input.dpoEmail?.length ?? 0) > 254) throw invalid('dpoEmail', 'must have at most 254 characters.')
  if (input.maxUsers != null && input.maxUsers < 1) throw invalid('maxUsers', 'must be 1 or more.')
  for (const key of ['storageLimitCompanyWs', 'storageLimitPersonalWs', 'storageLimitCustomWs'] as const) {
    const limit = input[key]
    if (limit != null && !(limit >= 0 && limit <= 1e9)) throw invalid(key, 'must lie between 0 and 10^9 gigabytes.')
  }
  return {
    ...input,
    ...(name !== undefined && { name }),
    allowCompanyAdminsToManageSso: input.allowCompanyAdminsToManageSso ?? undefined,
  }
}

const nameTaken = (error: unknown): unknown =>
  violatedUniqueIndex(error) ? new AppError('conflict', 'A company of this name exists already.') : error
