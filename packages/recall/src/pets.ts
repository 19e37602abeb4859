import { ALL_SPECIES } from '@memory-service/understanding/species'
import { type KinAsked, kinNamesOf } from './asked.ts'
import { kinTerm } from './kin.ts'
import { ABOUT_OTHER, ABOUT_USER, RELATION } from './lexicon/answer-words.ts'
import { tokenOf } from './lexicon/token-records.ts'
import { markRows } from './marked-rows.ts'
import type { ParsedQuery, QueryWord } from './query.ts'
import type { Scores } from './select.ts'
import { knownTerm } from './similar-terms.ts'
import { Stamps } from './stamps.ts'
import type { View } from './view.ts'

/** The pets that a query asks about by species. */
export interface PetsAsked {
  readonly names: readonly string[]
  readonly species: string
  /** Whether it asks who or what they are. */
  readonly isIdentity: boolean
  /** Its content words for the pets, and the others. */
  readonly animals: readonly QueryWord[]
  readonly rest: readonly QueryWord[]
}

const ASKS_IDENTITY = /\b(?:called|names?|named|breed|kind|sort|type)\b/i

/** The pets that a query asks about. Without other words than those for the pets, it asks who they are. */
export function petsAsked(
  kin: KinAsked | undefined,
  query: string,
  words: readonly QueryWord[],
): PetsAsked | undefined {
  if (kin?.species === undefined) return undefined
  const { names, species } = kin
  const rest = words.filter(({ text, isContent }) => isContent && !kin.standsFor(text) && !names.includes(text))
  const animals = words.filter(({ text }) => kin.standsFor(text))
  return { names, species, animals, rest, isIdentity: !rest.length || ASKS_IDENTITY.test(query) }
}

/** Rows that name other pets, and none of those asked for. */
const OTHER_PET_FACTOR = 0.5
/** Rows about the user or another person that name none of the pets. */
const OTHER_SUBJECT_FACTOR = 0.75
/** Rows that name neither the pets nor their species and match no other word of the query. */
const UNNAMED_FACTOR = 0.7
/** Rows that only say whose name it is or name the species, relative to the best row that names the pets and says more. */
const BELOW_FACTOR = 0.9
/** Bonus of rows that say whose name it is if the query asks who the pet is, as a share of the best score. */
const INTRODUCES_SHARE = 0.15
/** A row with a term that matches a word less does not hold the word. */
const MATCH_MIN = 0.7
const named = new Stamps()
const introducing = new Stamps()
const ofSpecies = new Stamps()
const matching = new Stamps()
const others = new Stamps()

/** Puts rows that name the pets asked for before rows about other pets and the user, and those that only introduce them below. */
export function preferPetsAsked(
  { pets, stated }: ParsedQuery,
  candidates: readonly number[],
  view: View,
  { values }: Scores,
): void {
  if (!pets) return
  const { names, species, isIdentity, animals, rest } = pets
  markRows(named, names.map(nameTerm(view)), view)
  markRows(
    introducing,
    names.map((name) => knownTerm(kinTerm(species, name), view)),
    view,
  )
  markRows(
    ofSpecies,
    animals.map(({ term }) => term),
    view,
  )
  const restTerms = rest.flatMap(({ term, matches }) => [
    term,
    ...matches.filter(({ weight }) => weight >= MATCH_MIN).map((match) => match.term),
  ])
  markRows(matching, [...restTerms, ...stated], view)
  const otherNames = ALL_SPECIES.flatMap((each) => kinNamesOf(each, view)).filter((name) => !names.includes(name))
  markRows(others, otherNames.map(nameTerm(view)), view)
  const { answers } = view.index
  const top = candidates.reduce((most, slot) => Math.max(most, values[slot]!), 0)
  const bestOf = (isOne: (slot: number) => boolean) =>
    candidates.reduce((most, slot) => (named.has(slot) && isOne(slot) ? Math.max(most, values[slot]!) : most), 0)
  const best = bestOf((slot) => matching.has(slot) || !introducing.has(slot))
  const bestMatching = bestOf((slot) => matching.has(slot))
  for (const slot of candidates) {
    if (isIdentity && introducing.has(slot)) values[slot]! += INTRODUCES_SHARE * top
    const isUnrelated = !isIdentity && !matching.has(slot)
    const above = !isUnrelated ? 0 : introducing.has(slot) ? best : ofSpecies.has(slot) ? bestMatching : 0
    if (above > 0) values[slot] = BELOW_FACTOR * Math.min(values[slot]!, above)
    if (named.has(slot)) continue
    const whose = answers[slot]! & (ABOUT_USER | ABOUT_OTHER | RELATION)
    if (isUnrelated && !ofSpecies.has(slot)) values[slot]! *= UNNAMED_FACTOR
    if (others.has(slot)) values[slot]! *= OTHER_PET_FACTOR
    else if (whose === ABOUT_USER || (isUnrelated && whose === ABOUT_OTHER)) values[slot]! *= OTHER_SUBJECT_FACTOR
  }
}

/** The term of a name in readable rows. */
function nameTerm(view: View): (name: string) => number | undefined {
  return (name) => knownTerm(tokenOf(name).stem, view)
}
