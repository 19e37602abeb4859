/** Turns texts into vectors. Whoever stands behind it, one contract: bounded calls, unit vectors, plain failures. */
export interface Embedder {
  /** Tells one vector space from another: vectors under different names are never compared. At most 200 characters. */
  readonly name: string
  /** How many texts one call takes at most. */
  readonly batchMax: number
  /**
   * Unit vectors (length 1, or all 0 for a text nothing is known of), in the order of the texts, all of one dimension.
   * Texts longer than the model reads are cut.
   * @throws ModelFailure; gives up at once when the signal aborts.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  close(): Promise<void>
}
