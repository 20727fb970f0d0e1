import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startOpenAiServer } from './support/openai-server.ts'
import { testService } from './support/service.ts'

const waiting = { timeout: 30_000, interval: 50 }

/** A started program with all that it printed. */
type Started = { process: ChildProcess; output: () => string; ended: Promise<number | null> }

function start(command: string, args: string[], env: Record<string, string>): Started {
  const child = spawn(command, args, { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { process: child, output: () => output, ended }
}

describe('a start', () => {
  let folder: string
  let started: Started[] = []
  const startMain = (env: Record<string, string>) => {
    const one = start(process.execPath, ['src/main.ts'], {
      DATA_DIR: join(folder, 'data'),
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ...env,
    })
    started.push(one)
    return one
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docgraph-start-'))
    started = []
  })
  afterEach(async () => {
    for (const one of started) one.process.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test('on a port that is in use says so and makes nobody; the next one shows the first key', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) =>
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)),
    )
    const refused = startMain({ PORT: String(port) })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain(`Port ${port} is in use`)
    expect(refused.output()).not.toContain('dgk_')
    taken.close()
    const next = startMain({ PORT: '0' })
    await vi.waitFor(() => expect(next.output()).toMatch(/shown this once: dgk_\w+[\s\S]*Read nested data/), waiting)
  }, 60_000)

  test('names every setting that is wrong', async () => {
    const { ended, output } = startMain({
      PORT: 'abc',
      TRUST_PROXY: 'nonsense!',
      EMBEDDINGS_URL: 'http://me:secret@host/',
    })
    expect(await ended).toBe(1)
    for (const name of ['PORT', 'TRUST_PROXY', 'EMBEDDINGS_URL']) expect(output()).toContain(`${name}: must`)
    expect(output()).not.toContain('secret')
  })

  test('by npm ends when npm is told to end', async () => {
    const npm = start('npm', ['start'], { DATA_DIR: join(folder, 'data'), DEMO: 'off', LOG_LEVEL: 'error', PORT: '0' })
    started.push(npm)
    await vi.waitFor(() => expect(npm.output()).toMatch(/answers at \S+/), waiting)
    const url = /answers at (\S+)/.exec(npm.output())?.[1] ?? ''
    npm.process.kill('SIGTERM')
    await npm.ended
    await vi.waitFor(async () => expect(await isUp(url)).toBe(false), waiting)
    const next = startMain({ PORT: '0' })
    await vi.waitFor(() => expect(next.output()).toMatch(/answers at \S+/), waiting)
  }, 90_000)
})

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

describe('a stop while a question is being answered', () => {
  test('ends the model, answers that it was stopped, and stores it', async () => {
    const model = await startOpenAiServer()
    const service = await testService({ ingests: false, env: { DRAIN_SECONDS: '1' } })
    const configure = 'mutation ($input: ConfigureModelInput!) { configureModel(input: $input) { model { name } } }'
    const input = { name: 'slow', baseUrl: model.url, model: 'any', isDefault: true }
    expect((await service.graph(configure, { input })).errors).toBeUndefined()
    model.script('hang')
    const asked = service.rest('POST', '/api/v2/tools/chatflows/', {
      body: { messages: [{ role: 'user', content: 'How long does it take?' }] },
    })
    await vi.waitFor(
      () => expect(model.requests.some(({ path }) => path.endsWith('/chat/completions'))).toBe(true),
      waiting,
    )
    await service.running.close()
    const reply = await asked
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({ text: null, error_message: expect.stringContaining('stopped') })
    const stored = await service.database.prisma.chatResponse.findUniqueOrThrow({ where: { id: reply.json.id } })
    expect(stored.errorMessage).toContain('stopped')
    await service.database.close()
    await model.close()
  }, 40_000)
})
