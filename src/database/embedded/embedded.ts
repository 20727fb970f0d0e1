import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { chooseEndpoint, clientConfig, type Endpoint, listen, removeEndpoint } from './endpoint.ts'
import { Engine } from './engine.ts'
import { FolderLock } from './folder-lock.ts'
import { Gateway } from './gateway.ts'
import { startHousekeeping } from './housekeeping.ts'

export type EmbeddedOptions = {
  dataDir: string
  statementTimeoutMs: number
  idleTransactionTimeoutMs: number
  openTimeoutMs: number
  /** The operating system to suit, if not this one: some have no Unix sockets. */
  platform?: NodeJS.Platform
}

/** A running embedded database: where it listens, and how to end it. */
export type Embedded = { endpoint: Endpoint; close(): Promise<void> }

/**
 * Starts the embedded database on a folder, which is made private to its user. Throws a FolderInUseError at once when
 * another process has the folder.
 */
export async function startEmbedded(options: EmbeddedOptions, logger: Logger): Promise<Embedded> {
  const { dataDir, openTimeoutMs } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
  const cleanup = new AsyncDisposableStack()
  try {
    const lock = FolderLock.acquire(dataDir)
    cleanup.defer(() => lock.release())
    const engine = await Engine.open({ dataDir: join(dataDir, 'postgres'), openTimeoutMs, logger })
    cleanup.defer(() => engine.close())
    const chosen = chooseEndpoint(dataDir, options.platform)
    cleanup.defer(() => removeEndpoint(chosen))
    const gateway = new Gateway({ ...options, engine, password: chosen.password, logger })
    const endpoint = await listen(gateway.server, chosen)
    cleanup.defer(() => gateway.close())
    cleanup.defer(startHousekeeping(clientConfig(endpoint), logger))
    lock.announce({ host: endpoint.host, port: endpoint.port, password: endpoint.password })
    return { endpoint, close: () => cleanup.disposeAsync() }
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
}
