import { BODY } from './lexicon/body.ts'
import { CARE } from './lexicon/care.ts'
import { CONDITIONS } from './lexicon/conditions.ts'
import { DRINKS } from './lexicon/drinks.ts'
import { EDUCATION } from './lexicon/education.ts'
import { EVERYDAY } from './lexicon/everyday.ts'
import { INGREDIENTS } from './lexicon/ingredients.ts'
import { JOBS } from './lexicon/jobs.ts'
import { MEALS } from './lexicon/meals.ts'
import { PEOPLE } from './lexicon/people.ts'
import { WORK } from './lexicon/work.ts'

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

const LEXICON = [BODY, CARE, CONDITIONS, DRINKS, EDUCATION, EVERYDAY, INGREDIENTS, JOBS, MEALS, PEOPLE, WORK]

/** All concepts of the lexicon. A word can belong to several of them. */
export const CONCEPTS: readonly Concept[] = LEXICON.flatMap(parseConcepts)

const BY_NAME: ReadonlyMap<string, Concept> = new Map(CONCEPTS.map((concept) => [concept.name, concept]))

/** The concept of a name, or `undefined`. */
export function conceptNamed(name: string): Concept | undefined {
  return BY_NAME.get(name)
}

/**
 * The names of all wider concepts of a concept, with the number of steps to each: `medicine` is 2 steps from
 * `penicillin`. The concept itself is 0 steps away. Empty for an unknown name.
 */
export function widerConcepts(name: string): ReadonlyMap<string, number> {
  const steps = new Map<string, number>()
  let level = [name]
  for (let step = 0; level.length > 0; step++) {
    const known = level.filter((entry) => BY_NAME.has(entry) && !steps.has(entry))
    for (const entry of known) steps.set(entry, step)
    level = known.flatMap((entry) => BY_NAME.get(entry)!.parents)
  }
  return steps
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
