import type { Language, Role } from '../database/client/enums.ts'

export type Person = {
  email: string
  firstName: string
  lastName: string
  role: Role
  language: Language
  /** False for someone who was invited and never came. */
  hasSignedIn: boolean
}

const person = (firstName: string, lastName: string, role: Role, language: Language, hasSignedIn = true): Person => ({
  email: `${firstName}.${lastName}@meridian.example`.toLowerCase(),
  firstName,
  lastName,
  role,
  language,
  hasSignedIn,
})

/** Who works at the demo company, beside the first administrator. */
export const people = {
  clara: person('Clara', 'Berg', 'COMPANY_ADMIN', 'DE'),
  marcus: person('Marcus', 'Oyelaran', 'MEMBER', 'EN'),
  julien: person('Julien', 'Moreau', 'MEMBER', 'FR'),
  sofia: person('Sofia', 'Lindqvist', 'MEMBER', 'EN'),
  layla: person('Layla', 'Haddad', 'MEMBER', 'AR', false),
} as const satisfies Record<string, Person>

export type PersonName = keyof typeof people

export const groups: { name: string; members: PersonName[] }[] = [
  { name: 'Engineering', members: ['marcus', 'julien'] },
  { name: 'Sales', members: ['sofia', 'layla'] },
]

export type CustomWorkspace = { name: string; description: string; members: PersonName[] }

export const customWorkspaces = {
  product: {
    name: 'Product development',
    description: 'Data sheets, firmware, calibration and service of what we make',
    members: ['clara', 'marcus', 'julien'],
  },
  sales: {
    name: 'Sales and support',
    description: 'Prices, offers and the cases of customers',
    members: ['clara', 'sofia', 'layla'],
  },
} as const satisfies Record<string, CustomWorkspace & { members: readonly PersonName[] }>
