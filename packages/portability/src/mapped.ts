/** The items that are worked on before other work runs. */
const PAUSE_ITEMS = 100
/** Long items take longer: other work runs after this time at the latest. */
const SLICE_MS = 5

/** The end of the last pause, on the monotonic clock. */
let pausedAt = 0

/** Lets other work run before the item at this position, if it is its turn. */
export async function pauseBefore(at: number): Promise<void> {
  const isTurn = at > 0 && (at % PAUSE_ITEMS === 0 || performance.now() - pausedAt >= SLICE_MS)
  if (!isTurn) return
  await new Promise((resume) => setTimeout(resume))
  pausedAt = performance.now()
}

/** Maps items one after another and lets other work run in between, so that a large store does not block a program. */
export async function mapped<T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> {
  const results: R[] = []
  for (const [i, item] of items.entries()) {
    await pauseBefore(i)
    results.push(map(item, i))
  }
  return results
}
