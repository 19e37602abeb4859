import type { Assertion } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import { BEGUN } from './cues.ts'
import { contentOf, ENDING_WORDS, GENERIC } from './endings.ts'
import { isSameAnchor } from './gist.ts'
import { DETERMINERS } from './grammar.ts'
import type { Clause } from './reading.ts'
import { isDateWord, stemOf, type Word } from './words.ts'

/*
 * Whether two clauses are about different things of one name, which a word before it, a number or letter after it, or what
 * follows a preposition tells apart: "the kitchen tap" and "the bathroom tap", "room 12" and "room 14", "the standing order
 * for the gym" and "for the charity".
 */

const PREPOSITIONS = new Set(
  'in at on for with to from by of about as into near under after before during since until without through against than'.split(
    ' ',
  ),
)
/** Words that tell nothing apart, or say which one in time: "the old car" can be the blue one. */
const LIGHT = new Set(
  (
    'i we you he she they it me him us them who which that what and or but so because not no never now then again still just also too very ' +
    'is am are was were be been being has have had do does did can could will would may might must shall should ' +
    'old new current former previous next last other same own latest present usual regular main whole only entire dear beloved ' +
    'mr mrs ms miss dr doctor prof professor user all both each every some any more longer anymore up off out down over away back'
  ).split(' '),
)
const SPELLED = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|single|half|several|few)$/
const LETTER_OR_NUMBER = /^(?:\d{1,4}[a-z]?|[b-hj-z])$/
/** Dates that are no names of occasions, unlike those of "the Tuesday group" and "the spring term". */
const RELATIVE_DATE = /^(?:today|tomorrow|yesterday|tonight|day|week|month|year|hour|minute|ago|\d.*)s?(?:'s)?$/
/** "The green line is what takes her to work": a value, and not what the clause is about. */
const IS_WHAT = /^(?:is|are|was|were) (?:what|who|where|how)\b/
/** "With the left hand" ends nothing. */
const LEFT_SIDE = /\b(?:the|my|our|his|her|their) left\b/
/** "Has gone back to the electric razor" names what is so now. */
const RETURNED = /\b(?:back|returned) to\b/
const COMPLEMENT_WORDS_MAX = 3

/** Whether the newer clause speaks of another thing than the older one, of the same name. */
export function isOtherThing(newer: Clause, older: Clause): boolean {
  const [next, before] = [readThings(newer), readThings(older)]
  const areDifferent = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other && !before.stems.has(one) && !next.stems.has(other)
  return next.named.some((mention) =>
    before.mentions.some(
      (other) =>
        mention.head === other.head &&
        (areDifferent(mention.label, other.label) ||
          areDifferent(mention.modifier, other.modifier) ||
          (mention.preposition === other.preposition &&
            mention.complement.some((stem) => !before.stems.has(stem)) &&
            other.complement.some((stem) => !next.stems.has(stem)))),
    ),
  )
}

/** What a clause names. */
interface Things {
  readonly mentions: readonly Mention[]
  /** Those that name its subject or what it says is over. */
  readonly named: readonly Mention[]
  readonly stems: ReadonlySet<string>
}

/** What a clause names, read once. */
export const readThings = computedOnce((clause: Clause): Things => {
  const mentions = mentionsOf(clause)
  let named: readonly Mention[] | undefined
  return {
    mentions,
    get named() {
      return (named ??= namedIn(clause, mentions))
    },
    stems: new Set(clause.assertion.words.map(stemOfWord)),
  }
})

/** A word of a clause with what tells its thing apart. */
export interface Mention {
  readonly at: number
  readonly head: string
  /** The word before it: "kitchen" of "kitchen tap". */
  readonly modifier: string | undefined
  /** The number or letter after it: "12" of "room 12". */
  readonly label: string | undefined
  /** What follows it: "for" and the stems of "the gym". */
  readonly preposition: string | undefined
  readonly complement: readonly string[]
  /** Whether that begins with a name. */
  readonly isNamed: boolean
}

function namedIn({ assertion, ending }: Clause, mentions: readonly Mention[]): readonly Mention[] {
  const { words, predicate, main, isLabelled } = assertion
  const subjectTo = isLabelled || IS_WHAT.test(main.whole) ? 0 : words.indexOf(predicate[0]!)
  const isEnding = ending?.kind === 'ended' || ending?.kind === 'death' || ending?.kind === 'denied'
  const isOver = isEnding && !LEFT_SIDE.test(main.text) && !RETURNED.test(main.whole)
  return mentions.filter(({ at, head }) => at < subjectTo || (isOver && ending.words.has(head)))
}

function mentionsOf({ assertion: { words, main } }: Clause): Mention[] {
  // "Cannot make dinner", "am having dinner".
  const verb = main.words.find(({ plain }) => !LIGHT.has(plain))
  const verbAt = verb && (!main.hasCopula || verb.plain.endsWith('ing')) ? words.indexOf(verb) : -1
  const isNoun = (at: number) => {
    const word = words[at]
    if (!word || at === verbAt || isDateWord(word) || SPELLED.test(word.plain)) return false
    return !LIGHT.has(word.plain) && !DETERMINERS.has(word.plain) && !PREPOSITIONS.has(word.plain)
  }
  const isModifier = (at: number) => {
    const word = words[at]
    return isNoun(at) || (word !== undefined && isDateWord(word) && !RELATIVE_DATE.test(word.plain))
  }
  return words.flatMap((word, at): Mention[] => {
    if (!isNoun(at)) return []
    // "The spring half marathon".
    const modifierAt = words[at - 1]?.plain === 'half' ? at - 2 : at - 1
    const label = words[at + 1]
    const isLabelled =
      label !== undefined && !label.isAfterPause && (LETTER_OR_NUMBER.test(label.plain) || SPELLED.test(label.plain))
    const next = words[at + (isLabelled ? 2 : 1)]
    const preposition = next && !next.isAfterPause && PREPOSITIONS.has(next.plain) ? next.plain : undefined
    const from = preposition === undefined ? words.length : words.indexOf(next!) + 1
    return [
      {
        at,
        head: stemOfWord(word),
        modifier: !word.isAfterPause && isModifier(modifierAt) ? stemOfWord(words[modifierAt]!) : undefined,
        // "Room 207" alone is a value.
        label: isLabelled && words.length > 2 ? label.plain : undefined,
        preposition,
        complement: complementFrom(words, from, isNoun),
        isNamed: words[from]?.isCapital === true,
      },
    ]
  })
}

function complementFrom(words: readonly Word[], from: number, isNoun: (at: number) => boolean): string[] {
  let at = from
  while (at < words.length && DETERMINERS.has(words[at]!.plain)) at++
  const stems: string[] = []
  for (; isNoun(at) && stems.length < COMPLEMENT_WORDS_MAX && !(stems.length && words[at]!.isAfterPause); at++)
    stems.push(stemOfWord(words[at]!))
  return stems
}

/**
 * Whether the newer clause ends something else than what the older one states: what belongs to another person, a part of the
 * same thing, or what happened once.
 */
export function endsOther({ ending, assertion }: Clause, { assertion: older }: Clause): boolean {
  if (ending?.kind !== 'ended' && ending?.kind !== 'denied') return false
  return (
    hasHappened(older) ||
    isNeighbour(assertion, older) ||
    isUnnamed(assertion, older) ||
    namesOther(assertion, older, ending.words) ||
    isLandmark(older, ending.words)
  )
}

const PAST_FORM =
  /^(?:[a-z]+ed|broke|met|had|saw|ran|won|went|fell|slept|spent|made|did|wrote|read|ate|drank|caught|lost|flew|swam|rode|drove)$/

/** What begins with what happened and lasts. */
const BEGINS =
  /^(?:signed (?:up|on)|took (?:up|out|on|over|in)|enrolled|registered|subscribed|hired|rented|leased|planted|built|set up|installed|inherited|borrowed|lent|agreed|promised|had to|made friends|booked|arranged|scheduled|planned|set|reserved|invited|made (?:an|the|my|her|his) appointment)\b/
/** "Crashed the Audi in 2021", but not "joined the gym in 2021", which can be over. */
function hasHappened({ main, topic, predicate }: Assertion): boolean {
  if (topic.length || main.hasCopula || BEGUN.test(main.whole) || BEGINS.test(main.whole)) return false
  if (/^had\b/.test(main.whole)) return true
  const [verb, object] = main.words
  // "Employed at the mill" is so still.
  const hasObject = object !== undefined && !PREPOSITIONS.has(object.plain)
  return main.words.length === predicate.length && PAST_FORM.test(verb?.plain ?? '') && hasObject
}

/** "The Turners no longer need their poodle walked", of a party or thing that the older clause does not name. */
export function isOfUnnamedParty({ assertion: { topic, words } }: Clause, { assertion: older }: Clause): boolean {
  return topic.some(
    (word) =>
      word.isCapital &&
      words.indexOf(word) > 0 &&
      !isDateWord(word) &&
      !older.words.some((other) => isSameAnchor(stemOfWord(other), stemOfWord(word))),
  )
}

/** "Switched from Slack to Teams" after "uses Jira": whether a clause names what it replaces, and the older one does not. */
export function replacesOther({ ending, assertion }: Clause, { assertion: older }: Clause): boolean {
  if (ending?.kind !== 'replaced') return false
  const isNamed = assertion.words.some((word) => word.isCapital && ending.words.has(stemOfWord(word)))
  return isNamed && !older.words.some((word) => ending.words.has(stemOfWord(word)))
}

/** Whether two clauses are about different things of one name, a thing and its part, or what is over and another thing. */
export function standsApart(newer: Clause, older: Clause): boolean {
  return (
    isOtherThing(newer, older) ||
    isOtherThing(older, newer) ||
    endsOther(newer, older) ||
    isForOther(newer, older) ||
    isOfSame(newer, older)
  )
}

/** Words before a possessive that begins a clause. */
const OWNER_AT_MAX = 3

/** "Emma's brother got divorced" after "Emma is my boss": of a party that both name, something that the older one does not. */
function isOfSame({ assertion: { words } }: Clause, { assertion: older }: Clause): boolean {
  const at = words.findIndex(({ plain }) => plain.endsWith("'s"))
  const thing = words[at + 1]
  if (at < 0 || at > OWNER_AT_MAX || thing === undefined || isAfterContraction(thing)) return false
  const isKnown = (word: Word) => older.words.some((each) => stemOfWord(each) === stemOfWord(word))
  return isKnown(words[at]!) && !isKnown(thing)
}

const AFTER_CONTRACTION =
  /^(?:been|not|now|no|an?|the|my|our|his|her|their|in|on|at|off|out|up|down|away|back|with|to|too|just|finally|already|being|going|done|had|become|all|still|never|\p{L}{3,}ed)$/u

/** "The landline's been disconnected", "the cabin's sold": no possessive. */
function isAfterContraction({ plain }: Word): boolean {
  return AFTER_CONTRACTION.test(plain) || ENDING_WORDS.has(plain)
}

/** "Uses Obsidian for work notes now" after "uses Notion for recipes": whether both name what for, and not the same. */
export function isForOther(newer: Clause, older: Clause): boolean {
  if (newer.work || older.work) return false
  const [purpose, other] = [newer, older].map(
    (clause) =>
      readThings(clause).mentions.find(({ preposition, isNamed }) => preposition === 'for' && !isNamed)?.complement ??
      [],
  )
  return purpose!.length > 0 && other!.length > 0 && !purpose!.some((stem) => other!.includes(stem))
}

/**
 * "The café on Rua das Flores has closed" after "lives on Rua das Flores", "her grandfather's house was sold" after "her
 * grandfather was a miner": whether the older assertion does not name the thing that is over.
 */
function isUnnamed({ topic, owner, words, predicate }: Assertion, older: Assertion): boolean {
  if (owner?.relation === 'self' || !predicate.length || predicate.length >= words.length) return false
  // "Stopped straightening, curls are out" begins with no subject.
  if (topic.some(({ plain }) => plain !== 'longer' && ENDING_WORDS.has(plain))) return false
  const end = topic.findIndex(({ plain }, at) => at > 0 && PREPOSITIONS.has(plain))
  const head = [...contentOf(topic.slice(0, end < 0 ? topic.length : end))].at(-1)
  if (head === undefined || (GENERIC.includes(head) && !owner)) return false
  return !older.words.some((word) => isSameAnchor(stemOfWord(word), head))
}

/** "The stall next to ours closed down" after "runs a book stall": a thing of the same name, beside that of the older one. */
function isNeighbour({ topic }: Assertion, older: Assertion): boolean {
  const at = topic.findIndex(({ plain }) => BESIDE_IT.test(plain))
  return at > 0 && !older.words.some(({ plain }) => plain === topic[at]!.plain)
}

const BESIDE_IT = /^(?:next|beside|opposite|near|across|behind|ours|his|hers|theirs|mine)$/

/** "No longer plays chess with Ana" after "plays chess with Tom". */
function namesOther({ words }: Assertion, older: Assertion, over: ReadonlySet<string>): boolean {
  const and = words.findIndex(({ plain }) => plain === 'and' || plain === 'but')
  return words.slice(0, and < 0 ? words.length : and).some((word, at) => {
    const stem = stemOfWord(word)
    const isNamed = word.isCapital && over.has(stem) && PREPOSITIONS.has(words[at - 1]?.plain ?? '')
    return isNamed && !older.words.some((other) => stemOfWord(other) === stem)
  })
}

const BESIDE = /^(?:near|beside|behind|opposite|above|below|between|past|to|from)$/
const NEXT = /^(?:next|close|across|opposite|far)$/

/** "The mill burned down" after "our house is near the mill": whether the older clause only says where something is. */
function isLandmark({ words }: Assertion, over: ReadonlySet<string>): boolean {
  const at = words.findIndex((word) => over.has(stemOfWord(word)))
  let before = at - 1
  while (before > 0 && DETERMINERS.has(words[before]!.plain)) before--
  const preposition = words[before]?.plain ?? ''
  if (at < 1 || !BESIDE.test(preposition)) return false
  return (preposition !== 'to' && preposition !== 'from') || NEXT.test(words[before - 1]?.plain ?? '')
}

function stemOfWord({ plain }: Word): string {
  return stemOf(plain.replace(/'s?$/, ''))
}
