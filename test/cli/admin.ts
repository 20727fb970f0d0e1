import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Finished = { code: number | null; stdout: string; stderr: string; seconds: number }

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** Starts the real command line on a data folder, with nothing else of this process's environment that could matter. */
export function start(env: Record<string, string>, words: string[]): { child: ChildProcess; done: Promise<Finished> } {
  const { PATH = '' } = process.env
  const started = performance.now()
  const child = spawn(process.execPath, [main, ...words], { env: { PATH, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (piece) => (stdout += piece))
  child.stderr.on('data', (piece) => (stderr += piece))
  const done = new Promise<Finished>((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr, seconds: (performance.now() - started) / 1_000 })),
  )
  return { child, done }
}

/** Runs a command to its end. */
export const admin = (env: Record<string, string>, ...words: string[]): Promise<Finished> => start(env, words).done

/** Runs a command that has to succeed and gives what it prints as JSON. */
export async function adminJson<Data>(env: Record<string, string>, ...words: string[]): Promise<Data> {
  const { code, stdout, stderr } = await admin(env, ...words, '--json')
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`)
  return JSON.parse(stdout) as Data
}
