import type { RequestHandler } from 'express'
import type { Database } from './database/database.ts'

/** Whether the service is ready, and what the database below it can do. */
export class Health {
  readonly #database: Database
  #isStopping = false

  constructor(database: Database) {
    this.#database = database
  }

  /** From now on load balancers are told to send nothing more. */
  stop(): void {
    this.#isStopping = true
  }

  /** GET /readyz: 200 while requests can be answered, 503 otherwise. */
  readonly ready: RequestHandler = async (_request, response) => {
    const { kind, capabilities } = this.#database
    const isReachable = await this.#database.pool.query('SELECT 1').then(
      () => true,
      () => false,
    )
    const isReady = isReachable && !this.#isStopping
    response.status(isReady ? 200 : 503).json({
      status: isReady ? 'ready' : this.#isStopping ? 'stopping' : 'unready',
      database: { kind, version: capabilities.serverVersion, isReachable },
      search: {
        words: capabilities.bm25
          ? 'bm25 index (pg_textsearch), exact for small scopes'
          : 'bm25, exact (pg_textsearch is not installed)',
        vectors: capabilities.vector ? 'pgvector' : 'exact (pgvector is not installed)',
      },
    })
  }
}
