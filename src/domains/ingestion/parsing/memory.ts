import { readFileSync } from 'node:fs'

const pageBytes = 4096

/** Resident memory of another process in bytes; 0 where the system does not tell (the heap limit and the deadline still hold). */
export function residentBytes(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes
  } catch {
    return 0
  }
}
