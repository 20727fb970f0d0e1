import { notFound } from '../errors.ts'

/** The integer in an opaque id; what can't be one is `not_found`, as any id of nothing is. */
export function nodeId(id: unknown): number {
  const value = Number(id)
  if (!Number.isInteger(value) || value < 1 || value > 2_147_483_647) throw notFound('record')
  return value
}
