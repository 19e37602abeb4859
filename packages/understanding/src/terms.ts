import { type Ask, readQuestion } from './question.ts'
import { type Fact, readFacts, type Subject } from './statement.ts'

/** A term of a question and its weight, 0 to 1. */
export interface WeightedTerm {
  readonly term: string
  readonly weight: number
}

/** The weight of an attribute of any person, where one person's is asked for. */
const ANYBODY_WEIGHT = 0.3
/** The weight of an attribute of a person who is asked for by name: the name itself weighs more. */
const NAMED_WEIGHT = 0.6

/**
 * The facts of a statement as index terms: the attribute alone (`job`), and with whose it is (`self:job`, `other:job`,
 * and by relation `partner:job`). They equal `questionTerms` where the statement answers the question.
 * @param ownNames the person's own names in lower case.
 */
export function statementTerms(text: string, ownNames?: ReadonlySet<string>): readonly string[] {
  return factTerms(readFacts(text, ownNames).facts)
}

/** The index terms of facts. */
export function factTerms(facts: readonly Fact[]): readonly string[] {
  const terms = new Set<string>()
  for (const { attribute, subject } of facts) {
    terms.add(attribute.name)
    for (const owner of ownersOf(subject)) terms.add(ownedTerm(owner, attribute.name))
  }
  return [...terms]
}

/** What a question asks for, as index terms. */
export function questionTerms(text: string, ownNames?: ReadonlySet<string>): readonly WeightedTerm[] {
  return askTerms(readQuestion(text, ownNames).asks)
}

/** The index terms of what a question asks for. */
export function askTerms(asks: readonly Ask[]): readonly WeightedTerm[] {
  const found = new Map<string, WeightedTerm>()
  const add = (term: string, weight: number) => {
    if (weight > (found.get(term)?.weight ?? 0)) found.set(term, { term, weight })
  }
  for (const { attribute, subject, weight } of asks) {
    const named = subject.who === 'other' && !subject.relation
    add(ownedTerm(ownersOf(subject).at(-1)!, attribute.name), named ? NAMED_WEIGHT * weight : weight)
    add(attribute.name, ANYBODY_WEIGHT * weight)
  }
  return [...found.values()]
}

/** By owner and attribute: its term, so that a text that is looked up often is the same string. */
const ownedTerms = new Map<string, Map<string, string>>()

function ownedTerm(owner: string, attribute: string): string {
  let terms = ownedTerms.get(owner)
  if (!terms) ownedTerms.set(owner, (terms = new Map()))
  let term = terms.get(attribute)
  if (term === undefined) terms.set(attribute, (term = `${owner}:${attribute}`))
  return term
}

function ownersOf(subject: Subject): string[] {
  if (subject.who === 'self') return ['self']
  return subject.who === 'other' && subject.relation ? ['other', subject.relation] : ['other']
}
