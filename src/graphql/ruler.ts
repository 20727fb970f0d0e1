import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'

/** Levels of nesting, promised records, and fields after the fragments are spread out. */
export type Size = { depth: number; cost: number; fields: number }

/** What a statement of its own costs, in records: one for each id of a list, and one for each record under an alias. */
const lookUpCost = 50
/** Page size of a list that names none, and the most that a variable may ask for. */
const defaultPage = 20
const maxPage = 100

/** Measures selections; a fragment that spreads itself counts as nothing here and is refused by validation. */
export class Ruler {
  readonly #fragments: Map<string, FragmentDefinitionNode>
  readonly #variables: Record<string, unknown>
  readonly #measured = new Map<string, Size>()

  constructor(document: DocumentNode, variables: Record<string, unknown>) {
    this.#fragments = new Map(
      document.definitions
        .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    )
    this.#variables = variables
  }

  /** What a selection and all within it comes to. */
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
