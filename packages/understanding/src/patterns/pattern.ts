/** A pattern of a clause in normal form: the attribute it gives, words of which one must occur, and the expression. */
export type Pattern = readonly [attribute: string, triggers: string, expression: RegExp]

/** Patterns by trigger word, so that a clause is tested by few of them. */
export function byTrigger(lists: readonly (readonly Pattern[])[]): ReadonlyMap<string, readonly Pattern[]> {
  const found = new Map<string, Pattern[]>()
  for (const pattern of lists.flat())
    for (const trigger of new Set(pattern[1].split(/[ '-]/)))
      found.set(trigger, [...(found.get(trigger) ?? []), pattern])
  return found
}
