import { globSync, readFileSync } from 'node:fs'
import {
  type GraphQLField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { requireAccessRules, schema } from '../../src/graphql/schema.ts'

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
const root = new URL('../../', import.meta.url)

/** The members of a type with their arguments, by their full names. */
function membersOf(type: GraphQLNamedType): [string, { description?: string | null }][] {
  if (isEnumType(type)) return type.getValues().map((value) => [`${type.name}.${value.name}`, value])
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field])
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap((field: GraphQLField<unknown, unknown>) => [
    [`${type.name}.${field.name}`, field] as [string, typeof field],
    ...field.args.map((arg) => [`${type.name}.${field.name}(${arg.name})`, arg] as [string, typeof arg]),
  ])
}

describe('the schema', () => {
  test('describes every type, field, argument and value', () => {
    const members = types.flatMap((type) => [[type.name, type] as const, ...membersOf(type)])
    expect(members.length).toBeGreaterThan(300)
    expect(members.filter(([, member]) => !member.description?.trim()).map(([name]) => name)).toEqual([])
  })

  test('is what schema.graphql says (written by `npm run schema`)', () => {
    const written = readFileSync(new URL('schema.graphql', root), 'utf8')
    expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toBe(written)
  })

  test('gives every record an opaque id that can be fetched again', () => {
    const records = types.filter((type) => isObjectType(type) && 'databaseId' in type.getFields())
    expect(records.map(({ name }) => name)).toContain('ChatExtract')
    for (const type of records) {
      expect(isObjectType(type) && type.getInterfaces().map(({ name }) => name), type.name).toEqual(['Node'])
    }
  })

  test('takes one `input` per mutation and returns a payload of its own, which is null where it fails', () => {
    for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
      expect(
        field.args.map((arg) => arg.name),
        field.name,
      ).toEqual(['input'])
      expect(String(field.args[0]?.type), field.name).toMatch(/Input!$/)
      expect(String(field.type), field.name).toMatch(/Payload$/)
    }
  })

  test('leaves no closed set of values as a text', () => {
    const typeOf = (type: string, field: string) => {
      const found = schema.getType(type)
      return isObjectType(found) ? String(found.getFields()[field]?.type) : undefined
    }
    expect(typeOf('Document', 'stage')).toBe('DocumentStage!')
    expect(typeOf('Chunk', 'chunkType')).toBe('ChunkType!')
    expect(typeOf('WorkspaceSummary', 'language')).toBe('SummaryLanguage!')
  })

  test('counts every list', () => {
    const connections = types.filter(({ name }) => name.endsWith('Connection'))
    expect(connections.length).toBeGreaterThan(5)
    for (const type of connections) {
      const fields = isObjectType(type) ? Object.keys(type.getFields()).sort() : []
      expect(fields, type.name).toEqual(['edges', 'nodes', 'pageInfo', 'totalCount'])
    }
  })
})

describe('access rules', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const fields = roots.flatMap((type) => Object.values(type?.getFields() ?? {}))

  test('are open to anybody for accepting an invitation, and for nothing else', () => {
    const rules = fields.map(({ name, extensions }) => [name, (extensions.pothosOptions as any).authScopes])
    expect(rules.filter(([, rule]) => rule.public).map(([name]) => name)).toEqual(['acceptInvitation'])
    for (const [name, rule] of rules) expect(Object.values(rule), name).toEqual([true])
  })

  test('are required: a root field that names none does not start the service', () => {
    const [field] = fields
    if (!field) throw new Error('there are no root fields')
    const { pothosOptions } = field.extensions as any
    try {
      Object.assign(field.extensions as object, { pothosOptions: { ...pothosOptions, authScopes: undefined } })
      expect(() => requireAccessRules(schema)).toThrow(`Query.${field.name}`)
    } finally {
      Object.assign(field.extensions as object, { pothosOptions })
    }
  })
})

describe('stored documents', () => {
  const files = globSync('src/**/*.graphql', { cwd: root.pathname })

  test('are there', () => expect(files.length).toBeGreaterThan(2))
  test.each(files)('%s fits the schema', (file) => {
    const document = parse(readFileSync(new URL(file, root), 'utf8'))
    expect(validate(schema, document).map(({ message }) => message)).toEqual([])
  })
})
