import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'

/** Where the embedded database listens: a folder with a socket in it, or a loopback address with a password. */
export type Endpoint = { host: string; port: number; password?: string; directory?: string; isTemporary?: boolean }

// PostgreSQL's clients look for this name in a folder that is given as the host.
const PORT = 5432
const SOCKET_NAME = `.s.PGSQL.${PORT}`
const LONGEST_SOCKET_PATH = 100

/**
 * Chooses the endpoint: a Unix socket in the data folder, in a private folder of its own where that path would be too
 * long for a socket, or loopback with a random password where there are no Unix sockets.
 */
export function chooseEndpoint(dataDir: string, platform: NodeJS.Platform = process.platform): Endpoint {
  if (platform === 'win32') return { host: '127.0.0.1', port: 0, password: randomBytes(24).toString('base64url') }
  const directory = join(dataDir, 'run')
  if (join(directory, SOCKET_NAME).length <= LONGEST_SOCKET_PATH) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return { host: directory, port: PORT, directory }
  }
  const temporary = mkdtempSync(join(tmpdir(), 'docgraph-'))
  return { host: temporary, port: PORT, directory: temporary, isTemporary: true }
}

/** Makes the server listen at the endpoint and gives the endpoint with the port that it got. */
export async function listen(server: Server, endpoint: Endpoint): Promise<Endpoint> {
  const path = endpoint.directory && join(endpoint.directory, SOCKET_NAME)
  if (path) rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const listening = () => {
      server.off('error', reject)
      resolve()
    }
    if (path) server.listen(path, listening)
    else server.listen(endpoint.port, endpoint.host, listening)
  })
  if (!path) return { ...endpoint, port: (server.address() as AddressInfo).port }
  chmodSync(path, 0o600)
  return endpoint
}

/** How a PostgreSQL client connects to the endpoint. */
export function clientConfig({ host, port, password }: Pick<Endpoint, 'host' | 'port' | 'password'>): ClientConfig {
  return { host, port, password, user: 'postgres', database: 'postgres', options: '-c TimeZone=UTC' }
}

/** Removes what `listen` left in the file system. */
export function removeEndpoint({ directory }: Endpoint): void {
  if (directory) rmSync(directory, { recursive: true, force: true })
}
