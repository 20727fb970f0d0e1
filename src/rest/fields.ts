import { z } from 'zod'

const maxInt = 2_147_483_647

/** An id that no record has: what an integer beyond the range of ids stands for, so that it is not found. */
const noId = 0

const inRange = (value: number): number => (value >= 1 && value <= maxInt ? value : noId)

/** An id in a JSON body: an integer, never a string. */
export const bodyId = z.number('must be an integer').refine(Number.isInteger, 'must be an integer').transform(inRange)

/** An id in a path or query: the digits of an integer. */
export const textId = z
  .string()
  .regex(/^-?\d+$/, 'must be an integer')
  .transform((text) => inRange(Number(text)))

/** A boolean in a query: true or false, in any case, or 1 or 0. */
export const textBoolean = z
  .string()
  .regex(/^(true|false|1|0)$/i, 'must be true or false')
  .transform((text) => /^(true|1)$/i.test(text))

/** The parameters of a path with one integer id. */
export const idParams = z.object({ id: textId })

/** No parameters. */
export const none = z.object({})

/** Text that can be stored: without NUL, which PostgreSQL refuses, and without halves of characters. */
export const text = z
  .string('must be a string')
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must be well-formed text without NUL')
