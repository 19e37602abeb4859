import { KIN_ATTRIBUTES } from '@memory-service/understanding/kin'
import type { Ask, Question } from '@memory-service/understanding/question'
import { SPECIES_BY_LAST_WORD } from '@memory-service/understanding/species'
import type { Subject } from '@memory-service/understanding/statement'
import { askTerms, type WeightedTerm } from '@memory-service/understanding/terms'
import { attributeTerm } from './attribute-terms.ts'
import { kinTerm } from './kin.ts'
import { normalise } from './normalise.ts'
import type { PeopleAsked } from './people.ts'
import type { PetsAsked } from './pets.ts'
import { shownTerm } from './shown-terms.ts'
import { knownTerm } from './similar-terms.ts'
import type { View } from './view.ts'

/** The weight of a relation of which a question asks something else. */
const RELATION_WEIGHT = 0.3
const RELATIONS = new Set(KIN_ATTRIBUTES.values())
const NAMED_ASK_WEIGHT = 0.6
const KIN_NAMES_MAX = 50
/** What the names weigh beside the words of the query: few rows about a pet also name its species. */
const KIN_NAME_WEIGHT = 0.6
const PET_NAME_WEIGHT = 1

/** Those whom a query names by a relation to the user or by species, and whose names the caller may read. */
export interface KinAsked {
  readonly names: readonly string[]
  /** What a name weighs in the query. */
  readonly weight: number
  /** The species of pets. */
  readonly species: string | undefined
  /** Whether a word of the query stands for them. */
  readonly standsFor: (word: string) => boolean
}

/** Whom a question names by relation or species; `undefined` if no readable row tells a name. */
export function kinAsked(
  { about, species }: Question,
  people: PeopleAsked | undefined,
  hasWord: (word: string) => boolean,
  view: View,
): KinAsked | undefined {
  if (people)
    return {
      names: people.names,
      weight: KIN_NAME_WEIGHT,
      species: undefined,
      standsFor: (word) => people.words.includes(word),
    }
  const relation = species ?? (about?.who === 'other' ? about.relation : undefined)
  if (relation === undefined) return undefined
  const known = kinNamesOf(relation, view)
  const kinds = species === undefined ? KIN_ATTRIBUTES : SPECIES_BY_LAST_WORD
  // "Our dog Rex" asks for one of the dogs.
  const named = species === undefined ? [] : known.filter(hasWord)
  const names = named.length ? named : known
  const weight = species === undefined ? KIN_NAME_WEIGHT : PET_NAME_WEIGHT
  return names.length ? { names, weight, species, standsFor: (word) => kinds.get(word) === relation } : undefined
}

/** Names of one relation or species that rows state: the first by alphabet of those that the caller may read. */
export function kinNamesOf(relation: string, view: View): string[] {
  return [...view.index.kin.namesOf(relation)]
    .filter((name) => knownTerm(kinTerm(relation, name), view) !== undefined)
    .sort()
    .slice(0, KIN_NAMES_MAX)
}

/**
 * The terms of what a question asks for. Of those whom it names by relation or species, also as rows state it that only
 * name them; the relation itself is then not asked for.
 */
export function asksOf(
  { asks, about }: Question,
  kin: KinAsked | undefined,
  pets: PetsAsked | undefined,
  isOfPeople: boolean,
): readonly WeightedTerm[] {
  const relation = about?.who === 'other' ? about.relation : undefined
  const others = asks.filter(({ attribute }) => attribute.name !== relation)
  if (!isOfPeople && (!kin || (!others.length && (!pets || pets.isIdentity)))) return askTerms(asks)
  const weighed = (ask: Ask) =>
    RELATIONS.has(ask.attribute.name) ? { ...ask, weight: RELATION_WEIGHT * ask.weight } : ask
  const named = others.filter(({ subject }) => subject === about)
  return [
    ...askTerms(isOfPeople ? asks.map(weighed) : others),
    ...named.map(({ attribute, weight }) => ({
      term: `other:${attribute.name}`,
      weight: NAMED_ASK_WEIGHT * weight,
    })),
  ]
}

/** The terms of rows that state of one whom they name what a question asks of those that it names by relation. */
export function termsOfPeople(asks: readonly WeightedTerm[], weightMin: number, view: View): number[] {
  return asks.flatMap(({ term, weight }) =>
    weight >= NAMED_ASK_WEIGHT * weightMin && term.startsWith('other:')
      ? [attributeTerm(term), shownTerm(term)].flatMap((each) => knownTerm(each, view) ?? [])
      : [],
  )
}

/** Whether a question asks for an attribute of another other than who they are: "what does my sister do". */
export function asksOfKin({ asks }: Question): boolean {
  return asks.some(
    ({ attribute, weight }) => weight === 1 && !RELATIONS.has(attribute.name) && !WHO.has(attribute.name),
  )
}

/** Attributes that a question for who is who names. */
const WHO = new Set(['marital_status', 'household', 'housemates', 'best_friend', 'name'])

/** With the name as rows hold it: "gráinne" is `grainne`. */
export function folded(about: Subject | undefined): Subject | undefined {
  return about?.who === 'other' && about.name !== undefined ? { ...about, name: normalise(about.name) } : about
}

/** The terms of attributes with a single value of which the query asks for the current one. */
export function currentAttributes({ asks }: Question, query: string, view: View): number[] {
  if (PAST.test(query)) return []
  const terms = askTerms(
    asks.filter(({ attribute, subject, weight }) => attribute.isSingle && weight === 1 && isOne(subject)),
  )
  return terms.flatMap(({ term }) => (term.includes(':') ? (knownTerm(attributeTerm(term), view) ?? []) : []))
}

/** Relations of which a person has one. */
const SINGLE_RELATIONS = new Set(['partner', 'mother', 'father', 'boss'])

/** Whether it is one person: the user, or one by relation; the attributes of others are not distinguished by name. */
function isOne(subject: Subject): boolean {
  return subject.who === 'self' || (subject.who === 'other' && SINGLE_RELATIONS.has(subject.relation ?? ''))
}

const PAST =
  /\b(?:used to|before|previous(?:ly)?|former(?:ly)?|first|old|earlier|originally|past|did|was|were|had|ago|until|last)\b|\b(?:19|20)\d\d\b/i

/** The terms by which rows state of others what is asked of the user with at least this weight: `other:job` for `self:job`. */
export function termsOfOthers(asks: readonly WeightedTerm[], weightMin: number, view: View): number[] {
  const found = asks.flatMap(({ term, weight }) =>
    weight >= weightMin && term.startsWith('self:')
      ? [attributeTerm, shownTerm].flatMap((of) => knownTerm(of(term.replace('self:', 'other:')), view) ?? [])
      : [],
  )
  return [...new Set(found)]
}

/** The terms of rows that state or show of others what a question asks of one other, apart from who that is. */
export function termsOfNamed({ asks, about }: Question, view: View): number[] {
  if (about?.who !== 'other') return []
  const found = asks.flatMap(({ attribute, subject, weight }) =>
    subject === about && weight >= NAMED_ASK_WEIGHT && attribute.name !== about.relation
      ? [attributeTerm, shownTerm].flatMap((of) => knownTerm(of(`other:${attribute.name}`), view) ?? [])
      : [],
  )
  return [...new Set(found)]
}
