import { z } from 'zod'
import { command, count, noOptions, text } from '../command.ts'
import { operatorViewer } from '../operator-viewer.ts'
import { printable, table } from '../output.ts'

const create = command({
  name: 'company create',
  summary: 'Create a company with its company workspace',
  options: z.object({
    name: text().meta({ placeholder: 'NAME', description: 'Its name, which no other company has' }),
    maxUsers: count().optional().meta({ placeholder: 'N', description: 'How many active users it may have' }),
    dpoEmail: z
      .email('must be an e-mail address')
      .optional()
      .meta({ placeholder: 'EMAIL', description: 'Its data protection officer' }),
  }),
  async run({ services }, { options }) {
    const id = await services.companies.create(operatorViewer, options)
    return { data: { id, ...options }, text: `Created company ${id}: ${printable(options.name)}` }
  },
})

const list = command({
  name: 'company list',
  summary: 'List the companies',
  options: noOptions,
  async run({ services, config }) {
    const rows = await services.prisma.company.findMany({
      orderBy: { id: 'asc' },
      select: {
        id: true,
        name: true,
        maxUsers: true,
        _count: { select: { users: { where: { isActive: true } }, workspaces: true, documents: true } },
      },
    })
    const data = rows.map(({ _count: { users, ...counts }, ...company }) => ({
      ...company,
      activeUsers: users,
      ...counts,
    }))
    const lines = data.map((row) => [
      row.id,
      row.name,
      row.activeUsers,
      row.maxUsers ?? `${config.limits.maxUsers} (default)`,
      row.workspaces,
      row.documents,
    ])
    return { data, text: table(['ID', 'NAME', 'ACTIVE USERS', 'AT MOST', 'WORKSPACES', 'DOCUMENTS'], lines) }
  },
})

export const companyCommands = [create, list]
