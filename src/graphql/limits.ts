import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql'
import { Ruler } from './ruler.ts'

/** What a public document may ask for; stored documents are not measured. */
export type QueryLimits = {
  /** Levels of nesting. */
  depth: number
  /** Records that the answer may hold, as its page sizes promise. */
  cost: number
  /** Fields after the fragments are spread out. */
  fields: number
  aliases: number
  directives: number
  rootFields: number
}

export const defaultLimits: QueryLimits = {
  depth: 15,
  cost: 20_000,
  fields: 2_000,
  aliases: 60,
  directives: 60,
  rootFields: 30,
}

/** For whoever has not signed in: room for the introspection of tools, accepting an invitation, and little more. */
export const anonymousLimits: QueryLimits = { ...defaultLimits, fields: 300, aliases: 5, rootFields: 5 }

/** The longest document, in characters; one token can be of any length. */
export const maxDocumentLength = 65_536

/** How many tokens the parser reads before it refuses. */
export const maxTokens = 6_000

/**
 * Refuses a document that would cost too much, before it is validated: some validation rules are quadratic. Each
 * fragment is measured once, so that doubling fragments cost no more than their text.
 */
export function checkLimits(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  limits: QueryLimits = defaultLimits,
): void {
  checkCounts(document, limits)
  const ruler = new Ruler(schema, document, variables)
  for (const operation of document.definitions) {
    if (operation.kind === Kind.OPERATION_DEFINITION) checkOperation(ruler, operation, limits)
  }
}

function checkOperation(ruler: Ruler, operation: OperationDefinitionNode, limits: QueryLimits): void {
  if (operation.selectionSet.selections.length > limits.rootFields) refuse('root fields', limits.rootFields)
  const size = ruler.measure(operation)
  if (size.depth > limits.depth) refuse('levels of nesting', limits.depth)
  if (size.fields > limits.fields) refuse('fields', limits.fields)
  if (size.cost > limits.cost) refuse('records, as its page sizes promise,', limits.cost)
}

function checkCounts(document: DocumentNode, limits: QueryLimits): void {
  let aliases = 0
  let directives = 0
  visit(document, {
    Field: (node) => {
      if (node.alias && ++aliases > limits.aliases) refuse('aliases', limits.aliases)
    },
    Directive: () => {
      if (++directives > limits.directives) refuse('directives', limits.directives)
    },
    StringValue: (node) => {
      if (node.value.includes('\0')) throw new GraphQLError('A text holds a NUL character, which nothing can store.')
    },
  })
}

function refuse(what: string, limit: number): never {
  throw new GraphQLError(`The document asks for too much: at most ${limit} ${what} are answered.`)
}
