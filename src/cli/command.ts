import { z } from 'zod'
import type { Operator } from './operator.ts'

/** What a command has done: `data` for machines, `text` for people. A secret stands in both, and nowhere else. */
export type Outcome = { data: unknown; text: string }

export type Input<Options extends z.ZodObject> = {
  /** What follows the command's name; there exactly when the command declares an argument. */
  argument: string
  options: z.output<Options>
}

type Declaration<Options extends z.ZodObject> = {
  /** The words that name it: `company create`. */
  name: string
  summary: string
  argument?: { placeholder: string; description: string }
  /** Its options in camel case; on the command line `maxUsers` is `--max-users`. */
  options: Options
  run(operator: Operator, input: Input<Options>): Promise<Outcome>
}

/** A command whose options are known at run time only. */
export type Command = Declaration<z.ZodObject>

/** Declares a command; `run` gets the options as their schema has checked and converted them. */
export const command = <Options extends z.ZodObject>(declaration: Declaration<Options>): Command => ({
  ...declaration,
  run: (operator, { argument, options }) =>
    declaration.run(operator, { argument, options: options as z.output<Options> }),
})

export const noOptions = z.object({})

/** A text that is not empty. */
export const text = () => z.string().trim().min(1, 'must not be empty')

/** A whole number of 1 or more that PostgreSQL's integers hold. */
export const count = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number of 1 or more')
    .transform(Number)

/** A date (its midnight in UTC) or a time with its offset. */
export const instant = () =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be like 2027-01-31 or 2027-01-31T12:00:00Z')
    .transform((value) => new Date(value))

/** One of a few words, whose upper case is how the database has them: `company_admin` → `COMPANY_ADMIN`. */
export const choice = <Value extends string>(values: readonly Value[]) =>
  z
    .enum(
      values.map((value) => value.toLowerCase() as Lowercase<Value>),
      `must be one of: ${values.join(', ').toLowerCase()}`,
    )
    .transform((value) => value.toUpperCase() as Value)
