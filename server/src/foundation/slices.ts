/** The longest that one request computes before others run, in milliseconds. */
const SLICE_MS = 10

/**
 * Returns a function to await between the steps of a long computation: once a slice of time is used up, it lets other
 * requests run. `undefined` means that there is nothing to await.
 */
export function openSlices(sliceMs: number = SLICE_MS, now = () => performance.now()): () => Promise<void> | undefined {
  let until = now() + sliceMs
  return () => {
    if (now() < until) return undefined
    return new Promise((resume) =>
      setImmediate(() => {
        until = now() + sliceMs
        resume()
      }),
    )
  }
}
