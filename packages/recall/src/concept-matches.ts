import { CONCEPT_TERMS } from './lexicon/concept-terms.ts'
import type { Token } from './lexicon/token-records.ts'
import type { PhraseMatch } from './phrases.ts'
import { knownTerm } from './similar-terms.ts'
import type { View } from './view.ts'

/** Adds a term with its weight in a query; `match`: how well a row with the term matches the word, by default the weight. */
export type AddTerm = (term: number | undefined, weight: number, match?: number) => void

/** Weights of rows that name the same concept, a narrower one, a wider one, or another kind of a wider one. */
const CONCEPT_WEIGHT = 0.3
const NARROWER_WEIGHT = 0.2
const WIDER_WEIGHT = 0.1
const SIBLING_WEIGHT = 0.05

/** Adds the concepts of a word, or of the phrases that it is part of. */
export function addConcepts(
  token: Token,
  phrases: readonly PhraseMatch[],
  factor: number,
  view: View,
  add: AddTerm,
): void {
  const names = phrases.length ? phrases.flatMap(({ concepts }) => concepts) : token.concepts
  for (const name of names)
    for (const { own, narrower, steps } of CONCEPT_TERMS.get(name)!.wider)
      if (steps === 0) {
        add(knownTerm(own, view), factor * CONCEPT_WEIGHT, 0.7)
        add(knownTerm(narrower, view), factor * NARROWER_WEIGHT, 0.6)
      } else {
        add(knownTerm(own, view), (factor * WIDER_WEIGHT) / steps, 0.4 / steps)
        add(knownTerm(narrower, view), (factor * SIBLING_WEIGHT) / steps, 0.2 / steps)
      }
}
