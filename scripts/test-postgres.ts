import { spawn, spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

// Starts a temporary PostgreSQL server, runs a command with TEST_DATABASE_URL set to it, stops the server, and ends as the
// command did. Use: node scripts/test-postgres.ts npx vitest run
const INSTALLED = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The folder of an installed server's programs: from POSTGRES_BIN, the PATH, or where packages put it, newest first. */
function findPrograms(): string {
  const listed = INSTALLED.filter(existsSync).flatMap((root) =>
    readdirSync(root).map((name) => join(root, name, 'bin')),
  )
  const byVersion = listed.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const candidates = [process.env.POSTGRES_BIN ?? '', ...(process.env.PATH ?? '').split(delimiter), ...byVersion]
  const found = candidates.find(
    (folder) => folder && isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
  )
  if (!found)
    throw new Error('no PostgreSQL server is installed; set POSTGRES_BIN to the folder of initdb and postgres')
  return found
}

// The server refuses to run as root: there, its package's own user runs it.
const isRoot = userInfo().uid === 0
const asServerUser = (program: string, args: string[]): [string, string[]] =>
  isRoot
    ? ['setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', program, ...args]]
    : [program, args]

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function isReady(url: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    const client = new pg.Client(url)
    const connected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (connected) return true
    await wait(100)
  }
  return false
}

const command = process.argv.slice(2)
if (!command[0]) throw new Error('usage: node scripts/test-postgres.ts <command> [arguments]')
const bin = findPrograms()
const folder = mkdtempSync(join(tmpdir(), 'docgraph-postgres-'))
if (isRoot) spawnSync('chown', ['postgres:postgres', folder])
chmodSync(folder, 0o700)
const data = join(folder, 'data')
const init = spawnSync(
  ...asServerUser(join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '-N',
  ]),
  {
    cwd: tmpdir(),
    encoding: 'utf8',
  },
)
if (init.status !== 0) throw new Error(`initdb failed\n${init.stderr}`)
const port = await freePort()
const settings = {
  listen_addresses: '127.0.0.1',
  port,
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 200,
  timezone: 'Asia/Kolkata',
}
const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
const server = spawn(...asServerUser(join(bin, 'postgres'), ['-D', data, ...options]), {
  cwd: tmpdir(),
  stdio: ['ignore', 'ignore', 'pipe'],
})
let log = ''
server.stderr.on('data', (chunk) => {
  log = `${log}${chunk}`.slice(-4_000)
})
const stopped = new Promise((resolve) => server.once('exit', resolve))
let exitCode = 1
try {
  if (!(await isReady(url))) throw new Error(`PostgreSQL did not start\n${log}`)
  const env = { ...process.env, TEST_DATABASE_URL: url }
  const child = spawn(command[0], command.slice(1), { stdio: 'inherit', env })
  // The server has to be stopped after the command, also when the terminal interrupts both.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  exitCode = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', reject)
  })
} finally {
  server.kill('SIGINT')
  await stopped
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = exitCode
