import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { nodeArguments } from './permissions.ts'

/** Starts a parsing process that may take so many megabytes: without an environment, and behind the service in priority. */
export function startParserChild(memoryMb: number): ChildProcess {
  const child = spawn(process.execPath, nodeArguments(memoryMb), {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { TZ: 'UTC' },
    cwd: '/',
  })
  giveWay(child.pid)
  return child
}

/** Requests come before parsing where both want the processor. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has ended already, which its `close` event tells.
  }
}
