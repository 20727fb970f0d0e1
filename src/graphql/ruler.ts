import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'

/** Levels of nesting, promised records, and fields after the fragments are spread out. */
export type Size = { depth: number; cost: number; fields: number }

/** What a statement of its own costs, in records: one for each id of a list, and one for each record under an alias. */
const lookUpCost = 50
/** Records of a list without a page size: a connection's default page, and what a plain list may well have. */
const defaultPage = 20
const plainList = 10
/** What a variable of unknown value may ask for. */
const maxPage = 100

/** Measures selections by the types of the schema; a fragment that spreads itself is refused by validation. */
export class Ruler {
  readonly #schema: GraphQLSchema
  readonly #fragments: Map<string, FragmentDefinitionNode>
  readonly #variables: Record<string, unknown>
  readonly #measured = new Map<string, Size>()

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>) {
    this.#schema = schema
    this.#fragments = new Map(
      document.definitions
        .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    )
    this.#variables = { ...defaultsOf(document), ...variables }
  }

  /** What an operation and all within it comes to. */
  measure(operation: OperationDefinitionNode): Size {
    return this.#selection(operation.selectionSet, this.#schema.getRootType(operation.operation))
  }

  #selection(set: SelectionSetNode | undefined, parent: GraphQLNamedType | null | undefined): Size {
    const total: Size = { depth: 0, cost: 0, fields: 0 }
    for (const selection of set?.selections ?? []) {
      const size =
        selection.kind === Kind.FIELD
          ? this.#field(selection, parent)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? this.#selection(selection.selectionSet, this.#typed(selection.typeCondition?.name.value, parent))
            : this.#fragment(selection.name.value)
      total.depth = Math.max(total.depth, size.depth)
      total.cost += size.cost
      total.fields += size.fields
    }
    return total
  }

  #typed(name: string | undefined, parent: GraphQLNamedType | null | undefined) {
    return name === undefined ? parent : this.#schema.getType(name)
  }

  #field(field: FieldNode, parent: GraphQLNamedType | null | undefined): Size {
    const type = this.#typeOf(field.name.value, parent)
    const inner = this.#selection(field.selectionSet, type && getNamedType(type))
    const records = field.selectionSet ? this.#records(field, type, parent) : 0
    const cost = records + this.#lookUps(field, records) * lookUpCost + Math.max(records, 1) * inner.cost
    return { depth: inner.depth + 1, fields: inner.fields + 1, cost }
  }

  #typeOf(name: string, parent: GraphQLNamedType | null | undefined): GraphQLOutputType | undefined {
    const introspection = { __schema: '__Schema', __type: '__Type' }[name]
    if (introspection) return this.#schema.getType(introspection) as GraphQLOutputType
    return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name]?.type : undefined
  }

  #lookUps(field: FieldNode, records: number): number {
    if (field.arguments?.some(({ name }) => name.value === 'ids')) return records
    return field.alias && field.selectionSet ? 1 : 0
  }

  #fragment(name: string): Size {
    const known = this.#measured.get(name)
    if (known) return known
    this.#measured.set(name, { depth: 0, cost: 0, fields: 0 })
    const fragment = this.#fragments.get(name)
    const size = this.#selection(fragment?.selectionSet, this.#typed(fragment?.typeCondition.name.value, null))
    this.#measured.set(name, size)
    return size
  }

  /** Records that a field stands for: what its page size or its ids say, and otherwise what lists of its type have. */
  #records(field: FieldNode, type: GraphQLOutputType | undefined, parent: GraphQLNamedType | null | undefined): number {
    const argument = field.arguments?.find(({ name }) => ['first', 'last', 'ids'].includes(name.value))
    if (argument) return this.#number(argument.value)
    if (!type || parent?.name.endsWith('Connection') || parent?.name.startsWith('__')) return 1
    if (getNamedType(type).name.endsWith('Connection')) return defaultPage
    return isListType(getNullableType(type)) ? plainList : 1
  }

  #number(value: ValueNode): number {
    const given = value.kind === Kind.VARIABLE ? this.#variables[value.name.value] : literalOf(value)
    const size = Array.isArray(given) ? given.length : Number(given ?? maxPage)
    return Number.isFinite(size) ? Math.max(size, 1) : maxPage
  }
}

/** Default values of the variables of all operations; of two by one name the larger counts. */
function defaultsOf(document: DocumentNode): Record<string, unknown> {
  const defaults: Record<string, unknown> = {}
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue
    for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
      const value = defaultValue && literalOf(defaultValue)
      const before = defaults[variable.name.value]
      if (value !== undefined) defaults[variable.name.value] = Number(before) > Number(value) ? before : value
    }
  }
  return defaults
}

function literalOf(value: ValueNode): unknown {
  if (value.kind === Kind.LIST) return value.values
  return value.kind === Kind.INT || value.kind === Kind.FLOAT ? Number(value.value) : undefined
}
