import type { Prisma, PrismaClient, User } from '../../database/client/client.ts'
import type { Language } from '../../database/client/enums.ts'
import { AppError, forbidden, invalid, notFound } from '../../errors.ts'
import { isAdmin, managesCompany, requireManager, type Viewer } from '../../viewer.ts'
import { activateUser, deactivateUser } from './activation.ts'
import { insertUser, maxNameLength, type NewUser } from './create.ts'
import type { InvitationMail } from './invitation-mail.ts'
import type { InvitationsService } from './invitations.ts'
import { replaceGroups } from './memberships.ts'
import { visibleUsers } from './policy.ts'

export type UserChanges = {
  firstName?: string | null
  lastName?: string | null
  language?: Language | null
  accountExpirationDate?: Date | null
}

export type MembersDeps = {
  prisma: PrismaClient
  invitations: InvitationsService
  /** Absent where no mail is configured. */
  mail?: InvitationMail
  defaultMaxUsers: number
}

/** Those who change one company at once wait for each other, in milliseconds. */
const waiting = { maxWait: 30_000, timeout: 30_000 }

/** The people of a company: created with an invitation, changed and deactivated by their administrators. */
export class MembersService {
  readonly #prisma: PrismaClient
  readonly #invitations: InvitationsService
  readonly #mail: InvitationMail | undefined
  readonly #defaultMaxUsers: number

  constructor(deps: MembersDeps) {
    this.#prisma = deps.prisma
    this.#invitations = deps.invitations
    this.#mail = deps.mail
    this.#defaultMaxUsers = deps.defaultMaxUsers
  }

  /** One user that the viewer may see, or null. */
  find(viewer: Viewer, id: number, query: object): Promise<User | null> {
    return this.#prisma.user.findUnique({ ...query, where: { id, AND: visibleUsers(viewer) } })
  }

  /** The viewer's own user. */
  findSelf(viewer: Viewer, query: object): Promise<User> {
    return this.#prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } })
  }

  /** Creates a user of a company that the viewer administers; gives the invitation token, which is shown once. */
  async create(viewer: Viewer, input: NewUser): Promise<{ id: number; invitationToken: string }> {
    requireManager(viewer)
    if (!managesCompany(viewer, input.companyId)) throw notFound('company')
    if (input.role === 'ADMIN' && !isAdmin(viewer)) throw forbidden('Only administrators make administrators.')
    return this.#mailed(await this.#prisma.$transaction((tx) => this.createUnchecked(tx, input), waiting))
  }

  /** Creates a user without asking who does it; for the first start, the demo and the command line. */
  async createUnchecked(
    tx: Prisma.TransactionClient,
    input: NewUser,
  ): Promise<{ id: number; invitationToken: string }> {
    const id = await insertUser(tx, input, this.#defaultMaxUsers)
    return { id, invitationToken: await this.#invitations.issue(tx, id) }
  }

  /** A new invitation for a user who never signed in; older ones stop working. */
  async invite(viewer: Viewer, id: number): Promise<{ id: number; invitationToken: string }> {
    await this.#requireManaged(viewer, id)
    const invited = await this.#prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM users WHERE id = ${id} FOR UPDATE`
      const user = await tx.user.findUniqueOrThrow({ where: { id }, select: { invitationState: true, isActive: true } })
      if (user.invitationState === 'ACCEPTED')
        throw new AppError('conflict', 'This user has accepted an invitation already.')
      if (!user.isActive) throw new AppError('conflict', 'This user is deactivated.')
      return { id, invitationToken: await this.#invitations.issue(tx, id) }
    }, waiting)
    return this.#mailed(invited)
  }

  /** Mails the token beside the request, where mail is configured. */
  #mailed<Invited extends { id: number; invitationToken: string }>(invited: Invited): Invited {
    void this.#mail?.send(invited)
    return invited
  }

  /** Changes what the input names, and nothing else. */
  async update(viewer: Viewer, id: number, changes: UserChanges): Promise<number> {
    await this.#requireManaged(viewer, id)
    for (const key of ['firstName', 'lastName'] as const) {
      if ((changes[key]?.length ?? 0) > maxNameLength)
        throw invalid(key, `must have at most ${maxNameLength} characters.`)
    }
    const { firstName, lastName, language, accountExpirationDate } = changes
    if (id === viewer.id && accountExpirationDate && accountExpirationDate <= new Date())
      throw new AppError('conflict', 'You cannot let your own account expire now.')
    await this.#prisma.user.update({
      where: { id },
      data: {
        firstName: firstName ?? undefined,
        lastName: lastName ?? undefined,
        language: language ?? undefined,
        accountExpirationDate,
      },
      select: { id: true },
    })
    return id
  }

  /**
   * Deactivates a user: from now on none of their keys authenticates. Nobody deactivates themselves, or the last
   * administrator who may sign in: a `conflict`.
   */
  async deactivate(viewer: Viewer, id: number): Promise<number> {
    await this.#requireManaged(viewer, id)
    if (id === viewer.id) throw new AppError('conflict', 'You cannot deactivate yourself.')
    await this.#prisma.$transaction((tx) => deactivateUser(tx, id), waiting)
    return id
  }

  /** Lets a deactivated user in again, with the keys they had. A company that is full is a `conflict`. */
  async activate(viewer: Viewer, id: number): Promise<number> {
    await this.#requireManaged(viewer, id)
    await this.#prisma.$transaction((tx) => activateUser(tx, id, this.#defaultMaxUsers), waiting)
    return id
  }

  /** Replaces the groups of a user by those named, all of the user's own company, in one transaction. */
  async replaceGroups(viewer: Viewer, id: number, groupIds: number[]): Promise<number> {
    await this.#requireManaged(viewer, id)
    await this.#prisma.$transaction((tx) => replaceGroups(tx, id, groupIds))
    return id
  }

  /** Refuses whoever may not change this user: members always, and company administrators an administrator. */
  async #requireManaged(viewer: Viewer, id: number): Promise<void> {
    requireManager(viewer)
    const user = await this.#prisma.user.findUnique({
      where: { id, AND: visibleUsers(viewer) },
      select: { role: true },
    })
    if (!user) throw notFound('user')
    if (user.role === 'ADMIN' && !isAdmin(viewer)) throw forbidden('Only administrators change administrators.')
  }
}
