import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { chooseEndpoint, type Endpoint, listen, removeEndpoint } from './endpoint.ts'
import { Engine } from './engine.ts'
import { FolderLock } from './folder-lock.ts'
import { Gateway } from './gateway.ts'

export type EmbeddedOptions = {
  dataDir: string
  statementTimeoutMs: number
  idleTransactionTimeoutMs: number
  openTimeoutMs: number
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
  const lock = FolderLock.acquire(dataDir)
  try {
    const engine = await Engine.open({ dataDir: join(dataDir, 'postgres'), openTimeoutMs, logger })
    const chosen = chooseEndpoint(dataDir)
    const gateway = new Gateway({ ...options, engine, password: chosen.password, logger })
    const endpoint = await listen(gateway.server, chosen)
    lock.announce({ host: endpoint.host, port: endpoint.port, password: endpoint.password })
    const close = async () => {
      await gateway.close()
      await engine.close()
      removeEndpoint(endpoint)
      lock.release()
    }
    return { endpoint, close }
  } catch (error) {
    lock.release()
    throw error
  }
}
