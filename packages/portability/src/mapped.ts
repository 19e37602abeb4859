const PAUSE_ITEMS = 100

/** Maps items one after another and lets other work run in between, so that a large store does not block a program. */
export async function mapped<T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> {
  const results: R[] = []
  for (const [i, item] of items.entries()) {
    if (i && i % PAUSE_ITEMS === 0) await new Promise((resume) => setTimeout(resume))
    results.push(map(item, i))
  }
  return results
}
