/** Texts under suspicion; far more than are ever tried between two successes. */
const SUSPECTS_MAX = 1_000

/** How often texts failed, by the ids of their memories: one that fails `max` times where others do not is at fault. */
export function openStrikes(max: number) {
  const strikes = new Map<string, number>()
  return {
    /** Notes a failure; whether it was one too many. The text is forgotten then. */
    out(id: string): boolean {
      const count = (strikes.get(id) ?? 0) + 1
      if (count >= max) {
        strikes.delete(id)
        return true
      }
      if (strikes.size >= SUSPECTS_MAX) strikes.clear()
      strikes.set(id, count)
      return false
    },
    /** The text is under suspicion no longer. */
    forget(id: string): void {
      strikes.delete(id)
    },
  }
}
