import { GraphQLScalarType } from 'graphql'
import { DateTimeISOResolver, EmailAddressResolver, JSONResolver } from 'graphql-scalars'
import type { UploadedFile } from './uploads.ts'

export type Scalars = {
  DateTime: { Input: Date; Output: Date | string }
  Date: { Input: string; Output: string }
  EmailAddress: { Input: string; Output: string }
  JSON: { Input: unknown; Output: unknown }
  File: { Input: UploadedFile; Output: never }
}

/** The ISO variant under its usual name: the other one serialises to `Date` objects when it runs in-process. */
const iso = DateTimeISOResolver.toConfig()
const dateTime = new GraphQLScalarType<Date, Date | string>({
  name: 'DateTime',
  description: 'A moment in time: an ISO 8601 timestamp in UTC, such as `2026-01-31T09:30:00.000Z`.',
  coerceOutputValue: iso.coerceOutputValue,
  coerceInputValue: (value) => ofOurYears(iso.coerceInputValue(value)),
  coerceInputLiteral: (node) => ofOurYears(node.kind === 'StringValue' ? iso.coerceInputValue(node.value) : undefined),
})

/** Refuses what is beyond the years 1 to 9999 in UTC, which could be stored and then be read by nobody. */
function ofOurYears(value: Date | null | undefined): Date {
  const year = value?.getUTCFullYear() ?? Number.NaN
  if (value && year >= 1 && year <= 9999) return value
  throw new TypeError('A timestamp must lie in the years 1 to 9999.')
}

/** A calendar date that stays text, so that no time zone can move it. */
const date = new GraphQLScalarType<string, string>({
  name: 'Date',
  description: 'A calendar date, such as `2026-01-31`.',
  serialize: calendarDate,
  parseValue: calendarDate,
  parseLiteral: (node) => calendarDate(node.kind === 'StringValue' ? node.value : undefined),
})

function calendarDate(value: unknown): string {
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : value
  const isDate = typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDay(text)
  if (!isDate) throw new TypeError('A date must look like 2026-01-31.')
  return text
}

const isRealDay = (text: string): boolean => {
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

/** A file of a multipart request (the GraphQL multipart request specification), already on disk. */
const file = new GraphQLScalarType<UploadedFile, never>({
  name: 'File',
  description: 'A file, sent as `multipart/form-data` (the GraphQL multipart request specification).',
  serialize: () => {
    throw new TypeError('A file is never part of an answer.')
  },
  parseValue: (value) => {
    if (isUploadedFile(value)) return value
    throw new TypeError('A file must be sent as multipart/form-data.')
  },
  parseLiteral: () => {
    throw new TypeError('A file must be sent as multipart/form-data, named by a variable.')
  },
})

const isUploadedFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && 'open' in value && typeof value.open === 'function'

/** The scalars of the graph, by name. */
export const scalarTypes = {
  DateTime: dateTime,
  Date: date,
  EmailAddress: EmailAddressResolver,
  JSON: JSONResolver,
  File: file,
}
