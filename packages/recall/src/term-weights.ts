import type { AddTerm } from './concept-matches.ts'
import { familyTerm, type Token } from './lexicon/token-records.ts'
import type { QueryTerm } from './query.ts'
import { knownTerm } from './similar-terms.ts'
import type { View } from './view.ts'

const OTHER_READING_WEIGHT = 0.7
export const FAMILY_WEIGHT = 0.4

/** Words that ask for any event of a date. */
export const EVENT_WORDS = new Set(
  `plan plans planned planning schedule scheduled happen happens happened happening calendar agenda programme program up
  coming upcoming event events appointment appointments`.split(/\s+/),
)

/** Terms with the highest weight of each. */
export class Weights {
  readonly #weights = new Map<number, number>()

  add(term: number | undefined, weight: number): void {
    if (term !== undefined && weight > (this.#weights.get(term) ?? 0)) this.#weights.set(term, weight)
  }

  get terms(): QueryTerm[] {
    return [...this.#weights].map(([term, weight]) => ({ term, weight }))
  }
}

/** Adds the other reading of a word and its family: roots, and words derived from the same root. */
export function addRelatives(token: Token, factor: number, view: View, add: AddTerm): void {
  if (token.reading !== undefined) add(knownTerm(token.reading, view), OTHER_READING_WEIGHT, 0.9)
  add(knownTerm(familyTerm(token.family), view), factor * FAMILY_WEIGHT, 0.8)
  if (token.isDerived)
    for (const root of [token.family, `${token.family}e`]) add(knownTerm(root, view), factor * FAMILY_WEIGHT, 0.8)
}
