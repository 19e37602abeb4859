import type { Clause } from './clauses.ts'
import { conceptsWith, widerConcepts } from './concepts.ts'
import { firstWord, nameLength } from './first-word.ts'
import { KIN_ATTRIBUTES, KIN_PATTERN } from './kin.ts'
import { labelledPerson } from './labelled-people.ts'
import { ALSO_NAMES, NOT_NAMES, SUBSTANCE_ENDING } from './names.ts'
import { othersAtStart } from './other-subjects.ts'
import { UNNAMED } from './owner.ts'
import { statesReaction } from './patterns/listed.ts'
import { ANIMALS } from './patterns/notes.ts'
import { startsWithKind } from './possessives.ts'
import {
  ADJECTIVES,
  AND_SELF,
  BOTH_KIN,
  epithetBefore,
  forbids,
  formsOf,
  isTheOne,
  isUnnamedOther,
  KIN_AND_SELF,
  kinOfKin,
  subjectPhrase,
  timeBefore,
} from './subject-phrases.ts'
import { DOES_TO, IRREGULAR_PAST, isPast, VERB_STARTS } from './verb-starts.ts'

/** Whom a clause is about. */
export type Subject =
  | { who: 'self' }
  /** Somebody else: a relation to the person such as `partner`, a name in lower case, or both. */
  | { who: 'other'; relation: string | undefined; name: string | undefined }
  /** A thing, or no particular person. */
  | { who: 'thing' }

/** Finite verbs that follow a subject. A capitalised word before one of them is a name. */
const FINITE =
  "is|isn't|was|wasn't|has|hasn't|had|does|doesn't|did|didn't|can|can't|cannot|could|will|won't|would|should|must|may|might|" +
  'likes|loves|hates|dislikes|prefers|enjoys|adores|wants|needs|works|lives|studies|teaches|plays|eats|drinks|speaks|' +
  'runs|owns|keeps|takes|gets|goes|comes|makes|bakes|cooks|reads|writes|sings|swims|drives|rides|travels|moved|went|' +
  'got|became|turned|turns|died|started|stopped|quit|bought|sold|lost|found|broke|said|says|thinks|hopes|plans|' +
  'suffers|sleeps|wears|collects|visits|visited|called|told|asked|gave|gives|smokes|supports|knows|feels|misses|earns|saves|pays|sees|trains|shares|rents|cares|joined|retired|graduated|ran|swam|drove|taught|wrote|grew|votes|banks|weighs|measures|collects|follows|listens|watches|fears|avoids|quits|finished|adopted|serves|helps|practises|practices|paints|draws|knits|dances|climbs|hikes|skis|walks|jogs|cycles|studied|worked|lived|loved|hated|played|loathes|adores|breaks|itches|swells|sneezes|reacts|faints|vomits|carries|never|always|often|usually|also|still|recently|just'

/** Finite verbs and adverbs that follow a subject. */
export const FINITE_WORDS: ReadonlySet<string> = new Set(FINITE.split('|'))

const PHRASES = formsOf(FINITE)

