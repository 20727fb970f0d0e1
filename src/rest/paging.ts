import { z } from 'zod'
import { notFound } from '../errors.ts'
import type { Wire } from './route.ts'

/** Records on a page when none are asked for, and at most. */
export const defaultPageSize = 20
export const maxPageSize = 100

const pageNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, `must lie between 1 and ${max}`)

/** The query parameters of every list. */
export const pageQuery = {
  page: pageNumber(1_000_000).default(1).describe('Page number, from 1.'),
  page_size: pageNumber(maxPageSize).default(defaultPageSize).describe(`Records on a page, at most ${maxPageSize}.`),
}

export type PageQuery = { page: number; page_size: number }

/** A page as the graph is asked for it. */
export const pageVariables = ({ page, page_size }: PageQuery) => ({ first: page_size, offset: (page - 1) * page_size })

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
