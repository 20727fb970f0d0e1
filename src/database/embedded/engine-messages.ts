/** What the worker thread is started with: the folder, and the index of the unit that it has started last. */
export type EngineStart = { dataDir: string; started: Int32Array<SharedArrayBuffer> }
/** What it is asked: to run units of protocol messages in turn until one leaves a transaction open, or to end. */
export type EngineRequest = { kind: 'run'; units: Uint8Array[] } | { kind: 'close' }
/** What it answers. */
export type EngineReply =
  | { kind: 'ready'; greeting: Uint8Array }
  | { kind: 'answer'; bytes: Uint8Array }
  | { kind: 'closed' }

/** Messages that are answered together, and how long that may take, in milliseconds (0: for ever). */
export type EngineUnit = { bytes: Uint8Array; deadlineMs: number }

/** Why a unit was not answered: it took too long (`deadline`), the engine ended (`crash`), or it cannot be opened. */
export class EngineError extends Error {
  readonly reason: 'deadline' | 'crash' | 'unavailable'
  constructor(reason: EngineError['reason'], message: string) {
    super(message)
    this.name = 'EngineError'
    this.reason = reason
  }
}
