/** A group of words that mean nearly the same in everyday life, such as husband, wife and spouse. */
export interface Concept {
  readonly name: string
  /** Wider concepts: `penicillin` is an antibiotic, an antibiotic is a medicine. */
  readonly parents: readonly string[]
  /** Single words in lower case, any inflection of each. */
  readonly words: readonly string[]
  /** Phrases of two to four words in lower case. */
  readonly phrases: readonly string[]
}

/**
 * Parses a list of concepts, one per line: `name < parent parent: word word "several words"`. The part from `<` to `:` may
 * be missing.
 * @throws if a line has another form
 */
export function parseConcepts(list: string): Concept[] {
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const match = /^(\w+)(?: < ([\w ]+))?: (.+)$/.exec(line)
      if (!match) throw new Error(`Not a concept: ${line}`)
      const [, name, parents, members] = match
      const phrases = [...members!.matchAll(/"([^"]+)"/g)].map(([, phrase]) => phrase!)
      const words = members!
        .replace(/"[^"]+"/g, ' ')
        .split(' ')
        .filter(Boolean)
      return { name: name!, parents: parents?.split(' ') ?? [], words, phrases }
    })
}
