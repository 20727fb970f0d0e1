import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeArguments } from '../../../../src/domains/ingestion/parsing/permissions.ts'

const isolation = pathToFileURL(resolve('src/domains/ingestion/parsing/isolation.ts')).href
const folder = mkdtempSync(join(tmpdir(), 'isolation-'))
const secret = join(folder, 'secret.txt')
const server = createServer((_request, response) => response.end('reached'))
let port = 0

const attempts: Record<string, () => string> = {
  'connect to a socket': () =>
    `const net = await import('node:net'); await new Promise((done, fail) => net.connect(${port}, '127.0.0.1', done).on('error', fail))`,
  'fetch a page': () => `await fetch('http://127.0.0.1:${port}')`,
  'request a page': () =>
    `const http = await import('node:http'); await new Promise((done, fail) => http.get('http://127.0.0.1:${port}', done).on('error', fail))`,
  'send a datagram': () => `(await import('node:dgram')).createSocket('udp4').send('x', ${port}, '127.0.0.1')`,
  'resolve a name': () => `await (await import('node:dns/promises')).lookup('localhost')`,
  'listen on a port': () => `(await import('node:net')).createServer().listen(0)`,
  'write a file': () => `(await import('node:fs')).writeFileSync('${join(folder, 'written.txt')}', 'x')`,
  'read a file': () => `(await import('node:fs')).readFileSync('${secret}')`,
  'start a program': () => `(await import('node:child_process')).execFileSync(process.execPath, ['-v'])`,
  'start a thread': () => `new (await import('node:worker_threads')).Worker('1', { eval: true })`,
  'compile code from text': () => `new Function('return 1')()`,
}

const run = promisify(execFile)

// Not execFileSync: the server that is tried to be reached answers in this process.
async function attempt(code: string, flags: string[], before: string): Promise<string> {
  const script = `${before}
    try { ${code}; console.log('done') } catch { console.log('refused') }
    process.exit()`
  const args = [...flags, '--input-type=module', '-e', script]
  const { stdout } = await run(process.execPath, args, { env: {}, cwd: '/', timeout: 10_000 })
  return stdout.trim()
}

const isolated = (code: string) =>
  attempt(code, nodeArguments(256).slice(0, -1), `(await import('${isolation}')).cutNetwork()`)
const free = (code: string) => attempt(code, [], '')

describe('a parsing process', () => {
  beforeAll(async () => {
    writeFileSync(secret, 'secret')
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.close()
  })

  it.each(Object.keys(attempts))('cannot %s, which any other process can', async (name) => {
    const code = attempts[name]?.() ?? ''
    expect(await isolated(code)).toBe('refused')
    expect(readdirSync(folder)).toEqual(['secret.txt'])
    expect(await free(code)).toBe('done')
    rmSync(join(folder, 'written.txt'), { force: true })
  })
})
