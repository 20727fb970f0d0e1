import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

const flag = z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((value) => ['on', 'true', '1'].includes(value))
const integer = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message)
}

/** Names that stand for ranges of addresses, beside addresses and ranges themselves. */
const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

/** Whose forwarded headers are believed: nobody's, a number of hops, or a list of addresses. */
const proxies = z
  .string()
  .regex(/^(on|off|true|false|\d{1,2}|[\w.:/, ]+)$/, 'must be a number of hops, or addresses')
  .refine(
    (text) => /^(on|off|true|false|\d+)$/.test(text) || text.split(/[\s,]+/).every(isProxy),
    'holds something that is no address',
  )

const isProxy = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128))
  return proxyNames.includes(text) || (isIP(address) !== 0 && isRange && more.length === 0)
}

/** An address of another service: without a name and password in it, which would end up in logs. */
const endpoint = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((text) => URL.canParse(text) && new URL(text).username === '', 'must not hold a name or password')

const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
  .refine(
    (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins, such as https://app.example.com',
  )

const environment = z.object({
  PORT: integer(0, 65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: endpoint.optional(),
  CORS_ORIGINS: origins.optional(),
  TRUST_PROXY: proxies.optional(),
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
  EMBEDDINGS_URL: endpoint.optional(),
  EMBEDDINGS_MODEL: z.string().min(1).default('text-embedding-3-small'),
  EMBEDDINGS_API_KEY: z.string().min(1).optional(),
  MODEL_TIMEOUT_SECONDS: integer(1, 600).default(60),
  DRAIN_SECONDS: integer(0, 600).default(10),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  SMTP_FROM: z.string().min(3).default('docgraph <noreply@localhost>'),
  GRAPHIQL: flag.default(true),
})

/** A file is held in memory while it is read, a few times over: a larger one would be stored and could never be read. */
const isReadable = (e: { MAX_FILE_MB: number; PARSER_MEMORY_MB: number }): boolean =>
  e.MAX_FILE_MB * 4 <= e.PARSER_MEMORY_MB

const unreadable = { path: ['MAX_FILE_MB'], message: 'must be at most a quarter of PARSER_MEMORY_MB' }

export type Config = ReturnType<typeof readConfig>

/**
 * The environment as typed settings, validated and defaulted once, at the edge.
 * Empty values count as absent. Throws one error that names every wrong variable.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.refine(isReadable, unreadable).safeParse(given)
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
    corsOrigins: e.CORS_ORIGINS ?? [],
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
    drainMs: e.DRAIN_SECONDS * 1_000,
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
