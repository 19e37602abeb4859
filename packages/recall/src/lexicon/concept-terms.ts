import { CONCEPTS, type Concept } from '@memory-service/understanding/concepts'

/*
 * Concepts as terms of the index. A row with "penicillin" has the term of the concept itself, `=penicillin`, and those of
 * the wider concepts, `<antibiotic` and `<medicine`. So a query for an antibiotic finds rows that say so (`=antibiotic`),
 * and, at a smaller weight, rows with a kind of antibiotic (`<antibiotic`).
 */

/** Wider concepts are followed this many steps. */
const STEPS_MAX = 3

/** A concept that a text names, with the steps to each wider concept. */
export interface ConceptTerms {
  /** The term of the concept itself. */
  readonly own: string
  /** The terms of the concept and its wider ones, for rows that contain a narrower concept, and the steps to each. */
  readonly wider: readonly { readonly own: string; readonly narrower: string; readonly steps: number }[]
}

const BY_NAME: ReadonlyMap<string, Concept> = new Map(CONCEPTS.map((concept) => [concept.name, concept]))

/** The terms of every concept, by its name. */
export const CONCEPT_TERMS: ReadonlyMap<string, ConceptTerms> = new Map(
  CONCEPTS.map(({ name }) => [
    name,
    {
      own: ownTerm(name),
      wider: [...widerConcepts(name)].map(([wider, steps]) => ({
        own: ownTerm(wider),
        narrower: narrowerTerm(wider),
        steps,
      })),
    },
  ]),
)

/** The term of rows that name a concept. */
function ownTerm(name: string): string {
  return `=${name}`
}

/** The term of rows that name a narrower concept. */
function narrowerTerm(name: string): string {
  return `<${name}`
}

function widerConcepts(name: string): Map<string, number> {
  const steps = new Map<string, number>()
  let level = [name]
  for (let step = 0; level.length && step <= STEPS_MAX; step++) {
    const known = level.filter((each) => BY_NAME.has(each) && !steps.has(each))
    for (const each of known) steps.set(each, step)
    level = known.flatMap((each) => BY_NAME.get(each)!.parents)
  }
  return steps
}

/** The terms that a row with these concepts is indexed by. */
export function rowConceptTerms(names: readonly string[]): string[] {
  const terms = new Set<string>()
  for (const name of names) {
    const { own, wider } = CONCEPT_TERMS.get(name)!
    terms.add(own)
    for (const { narrower, steps } of wider) if (steps > 0) terms.add(narrower)
  }
  return [...terms]
}

/** Words and phrases of the lexicon with the names of their concepts. Phrases are in words separated by spaces. */
export function conceptWords(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name, words, phrases } of CONCEPTS)
    for (const text of [...words, ...phrases]) {
      const names = found.get(text)
      if (!names) found.set(text, [name])
      else if (!names.includes(name)) names.push(name)
    }
  return found
}
