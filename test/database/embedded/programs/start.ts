import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A program of this folder that is running: what it has said so far, and its next line. */
export type Program = {
  child: ChildProcess
  lines: string[]
  nextLine(): Promise<string>
  exited: Promise<number | null>
}

/** Starts a program of this folder in a process of its own. */
export function startProgram(name: string, ...args: string[]): Program {
  const path = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')])
  const exited = ended.then(([[code]]) => code as number | null)
  const nextLine = async () => ((await once(reader, 'line')) as [string])[0]
  return { child, lines, nextLine, exited }
}
