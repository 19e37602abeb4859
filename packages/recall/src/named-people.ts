import { askedPeople } from '@memory-service/understanding/asked-people'
import { ROLES } from '@memory-service/understanding/roles'
import { attributeTerm } from './attribute-terms.ts'
import { HAPPENED } from './lexicon/answer-words.ts'
import { LEMMAS } from './lexicon/irregular.ts'
import { type Token, tokenOf } from './lexicon/token-records.ts'
import { markRows } from './marked-rows.ts'
import type { ParsedQuery } from './query.ts'
import type { Scores } from './select.ts'
import { shownTerm } from './shown-terms.ts'
import { knownTerm } from './similar-terms.ts'
import { Stamps } from './stamps.ts'
import type { View } from './view.ts'

/* What queries ask of people whom they name, and what the user did with them. */

/** Bonus of rows that name the person asked for and state what is asked of them, as a share of the best score. */
const STATED_SHARE = 0.6
/** Bonus of rows of what was done with those whom the query names, as a share of the best score. */
const COMPANY_SHARE = 0.6
/** Rows without those with whom something was done. */
const ALONE_FACTOR = 0.7
/** Rows that do not mention those whom a query about the user names: "what do I owe Ana". */
const UNMENTIONED_FACTOR = 0.7
/** Rows that name them and tell nothing that was done. */
const NOT_DONE_FACTOR = 0.75

const NO_NAMES: ReadonlySet<string> = new Set(
  'i me my a an the and or of in on at to for with is are was do does did it that this no one what who when where my'.split(
    ' ',
  ),
)
/** Names that are other words as often, beside those of the lexicon. */
const OTHER_WORDS = new Set(
  'will may mark hope grace bill rob sue drew dawn joy faith art guy van can sky star angel penny carol chase chance dean pat ray frank jack le do an max'.split(
    ' ',
  ),
)
/** Asks what the user did, or where. */
const DONE_WITH =
  /\b(?:did|have|has|been|was (?:i|we|he|she)|were (?:we|i)|outings?|went|gone|trips?|travels?|travell?ed|journeys?|hikes?|walks?|rides?|holidays?|vacations?|visited|weekends?|adventures?|tours?|expeditions?|treks?)\b/i
const WITH = /\b(?:with|and|together)\b/i

const named = new Stamps()
const stating = new Stamps()
const travelled = new Stamps()

/** Before these, words that are also others are names: "what does grace do". */
const BEFORE_NAMES = new Set('does did is was has with for about and'.split(' '))

/**
 * The words of a query that are names of people of whom readable rows say who they are, in any letter case. Of names that are
 * also other words, those in the position of a name.
 */
export function personsNamed(
  query: string,
  tokens: readonly Token[],
  ownNames: ReadonlySet<string>,
  view: View,
): ReadonlySet<string> {
  const lower = query.toLowerCase()
  const isName = (token: Token, at: number) => {
    if (!isKnownPerson(token.text, ownNames, view)) return false
    const isOther = OTHER_WORDS.has(token.text) || token.concepts.length > 0 || LEMMAS.has(token.text)
    return (
      !isOther ||
      BEFORE_NAMES.has(tokens[at - 1]?.text ?? '') ||
      lower.includes(`${token.text}'s`) ||
      lower.includes(`${token.text}’s`)
    )
  }
  return new Set(tokens.filter(isName).map(({ text }) => text))
}

function isKnownPerson(name: string, ownNames: ReadonlySet<string>, view: View): boolean {
  if (name.length < 2 || NO_NAMES.has(name) || ROLES.has(name) || ownNames.has(name)) return false
  const { ties, kin } = view.index
  return [...ties.termsOfName(name), ...kin.termsOfName(name)].some((term) => knownTerm(term, view) !== undefined)
}

/** The terms of those with whom a query asks what the user did: "where did I go with Ana", "trips with the twins". */
export function companyAsked(
  query: string,
  persons: ReadonlySet<string>,
  ownNames: ReadonlySet<string>,
  view: View,
): readonly number[] {
  if (!WITH.test(query) || !DONE_WITH.test(query)) return []
  const names = [...persons]
  const asked = names.length ? undefined : askedPeople(query, ownNames)
  if (asked && asked.of === '') {
    const isReadable = (term: string) => knownTerm(term, view) !== undefined
    names.push(...view.index.ties.find('', asked.roles, isReadable).names, ...asked.words)
  }
  return [...new Set(names)].flatMap((name) => knownTerm(tokenOf(name).stem, view) ?? [])
}

/** Raises rows that state of the person named what the query asks, and those of what was done with those named. */
export function preferNamed(
  { about, people, isIdentity, statedOfNamed, company, mentioned }: ParsedQuery,
  candidates: readonly number[],
  view: View,
  { values }: Scores,
): void {
  const top = () => candidates.reduce((most, slot) => Math.max(most, values[slot]!), 0)
  if (company.length) {
    markRows(named, company, view)
    if (!candidates.some((slot) => named.has(slot))) return
    const trip = attributeTerm('self:trip')
    markRows(travelled, [knownTerm(trip, view), knownTerm(shownTerm('self:trip'), view)], view)
    const { answers } = view.index
    for (const slot of candidates) if (!named.has(slot)) values[slot]! *= ALONE_FACTOR
    const share = COMPANY_SHARE * top()
    for (const slot of candidates) {
      if (!named.has(slot)) continue
      if (answers[slot]! & HAPPENED || travelled.has(slot)) values[slot]! += share
      else values[slot]! *= NOT_DONE_FACTOR
    }
    return
  }
  if (mentioned.length && about?.who === 'self') {
    markRows(named, mentioned, view)
    if (!candidates.some((slot) => named.has(slot))) return
    for (const slot of candidates) if (!named.has(slot)) values[slot]! *= UNMENTIONED_FACTOR
    return
  }
  const names =
    about?.who === 'other' && about.name !== undefined ? [about.name] : isIdentity ? [] : (people?.names ?? [])
  if (!names.length || !statedOfNamed.length) return
  markRows(
    named,
    names.map((name) => knownTerm(tokenOf(name).stem, view)),
    view,
  )
  markRows(stating, statedOfNamed, view)
  const share = STATED_SHARE * top()
  for (const slot of candidates) if (named.has(slot) && stating.has(slot)) values[slot]! += share
}
