import '../domains/companies/graph.ts'
import '../domains/companies/mutations.ts'
import '../domains/members/graph.ts'
import '../domains/members/mutations.ts'
import '../domains/groups/graph.ts'
import '../domains/workspaces/graph.ts'
import '../domains/workspaces/mutations.ts'
import '../domains/keys/graph.ts'
import '../domains/keys/mutations.ts'
import '../domains/documents/graph.ts'
import '../domains/documents/queries.ts'
import '../domains/documents/mutations.ts'
import '../domains/documents/subscriptions.ts'
import '../domains/retrieval/graph.ts'
import '../domains/chat/graph.ts'
import '../domains/chat/ask.ts'
import '../domains/chat/queries.ts'
import '../domains/chat/configuration.ts'
import type { GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'

/** The graph: what the domains above have declared. */
export const schema: GraphQLSchema = requireAccessRules(builder.toSchema())

/** Refuses a schema with a root field that does not say who may ask it: nothing is open because someone forgot. */
export function requireAccessRules(built: GraphQLSchema): GraphQLSchema {
  const roots = [built.getQueryType(), built.getMutationType(), built.getSubscriptionType()]
  const fields = roots.flatMap((type) => Object.values(type?.getFields() ?? {}).map((field) => ({ type, field })))
  const open = fields.filter(({ field }) => !hasAccessRule(field.extensions.pothosOptions))
  if (open.length > 0)
    throw new Error(`Without an access rule: ${open.map(({ type, field }) => `${type}.${field.name}`).join(', ')}`)
  return built
}

function hasAccessRule(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'authScopes' in options && options.authScopes != null
}
