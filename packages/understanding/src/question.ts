import { ATTRIBUTES, type Attribute } from './attributes.ts'
import { KIN_ATTRIBUTES, KIN_PATTERN } from './kin.ts'
import { cueWords, impliedIn, namedIn } from './patterns/cues.ts'
import type { Subject } from './subject.ts'
import { type Topic, topicsOf } from './topics.ts'

/** What a question asks for: an attribute of a person. */
export interface Ask {
  readonly attribute: Attribute
  readonly subject: Subject
  /** 1 if the question names it; less if the answer only depends on it. */
  readonly weight: number
}

export interface Question {
  /** Whom it is about; `undefined` if it does not say. */
  readonly about: Subject | undefined
  readonly asks: readonly Ask[]
}

const QUESTION_CHARS_MAX = 400
/** Weights of attributes that the answer depends on: those that make something unsafe, and any others. */
const RISK_WEIGHT = 0.8
const IMPLIED_WEIGHT = 0.5
/** Asks whether something is allowed, safe or suitable for a person. */
const PERMISSION =
  /\b(?:can|could|may|should|shall|must|ok|okay|fine|safe|allowed|suitable|harmful|dangerous|alright)\b|\b(?:right|fit|good|bad|all right) for\b/
/** What can make it unsafe, by what the question is about. */
const AT_RISK: Readonly<Partial<Record<Topic, readonly string[]>>> = {
  food: ['allergy', 'intolerance', 'diet', 'pregnancy'],
  drink: ['alcohol', 'intolerance', 'pregnancy', 'medicine'],
  medicine: ['allergy', 'pregnancy', 'medicine', 'condition'],
  sport: ['injury', 'condition', 'pregnancy', 'disability'],
}
/** Something is done for another person: "can I cook Tom a curry". */
const DONE_FOR =
  /\b(?:can|could|may|should|shall) (?:i|we) (?:make|serve|cook|give|offer|bring|feed|bake|order|buy|get|invite|prescribe|lend)\b/
const SELF: Subject = { who: 'self' }
const NOBODY: ReadonlySet<string> = new Set()
const KIN = new RegExp(
  `\\b(?<owner>my|our|her|his|their|the|a|[\\p{L}-]+'s)? ?(?:\\w+ )?(?<kin>${KIN_PATTERN})\\b(?<possessive>'s)?`,
  'u',
)
const NAMED = /(?<![\p{L}])(?<name>\p{Lu}[\p{L}-]+)/gu
const FIRST_OR_THIRD =
  /\b(?:i|i'm|i've|i'd|me|my|mine|myself|we|us|our|she|he|her|his|him|they|them|their|hers|user|user's)\b/

const AS_SUBJECT = /\b(?:i|i'm|i've|i'd|we|she|he|they|user)\b/
const NOT_NAMES =
  /^(?:i|i'm|i've|wi-fi|gp|dr|mr|mrs|ms|tv|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter)$/

/** A part of each kin word, in letters from a to z. */
const KIN_PARTS: ReadonlySet<string> = new Set(
  [...KIN_ATTRIBUTES.keys()].map((word) =>
    word.match(/[a-z]+/g)!.reduce((best, part) => (part.length > best.length ? part : best)),
  ),
)

/**
 * Reads a question, or words of a search, into what it asks for. First and third person ask the same: "do I", "does
 * she" and the person's own name all ask about the person.
 * @param ownNames the person's own names in lower case.
 */
export function readQuestion(text: string, ownNames: ReadonlySet<string> = NOBODY): Question {
  const written = text.slice(0, QUESTION_CHARS_MAX).replace(/[’‘ʼ]/gu, "'").replace(/\s+/gu, ' ').trim()
  const lower = written.toLowerCase()
  const words = cueWords(lower)
  const about = subjectIn(written, lower, words, ownNames)
  const asks: Ask[] = []
  const add = (name: string, subject: Subject, weight: number) => {
    const attribute = ATTRIBUTES.get(name)
    if (attribute && !asks.some((ask) => ask.attribute === attribute && ask.subject === subject))
      asks.push({ attribute, subject, weight })
  }
  const relation = about?.who === 'other' ? about.relation : undefined
  for (const name of namedIn(lower, words)) add(name, about ?? SELF, 1)
  if (relation) add(relation, SELF, asks.length ? 0.6 : 1)
  const isPermission = PERMISSION.test(lower)
  if (isPermission)
    for (const topic of topicsOf(lower)) for (const name of AT_RISK[topic] ?? []) add(name, about ?? SELF, RISK_WEIGHT)
  for (const name of impliedIn(lower, words)) add(name, about ?? SELF, IMPLIED_WEIGHT)
  return { about, asks }
}

function subjectIn(
  written: string,
  lower: string,
  words: ReadonlySet<string>,
  ownNames: ReadonlySet<string>,
): Subject | undefined {
  const kin = hasKinWord(words) ? KIN.exec(lower) : null
  const owner = kin?.groups?.owner?.replace(/'s$/, '')
  if (kin && (!owner || ['my', 'our', 'her', 'his', 'their', 'the', 'a'].includes(owner) || ownNames.has(owner)))
    return { who: 'other', relation: KIN_ATTRIBUTES.get(kin.groups!.kin!), name: undefined }
  // "When do I fly to Lisbon" asks about the person; "what does Lars do" does not.
  if (AS_SUBJECT.test(lower) && !DONE_FOR.test(lower)) return SELF
  for (const { groups, index } of written.matchAll(NAMED)) {
    const name = groups!.name!.toLowerCase().replace(/'s$/, '')
    if (index > 0 && name.length > 1 && !ownNames.has(name) && !NOT_NAMES.test(name))
      return { who: 'other', relation: undefined, name }
  }
  if (FIRST_OR_THIRD.test(lower)) return SELF
  return [...ownNames].some((name) => lower.split(/[^\p{L}-]+/u).includes(name)) ? SELF : undefined
}

function hasKinWord(words: ReadonlySet<string>): boolean {
  for (const word of words) if (KIN_PARTS.has(word)) return true
  return false
}
