import { Prisma } from './client/client.ts'

/**
 * The name of the unique index that a write ran into, or null when the error is something else.
 * Prisma 7 keeps it in the driver adapter's cause; `meta.target` is gone.
 */
export function violatedUniqueIndex(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return null
  const cause = (error.meta?.driverAdapterError as { cause?: { constraint?: { index?: string; fields?: string[] } } })
    ?.cause
  return cause?.constraint?.index ?? cause?.constraint?.fields?.join('_') ?? 'unique'
}

/** True for a write that referred to a row that is not there (any more). */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003'
