import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { execute, type GraphQLSchema } from 'graphql'
import type { Context } from './context.ts'
import { toAppError } from './errors.ts'

/**
 * Runs a stored document in-process: no HTTP, no parsing, no validation (the tests validate every stored document).
 * Gives its data, or throws the AppError of its first error; partial data is never given.
 */
export async function executeStored<Data, Variables extends Record<string, unknown>>(
  schema: GraphQLSchema,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context: Context,
): Promise<Data> {
  const result = await execute({ schema, document, variableValues: variables, contextValue: context })
  if (result.errors?.[0]) throw toAppError(result.errors[0])
  return result.data as Data
}
