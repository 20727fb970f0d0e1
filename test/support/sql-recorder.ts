import type pg from 'pg'

const TRANSACTION_CONTROL = /^\s*(begin|commit|rollback|start transaction|savepoint|release|set transaction)\b/i

/** Sees every SQL statement that the clients of a pool send, Prisma's and others', so that tests can pin their number. */
export class SqlRecorder {
  readonly #seen = new WeakSet<pg.PoolClient>()
  /** Every statement so far, in the order sent, with BEGIN, COMMIT and the like. */
  readonly all: string[] = []

  constructor(pool: pg.Pool) {
    pool.on('acquire', (client) => this.#watch(client))
  }

  /** The statements so far without transaction control. */
  get statements(): string[] {
    return this.all.filter((sql) => !TRANSACTION_CONTROL.test(sql))
  }

  /** Forgets what was recorded. */
  clear(): void {
    this.all.length = 0
  }

  /** Runs `work` and gives the statements that were sent meanwhile, without transaction control. */
  async record(work: () => Promise<unknown>): Promise<string[]> {
    this.clear()
    await work()
    return this.statements
  }

  #watch(client: pg.PoolClient): void {
    if (this.#seen.has(client)) return
    this.#seen.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const recorded = (...args: unknown[]) => {
      const [first] = args
      this.all.push(typeof first === 'string' ? first : (first as pg.QueryConfig).text)
      return query(...args)
    }
    Object.assign(client, { query: recorded })
  }
}
