/** Bounds memory; far more than the number of texts tried between two successes. */
const COUNTS_MAX = 1_000

/** Counts consecutive failures per memory id, to find a text that fails `max` times while others succeed. */
export function openFailureCounts(max: number) {
  const counts = new Map<string, number>()
  return {
    /** Counts a failure. Returns whether the limit is reached; the count is then reset. */
    add(id: string): boolean {
      const count = (counts.get(id) ?? 0) + 1
      if (count >= max) {
        counts.delete(id)
        return true
      }
      if (counts.size >= COUNTS_MAX) counts.clear()
      counts.set(id, count)
      return false
    },
    reset(id: string): void {
      counts.delete(id)
    },
  }
}
