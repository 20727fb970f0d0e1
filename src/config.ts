import { resolve } from 'node:path'
import { z } from 'zod'

const flag = z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((value) => ['on', 'true', '1'].includes(value))
const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

const environment = z.object({
  PORT: integer(0, 65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: z.string().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional(),
  DATABASE_POOL_SIZE: integer(2, 100).default(10),
  STATEMENT_TIMEOUT_MS: integer(1_000, 600_000).default(30_000),
  BOOTSTRAP_ADMIN_KEY: z
    .string()
    .regex(/^[A-Za-z0-9]{32,256}$/, 'must be 32 or more letters and digits')
    .optional(),
  SECRET_KEY: z.string().min(32, 'must have 32 or more characters').optional(),
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  MAX_FILE_MB: integer(1, 2_000).default(100),
  PARSER_MEMORY_MB: integer(128, 16_384).default(1_024),
  PARSER_TIMEOUT_SECONDS: integer(5, 600).default(45),
  PARSERS: integer(1, 64).default(2),
  DEFAULT_MAX_USERS: integer(1, 1_000_000).default(1_000),
  DEFAULT_STORAGE_LIMIT_GB: z.coerce.number().positive().max(1e9).default(100),
  EMBEDDINGS_URL: z.url({ protocol: /^https?$/ }).optional(),
  EMBEDDINGS_MODEL: z.string().min(1).default('text-embedding-3-small'),
  EMBEDDINGS_API_KEY: z.string().min(1).optional(),
  MODEL_TIMEOUT_SECONDS: integer(1, 600).default(60),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  SMTP_FROM: z.string().min(3).default('docgraph <noreply@localhost>'),
  GRAPHIQL: flag.default(true),
})

export type Config = ReturnType<typeof readConfig>

/**
 * The environment as typed settings, validated and defaulted once, at the edge.
 * Empty values count as absent. Throws one error that names every wrong variable.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The settings in the environment are not valid:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: e.TRUST_PROXY,
    dataDir: resolve(e.DATA_DIR),
    logLevel: e.LOG_LEVEL,
    bootstrapAdminKey: e.BOOTSTRAP_ADMIN_KEY,
    secretKey: e.SECRET_KEY,
    demo: e.DEMO ?? e.DATABASE_URL === undefined,
    graphiql: e.GRAPHIQL,
    database: {
      url: e.DATABASE_URL,
      dataDir: resolve(e.DATA_DIR),
      statementTimeoutMs: e.STATEMENT_TIMEOUT_MS,
      poolSize: e.DATABASE_POOL_SIZE,
    },
    limits: {
      fileBytes: e.MAX_FILE_MB * 1_000_000,
      maxUsers: e.DEFAULT_MAX_USERS,
      storageGb: e.DEFAULT_STORAGE_LIMIT_GB,
    },
    parser: { memoryMb: e.PARSER_MEMORY_MB, deadlineMs: e.PARSER_TIMEOUT_SECONDS * 1_000, size: e.PARSERS },
    modelTimeoutMs: e.MODEL_TIMEOUT_SECONDS * 1_000,
    mail: e.SMTP_URL
      ? {
          url: e.SMTP_URL,
          from: e.SMTP_FROM,
          publicUrl: e.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${e.PORT}`,
        }
      : undefined,
    embeddings: e.EMBEDDINGS_URL
      ? { url: e.EMBEDDINGS_URL, model: e.EMBEDDINGS_MODEL, apiKey: e.EMBEDDINGS_API_KEY }
      : undefined,
  }
}
