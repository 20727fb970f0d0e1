import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const WAIT_MS = 60_000

/**
 * The right to open a stopped embedded database from the command line. Commands that run at once take turns: one that
 * used the database of another would lose it when that one ends.
 */
export class Turn {
  readonly #handle: DatabaseSync

  private constructor(handle: DatabaseSync) {
    this.#handle = handle
  }

  /** Waits for its turn, up to a minute. */
  static take(dataDir: string): Turn {
    const handle = new DatabaseSync(join(dataDir, 'admin.lock'), { timeout: WAIT_MS })
    try {
      handle.exec('BEGIN EXCLUSIVE')
      return new Turn(handle)
    } catch (error) {
      handle.close()
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === 5
      throw isBusy ? new Error('Another admin command has been at work on this data folder for a minute.') : error
    }
  }

  /** Lets the next one in; may be called twice. */
  release(): void {
    if (this.#handle.isOpen) this.#handle.close()
  }
}
