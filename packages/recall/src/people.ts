import { type AskedPeople, askedPeople, whoIsAsked } from '@memory-service/understanding/asked-people'
import { isFamily, isSocial } from '@memory-service/understanding/roles'
import { ABOUT_OTHER, AMOUNT, MAIL, MONEY, PLACE, TIME } from './lexicon/answer-words.ts'
import { tokenOf } from './lexicon/token-records.ts'
import { markRows } from './marked-rows.ts'
import { normalise } from './normalise.ts'
import type { ParsedQuery, QueryWord } from './query.ts'
import type { Scores } from './select.ts'
import { knownTerm } from './similar-terms.ts'
import { Stamps } from './stamps.ts'
import { COUNT_BITS } from './user-index.ts'
import type { View } from './view.ts'

const NAMES_MAX = 50
const HOW_MANY = /\bhow many\b/i

/** The people whom a query names by relation, as far as readable rows say who they are. */
export interface PeopleAsked extends AskedPeople {
  readonly names: readonly string[]
  /** The terms of rows that say who they are. */
  readonly terms: readonly number[]
}

/** Whom a query names by relation, with the names that rows state which the caller may read; `undefined` without any. */
export function peopleAsked(query: string, hasWord: (word: string) => boolean, view: View): PeopleAsked | undefined {
  const asked = askedPeople(query, view.ownNames)
  if (!asked || asked.isAside || HOW_MANY.test(query)) return undefined
  const isReadable = (term: string) => knownTerm(term, view) !== undefined
  const found = view.index.ties.find(normalise(asked.of), asked.roles, isReadable)
  const all = [...found.names].sort().slice(0, NAMES_MAX)
  if (!all.length) return undefined
  const mentioned = all.filter(hasWord)
  return {
    ...asked,
    names: mentioned.length ? mentioned : all,
    terms: [...found.terms].sort().flatMap((term) => knownTerm(term, view) ?? []),
  }
}

/** The own names by which a query can mean the person. "Who is Kamau", of Wanjiru Kamau, asks who else has the name. */
export function ownNamesAsked(query: string, ownNames: ReadonlySet<string>): ReadonlySet<string> {
  const asked = whoIsAsked(query)
  if (asked === undefined || !ownNames.has(asked)) return ownNames
  return new Set([...ownNames].filter((name) => name !== asked))
}

/** The terms of rows that say who the one is of whom a query asks just that: "who is Ana". */
export function introducingTerms(query: string, view: View): number[] {
  const name = whoIsAsked(query)
  if (name === undefined) return []
  const { ties, kin } = view.index
  const terms = [...ties.termsOfName(normalise(name)), ...kin.termsOfName(name)]
  return terms.flatMap((term) => knownTerm(term, view) ?? [])
}

/** What the own term of a word weighs that leads to the people: "law" of "mother-in-law" is no law. */
const LEAD_SHARE = 0.3

/** The weight of a word of the query, beside the names of the people whom it leads to. */
export function peopleShare({ words, before, of }: PeopleAsked, word: string): number {
  return word === of || (of && word === words[0]) || before.includes(word) || words.indexOf(word) > 0 ? LEAD_SHARE : 1
}

const ASKS_NAME = /\b(?:called|names?|named)\b/i

/** Words that say nothing of what is asked about people. */
const PLAIN_WORDS = new Set('called name names named many number known again exactly full first'.split(' '))

/** Whether a query asks who the people are and nothing of them. */
export function asksWho({ words, before, names }: PeopleAsked, query: string, all: readonly QueryWord[]): boolean {
  const rest = restOf({ words, before, names }, all)
  return !rest.length || (ASKS_NAME.test(query) && rest.every(({ text }) => PLAIN_WORDS.has(text)))
}

function restOf({ words, before, names }: Pick<PeopleAsked, 'words' | 'before' | 'names'>, all: readonly QueryWord[]) {
  return all.filter(
    ({ text, isContent }) => isContent && !words.includes(text) && !before.includes(text) && !names.includes(text),
  )
}

