/** Turns texts into vectors whose nearness is nearness in meaning. */
export interface Embedder {
  /** The name of the embedding model; vectors of different models cannot be compared. */
  readonly model: string
  /** One vector a text, in the order of the texts, all of the same dimension. */
  embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>
}
