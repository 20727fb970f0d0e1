import { z } from 'zod'
import { isSignInAllowed } from '../../domains/keys/authenticate.ts'
import { AppError } from '../../errors.ts'
import { command, instant, noOptions, text } from '../command.ts'
import { findUser } from '../find-user.ts'
import { operatorViewer } from '../operator-viewer.ts'
import { printable, table, time } from '../output.ts'

const owner = () => text().meta({ placeholder: 'ID|EMAIL', description: 'Whose key, by id or e-mail address' })

const create = command({
  name: 'key create',
  summary: 'Make an API key for a user; its text is printed once',
  options: z.object({
    user: owner(),
    name: text().meta({ placeholder: 'NAME', description: 'What to call it' }),
    expiresAt: instant()
      .optional()
      .meta({ placeholder: 'TIME', description: 'When it stops working; never when absent' }),
  }),
  async run({ services }, { options: { user: idOrEmail, name, expiresAt } }) {
    const { isActive, accountExpirationDate, ...user } = await findUser(services.prisma, idOrEmail)
    if (!isSignInAllowed({ isActive, accountExpirationDate }, new Date()))
      throw new AppError('conflict', 'This account is inactive or has expired: a key of it would not work.')
    const asUser = { ...user, keyId: null, scopes: null }
    const { id, key } = await services.keys.create(asUser, { name, expiresAt })
    return {
      data: { id, key, name, user: user.email, expiresAt: expiresAt ?? null },
      text: `Created key ${id} for ${user.email}\nIts text, shown this once: ${key}`,
    }
  },
})

const list = command({
  name: 'key list',
  summary: 'List the keys of a user; their texts are not stored and cannot be shown',
  options: z.object({ user: owner() }),
  async run({ services }, { options }) {
    const { id: userId } = await findUser(services.prisma, options.user)
    const data = await services.prisma.apiKey.findMany({
      where: { userId },
      orderBy: { createdAt: 'asc' },
      select: {
        id: true,
        name: true,
        prefix: true,
        createdAt: true,
        expiresAt: true,
        revokedAt: true,
        lastUsedAt: true,
        isScoped: true,
      },
    })
    const lines = data.map((key) => [
      key.id,
      printable(key.name),
      key.prefix,
      time(key.createdAt),
      time(key.expiresAt),
      time(key.revokedAt),
      time(key.lastUsedAt),
    ])
    return { data, text: table(['ID', 'NAME', 'PREFIX', 'CREATED', 'EXPIRES', 'REVOKED', 'LAST USED'], lines) }
  },
})

const revoke = command({
  name: 'key revoke',
  summary: 'Revoke a key: from now on it authenticates nothing',
  argument: { placeholder: 'ID', description: 'The key, by its id (see key list)' },
  options: noOptions,
  async run({ services }, { argument }) {
    const { id } = await services.keys.revoke(operatorViewer, argument)
    return { data: { id, isRevoked: true }, text: `Revoked key ${id}` }
  },
})

export const keyCommands = [create, list, revoke]
