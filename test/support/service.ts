import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/database/database.ts'
import { type RunningService, startService } from '../../src/start.ts'
import { silent, type TestDatabase, testDatabase } from './database.ts'

export const adminKey = 'TestAdministratorsKey0123456789abcdef'

export type Reply = { status: number; headers: Headers; text: string; json: any }
export type GraphReply<Data = any> = {
  status: number
  data: Data
  errors?: { message: string; extensions: { code: string } }[]
}

/** A whole service on a free port, with a database of its own; its first administrator's key is `adminKey`. */
export type TestService = {
  url: string
  running: RunningService
  database: TestDatabase
  /** One request; a plain object is sent as JSON, a FormData as it is. */
  rest(
    method: string,
    path: string,
    options?: { key?: string | null; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply>
  /** One GraphQL request over HTTP. */
  graph<Data = any>(query: string, variables?: Record<string, unknown>, key?: string | null): Promise<GraphReply<Data>>
  /** Uploads a file (a path, or a name with its content) by REST; gives its id. */
  upload(
    file: string | { name: string; content: string | Uint8Array<ArrayBuffer> },
    fields?: Record<string, string>,
    key?: string,
  ): Promise<number>
  /** Waits until documents are in a terminal status; gives each one's status by its id. */
  settled(ids: number[], key?: string): Promise<Map<number, string>>
  /** The SQL statements of some work, without those of the job queue. */
  statements(work: () => Promise<unknown>): Promise<string[]>
  close(): Promise<void>
}

/** Starts a service for a test file; `env` are settings, `ingests: false` leaves the worker out. */
export async function testService({
  env = {},
  ingests = true,
}: {
  env?: Record<string, string>
  ingests?: boolean
} = {}): Promise<TestService> {
  const database = await testDatabase()
  const config = readConfig({
    DATA_DIR: database.config.dataDir,
    DATABASE_URL: database.config.url,
    PORT: '0',
    DEMO: 'off',
    BOOTSTRAP_ADMIN_KEY: adminKey,
    PARSERS: '1',
    ...env,
  })
  const running = await startService(config, process.env.TEST_LOG ? pino({ level: process.env.TEST_LOG }) : silent, {
    database: database as Database,
    ingests,
  })
  const url = `http://127.0.0.1:${running.port}`
  const rest: TestService['rest'] = async (method, path, { key = adminKey, body, headers = {} } = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData) && typeof body !== 'string'
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : (body as BodyInit | undefined),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  }
  const graph: TestService['graph'] = async (query, variables, key = adminKey) => {
    const { status, json } = await rest('POST', '/graphql', { key, body: { query, variables } })
    return { status, ...json }
  }
  const upload: TestService['upload'] = async (file, fields = { collection_type: 'company' }, key = adminKey) => {
    const { name, content } =
      typeof file === 'string' ? { name: basename(file), content: new Uint8Array(readFileSync(file)) } : file
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    const reply = await rest('POST', '/api/v2/files', { key, body: form })
    if (reply.status !== 201) throw new Error(`upload of ${name}: ${reply.status} ${reply.text}`)
    return reply.json.id
  }
  const settled: TestService['settled'] = async (ids, key = adminKey) => {
    const terminal = new Set(['embedded', 'parsed', 'parsing_failed', 'embedding_failed', 'fail'])
    const statuses = new Map<number, string>()
    const deadline = Date.now() + 60_000
    for (const id of ids) {
      while (!terminal.has(statuses.get(id) ?? '')) {
        if (Date.now() > deadline) throw new Error(`document ${id} is still ${statuses.get(id)}`)
        statuses.set(id, (await rest('GET', `/api/v2/files/${id}`, { key })).json.status)
        if (!terminal.has(statuses.get(id) ?? '')) await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    return statuses
  }
  const statements: TestService['statements'] = async (work) =>
    (await database.recorder.record(work)).filter((sql) => !/pgboss/.test(sql))
  await rest('GET', '/api/v2/files')
  await keyUseIsWrittenDown(database)
  const close = async () => {
    await running.close()
    await database.close()
  }
  return { url, running, database, rest, graph, upload, settled, statements, close }
}

/** The first use of a key is written down beside the request; waiting for it keeps it out of what is recorded later. */
async function keyUseIsWrittenDown({ prisma }: TestDatabase): Promise<void> {
  while ((await prisma.user.count({ where: { lastLogin: { not: null } } })) === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
