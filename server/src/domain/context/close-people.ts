import { KIN_ATTRIBUTES } from '@memory-service/understanding/kin'
import { USER } from '@memory-service/understanding/relation-words'
import { relationsIn } from '@memory-service/understanding/relations'
import type { Fact } from '@memory-service/understanding/statement'
import { isOfUser, writerOf } from '../memories/authors.ts'
import { ofText, ofWholeText } from './of-text.ts'
import type { Understood } from './understood.ts'

/*
 * Health and diet of the people close to the user: "Theo has asthma" where Theo is a child of the user. Only the memories
 * given are read, so the result does not depend on memories that the caller may not read.
 */

/** Relations whose health is included with the user's, and the word for each. */
const RELATIONS: ReadonlyMap<string, string> = new Map([
  ['partner', 'partner'],
  ['children', 'child'],
  ['mother', 'mother'],
  ['father', 'father'],
  ['parent', 'parent'],
  ['sibling', 'sibling'],
  ['grandparent', 'grandparent'],
  ['grandchild', 'grandchild'],
  ['roommate', 'flatmate'],
  ['pet', 'pet'],
])
/** People of whom one may have the name of a person close to the user. */
const OTHER_RELATIONS: ReadonlySet<string> = new Set(KIN_ATTRIBUTES.values())
/** What must not be missed about them. */
const SAFETY = 'allergy intolerance condition medicine diet disability pregnancy'.split(' ')
const FIRST_NAME = /^[\p{L}-]+/u
/** Names in a list: "three kids: Noor 15, Sam 12 and baby Lea". */
const LISTED_NAMES =
  /\b(?:children|kids|sons|daughters|twins|triplets|boys|girls|(?:[Mm]other|[Ff]ather|[Mm]um|[Mm]om|[Dd]ad|[Pp]arent) (?:of|to))(?: called| named)?[,:]? (?<names>\p{Lu}[\p{L}'’-]+(?:,? (?:\(\d{1,2}\)|\d{1,2}|aged? \d{1,2}))?(?:(?:,? and|,| &) (?:baby |little )?\p{Lu}[\p{L}'’-]+(?:,? (?:\(\d{1,2}\)|\d{1,2}|aged? \d{1,2}))?){0,9})/u
const CAPITALISED = /\p{Lu}[\p{L}-]+/gu
const listedNames = ofText((content) =>
  Array.from((LISTED_NAMES.exec(content)?.groups?.names ?? '').matchAll(CAPITALISED), ([name]) => name),
)
/** Who a text says is what to the user. */
const relatives = ofWholeText((content) =>
  relationsIn(content).flatMap(({ subject, relation, object }) => {
    const attribute = object === USER ? KIN_ATTRIBUTES.get(relation.replace(/ of$/, '')) : undefined
    return attribute === undefined ? [] : [{ name: subject, relation: attribute }]
  }),
)

/** Safety attributes of people other than the user, as a search index holds them. */
export const CLOSE_SAFETY: readonly string[] = SAFETY.map((attribute) => `other:${attribute}`)

/** A statement about the health of a person close to the user. */
export interface CloseSafety {
  readonly each: Understood
  /** What the person is to the user: "child". */
  readonly relation: string
  /** The person's name in lower case, if it is known. */
  readonly name: string | undefined
  readonly attributes: readonly string[]
}

/**
 * What statements say about the health of people close to the user, in the order of the statements; yields after each of them.
 * @param asked a name in lower case: the person counts as close even if nothing says who it is.
 */
export function* closeSafety(understood: readonly Understood[], asked?: string): Generator<undefined, CloseSafety[]> {
  const namings = yield* namesOfClose(understood)
  return understood.flatMap((each): CloseSafety[] => {
    if (each.facts.some(({ attribute }) => attribute.isSafety)) return []
    const found = each.statement.facts.filter(isSafetyOfOther)
    for (const { subject } of found) {
      if (subject.who !== 'other') continue
      const name = subject.name?.split(' ')[0]
      const known = subject.relation ?? (name === undefined ? undefined : relationOf(namings.get(name), each))
      const relation = RELATIONS.get(known ?? '') ?? (name !== undefined && name === asked ? 'acquaintance' : undefined)
      if (relation) return [{ each, relation, name, attributes: found.map(({ attribute }) => attribute.name) }]
    }
    return []
  })
}

function isSafetyOfOther({ subject, attribute, polarity }: Fact): boolean {
  return subject.who === 'other' && SAFETY.includes(attribute.name) && polarity !== 'ended'
}

/** A statement that says who a person is. */
interface Naming<T> {
  readonly by: T
  /** An attribute of kin or friends. */
  readonly relation: string
}

/** First names of people close to the user in lower case, and the statements that say who they are. */
export function* namesOfClose<T extends Pick<Understood, 'facts' | 'memory' | 'computed'>>(
  understood: readonly T[],
): Generator<undefined, ReadonlyMap<string, readonly Naming<T>[]>> {
  const namings = new Map<string, Naming<T>[]>()
  const isKin = (relation: string) => RELATIONS.has(relation) || OTHER_RELATIONS.has(relation)
  const add = (by: T, name: string | undefined, relation: string | undefined) => {
    const plain = name === undefined ? undefined : FIRST_NAME.exec(name)?.[0].toLowerCase()
    if (plain === undefined || relation === undefined || !isKin(relation)) return
    const known = namings.get(plain)
    if (known) known.push({ by, relation })
    else namings.set(plain, [{ by, relation }])
  }
  for (const each of understood) {
    const { facts } = each
    if (facts.some(({ attribute, polarity }) => attribute.name === 'children' && polarity !== 'ended'))
      for (const name of listedNames(each)) add(each, name, 'children')
    const ofClose = facts.filter(({ attribute, polarity }) => isKin(attribute.name) && polarity !== 'ended')
    for (const { attribute, value } of ofClose) add(each, value, attribute.name)
    // "Has two children, Theo and Mia": a fact has one of the names.
    if (ofClose.length) for (const { name, relation } of relatives(each)) add(each, name, relation)
    yield
  }
  return namings
}

/**
 * Who the person is that a statement is about, by what the user says, else by the source of the statement, else by any;
 * undefined for a name that two relations have.
 */
function relationOf<T extends Pick<Understood, 'memory'>>(
  namings: readonly Naming<T>[] = [],
  { memory }: Pick<Understood, 'memory'>,
): string | undefined {
  const byUser = namings.filter(({ by }) => isOfUser(by.memory))
  const bySource = namings.filter(({ by }) => writerOf(by.memory) === writerOf(memory))
  return onlyRelation([byUser, bySource, namings].find((some) => some.length) ?? [])
}

/** The relation of all of the namings; undefined if there are several. */
export function onlyRelation(namings: readonly Pick<Naming<unknown>, 'relation'>[]): string | undefined {
  const relations = new Set(namings.map(({ relation }) => relation))
  return relations.size === 1 ? namings[0]?.relation : undefined
}
