/** A memory, and what was computed from its text. */
export interface WithText {
  readonly memory: { readonly content: string }
  /** By the number of the function. Kept as long as the text is known. */
  readonly computed: (NonNullable<unknown> | null)[]
}

let functions = 0

/**
 * Makes a function of a text that is computed once for each text known, not for each bundle: of some hundred memories that are
 * considered, few are new.
 */
export function ofText<Value extends NonNullable<unknown> | null>(
  compute: (content: string) => Value,
): (each: WithText) => Value {
  const at = functions++
  return ({ memory, computed }) => {
    const known = computed[at] as Value | undefined
    return known === undefined ? ((computed[at] = compute(memory.content)) as Value) : known
  }
}
