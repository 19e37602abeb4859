/** Turns texts into vectors. */
export interface Embedder {
  /** Identifies the vector space: vectors of different names are never compared. At most 200 characters. */
  readonly name: string
  /** The maximum number of texts per call. */
  readonly batchMax: number
  /**
   * Returns vectors of one dimension in the order of the texts. Each has length 1, or is all 0 if the model knows no part
   * of the text. Texts longer than the model's input are cut.
   * @throws ModelFailure; at once when the signal aborts.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  close(): Promise<void>
}
