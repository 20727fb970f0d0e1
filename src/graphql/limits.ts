import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'

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

/** The longest document, in characters; one token can be of any length. */
export const maxDocumentLength = 65_536

/** How many tokens the parser reads before it refuses. */
export const maxTokens = 6_000

type Size = { depth: number; cost: number; fields: number }

/** What a statement of its own costs, in records: one for each id of a list, and one for each record under an alias. */
const lookUpCost = 50
/** Page size of a list that names none, and the most that a variable may ask for. */
const defaultPage = 20
const maxPage = 100

/**
 * Refuses a document that would cost too much, before it is validated: some validation rules are quadratic. Each
 * fragment is measured once, so that doubling fragments cost no more than their text.
 */
export function checkLimits(
  document: DocumentNode,
  variables: Record<string, unknown>,
  limits: QueryLimits = defaultLimits,
): void {
  checkCounts(document, limits)
  const fragments = new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )
  const ruler = new Ruler(fragments, variables)
  for (const operation of document.definitions) {
    if (operation.kind === Kind.OPERATION_DEFINITION) checkOperation(ruler, operation, limits)
  }
}

function checkOperation(ruler: Ruler, operation: OperationDefinitionNode, limits: QueryLimits): void {
  if (operation.selectionSet.selections.length > limits.rootFields) refuse('root fields', limits.rootFields)
  const size = ruler.measure(operation.selectionSet)
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

/** Measures selections; a fragment that spreads itself counts as nothing here and is refused by validation. */
class Ruler {
  readonly #fragments: Map<string, FragmentDefinitionNode>
  readonly #variables: Record<string, unknown>
  readonly #measured = new Map<string, Size>()

  constructor(fragments: Map<string, FragmentDefinitionNode>, variables: Record<string, unknown>) {
    this.#fragments = fragments
    this.#variables = variables
  }

  measure(set: SelectionSetNode | undefined): Size {
    const total: Size = { depth: 0, cost: 0, fields: 0 }
    for (const selection of set?.selections ?? []) {
      const size =
        selection.kind === Kind.FIELD
          ? this.#field(selection)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? this.measure(selection.selectionSet)
            : this.#fragment(selection.name.value)
      total.depth = Math.max(total.depth, size.depth)
      total.cost += size.cost
      total.fields += size.fields
    }
    return total
  }

  #field(field: FieldNode): Size {
    const inner = this.measure(field.selectionSet)
    const records = field.selectionSet ? this.#pageSize(field) : 0
    const cost = records + this.#lookUps(field, records) * lookUpCost + Math.max(records, 1) * inner.cost
    return { depth: inner.depth + 1, fields: inner.fields + 1, cost }
  }

  #lookUps(field: FieldNode, records: number): number {
    if (field.arguments?.some(({ name }) => name.value === 'ids')) return records
    return field.alias && field.selectionSet ? 1 : 0
  }

  #fragment(name: string): Size {
    const known = this.#measured.get(name)
    if (known) return known
    this.#measured.set(name, { depth: 0, cost: 0, fields: 0 })
    const size = this.measure(this.#fragments.get(name)?.selectionSet)
    this.#measured.set(name, size)
    return size
  }

  /** Records that a field stands for: what `first`, `last` or a list of ids says, the default page for a bare connection. */
  #pageSize(field: FieldNode): number {
    const argument = field.arguments?.find(({ name }) => ['first', 'last', 'ids'].includes(name.value))
    if (argument) return this.#number(argument.value)
    const isConnection = field.selectionSet?.selections.some(
      (child) => child.kind === Kind.FIELD && ['nodes', 'edges'].includes(child.name.value),
    )
    return isConnection ? defaultPage : 1
  }

  #number(value: { kind: string; value?: unknown; values?: readonly unknown[]; name?: { value: string } }): number {
    const given =
      value.kind === Kind.VARIABLE ? this.#variables[value.name?.value ?? ''] : (value.values ?? value.value)
    const size = Array.isArray(given) ? given.length : Number(given ?? maxPage)
    return Number.isFinite(size) ? Math.max(size, 1) : maxPage
  }
}
