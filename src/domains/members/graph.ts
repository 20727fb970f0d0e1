import { Language, Role } from '../../database/client/enums.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionOf, offsetArgs, offsetQuery } from '../../graphql/connections.ts'
import { viewerOf } from '../../graphql/context.ts'
import { nodeId } from '../../graphql/node-id.ts'
import { visibleUsers } from './policy.ts'
import { invitationStatusOf } from './status.ts'

export const RoleEnum = builder.enumType('Role', {
  description: 'What a user may do beyond their own documents.',
  values: {
    [Role.ADMIN]: { description: 'Administers the whole instance.' },
    [Role.COMPANY_ADMIN]: { description: 'Administers one company.' },
    [Role.MEMBER]: { description: 'Reads and asks what they may see.' },
  } as const,
})

export const LanguageEnum = builder.enumType('Language', {
  description: 'The language a user is addressed in.',
  values: {
    [Language.AR]: { description: 'Arabic.' },
    [Language.EN]: { description: 'English.' },
    [Language.FR]: { description: 'French.' },
    [Language.DE]: { description: 'German.' },
  } as const,
})

const InvitationStatus = builder.enumType('InvitationStatus', {
  description: 'Where a user stands between being created and signing in.',
  values: {
    PENDING: { description: 'Created, never signed in.' },
    ACCEPTED: { description: 'Signed in with an invitation.' },
    EXPIRED: { description: 'The account expired before the invitation was accepted.' },
  } as const,
})

export const User = builder.prismaNode('User', {
  description: 'A person of a company.',
  id: { field: 'id', description: 'Opaque id, for `node`.' },
  select: { id: true },
  nullable: true,
  findUnique: (id, context) => ({ id: nodeId(id), AND: visibleUsers(viewerOf(context)) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id on the wire.' }),
    username: t.exposeString('username', { description: 'The name to sign in with; unique.' }),
    email: t.expose('email', { type: 'EmailAddress', description: 'The e-mail address; unique, in lower case.' }),
    firstName: t.exposeString('firstName', { description: 'Given name; may be empty.' }),
    lastName: t.exposeString('lastName', { description: 'Family name; may be empty.' }),
    role: t.expose('role', { type: RoleEnum, description: 'What the user may do.' }),
    language: t.expose('language', { type: LanguageEnum, description: 'The language the user is addressed in.' }),
    isActive: t.exposeBoolean('isActive', { description: 'False for a deactivated user, who can not sign in.' }),
    invitationStatus: t.field({
      type: InvitationStatus,
      select: { invitationState: true, accountExpirationDate: true },
      description: 'Where the user stands between being created and signing in.',
      resolve: (user) => invitationStatusOf(user, new Date()),
    }),
    accountExpirationDate: t.expose('accountExpirationDate', {
      type: 'DateTime',
      nullable: true,
      description: 'From then on the user can not sign in; null for never.',
    }),
    lastLogin: t.expose('lastLogin', {
      type: 'DateTime',
      nullable: true,
      description: 'When a key of the user was last used (to within ten minutes); null before the first time.',
    }),
    dateJoined: t.expose('dateJoined', { type: 'DateTime', description: 'When the user was created.' }),
    company: t.relation('company', { description: 'The company the user belongs to.' }),
  }),
})

const UserConnection = connectionOf(User, 'User', 'users')

builder.prismaObjectField('Company', 'members', (t) =>
  t.relatedConnection(
    'users',
    {
      cursor: 'id',
      totalCount: true,
      description: 'The users of the company that you may see.',
      args: { ...offsetArgs },
      query: (args, context) => ({
        where: visibleUsers(viewerOf(context)),
        orderBy: { id: 'asc' },
        ...offsetQuery(args),
      }),
    },
    UserConnection,
  ),
)

builder.prismaObjectField('Workspace', 'members', (t) =>
  t.relatedConnection(
    'members',
    {
      cursor: 'id',
      totalCount: true,
      maxSize: 10_000,
      description: 'The members of the workspace that you may see: all for administrators, yourself otherwise.',
      args: { ...offsetArgs },
      query: (args, context) => ({
        where: visibleUsers(viewerOf(context)),
        orderBy: { id: 'asc' },
        ...offsetQuery(args),
      }),
    },
    UserConnection,
  ),
)

builder.prismaObjectField('Group', 'members', (t) =>
  t.relatedConnection(
    'members',
    {
      cursor: 'id',
      totalCount: true,
      description: 'The users of the group that you may see: all for administrators, yourself otherwise.',
      args: { ...offsetArgs },
      query: (args, context) => ({
        where: visibleUsers(viewerOf(context)),
        orderBy: { id: 'asc' },
        ...offsetQuery(args),
      }),
    },
    UserConnection,
  ),
)

builder.queryFields((t) => ({
  viewer: t.prismaField({
    type: User,
    authScopes: { authenticated: true },
    description: 'Who is asking.',
    resolve: (query, _root, _args, context) => context.services.members.findSelf(viewerOf(context), query),
  }),
  user: t.prismaField({
    type: User,
    nullable: true,
    authScopes: { authenticated: true },
    description: 'One user by the id on the wire; null when there is none that you may see.',
    args: { databaseId: t.arg.int({ required: true, description: 'The id on the wire.' }) },
    resolve: (query, _root, args, context) => context.services.members.find(viewerOf(context), args.databaseId, query),
  }),
}))
