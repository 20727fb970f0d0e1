import { z } from 'zod'
import { Language, Role } from '../../database/client/enums.ts'
import { invitationStatusOf } from '../../domains/members/status.ts'
import { found } from '../../errors.ts'
import { choice, command, count, noOptions, text } from '../command.ts'
import { findUser } from '../find-user.ts'
import { operatorViewer } from '../operator-viewer.ts'
import { table } from '../output.ts'

const user = { placeholder: 'ID|EMAIL', description: 'The user, by id or e-mail address' }
const company = () => count().meta({ placeholder: 'ID', description: 'The company, by its id (see company list)' })

const invitation = (token: string) =>
  `Invitation token, valid for 7 days and shown this once: ${token}\n` +
  'Its user redeems it for a first API key with the mutation acceptInvitation.'

const create = command({
  name: 'user create',
  summary: 'Create a user and an invitation, whose token is printed once',
  options: z.object({
    company: company(),
    email: text().meta({ placeholder: 'EMAIL', description: 'E-mail address, which no other user has' }),
    username: text().optional().meta({ placeholder: 'NAME', description: 'Username; the e-mail address when absent' }),
    firstName: text().optional().meta({ placeholder: 'NAME', description: 'First name' }),
    lastName: text().optional().meta({ placeholder: 'NAME', description: 'Last name' }),
    role: choice(Object.values(Role))
      .optional()
      .meta({ placeholder: 'ROLE', description: 'member (the default), company_admin or admin' }),
    language: choice(Object.values(Language))
      .optional()
      .meta({ placeholder: 'LANGUAGE', description: 'en (the default), de, fr or ar' }),
  }),
  async run({ services }, { options }) {
    const { company: companyId, ...input } = options
    const { id, invitationToken } = await services.members.create(operatorViewer, { companyId, ...input })
    const { email } = await findUser(services.prisma, String(id))
    return {
      data: { id, email, companyId, invitationToken },
      text: `Created user ${id}: ${email}\n${invitation(invitationToken)}`,
    }
  },
})

const list = command({
  name: 'user list',
  summary: 'List the users of a company',
  options: z.object({ company: company() }),
  async run({ services }, { options }) {
    const { prisma } = services
    const { id } = found(
      await prisma.company.findUnique({ where: { id: options.company }, select: { id: true } }),
      'company',
    )
    const rows = await prisma.user.findMany({ where: { companyId: id }, orderBy: { id: 'asc' } })
    const now = new Date()
    const data = rows.map((row) => ({
      id: row.id,
      email: row.email,
      username: row.username,
      firstName: row.firstName,
      lastName: row.lastName,
      role: row.role.toLowerCase(),
      language: row.language.toLowerCase(),
      isActive: row.isActive,
      invitationStatus: invitationStatusOf(row, now).toLowerCase(),
      lastLogin: row.lastLogin,
    }))
    const lines = data.map((row) => [
      row.id,
      row.email,
      `${row.firstName} ${row.lastName}`.trim() || '-',
      row.role,
      row.isActive ? 'yes' : 'no',
      row.invitationStatus,
    ])
    return { data, text: table(['ID', 'EMAIL', 'NAME', 'ROLE', 'ACTIVE', 'INVITATION'], lines) }
  },
})

const invite = command({
  name: 'user invite',
  summary: 'Invite a user anew; older invitations stop working',
  argument: user,
  options: noOptions,
  async run({ services }, { argument }) {
    const { id, email } = await findUser(services.prisma, argument)
    const { invitationToken } = await services.members.invite(operatorViewer, id)
    return {
      data: { id, email, invitationToken },
      text: `Invited user ${id}: ${email}\n${invitation(invitationToken)}`,
    }
  },
})

const deactivate = command({
  name: 'user deactivate',
  summary: 'Deactivate a user: none of their keys authenticates any more',
  argument: user,
  options: noOptions,
  async run({ services }, { argument }) {
    const { id, email } = await findUser(services.prisma, argument)
    await services.members.deactivate(operatorViewer, id)
    return { data: { id, email, isActive: false }, text: `Deactivated user ${id}: ${email}` }
  },
})

const activate = command({
  name: 'user activate',
  summary: 'Activate a deactivated user: the keys they had authenticate again',
  argument: user,
  options: noOptions,
  async run({ services }, { argument }) {
    const { id, email } = await findUser(services.prisma, argument)
    await services.members.activate(operatorViewer, id)
    return { data: { id, email, isActive: true }, text: `Activated user ${id}: ${email}` }
  },
})

export const userCommands = [create, list, invite, deactivate, activate]
