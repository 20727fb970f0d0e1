import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type * as Engine from '@prisma/schema-engine-wasm'
import pg from 'pg'

const require = createRequire(import.meta.url)
const OWN_RECORDS = { externalTables: ['public._prisma_migrations'], externalEnums: [] }
const SYSTEM_CHAR = 18
const BPCHAR = 1042

type WasmModule = {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: object): Promise<{ exports: object }>
}

// The package's own entry imports the .wasm file as a module, which Node does only behind a flag.
async function loadEngine(): Promise<typeof Engine> {
  const entry = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const engine = await import(entry)
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WasmModule }
  const module = await WebAssembly.compile(readFileSync(entry.replace(/\.js$/, '.wasm')))
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': engine })
  engine.__wbg_set_wasm(exports)
  ;(exports as { __wbindgen_start(): void }).__wbindgen_start()
  return engine
}

// The engine reads system catalogs, whose one-byte "char" columns the adapter does not know.
function catalogAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const characters = new Set<string>()
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>
  const queryNotingCharacters = async (config: pg.QueryConfig) => {
    const result = await query(config)
    for (const field of result.fields.filter(({ dataTypeID }) => dataTypeID === SYSTEM_CHAR)) {
      field.dataTypeID = BPCHAR
      characters.add(field.name)
    }
    return result
  }
  Object.assign(pool, { query: queryNotingCharacters })
  const factory = new PrismaPg(pool)
  const connect = async () => {
    const adapter = await factory.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (sql) => {
      const result = await queryRaw(sql)
      const typeOf = (name: string, index: number) =>
        characters.has(name) ? ColumnTypeEnum.Character : (result.columnTypes[index] ?? ColumnTypeEnum.Text)
      return { ...result, columnTypes: result.columnNames.map(typeOf) }
    }
    return adapter
  }
  return { provider: 'postgres', adapterName: factory.adapterName, connect, connectToShadowDb: connect }
}

/**
 * The SQL that turns a migrated database into what the Prisma schema describes: empty when the two agree.
 * @param schemaPath path of schema.prisma
 * @param migrated a database with every migration applied; it is read, not changed
 */
export async function schemaDiff(schemaPath: string, migrated: pg.PoolConfig): Promise<string> {
  const { SchemaEngine } = await loadEngine()
  const schema = { path: schemaPath, content: readFileSync(schemaPath, 'utf8') }
  const pool = new pg.Pool(migrated)
  const adapter = bindMigrationAwareSqlAdapterFactory(catalogAdapter(pool))
  const silent = () => undefined
  const engine = await SchemaEngine.new({ datamodels: [[schema.path, schema.content]] }, silent, adapter)
  try {
    const from = { tag: 'schemaDatasource' as const, files: [schema], configDir: '.' }
    const to = { tag: 'schemaDatamodel' as const, ...schema, files: [schema] }
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters: OWN_RECORDS })
    const sql = (stdout ?? '').trim()
    return sql === '-- This is an empty migration.' ? '' : sql
  } finally {
    engine.free()
    await pool.end()
  }
}
