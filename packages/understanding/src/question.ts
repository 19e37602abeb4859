import { attributesNamed, subjectMeant } from './asked-cues.ts'
import { ATTRIBUTES, type Attribute } from './attributes.ts'
import { KIN_ATTRIBUTES, KIN_PATTERN } from './kin.ts'
import { FOR_ANIMALS } from './misread.ts'
import { NO_NAMES } from './names.ts'
import { cueWords, impliedIn } from './patterns/cues.ts'
import { withoutPossessive } from './replace/words.ts'
import { animalNamed, SPECIES_PATTERN } from './species.ts'
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
  /** If it asks about pets of the user: their species, as far as it says so. */
  readonly species?: string | undefined
}

const QUESTION_CHARS_MAX = 400
/** Weights of attributes that the answer depends on: those that make something unsafe, and any others. */
const RISK_WEIGHT = 0.8
const IMPLIED_WEIGHT = 0.5
/** The same for a question of fact: when a flight leaves does not depend on what the person is afraid of. */
const FACT_WEIGHT = 0.15
/** The weight of what the question only narrows: the relation in "which of my children …", tastes in "favourite song". */
const WIDER_WEIGHT = 0.3
/** What states the answer to a question for another attribute: "teaches at St Anne's" says where a person works. */
const ALSO_ANSWERED_BY: Readonly<Partial<Record<string, readonly string[]>>> = {
  employer: ['job', 'business'],
  workplace: ['job', 'business'],
  home: ['address'],
  hometown: ['birthplace'],
  job: ['business', 'industry'],
  languages: ['native_language'],
  housemates: ['roommate'],
  marital_status: ['partner'],
  roommate: ['housemates'],
  university: ['degree', 'school'],
  degree: ['university'],
  school: ['university'],
}
const ALSO_WEIGHT = 0.6
/** Asks what something is called: statements that only describe it do not answer that. */
const ASKS_NAME = /\b(?:called|named?)\b/
const ONE_OF = /\b(?:which|any|one|some|all|none|who) of (?:my|our|her|his|their|the)\b/
/** Begins a question of fact, unless it asks whether something is suitable. */
const FACT = /^(?:what|when|where|who|whom|whose|which|why|how|do|does|did|is|am|are|was|were|have|has)\b/
const SUITABLE =
  /\b(?:need|needs|needed|know|avoid|avoided|against|suggest|recommend|idea|ideas|suit|suits|problem|problems|concern|concerns|bring|serve|want|wants|would|will|prescribe)\b/
/** Asks whether something is allowed, safe or suitable for a person. */
const PERMISSION =
  /\b(?:can|could|may|should|shall|must|ok|okay|fine|safe|allowed|suitable|harmful|dangerous|alright|advisable|appropriate)\b|\b(?:right|fit|good|bad|all right) for\b|\b(?:good|bad|wise|great) (?:idea|choice)\b|\bworks? (?:well |okay |ok )?for (?:me|him|her|them|us)\b/
/** What can make it unsafe, by what the question is about. */
const AT_RISK: Readonly<Partial<Record<Topic, readonly string[]>>> = {
  food: ['allergy', 'intolerance', 'diet', 'pregnancy'],
  drink: ['alcohol', 'intolerance', 'pregnancy', 'medicine'],
  medicine: ['allergy', 'pregnancy', 'medicine', 'condition'],
  sport: ['injury', 'condition', 'pregnancy', 'disability'],
}
/** Something is done for another person: "can I cook Tom a curry". */
const DONE_FOR =
  /\b(?:can|could|may|should|shall|must|can't|cannot|couldn't|shouldn't|mustn't) (?:i|we) (?:not |never |safely |still )?(?:make|serve|cook|give|offer|bring|feed|bake|order|buy|get|invite|prescribe|lend)\b|\b(?:cook|bake|make|serve|prepare)(?:ing)? (?:\w+ ){0,3}for (?!me\b|myself\b|us\b|my\b|our\b|the\b|an?\b)/
