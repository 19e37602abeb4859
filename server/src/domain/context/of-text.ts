import { TEXT_CHARS_MAX } from '@memory-service/understanding/clauses'

/** The beginning of a text: patterns read as much of it as the rules do, so that their time is bounded. */
export function beginningOf(content: string): string {
  return content.slice(0, TEXT_CHARS_MAX)
}

/** A memory, and what was computed from its text. */
export interface WithText {
  readonly memory: { readonly content: string }
  /** By the number of the function. Kept as long as the text is known. */
  readonly computed: (NonNullable<unknown> | null)[]
}

let functions = 0

/**
 * Makes a function of the beginning of a text that is computed once for each text known, not for each bundle: of some hundred
 * memories that are considered, few are new.
 */
export function ofText<Value extends NonNullable<unknown> | null>(
  compute: (beginning: string) => Value,
): (each: WithText) => Value {
  return ofWholeText((content) => compute(beginningOf(content)))
}

/** The same for a function that bounds by itself how much it reads. */
export function ofWholeText<Value extends NonNullable<unknown> | null>(
  compute: (content: string) => Value,
): (each: WithText) => Value {
  const at = functions++
  return ({ memory, computed }) => {
    const known = computed[at] as Value | undefined
    return known === undefined ? ((computed[at] = compute(memory.content)) as Value) : known
  }
}
