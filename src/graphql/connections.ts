import type { ObjectRef } from '@pothos/core'
import { invalid } from '../errors.ts'
import { builder, type Types } from './builder.ts'

/** The largest offset that is answered; beyond it, cursors are the way. */
const maxOffset = 1_000_000

/** The argument that every list takes beside the Relay ones: how many records to pass over. */
export const offsetArgs = builder.args((t) => ({
  offset: t.int({ description: 'How many records to pass over before the page begins (for numbered pages).' }),
}))

type PageArgs = { offset?: number | null; after?: unknown; before?: unknown }

/**
 * The part of a Prisma query that an `offset` asks for, to be spread into it; a cursor passes over one record itself.
 * What can be no cursor of a list with ids of this kind is `bad_request`.
 */
export function offsetQuery(args: PageArgs, ids: 'integer' | 'uuid' = 'integer'): { skip?: number } {
  for (const name of ['after', 'before'] as const) {
    if (args[name] != null && !isCursor(String(args[name]), ids)) throw invalid(name, 'is no cursor of this list.')
  }
  const offset = args.offset ?? 0
  if (offset < 0 || offset > maxOffset) throw invalid('offset', `must lie between 0 and ${maxOffset}.`)
  if (offset === 0) return {}
  return { skip: offset + (args.after || args.before ? 1 : 0) }
}

function isCursor(cursor: string, ids: 'integer' | 'uuid'): boolean {
  const text = Buffer.from(cursor, 'base64').toString('latin1')
  if (ids === 'uuid') return /^GPC:S:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
  const number = /^GPC:N:(\d{1,10})$/.exec(text)?.[1]
  return number !== undefined && Number(number) <= 2_147_483_647
}

/** The shape that the Prisma plugin gives a connection: the count is a number, or a function that asks for it. */
type Counted = { totalCount?: number | (() => Promise<number> | number) | null }

type Page = {
  args: { offset?: number | null; before?: string | null; last?: number | null }
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean }
}

/** Where a page lies: what an offset has passed over lies before it, or behind it where one pages backwards. */
function pageInfoOf({ args, pageInfo }: Page) {
  if (!args.offset) return pageInfo
  const isBackward = args.before != null || args.last != null
  return { ...pageInfo, [isBackward ? 'hasNextPage' : 'hasPreviousPage']: true }
}

/**
 * The connection type `<Name>Connection` with its edge and `totalCount`, shared by every list of that type.
 * Lists that use it must offer a total count.
 */
export function connectionOf<Shape>(type: ObjectRef<Types, Shape>, name: string, plural: string) {
  const edge = builder.edgeObject({ type, name: `${name}Edge`, description: 'A record and its place in the list.' })
  return builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: `A page of ${plural}.`,
      fields: (t) => ({
        pageInfo: t.field({
          type: builder.pageInfoRef(),
          description: 'Where this page lies in its list.',
          resolve: (parent) => pageInfoOf(parent as unknown as Page) as typeof parent.pageInfo,
        }),
        totalCount: t.int({
          description: 'How many there are on all pages together.',
          extensions: { pothosPrismaTotalCount: true },
          resolve: (parent) => {
            const { totalCount } = parent as Counted
            return (typeof totalCount === 'function' ? totalCount() : totalCount) ?? 0
          },
        }),
      }),
    },
    edge,
  )
}