const SELF: Subject = { who: 'self' }
/** Animals by names that statements do not begin with. */
const OTHER_PETS = `hens|chickens|${SPECIES_PATTERN}`.replace('|fish|', '|')
const KIN = new RegExp(
  `\\b(?<owner>my|our|her|his|their|the|a|(?!(?:what|who|where|when|how|why|that|it|here|there)'s)[\\p{L}-]+'s)? ?(?:\\w+ )?(?<kin>${KIN_PATTERN}|(?<=\\b(?:my|our|her|his|their|the) (?:\\w+ )?)(?:${OTHER_PETS}))\\b(?! (?:tongue|country|board|figure)\\b)(?<possessive>'s)?`,
  'u',
)
/** "My old dog". */
const OWN_PET = new RegExp(
  `\\b(?<owner>my|our|her|his|their|the|which|[\\p{L}-]+'s) (?:(?!(?:my|our|her|his|their|the) )[\\w-]+ ){0,2}?(?<animal>${SPECIES_PATTERN})(?![\\w-])`,
  'u',
)
/** A thing of a person by relation: "my wife's grave". */
const OF_KIN = new RegExp(
  `\\b(?:${KIN_PATTERN})'s (?!name|called|full|first|last|maiden|nick|job|work|doing|going)[a-z]`,
)
/** "What part of Auckland is our place in" asks about no Auckland. */
const AFTER_PLACE = /\b(?:part|area|side|corner|end|district|suburb) of $/i
/** "My WhatsApp number" is about no other person. */
const OWN_BEFORE = /\b(?:my|our) $/iu
const NAMED = /(?<![\p{L}])(?<name>\p{Lu}[\p{L}-]+)/gu
const FIRST_OR_THIRD =
  /\b(?:i|i'm|i've|i'd|me|my|mine|myself|we|us|our|she|he|her|his|him|they|them|their|hers|user|user's)\b/

