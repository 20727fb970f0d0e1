import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const run = promisify(execFile)

/** The shell commands of a text, each with the lines that a backslash continues. */
const commandsOf = (text: string): string[] => text.match(/^\s*(?:curl|echo)(?:.*\\\n)*.*$/gm) ?? []

/** A first start as a newcomer makes it, without any setting but a free port. */
describe('a first start', () => {
  let folder: string
  let service: ReturnType<typeof spawn>
  let output = ''
  const printed = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? ''
  const shell = async (command: string) => {
    const { stdout } = await run('bash', ['-c', command], {
      cwd: folder,
      env: { PATH: process.env.PATH, KEY: printed(/once: (\S+)/) },
    })
    return stdout === '' ? '' : JSON.parse(stdout)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docgraph-first-start-'))
    const env = { PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn' }
    service = spawn(process.execPath, [join(process.cwd(), 'src/main.ts')], { cwd: folder, env })
    service.stderr?.on('data', (chunk) => {
      output += chunk
    })
    service.stdout?.on('data', (chunk) => {
      output += chunk
    })
    await vi.waitFor(() => expect(output).toMatch(/Read nested data[\s\S]*\}'/), { timeout: 60_000 })
    await vi.waitFor(async () => expect(await answeredLeave()).toBe(true), { timeout: 60_000, interval: 500 })
  }, 130_000)

  afterAll(async () => {
    service.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const answeredLeave = async () => /25 days/.test((await shell(commandsOf(output)[0] ?? '')).text)

  test('prints a key once, and two commands that work as printed', async () => {
    const [chat, home, ...more] = commandsOf(output)
    expect(more).toEqual([])
    expect((await shell(chat ?? '')).document_extracts[0].text).toMatch(/25 days/)
    const { data } = await shell(home ?? '')
    expect(data.viewer.company.workspaces.nodes.length).toBeGreaterThan(1)
  })

  test('lets the commands of the README work as printed', async () => {
    const readme = await readFile('README.md', 'utf8')
    const asked = /## Ask[\s\S]*?```sh([\s\S]*?)```/.exec(readme)?.[1] ?? ''
    const commands = commandsOf(asked.replaceAll('http://localhost:4000', printed(/answers at (\S+)/)))
    expect(commands).toHaveLength(5)
    const [chat, , upload, home, ask] = await inTurn(commands, shell)
    expect(chat.text).toMatch(/25 days/)
    expect(upload).toMatchObject({ object: 'file', filename: 'kitchen.txt', purpose: 'documents' })
    expect(home.data.viewer.company.workspaces.totalCount).toBeGreaterThan(1)
    expect(ask.data.ask.chatResponse.text).toMatch(/25 days/)
    expect(ask.data.ask.chatResponse.extracts[0].score).toBeGreaterThan(0)
  })

  test('stops cleanly when it is told to', async () => {
    const ended = new Promise((resolve) => service.once('exit', resolve))
    service.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output).toMatch(/Stopping/)
  })
})

async function inTurn<Input, Output>(inputs: Input[], work: (input: Input) => Promise<Output>): Promise<any[]> {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await work(input))
  return outputs
}
