import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Who uses a data folder, and where its database listens once it is open. */
export type FolderOwner = {
  pid: number
  host: string
  since: string
  endpoint?: { host: string; port: number; password?: string }
}

/** The folder is in use by another process. */
export class FolderInUseError extends Error {
  readonly owner: FolderOwner | undefined
  constructor(dataDir: string, owner: FolderOwner | undefined) {
    const who = owner
      ? `process ${owner.pid} on ${owner.host} since ${owner.since}`
      : 'another process that is just starting'
    const stop = owner ? `stop it first (kill ${owner.pid})` : 'stop it first'
    super(
      `The data folder ${dataDir} is in use by ${who}. One process at a time can use an embedded database: ${stop}, ` +
        'choose another DATA_DIR, or use "npm run admin", which connects to the running service.',
    )
    this.name = 'FolderInUseError'
    this.owner = owner
  }
}

const ownerPath = (dataDir: string) => join(dataDir, 'database.owner.json')

/** Reads who uses the folder; undefined when no one has said so yet. */
export function readOwner(dataDir: string): FolderOwner | undefined {
  try {
    return JSON.parse(readFileSync(ownerPath(dataDir), 'utf8')) as FolderOwner
  } catch {
    return undefined
  }
}

/**
 * The right of one process to a data folder. It rests on a lock that the operating system holds for the process (SQLite's
 * file lock, the only one that Node has), so it ends with the process however that ends: there is nothing stale to judge
 * by age or process number, and of two successors one gets it. Nothing else in the process may open and close the file
 * "database.lock" (to copy it, say): POSIX would drop the lock.
 */
export class FolderLock {
  readonly #dataDir: string
  readonly #handle: DatabaseSync
  readonly #since = new Date().toISOString()

  private constructor(dataDir: string, handle: DatabaseSync) {
    this.#dataDir = dataDir
    this.#handle = handle
  }

  /** Takes the lock at once or throws a FolderInUseError. */
  static acquire(dataDir: string): FolderLock {
    const path = join(dataDir, 'database.lock')
    const handle = new DatabaseSync(path, { timeout: 0 })
    try {
      handle.exec('PRAGMA journal_mode = MEMORY')
      handle.exec('BEGIN EXCLUSIVE')
      chmodSync(path, 0o600)
    } catch (error) {
      handle.close()
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === 5
      throw isBusy ? new FolderInUseError(dataDir, readOwner(dataDir)) : error
    }
    const lock = new FolderLock(dataDir, handle)
    lock.announce()
    return lock
  }

  /** Writes down, for others to read, who holds the folder and where its database listens. */
  announce(endpoint?: FolderOwner['endpoint']): void {
    const owner: FolderOwner = { pid: process.pid, host: hostname(), since: this.#since, endpoint }
    const path = ownerPath(this.#dataDir)
    writeFileSync(`${path}.new`, JSON.stringify(owner), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }

  /** Gives the folder back. */
  release(): void {
    rmSync(ownerPath(this.#dataDir), { force: true })
    this.#handle.close()
  }
}
