import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import { startService } from '../src/start.ts'

// Uploads every hostile file to a whole service and asks it for its health all the while: node bench/hostile.ts
const folder = new URL('../../shared/data/hostile/', import.meta.url).pathname
const key = 'BenchAdministratorsKey0123456789abcdef'
const deadlineMs = 60_000

type Row = { name: string; status: string; detail: string | null; ms: number }

if (!existsSync(folder)) {
  console.log('bench:hostile: the folder ../shared/data/hostile is absent, nothing to do.')
  process.exit(0)
}

const dataDir = await mkdtemp(join(tmpdir(), 'docgraph-hostile-'))

// Where a file that breaks out would write: the parsing processes run in /, with no environment to name other folders.
// Other programs may put files there meanwhile, so what is new is told by name.
const watched = [...new Set(['/', process.cwd(), homedir(), tmpdir()])]
const listing = (): Set<string> =>
  new Set(watched.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))))
const before = listing()
const config = readConfig({
  ...process.env,
  DATA_DIR: dataDir,
  PORT: '0',
  DEMO: 'off',
  BOOTSTRAP_ADMIN_KEY: key,
  DATABASE_URL: undefined,
})
const service = await startService(config, pino({ level: 'silent' }))
const base = `http://127.0.0.1:${service.port}`
const headers = { authorization: `Bearer ${key}` }

const latencies: number[] = []
let isDone = false
const watch = (async () => {
  while (!isDone) {
    const started = performance.now()
    await (await fetch(`${base}/healthz`)).text()
    latencies.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
})()

async function upload(name: string): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([readFileSync(join(folder, name))]), name)
  const response = await fetch(`${base}/api/v2/files`, { method: 'POST', headers, body: form })
  return ((await response.json()) as { id: number }).id
}

let peakMb = 0
const memory = setInterval(() => {
  for (const pid of service.services.parsers.pids) peakMb = Math.max(peakMb, residentMb(pid))
}, 20)

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

async function settle(name: string, id: number, started: number): Promise<Row> {
  const query = `{ document(databaseId: ${id}) { status statusDetail } }`
  for (;;) {
    const response = await fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    const { document } = (
      (await response.json()) as { data: { document: { status: string; statusDetail: string | null } } }
    ).data
    const ms = performance.now() - started
    if (!['PENDING', 'PARSING', 'EMBEDDING', 'UPDATING'].includes(document.status) || ms > deadlineMs) {
      return { name, status: document.status, detail: document.statusDetail, ms }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const started = performance.now()
const names = readdirSync(folder).filter((name) => name !== 'SOURCES.tsv')
const uploaded = []
for (const name of names) uploaded.push({ name, id: await upload(name) })
const rows = await Promise.all(uploaded.map(({ name, id }) => settle(name, id, started)))
isDone = true
await watch
clearInterval(memory)
await service.close()
await rm(dataDir, { recursive: true, force: true })

for (const row of rows)
  console.log(`${row.status.padEnd(15)} ${(row.detail ?? '').padEnd(90)} ${row.name.slice(0, 70)}`)
latencies.sort((a, b) => a - b)
const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
const stuck = rows.filter(({ status }) => ['PENDING', 'PARSING', 'EMBEDDING', 'UPDATING'].includes(status))
const silent = rows.filter(({ status, detail }) => /FAIL/.test(status) && !detail)
const strangers = [...listing()].filter((path) => !before.has(path))
const isTooLarge = peakMb > config.parser.memoryMb
const slowest = Math.max(...rows.map(({ ms }) => ms))
console.log(
  `\n${rows.length} files, all settled after ${(slowest / 1_000).toFixed(1)} s (limit 60) · stuck ${stuck.length} · failed without a reason ${silent.length}` +
    `\nGET /healthz meanwhile: ${latencies.length} requests, p99 ${p99.toFixed(0)} ms (limit 200), worst ${(latencies.at(-1) ?? 0).toFixed(0)} ms` +
    `\npeak memory of a parser process: ${peakMb.toFixed(0)} MB (limit ${config.parser.memoryMb})` +
    `\nnew beside DATA_DIR, in ${watched.join(', ')}: ${strangers.join(', ') || 'nothing'}`,
)
const faults = [stuck.length > 0, silent.length > 0, slowest > deadlineMs, p99 > 200, isTooLarge, strangers.length > 0]
process.exitCode = faults.includes(true) ? 1 : 0
