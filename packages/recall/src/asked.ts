import type { Question } from '@memory-service/understanding/question'
import type { Subject } from '@memory-service/understanding/statement'
import { askTerms, type WeightedTerm } from '@memory-service/understanding/terms'
import { attributeTerm } from './attribute-terms.ts'
import { kinTerm } from './kin.ts'
import { normalise } from './normalise.ts'
import { knownTerm } from './similar-terms.ts'
import type { View } from './view.ts'

const NAMED_ASK_WEIGHT = 0.6
const KIN_NAMES_MAX = 50

/** Names of one relation that a query asks for, too: the first by alphabet of those that the caller may read. */
export function kinNamesOf(relation: string, view: View): string[] {
  return [...view.index.kin.namesOf(relation)]
    .filter((name) => knownTerm(kinTerm(relation, name), view) !== undefined)
    .sort()
    .slice(0, KIN_NAMES_MAX)
}

/**
 * The terms of what a question asks for. Of a person by relation, also as rows state it that only name them; the relation
 * itself is then not asked for.
 */
export function asksOf({ asks, about }: Question, kinNames: readonly string[]): readonly WeightedTerm[] {
  const relation = about?.who === 'other' ? about.relation : undefined
  const others = asks.filter(({ attribute }) => attribute.name !== relation)
  if (!kinNames.length || !others.length) return askTerms(asks)
  const named = others.filter(({ subject }) => subject === about)
  return [
    ...askTerms(others),
    ...named.map(({ attribute, weight }) => ({
      term: `other:${attribute.name}`,
      weight: NAMED_ASK_WEIGHT * weight,
    })),
  ]
}

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
