import { z } from 'zod'
import { notFound } from '../errors.ts'
import type { Wire } from './route.ts'

/** Records on a page when none are asked for, and at most. */
export const defaultPageSize = 20
export const maxPageSize = 100

/** How many records the graph passes over at most; what lies behind them is no page. */
const maxOffset = 1_000_000

const whole = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)

/** The query parameters of every list. */
export const pageQuery = {
  page: whole
    .refine((page) => page >= 1, 'must be 1 or more')
    .default(1)
    .describe('Page number, from 1.'),
  page_size: whole
    .refine((size) => size >= 1 && size <= maxPageSize, `must lie between 1 and ${maxPageSize}`)
    .default(defaultPageSize)
    .describe(`Records on a page, at most ${maxPageSize}.`),
}

export type PageQuery = { page: number; page_size: number }

/** A page as the graph is asked for it. */
export function pageVariables({ page, page_size }: PageQuery) {
  const offset = (page - 1) * page_size
  if (offset > maxOffset) throw notFound('page')
  return { first: page_size, offset }
}

/**
 * The count and the links to the neighbouring pages: absolute, with the other query parameters kept.
 * A page past the end is `not_found`; the first page of an empty list is not.
 */
export function pageLinks(count: number, { page, page_size }: PageQuery, wire: Wire) {
  if (page > 1 && (page - 1) * page_size >= count) throw notFound('page')
  const link = (to: number): string => {
    const search = new URLSearchParams(wire.search)
    search.set('page', String(to))
    return `${wire.baseUrl}${wire.path}?${search}`
  }
  return { count, next: page * page_size < count ? link(page + 1) : null, previous: page > 1 ? link(page - 1) : null }
}