const AS_SUBJECT = /\b(?:i|i'm|i've|i'd|we|she|he|they|user)\b/
const NOT_NAMES =
  /^(?:i|i'm|i've|wi-fi|gp|dr|mr|mrs|ms|tv|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|diwali|eid|ramadan|hanukkah|passover|thanksgiving|halloween|lent|holi|pongal|onam)$/

/** A part of each kin word, in letters from a to z. */
const KIN_PARTS: ReadonlySet<string> = new Set(
  [...KIN_ATTRIBUTES.keys(), ...OTHER_PETS.split('|')].map((word) =>
    word.match(/[a-z]+/g)!.reduce((best, part) => (part.length > best.length ? part : best)),
  ),
)

/** Asks for what is wished for, and not for a taste: "where would I love to go", unlike "what do I love to eat". */
const WOULD_LIKE = /\b(?:would|'d) (?:(?:i|we|she|he|they|you) )?(?:\w+ )?(?:like|love) to (?!be\b|know\b|hear\b)/

/** Between words. */
const NO_LETTER = /[^\p{L}'-]+/u

function wishesIn(lower: string, named: ReadonlySet<string>): ReadonlySet<string> {
  if (!WOULD_LIKE.test(lower)) return named
  const wished = [...named].filter((name) => name !== 'like')
  return new Set(wished.includes('wants_to_visit') ? wished : [...wished, 'goal'])
}

/**
 * Reads a question, or words of a search, into what it asks for. First and third person ask the same: "do I", "does
 * she" and the person's own name all ask about the person.
 * @param ownNames the person's own names in lower case.
 * @param isPerson whether a word in lower case is known to be the name of another person.
 */
export function readQuestion(
  text: string,
  ownNames: ReadonlySet<string> = NO_NAMES,
  isPerson: (word: string) => boolean = () => false,
): Question {
  const written = text.slice(0, QUESTION_CHARS_MAX).replace(/[’‘ʼ]/gu, "'").replace(/\s+/gu, ' ').trim()
  const lower = written.toLowerCase()
  const words = cueWords(lower)
  const about = subjectIn(written, lower, words, ownNames, isPerson)
  const asks: Ask[] = []
  const add = (name: string, subject: Subject, weight: number) => {
    const attribute = ATTRIBUTES.get(name)
    if (attribute && !asks.some((ask) => ask.attribute === attribute && ask.subject === subject))
      asks.push({ attribute, subject, weight })
  }
  const relation = about?.who === 'other' ? about.relation : undefined
  const isOneOf = relation !== undefined && ONE_OF.test(lower)
  const named = wishesIn(lower, withoutWider(attributesNamed(lower, words, ownNames)))
  const isPermission = PERMISSION.test(lower)
  const isOfKin = relation !== undefined && OF_KIN.test(lower)
  // Of favourites, a question names the kind: "favourite colour" is no answer to "favourite restaurant".
  const isFavourite = [...named].some((name) => name.startsWith('favourite_'))
  // "My wife's grave" asks for no wife.
  const isWiderKin = isOneOf || isPermission || (isOfKin && named.size <= 1 && !ASKS_NAME.test(lower))
  // "What shouldn't the dog eat" asks for no dog.
  const hasFurther = !ASKS_NAME.test(lower) && [...named].some((name) => name !== relation && name !== 'marital_status')
  for (const name of named) {
    const isWider = ((isWiderKin || hasFurther) && name === relation) || (isFavourite && name === 'like')
    if (name === 'marital_status' && relation === 'partner' && hasFurther) continue
    add(name, about ?? SELF, isWider ? WIDER_WEIGHT : 1)
  }
  for (const name of ASKS_NAME.test(lower) ? [] : named)
    for (const other of ALSO_ANSWERED_BY[name] ?? []) add(other, about ?? SELF, ALSO_WEIGHT)
  if (relation) add(relation, SELF, isWiderKin ? WIDER_WEIGHT : asks.length ? 0.6 : 1)
  if (isPermission)
    for (const topic of topicsOf(lower)) for (const name of AT_RISK[topic] ?? []) add(name, about ?? SELF, RISK_WEIGHT)
  const isOfFact = !isPermission && FACT.test(lower) && !SUITABLE.test(lower)
  for (const name of impliedIn(lower, words)) add(name, about ?? SELF, isOfFact ? FACT_WEIGHT : IMPLIED_WEIGHT)
  return { about, asks, species: relation === 'pet' ? speciesIn(lower, ownNames) : undefined }
}

/** Attributes that a question does not ask for if it names one of the others: "where did I go to university" asks for no trip. */
const NOT_BESIDE: Readonly<Record<string, readonly string[]>> = {
  trip: ['university', 'school', 'gym', 'commute', 'religion', 'bedtime'],
  visited: ['university', 'school', 'gym', 'commute', 'religion', 'bedtime'],
  owns: [
    'car',
    'bicycle',
    'phone_model',
    'computer',
    'camera',
    'pet',
    'business',
    'housing',
    'investment',
    'children',
    'sibling',
  ],
  condition: ['blood_type', 'blood_pressure', 'weight', 'height', 'insurance'],
  symptom: ['condition', 'injury'],
  reads: ['condition'],
  nickname: ['phone'],
  wifi_password: ['access'],
  like: ['food_like', 'drink_like', 'favourite_drink', 'favourite_food', 'favourite_music', 'answer_style', 'reads'],
  licence: ['car'],
  job: ['commute', 'routine', 'previous_job'],
  workplace: ['commute'],
  business: ['employer', 'salary'],
  cooking: ['job'],
  birthday: ['diet', 'birthplace'],
  plan: ['phone_plan'],
  phone_model: ['phone_plan'],
  phone_plan: ['wifi_password'],
  answer_style: ['pet', 'medicine', 'ring_size'],
  alcohol: ['caffeine', 'favourite_drink'],
  deadline: ['pregnancy'],
  disability: ['doctor', 'dentist'],
  languages: ['learning_language'],
  university: ['learning_language'],
  degree: ['learning_language'],
  address: ['nickname'],
  home: ['nickname'],
}

function withoutWider(named: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...named].filter((name) => !NOT_BESIDE[name]?.some((other) => named.has(other))))
}

function subjectIn(
  written: string,
  lower: string,
  words: ReadonlySet<string>,
  ownNames: ReadonlySet<string>,
  isPerson: (word: string) => boolean,
): Subject | undefined {
  const meant = subjectMeant(lower)
  if (meant) return meant
  const kin = hasKinWord(words) ? KIN.exec(lower) : null
  const owner = kin?.groups?.owner?.replace(/'s$/, '')
  // "Could we get a kitten" is not about a pet that they have.
  const isNone =
    kin !== null &&
    ((PERMISSION.test(lower) && ANY.test(lower.slice(0, kinEnd(kin)))) ||
      HAS_ANY.test(lower.slice(0, kinEnd(kin))) ||
      (IN_COMPANY.test(lower.slice(0, kinEnd(kin))) && DID.test(lower)) ||
      DOES_WITH.test(lower))
  if (
    kin &&
    !isNone &&
    (!owner || ['my', 'our', 'her', 'his', 'their', 'the', 'a'].includes(owner) || ownNames.has(owner))
  )
    return { who: 'other', relation: KIN_ATTRIBUTES.get(kin.groups!.kin!) ?? 'pet', name: undefined }
  // "When do I fly to Lisbon" asks about the person; "what does Lars do" does not.
  if (AS_SUBJECT.test(lower) && !DONE_FOR.test(lower)) return SELF
  for (const { groups, index } of written.matchAll(NAMED)) {
    const name = withoutPossessive(groups!.name!.toLowerCase())
    const isOwn = OWN_BEFORE.test(written.slice(0, index))
    if (AFTER_PLACE.test(written.slice(0, index)) && FIRST_OR_THIRD.test(lower)) continue
    if (index > 0 && name.length > 1 && !isOwn && !ownNames.has(name) && !NOT_NAMES.test(name))
      return { who: 'other', relation: undefined, name }
  }
  const known = lower
    .split(NO_LETTER)
    .map(withoutPossessive)
    .find((word) => !NOT_NAMES.test(word) && isPerson(word))
  if (known !== undefined) return { who: 'other', relation: undefined, name: known }
  if (FIRST_OR_THIRD.test(lower)) return SELF
  return [...ownNames].some((name) => lower.split(/[^\p{L}-]+/u).includes(name)) ? SELF : undefined
}

/** The species of the pets that a question is about: `dog` for "my labrador", but not for "the dog park". */
function speciesIn(lower: string, ownNames: ReadonlySet<string>): string | undefined {
  const match = OWN_PET.exec(lower)
  if (!match) return undefined
  const { owner, animal } = match.groups!
  const other = withoutPossessive(owner!)
  if (other !== owner && other !== 'user' && !ownNames.has(other)) return undefined
  const isForAnimals = FOR_ANIMALS.test(lower.slice(match.index + match[0].length - animal!.length))
  return isForAnimals ? undefined : animalNamed(animal!)?.species
}

/** "A kitten", up to its last word. */
const ANY = /\ban? (?:\w+ )?\w+$/
/** "Do I have a boyfriend" and "how many kids has she got" ask about the person, up to the word for the other. */
const HAS_ANY =
  /\b(?:have|has|had|got|keep|keeps|own|owns) (?:i |she |he |they |we |got )?(?:an?|any|some) (?:[\w-]+ )?[\w-]+$|\b(?:have|has|got) (?:kids|children|siblings|brothers|sisters|pets|grandchildren)$|\bhow many [\w-]+$|^any [\w-]+$/
/** "Where did I take my daughter" asks what the person did. */
const DOES_WITH =
  /^(?:where|when|what|how)\b.{0,20}? (?:did|do|will|shall|can) (?:i|we) (?:take|go|meet|see|visit|drive|travel|spend|watch|celebrate)\b/

/** "Where have I been with my father". */
const IN_COMPANY = /\bwith (?:my|our|the|her|his) (?:[\w-]+ )?[\w-]+$/
const DID = /\b(?:did|have|has|had) (?:i|we|she|he)\b/

function kinEnd({ 0: match, index, groups }: RegExpExecArray): number {
  return index + match.lastIndexOf(groups!.kin!) + groups!.kin!.length
}

function hasKinWord(words: ReadonlySet<string>): boolean {
  for (const word of words) if (KIN_PARTS.has(word)) return true
  return false
}