const OWN_START =
  /^(?:i|i'm|i've|i'd|i'll|we|we're|we've|my|our|me|mine|user|the user|user's|the user's|the person|(?:the )?(?:patient|client|customer)(?:'s)?)\b/
const OWN_ANYWHERE = /\b(?:i|i'm|i've|me|my|myself)\b/
/** "Autumn is my favourite season". */
const IS_FAVOURITE = /^[^,]{2,60}? (?:is|are) (?:my|her|his|our) (?:[\w-]+ )?favou?rite\b/
/** "Smoking is not allowed", unlike "Irving is"; and "everyone at work plays padel". */
const GERUND = /^(?!irving|sterling|fleming|keating)[a-z]{3,}ing$/
const OF_SOMEBODY = /\b(?:i|me|my|her|him|his)\b/
const INDEFINITE_START = /^(?:(?:every|some|any|no)(?:one|body)|(?:most |many |some )?people)\b/
const PRONOUN_START = /^(?:she|he|they|she's|he's|they're)\b/
const KIN_START = new RegExp(
  `^(?:(?<own>my|our|her|his|their|the|user's|the user's)?(?: |^))?${ADJECTIVES}(?:baby (?=(?:${KIN_PATTERN})\\b))?(?<kin>${KIN_PATTERN})\\b(?<rest>'s(?! day\\b))?(?:[, ]+(?:is )?(?:called |named )?(?<name>\\S+))?`,
)
const OF_NAMED = new RegExp(`^(?<name>[\\p{L}-]+)'s? (?:\\w+ )?(?<kin>${KIN_PATTERN})\\b`, 'u')
const APPOSED = new RegExp(
  `^(?<name>[\\p{L}-]+), (?:my|our|her|his|their|the|a) ${ADJECTIVES}(?<kin>${KIN_PATTERN})(?=[, ]|$)`,
  'u',
)
/** "Rolf is my father-in-law". */
const IS_KIN = new RegExp(
  `^(?<name>[\\p{L}-]+) is (?:my|our|her|his|their) ${ADJECTIVES}(?<kin>${KIN_PATTERN})(?=$|[,;] | and | who )`,
  'u',
)
/** "Tim builds model ships". */
const VERB_AFTER_NAME = /^(?<name>\p{Lu}[\p{L}-]+) (?<verb>[a-z]+s) [a-z]/u
/** "Kiki the dog must not eat chicken". */
const NAMED_PET = new RegExp(`^(?<name>[\\p{L}-]+) the (?:\\w+ )?${ANIMALS}\\b`, 'u')
const POSSESSIVE = /^(?<name>[\p{L}-]+)'s? /u
const NAMED = new RegExp(`^(?<name>[\\p{L}-]+) (?:${FINITE})\\b`, 'u')
const NAMED_IN_FULL = new RegExp(`^(?<name>\\p{Lu}[\\p{L}-]+) \\p{Lu}[\\p{L}-]+ (?:${FINITE})\\b`, 'u')
const NAMED_CONTRACTED = /^(?<name>[\p{L}-]+)'s (?:a|an|the|not|been|allergic|afraid|going|working|living|getting)\b/u
/** "Theo carries an", "Ida reacts badly to": any verb in the third person before a determiner, preposition or adverb. */
const NAMED_BEFORE_VERB =
  /^\p{Lu}[\p{L}-]+ [a-z]*[a-hj-rtv-z]s (?:an?|the|his|her|their|my|our|him|me|us|them|on|in|at|to|from|with|for|by|of|into|over|under|like|about|out|up|off|down|no|not|nothing|everything|too|every|each|all|only|two|three|four|five|six|seven|eight|nine|ten|[a-z]+ly) /u
/** "Nuria set up a studio", "Mira closed her shop": a word and a verb in the past. */
const NAMED_BEFORE_PAST = new RegExp(
  `^\\p{Lu}\\p{Ll}[\\p{L}-]* (?:(?:finally|recently|just|once|never|also|secretly|suddenly|already|nearly|almost) )?(?:${IRREGULAR_PAST}|[a-z]{2,}ed)(?=$| (?!by\\b|in (?:butter|oil|ghee|vinegar)\\b))`,
  'u',
)
/** What a medicine or a food does to the person that takes it. */
const EFFECT =
  /^\S+ (?:gave|made|makes|gives|caused|causes|triggered|triggers|upset|upsets|left|brought|set off|sent|kept|nearly|almost)\b/
const THING_START = /^(?:the|this|that|these|those|it|there|some|all(?!-)|every|each|its)\b/
const CAPITAL = /^\p{Lu}/u

/* The first words of these expressions, up to what is no letter: one lookup tells whether to test them. */
const FIRST_WORD = /^[a-z\u00df-\u00ff]+/
const firstWords = (words: Iterable<string>): ReadonlySet<string> =>
  new Set([...words].map((word) => FIRST_WORD.exec(word)![0]))
const STARTS_OWN = firstWords('i we my our me mine user the patient client customer'.split(' '))
const STARTS_PRONOUN = firstWords(['she', 'he', 'they'])
const STARTS_THING = firstWords('the this that these those it there some all every each its'.split(' '))
const STARTS_TIME: ReadonlySet<string> = new Set('on in at during most last next by'.split(' '))
const STARTS_KIN = firstWords([
  ...'my our her his their the user older elder younger little big best good close oldest old youngest eldest new'.split(
    ' ',
  ),
  ...'current only late great dear beloved two three twin business long childhood'.split(' '),
  ...KIN_ATTRIBUTES.keys(),
])

/**
 * Whom a clause is about. A clause without a subject ("Lives in Bergen") is about the person. `previous` is the subject
 * of the clause before, to which pronouns refer; `ownNames` are the person's names in lower case.
 */
export function subjectOf(clause: Clause, previous: Subject, ownNames: ReadonlySet<string>): Subject {
  const { text, plain } = clause
  const epithet = epithetBefore(text)
  if (epithet) {
    const rest = without(clause, epithet)
    const found = subjectOf(rest, previous, ownNames)
    // "Mrs Green in room 7".
    return found.who === 'self' && TITLED.test(plain) && !ownNames.has(firstWord(rest.plain)) ? UNNAMED : found
  }
  const start = FIRST_WORD.exec(plain)?.[0] ?? ''
  const phrase = isVerbLike(start)
    ? undefined
    : subjectPhrase(text, plain, start, PHRASES, (word) => FINITE_WORDS.has(word))
  if (phrase && (phrase.isCertain || areOthers(phrase.names, ownNames)))
    return { who: 'other', relation: phrase.relation, name: phrase.names[0] }
  const labelled = labelledPerson(text, plain, ownNames, isVerbLike)
  if (labelled) return { who: 'other', ...labelled }
  const both = STARTS_KIN.has(start) && plain.includes(' and ') ? BOTH_KIN.exec(plain)?.groups : undefined
  if (both) return { who: 'other', relation: KIN_ATTRIBUTES.get(both.kin!), name: undefined }
  if (STARTS_KIN.has(start) && KIN_AND_SELF.test(plain)) return { who: 'self' }
  const kin = STARTS_KIN.has(start) ? KIN_START.exec(plain) : null
  if (kin && kin.groups!.kin !== undefined && startsKin(kin, text)) {
    const { name: next, kin: word, rest } = kin.groups!
    // "Mum's address" names no mother, and "my wife's sister Zoe" is no wife.
    const later = rest ? kinOfKin(text, plain, kin[0].length - (next ? next.length + 1 : 0), word!) : undefined
    if (later) return later
    const name = rest ? undefined : next
    const written = name && text.slice(kin[0].length - name.length, kin[0].length)
    return {
      who: 'other',
      relation: KIN_ATTRIBUTES.get(word!),
      name: written && CAPITAL.test(written) && !isQuality(kin[0], name, written) ? cleanName(name) : undefined,
    }
  }
  if (((start === 'a' || start === 'an') && A_PET.test(plain)) || (COUNTS.has(start) && COUNTED_PETS.test(plain)))
    return { who: 'other', relation: 'pet', name: undefined }
  if (isUnnamedOther(plain)) return UNNAMED
  const others = othersAtStart(text, plain, ownNames)
  if (others) return others
  if ((STARTS_OWN.has(start) && OWN_START.test(plain)) || AND_SELF.test(plain) || IS_FAVOURITE.test(plain))
    return { who: 'self' }
  if (STARTS_PRONOUN.has(start) && PRONOUN_START.test(plain))
    return previous.who === 'other' ? previous : { who: 'self' }
  if (INDEFINITE_START.test(plain)) return OF_SOMEBODY.test(plain) ? { who: 'self' } : UNNAMED
  const pet = plain.includes(' the ') ? NAMED_PET.exec(plain)?.groups : undefined
  if (pet && CAPITAL.test(text) && !NOT_NAMES.has(pet.name!) && !isVerbLike(pet.name!))
    return { who: 'other', relation: 'pet', name: pet.name }
  const kinOf = plain.includes(' is ') ? IS_KIN.exec(plain)?.groups : undefined
  if (kinOf && CAPITAL.test(text) && !ownNames.has(kinOf.name!) && !NOT_NAMES.has(kinOf.name!))
    return { who: 'other', relation: KIN_ATTRIBUTES.get(kinOf.kin!), name: kinOf.name }
  const verb = VERB_AFTER_NAME.exec(text)?.groups
  if (verb && (VERB_STARTS.has(verb.verb!) || DOES_TO.has(verb.verb!)) && !NOT_NAMES.has(verb.name!.toLowerCase())) {
    const name = verb.name!.toLowerCase()
    if (!ownNames.has(name) && !isVerbLike(name) && (mayBeName(name) || ALSO_NAMES.has(name)))
      return { who: 'other', relation: undefined, name }
  }
  const apposed = plain.includes(', ') ? APPOSED.exec(plain)?.groups : undefined
  if (apposed && CAPITAL.test(text) && !ownNames.has(apposed.name!))
    return { who: 'other', relation: KIN_ATTRIBUTES.get(apposed.kin!), name: apposed.name }
  const first = firstWord(plain)
  if (ownNames.has(first)) return ofOwn(clause, first, previous, ownNames)
  const named = CAPITAL.test(text) && !NOT_NAMES.has(first) && !startsWithKind(plain) ? nameAtStart(text, plain) : null
  if (named && GERUND.test(first)) return OF_SOMEBODY.test(plain) ? { who: 'self' } : { who: 'thing' }
  const unlisted =
    named || isVerbLike(first)
      ? null
      : (NAMED_BEFORE_VERB.exec(text) ?? (EFFECT.test(plain) ? null : NAMED_BEFORE_PAST.exec(text)))
  if (unlisted && !NOT_NAMES.has(first) && mayBeName(first)) return { who: 'other', relation: undefined, name: first }
  if (named && !isVerbLike(first)) {
    if (NAMED_AFTER.test(plain)) return { who: 'self' }
    if (!isNameOfThing(first, plain))
      return { who: 'other', relation: undefined, name: named.groups!.name!.toLowerCase() }
    if (named.groups!.kin) return UNNAMED
    return plain.startsWith(`${first}'s`) || TOUCHES_SOMEBODY.test(plain) ? { who: 'self' } : { who: 'thing' }
  }
  const timed = STARTS_THING.has(start) || STARTS_TIME.has(start) ? timeBefore(text, plain) : 0
  if (timed) return subjectOf(without(clause, timed), previous, ownNames)
  if (STARTS_THING.has(start) && THING_START.test(plain))
    return OWN_ANYWHERE.test(plain) || forbids(plain) ? { who: 'self' } : { who: 'thing' }
  return { who: 'self' }
}

const TITLED = /^(?:mr|mrs|ms)\b/

/** A clause without its first characters. */
function without({ text, plain, ...rest }: Clause, chars: number): Clause {
  return { ...rest, text: text.slice(chars), plain: plain.slice(chars) }
}

/** Of "Ada's old school friend": as of "my old school friend". */
function ofOwn(clause: Clause, name: string, previous: Subject, ownNames: ReadonlySet<string>): Subject {
  const rest = clause.plain.startsWith(`${name}'s `) ? name.length + 2 : 0
  if (!rest) return { who: 'self' }
  const [text, plain] = [`My${clause.text.slice(rest)}`, `my${clause.plain.slice(rest)}`]
  return subjectOf({ ...clause, text, plain }, previous, ownNames)
}

/** "A deaf Irish setter named Bosun sleeps on the sofa". */
const A_PET = new RegExp(`^an? (?:[\\w'-]+ ){0,3}?${ANIMALS},? (?:named|called)\\b`)
/** "Two border collies work the yard". */
const COUNTED_PETS = new RegExp(`^\\w+ (?:[\\w'-]+ ){0,2}?${ANIMALS}\\b`)
const COUNTS: ReadonlySet<string> = new Set('two three four five six seven eight nine ten several'.split(' '))

/** "Wife is Irish", "boyfriend is HIV positive": no names. */
function isQuality(match: string, name: string, written: string): boolean {
  return match.endsWith(` is ${name}`) && (!/\p{Ll}/u.test(written) || conceptsWith(cleanName(name)).length > 0)
}

/** Whether a capitalised first word can be a name: it is no word of everyday life, and no verb without a subject. */
function mayBeName(word: string): boolean {
  return (
    !/(?:ing|ed|ment|tion|sion|ness|ship|ism|[^aiuns]s)$/.test(word) &&
    !conceptsWith(word).length &&
    !KIN_ATTRIBUTES.has(word)
  )
}

/** Whether capitalised words are names of others: one certainly, and each possibly, such as "Petra". */
function areOthers(words: readonly string[], ownNames: ReadonlySet<string>): boolean {
  const canName = (word: string) =>
    !ownNames.has(word) &&
    !NOT_NAMES.has(word) &&
    !word.startsWith('ex-') &&
    !INDEFINITE.test(word) &&
    !isVerbLike(word) &&
    !isNameOfThing(word, '')
  return words.every(canName) && words.some((word) => mayBeName(word) || ALSO_NAMES.has(word))
}

const INDEFINITE = /^(?:(?:every|some|any|no)(?:one|body|thing|where)|people|others|most|many|few)$/

/** Whether a capitalised first word that looks like a name is a condition, a medicine, or a food that causes a reaction. */
function isNameOfThing(word: string, plain: string): boolean {
  if (SUBSTANCE_ENDING.test(word)) return true
  if (ALSO_NAMES.has(word)) return false
  const concepts = conceptsWith(word)
  if (!concepts.length) return false
  if (statesReaction(plain)) return true
  return concepts.some(({ name }) => {
    const wider = widerConcepts(name)
    return THINGS_WITH_VERBS.some((each) => wider.has(each))
  })
}

/** A condition that has a physician's name: "Raynaud's disease". */
const NAMED_AFTER =
  /^[\p{L}-]+'s? (?:disease|syndrome|disorder|palsy|thyroiditis|phenomenon|lymphoma|contractures?|o?esophagus|chorea|sarcoma|neuroma|ataxia|encephalopathy)\b/u
/** What a thing does to the person, or that they must do without it. */
const TOUCHES_SOMEBODY =
  /\b(?:(?:not|badly|poorly) tolerated|me|my|him|his|her|them|us|contraindicated|no-go|off[- ]limits|off the (?:menu|list|table)|forbidden|banned|not allowed|to be avoided)\b/
const THINGS_WITH_VERBS = ['condition', 'medicine', 'food', 'drink', 'home', 'building']

/** What the clause is about, if a name begins it. An apostrophe after the name decides which forms are possible. */
function nameAtStart(text: string, plain: string): RegExpExecArray | null {
  return plain.charAt(nameLength(plain)) === "'"
    ? (OF_NAMED.exec(plain) ?? POSSESSIVE.exec(plain) ?? NAMED_CONTRACTED.exec(plain))
    : (NAMED.exec(plain) ?? NAMED_IN_FULL.exec(text))
}

/** Whether a kin word heads the clause: "Sister Ingrid moved", "My mother has", but not "Friends matter to me". */
function startsKin({ groups, 0: match }: RegExpExecArray, text: string): boolean {
  const { own, name, rest } = groups!
  if (own && own !== 'the') return true
  if (rest && !own && KIN_ATTRIBUTES.get(groups!.kin!) !== 'pet') return true
  // "Daughter is coeliac", "Dad has gout".
  if (!own && /^(?:is|has)$/.test(text.slice(match.indexOf(groups!.kin!)).split(/[ ,]+/)[1] ?? '')) return true
  if (own === 'the' && isTheOne(groups!.kin!, text)) return true
  const next = text.slice(match.length - (name?.length ?? 0), match.length)
  return (
    name !== undefined &&
    (CAPITAL.test(next) || isVerbLike(name) || isPast(name) || (own !== undefined && name === 'are'))
  )
}

/** Whether a word is a verb that begins a clause without a subject. */
export function isVerbLike(word: string): boolean {
  return FINITE_WORDS.has(word) || VERB_STARTS.has(word)
}

function cleanName(name: string): string {
  return name.replace(/'s$|[^\p{L}-]+$/gu, '')
}
