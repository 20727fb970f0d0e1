import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../src/graphql/schema.ts'

// Writes the graph as SDL, for clients and code generators: node scripts/schema.ts [FILE]
const target = process.argv[2] ?? new URL('../schema.graphql', import.meta.url)
writeFileSync(target, `${printSchema(lexicographicSortSchema(schema))}\n`)