/** Bonus of rows that say who it is, as a share of the best score: if the query asks for that by relation, and by name. */
const IDENTITY_SHARE = 0.6
const WHO_IS_SHARE = 0.7
/** The same of rows that name several of those whom it asks for. */
const SEVERAL_SHARE = 0.2
/** Rows that say of the person what is asked for come above those that only say who it is, in their own order. */
const ABOVE_SHARE = 0.05
/** Words of less weight do not say what is asked for. */
const LIGHT_WEIGHT = 0.5
/** Kinds of answers that few rows hold by chance. */
const EXACT = AMOUNT | TIME | MONEY | MAIL | PLACE
/** Rows about others, where rows name the one asked for. */
const OTHER_FACTOR = 0.7
/** A row with a term that matches a word less does not hold the word. */
const MATCH_MIN = 0.7
const named = new Stamps()
const introducing = new Stamps()
const matching = new Stamps()

/** Puts rows that name the people asked for before rows about others, and those that only say who they are below. */
export function preferPeopleAsked(
  { people, isIdentity, introducing: whoIs, words, stated, statedOfPeople, asked }: ParsedQuery,
  candidates: readonly number[],
  view: View,
  { values }: Scores,
): void {
  if (!people && !whoIs.length) return
  const top = candidates.reduce((most, slot) => Math.max(most, values[slot]!), 0)
  if (whoIs.length) {
    markRows(introducing, whoIs, view)
    for (const slot of candidates) if (introducing.has(slot)) values[slot]! += WHO_IS_SHARE * top
  }
  if (!people) return
  markRows(introducing, people.terms, view)
  if (isIdentity) {
    const several = people.roles.at(-1)!.isPlural ? severalOf(people.terms, view) : undefined
    for (const slot of candidates)
      if (introducing.has(slot)) values[slot]! += (IDENTITY_SHARE + (several?.has(slot) ? SEVERAL_SHARE : 0)) * top
    return
  }
  const { answers } = view.index
  markRows(
    named,
    people.names.map((name) => knownTerm(tokenOf(name).stem, view)),
    view,
  )
  const rest = restOf(people, words)
    .filter(({ weight }) => weight > LIGHT_WEIGHT)
    .flatMap(({ term, matches }) => [
      term,
      ...matches.filter(({ weight }) => weight >= MATCH_MIN).map((match) => match.term),
    ])
  markRows(matching, [...rest, ...stated, ...statedOfPeople], view)
  const { kind } = people.roles.at(-1)!
  // Not all friends are said to be friends.
  const isOpen = isSocial(kind) || !isFamily(kind)
  const introduced = candidates.filter((slot) => introducing.has(slot) && !matching.has(slot))
  const best = introduced.reduce((most, slot) => Math.max(most, values[slot]!), 0)
  const held = introduced.reduce((bits, slot) => bits | answers[slot]!, 0)
  const lacking = asked & ~held & EXACT
  for (const slot of candidates) {
    if (!named.has(slot)) {
      if (!isOpen && answers[slot]! & ABOUT_OTHER) values[slot]! *= OTHER_FACTOR
    } else if (!introducing.has(slot) && (matching.has(slot) || answers[slot]! & lacking) && values[slot]! < best)
      values[slot] = best + ABOVE_SHARE * values[slot]!
  }
}

/** The rows that name several of those whom the terms are of. */
function severalOf(terms: readonly number[], view: View): ReadonlySet<number> {
  const [once, twice] = [new Set<number>(), new Set<number>()]
  for (const term of terms) {
    const { cells, start, end } = view.postingsOf(term)
    for (let at = start; at < end; at++) {
      const slot = cells[at]! >>> COUNT_BITS
      ;(once.has(slot) ? twice : once).add(slot)
    }
  }
  return twice
}
