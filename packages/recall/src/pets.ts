import { ALL_SPECIES } from '@memory-service/understanding/species'
import { type KinAsked, kinNamesOf } from './asked.ts'
import { kinTerm } from './kin.ts'
import { ABOUT_OTHER, ABOUT_USER, RELATION } from './lexicon/answer-words.ts'
import { tokenOf } from './lexicon/token-records.ts'
import type { ParsedQuery, QueryWord } from './query.ts'
import type { Scores } from './select.ts'
import { knownTerm } from './similar-terms.ts'
import { Stamps } from './stamps.ts'
import { COUNT_BITS } from './user-index.ts'
import type { View } from './view.ts'

/** The pets that a query asks about by species. */
export interface PetsAsked {
  readonly names: readonly string[]
  readonly species: string
  /** Whether it asks who or what they are. */
  readonly isIdentity: boolean
  /** Its other content words. */
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
  return { names, species, rest, isIdentity: !rest.length || ASKS_IDENTITY.test(query) }
}

/** Rows that name other pets, and none of those asked for. */
const OTHER_PET_FACTOR = 0.5
/** Rows about the user or another person that name none of the pets. */
const OTHER_SUBJECT_FACTOR = 0.75
/** Rows that neither name the pets nor match another word of the query. */
const UNNAMED_FACTOR = 0.7
/** Rows that say whose name it is and match nothing else of the query, relative to the best row that names the pets. */
const INTRODUCTION_FACTOR = 0.9
/** Bonus of rows that say whose name it is if the query asks who the pet is, as a share of the best score. */
const INTRODUCES_SHARE = 0.15
/** A row with a term that matches a word less does not hold the word. */
const MATCH_MIN = 0.7
const named = new Stamps()
const introducing = new Stamps()
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
  const { names, species, isIdentity, rest } = pets
  mark(named, names.map(nameTerm(view)), view)
  mark(
    introducing,
    names.map((name) => knownTerm(kinTerm(species, name), view)),
    view,
  )
  const restTerms = rest.flatMap(({ term, matches }) => [
    term,
    ...matches.filter(({ weight }) => weight >= MATCH_MIN).map((match) => match.term),
  ])
  mark(matching, [...restTerms, ...stated], view)
  const otherNames = ALL_SPECIES.flatMap((each) => kinNamesOf(each, view)).filter((name) => !names.includes(name))
  mark(others, otherNames.map(nameTerm(view)), view)
  const { answers } = view.index
  const top = candidates.reduce((most, slot) => Math.max(most, values[slot]!), 0)
  const isAnswer = (slot: number) => named.has(slot) && (matching.has(slot) || !introducing.has(slot))
  const best = candidates.reduce((most, slot) => (isAnswer(slot) ? Math.max(most, values[slot]!) : most), 0)
  for (const slot of candidates) {
    if (named.has(slot)) {
      if (!introducing.has(slot)) continue
      if (isIdentity) values[slot]! += INTRODUCES_SHARE * top
      else if (!matching.has(slot) && best > 0) values[slot] = INTRODUCTION_FACTOR * Math.min(values[slot]!, best)
      continue
    }
    const isUnrelated = !isIdentity && !matching.has(slot)
    const whose = answers[slot]! & (ABOUT_USER | ABOUT_OTHER | RELATION)
    if (isUnrelated) values[slot]! *= UNNAMED_FACTOR
    if (others.has(slot)) values[slot]! *= OTHER_PET_FACTOR
    else if (whose === ABOUT_USER || (isUnrelated && whose === ABOUT_OTHER)) values[slot]! *= OTHER_SUBJECT_FACTOR
  }
}

/** The term of a name in readable rows. */
function nameTerm(view: View): (name: string) => number | undefined {
  return (name) => knownTerm(tokenOf(name).stem, view)
}

/** Marks the rows with one of these terms. */
function mark(rows: Stamps, terms: readonly (number | undefined)[], view: View): void {
  rows.reset(view.index.slots)
  for (const term of terms) {
    if (term === undefined) continue
    const { cells, start, end } = view.postingsOf(term)
    for (let at = start; at < end; at++) rows.add(cells[at]! >>> COUNT_BITS)
  }
}
