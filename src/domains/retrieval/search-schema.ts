import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { inTransaction } from './transaction.ts'

/** What the database below can do; found out when it is opened. */
export type SearchCapabilities = { vector: boolean; bm25: boolean }

/** Raised when the tables change: an older schema is dropped and filled anew from `chunks`, but for its vectors. */
const SCHEMA_VERSION = 2

/** Raised when the table of vectors changes. As long as it does not, vectors outlive the schema: they are paid for. */
const EMBEDDINGS_VERSION = 1

/** Any number will do, as long as every process of the product takes the same. */
const PREPARE_LOCK = 7_305_811_442

const TABLES = `
  CREATE TABLE search.settings (name text PRIMARY KEY, value text NOT NULL);
  CREATE TABLE search.documents (
    document_id integer PRIMARY KEY REFERENCES public.documents (id) ON DELETE CASCADE,
    dictionary text NOT NULL,
    analysis smallint NOT NULL,
    chunks integer NOT NULL,
    length bigint NOT NULL);
  CREATE TABLE search.chunks (
    chunk_id integer PRIMARY KEY REFERENCES public.chunks (id) ON DELETE CASCADE,
    document_id integer NOT NULL,
    length integer NOT NULL,
    terms bigint[] NOT NULL,
    frequencies smallint[] NOT NULL)
    -- A chunk's terms are read with its row: they must not move to a table beside it.
    WITH (toast_tuple_target = 8160);
  CREATE INDEX chunks_document ON search.chunks (document_id);
  CREATE INDEX chunks_terms ON search.chunks USING gin (terms);
  -- The cost is that of a plan that would sort by it instead of reading the index in order.
  CREATE FUNCTION search.body(terms bigint[], frequencies smallint[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100000
    RETURN (SELECT string_agg(repeat(term::text || ' ', frequency), '')
            FROM unnest(terms, frequencies) AS t (term, frequency));`

const EMBEDDINGS_TABLE = `
  CREATE TABLE search.embeddings (
    chunk_id integer NOT NULL REFERENCES public.chunks (id) ON DELETE CASCADE,
    document_id integer NOT NULL,
    model text NOT NULL,
    text_md5 text NOT NULL,
    embedding real[] NOT NULL,
    PRIMARY KEY (chunk_id, model));
  CREATE INDEX embeddings_document ON search.embeddings (document_id);`

const BM25_INDEX = `
  CREATE INDEX IF NOT EXISTS chunks_bm25 ON search.chunks
    USING bm25 (search.body(terms, frequencies)) WITH (text_config = 'simple', k1 = 1.2, b = 0.75)`

/** Nothing is planned by the distribution of such bodies, and to compute them all makes ANALYZE ten times as long. */
const NO_BODY_STATISTICS = 'ALTER INDEX search.chunks_bm25 ALTER COLUMN 1 SET STATISTICS 0'

/**
 * Creates the schema "search" as this version of the program needs it, and the indexes that the database can have. Safe
 * to run at every start and from several processes at once. Throws where a newer version of the program has been.
 */
export function prepareSearchSchema(pool: Pool, capabilities: SearchCapabilities, logger: Logger): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [PREPARE_LOCK])
    await client.query('SET LOCAL statement_timeout = 0')
    await createTables(client, logger)
    if (capabilities.bm25) await client.query(`${BM25_INDEX}; ${NO_BODY_STATISTICS}`)
  })
}

/** Builds the full-text index anew from its table, where the database has one. */
export function rebuildTextIndex(pool: Pool): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0')
    await client.query('REINDEX INDEX search.chunks_bm25')
  })
}

/** The versions of what is there; 0 is nothing, or older than the numbers. */
type Versions = { schema: number; embeddings: number }

async function createTables(client: PoolClient, logger: Logger) {
  const found = await versionsOf(client)
  if (found.schema > SCHEMA_VERSION || found.embeddings > EMBEDDINGS_VERSION) throw new NewerSchemaError()
  if (found.schema === SCHEMA_VERSION && found.embeddings === EMBEDDINGS_VERSION) return
  if (found.schema > 0)
    logger.warn({ version: found.schema, wanted: SCHEMA_VERSION }, 'the search index is of another version: built anew')
  const keepsVectors = found.embeddings === EMBEDDINGS_VERSION
  if (keepsVectors)
    await client.query('CREATE SCHEMA search_kept; ALTER TABLE search.embeddings SET SCHEMA search_kept')
  await client.query(`DROP SCHEMA IF EXISTS search CASCADE; CREATE SCHEMA search; ${TABLES}`)
  if (keepsVectors) await client.query('ALTER TABLE search_kept.embeddings SET SCHEMA search; DROP SCHEMA search_kept')
  else await client.query(EMBEDDINGS_TABLE)
  await client.query(`INSERT INTO search.settings VALUES ('version', $1), ('embeddings_version', $2)`, [
    SCHEMA_VERSION,
    EMBEDDINGS_VERSION,
  ])
}

async function versionsOf(client: PoolClient): Promise<Versions> {
  const { rows } = await client.query<{ settings: boolean; embeddings: boolean }>(
    `SELECT to_regclass('search.settings') IS NOT NULL AS settings, to_regclass('search.embeddings') IS NOT NULL AS embeddings`,
  )
  if (!rows[0]?.settings) return { schema: 0, embeddings: 0 }
  const settings = await client.query<{ name: string; value: string }>('SELECT name, value FROM search.settings')
  const version = (of: string) => settings.rows.find(({ name }) => name === of)?.value
  // Schemas from before it was written down have the first version of the table.
  const embeddings = rows[0].embeddings ? Number(version('embeddings_version') ?? 1) : 0
  return { schema: Number(version('version') ?? 0), embeddings }
}

/** A newer version of the program has been at work: its index is not this one's to drop. */
class NewerSchemaError extends Error {
  constructor() {
    super(
      'The search index of this database was made by a newer version of docgraph. Start that version; or, to go back for ' +
        'good, drop the schema "search" of the database, which is then built anew from the documents.',
    )
    this.name = 'NewerSchemaError'
  }
}
