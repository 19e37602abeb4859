import { conceptsWith } from '../concepts.ts'
import { computedOnce } from './computed-once.ts'
import { type Mention, readThings } from './contrast.ts'
import type { Clause, Reading } from './reading.ts'
import { stemOf } from './words.ts'

/* Why an estimate replaces no statement for certain, though both are about things of one name. */

/** Where a thing is: "the account at the library". */
const PLACES = new Set(['at', 'in', 'on', 'from'])

/** "Gave up the parking space at the station" after "rents a parking space from the Webers": what is over is elsewhere. */
export function endsElsewhere(newer: Clause, older: Clause): boolean {
  if (newer.ending?.kind !== 'ended') return false
  const [next, before] = [readThings(newer), readThings(older)]
  const isPlaced = ({ preposition, complement }: Mention) => complement.length > 0 && PLACES.has(preposition ?? '')
  return next.named.some(
    (mention) =>
      isPlaced(mention) &&
      before.mentions.some(
        (other) =>
          isPlaced(other) &&
          mention.head === other.head &&
          !mention.complement.some((stem) => before.stems.has(stem)) &&
          !other.complement.some((stem) => next.stems.has(stem)),
      ),
  )
}

/** "Stopped taking dance lessons" after "takes singing lessons": what is over is of another kind. */
export function endsOtherKind(newer: Clause, older: Clause): boolean {
  if (newer.ending?.kind !== 'ended') return false
  const [next, before] = [readThings(newer), readThings(older)]
  return next.mentions.some(({ head, modifier }) => {
    if (modifier === undefined || before.stems.has(modifier)) return false
    const same = before.mentions.filter((other) => other.head === head)
    return same.length > 0 && same.every((other) => other.modifier !== undefined && !next.stems.has(other.modifier))
  })
}

const SIDES = [
  ['left', 'right'],
  ['upper', 'lower'],
  ['front', 'rear'],
  ['upstairs', 'downstairs'],
  ['indoor', 'outdoor'],
  ['inside', 'outside'],
].map((pair) => pair.map(stemOf))

/** "My left knee" after "my right knee": whether each names another one of two sides. */
export function areOfOtherSides(newer: Clause, older: Clause): boolean {
  const next = sidesOf(newer)
  if (!next.size) return false
  const before = sidesOf(older)
  return [...next].some(([pair, side]) => before.has(pair) && before.get(pair) !== side)
}

/** By pair of sides: the one that a clause names, if it does not name both. */
const sidesOf = computedOnce((clause: Clause): ReadonlyMap<number, string> => {
  const { stems } = readThings(clause)
  return new Map(
    SIDES.flatMap((pair, at): [number, string][] => {
      const [side, ...others] = pair.filter((each) => stems.has(each))
      return side !== undefined && !others.length ? [[at, side]] : []
    }),
  )
})

const BEFORE_SUBJECT = /^(?:the|a|an|my|our|his|her|their)$/
/** The least share of words that two statements about other things have in common. */
const SAME_MIN = 0.6

/**
 * "The locksmith can be reached at 20" after "the plumber can be reached at 21": whether two statements say the same, but for a
 * value, of things named first.
 */
export function areOfOtherSubjects(newer: string, older: string): boolean {
  const [next, before] = [newer, older].map((text) => text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [])
  const start = (words: readonly string[]) => words.findIndex((word) => !BEFORE_SUBJECT.test(word))
  const [one, other] = [next!.slice(start(next!)), before!.slice(start(before!))]
  if (one.length < 3 || other.length < 3 || one[0] === other[0]) return false
  let at = 1
  while (at < Math.min(one.length, other.length) && one[at] === other[at]) at++
  return at - 1 >= SAME_MIN * (Math.max(one.length, other.length) - 2)
}

/** "Nilesh 96 kg": whether a note begins with a name and a number. */
export function isOfNamed(text: string, names: ReadonlySet<string>): boolean {
  const name = NAMED_NUMBER.exec(text)?.groups?.name?.toLowerCase()
  return name !== undefined && !names.has(name) && !conceptsWith(name).length
}
const NAMED_NUMBER = /^(?<name>\p{Lu}\p{Ll}+)(?:'s)? \d/u

/** Words that make a number another one: "goal weight", "the limit is". */
const BOUNDS =
  /\b(?:(?<!\bin )goal|target|limit|max(?:imum)?|min(?:imum)?|birth|wedding|marri(?:ed|es)|marry(?:ing)?|ideal|dream)\b/gu
/** Of words that mean the same bound, one. */
const BOUND_OF: ReadonlyMap<string, string> = new Map([
  ['target', 'goal'],
  ['maximum', 'max'],
  ['minimum', 'min'],
  ['married', 'wedding'],
  ['marries', 'wedding'],
  ['marry', 'wedding'],
  ['marrying', 'wedding'],
])
/** Words that make a value another one: "on Sundays". */
const QUALIFIERS =
  /\b(?:also|too(?=$|[,.;!)])|as well|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends?|weekdays)\b/gu
const NUMBER = /\d/

/** Whether two statements give numbers, and one of a target or limit that the other does not name. */
export function isOtherBound(newer: string, older: string): boolean {
  if (!NUMBER.test(newer) || !NUMBER.test(older)) return false
  const [next, before] = [newer, older].map(boundsOf)
  const aims = [newer, older].map((text) => AIMS.test(text))
  // "His next goal is 110 kilos" after "hopes to bench-press 100 kilos".
  if (next!.has('goal') && aims[1]) before!.add('goal')
  if (before!.has('goal') && aims[0]) next!.add('goal')
  return !areSame(next!, before!) || (aims[0]! && !aims[1] && !before!.has('goal'))
}

function boundsOf(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .match(BOUNDS)
      ?.map((word) => BOUND_OF.get(word) ?? word),
  )
}

function areSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((word) => other.has(word))
}

/** Says that a number is wanted rather than so: "is aiming for 190 pounds". */
const AIMS =
  /\b(?:aim(?:s|ing)? (?:for|to|at)|wants? to|would like to|hop(?:es?|ing) to|trying to|plans? to|working towards)\b/

function matchesOf(text: string, pattern: RegExp): string {
  return [...new Set(text.toLowerCase().match(pattern))].sort().join(' ')
}

/** "Shoe size 44, Omar", but not "a studio in Tempe, Arizona". */
const TAIL_NAME = /\d[^,]*, (?<name>\p{Lu}\p{Ll}+)[.!]?$/u
/** Says that the newer is so rather than the older. */
const INSTEAD = /\b(?:instead|in place|rather than|no longer|any ?more|now that|these days)\b/
/** "No nuts in the lunch box", "no sweets in the lunch box": what is excluded adds up. */
const EXCLUDES = /^no (?!longer\b|more\b)/i

/** Whether one of two statements is about a part, another kind or another person's, by a word that the other lacks. */
export function isQualifiedOtherwise(newer: string, older: string): boolean {
  const kinds = [newer, older].map((text) => new Set([...boundsOf(text)].filter((bound) => bound !== 'goal')))
  if (isOtherBound(newer, older) || !areSame(kinds[0]!, kinds[1]!)) return true
  const [next, before] = [newer, older].map((text) => matchesOf(text, QUALIFIERS))
  // A fixed day that moves to another is no part, nor is the day of what has taken the place of something.
  if (next !== before && !(before && next && /day/.test(before) && /day/.test(next)) && !INSTEAD.test(newer))
    return true
  const names = [newer, older].map((text) => TAIL_NAME.exec(text)?.groups?.name)
  if (names[0] !== names[1] && names.some((name) => name && !(newer.includes(name) && older.includes(name))))
    return true
  return EXCLUDES.test(newer) && EXCLUDES.test(older)
}

/** How someone is reached: "the plumber can be reached at", "ring Orla on". */
const REACHED = [
  /^(?:the|our|my|his|her) (?<who>(?!(?:number|mobile|phone|landline|cell|e-?mail|mail|address|line|sim)\b)\p{L}+)(?: \p{L}+)? (?:can be (?:reached|called|found|rung)|is reachable|answers|picks up|(?:is|are) on(?= [+\d]))/iu,
  /^(?:ring|call|phone|text|reach|mail|e-?mail|write to) (?:the |our |my )?(?<who>(?!(?:me|us|him|her)\b)\p{L}+)(?: \p{L}+)? (?:on|at|under)\b/iu,
]

/** Whether one of two statements is about how a person or a business is reached that the other does not name. */
export function isContactOfOther(newer: string, older: string): boolean {
  return [
    [newer, older],
    [older, newer],
  ].some(([text, other]) =>
    REACHED.some((reached) => {
      const who = reached.exec(text!)?.groups?.who
      return who !== undefined && !other!.toLowerCase().includes(who.toLowerCase())
    }),
  )
}

/**
 * "Tom Reed likes short mails" after "my boss is Tom Reed": whether the newer text tells something else of a party that the older
 * one names, and not that this is over or otherwise now.
 */
export function tellsOfNamed(newer: Reading, older: Reading): boolean {
  const [first] = newer.clauses
  const name = first?.assertion.owner?.name?.split(' ').at(-1)
  if (!name || newer.clauses.some(({ ending, leaver, cues }) => ending || leaver || cues().isChange)) return false
  return older.clauses.some(({ assertion: { owner, main } }) => {
    if (!main.hasCopula || owner?.name?.split(' ').includes(name)) return false
    return main.words.at(-1)?.plain === name && main.words.every(({ isCapital }) => isCapital)
  })
}

/** Whether both name a meal, a part of the day or a place, and not the same: "for breakfast", "to the gym". */
export function areForOther(newer: string, older: string): boolean {
  const [next, before] = [newer, older].map((text) => new Set(text.toLowerCase().match(PARTS)))
  return next!.size > 0 && before!.size > 0 && [...next!].every((part) => !before!.has(part))
}

const PARTS =
  /\b(?:(?:for|at|over|with) (?:breakfast|lunch|dinner|supper)|(?:in|during) the (?:morning|afternoon|evening|night)|at (?:night|work|home|school)|to (?:work|school|the gym|the shops))\b/g

/** What each person does for themselves. */
const PERSONAL =
  /^(?:(?:has|have|is|now|just|finally) )*(?:gave up|given up|quit|stopped|eats?|drinks?|smokes?|vapes?|weighs?|no longer (?:eats?|drinks?|smokes?|vapes?)|(?:sold|traded|swapped) (?:his|her|their))\b/
const OF_USER = /\b(?:i|me|my|we|us|our)\b/

/** "Peder gave up smoking" after "smokes": whether the newer text tells a habit or a sale of a person whom the older does not name. */
export function isHabitOfNamed(newer: Reading, older: Reading): boolean {
  const [first, ...others] = newer.clauses
  const name = first?.assertion.owner?.name
  if (!name || others.length || first.assertion.owner?.relation || conceptsWith(name).length) return false
  if (!PERSONAL.test(first.assertion.main.whole) || OF_USER.test(newer.normal())) return false
  return !name.split(' ').some((part) => older.stems().has(stemOf(part)))
}

/** Kin of whom a person stays the relative, whatever happens. */
const KIN = new Set('children parent mother father sibling grandparent grandchild in_law relative'.split(' '))

/**
 * "Haru has a nanny" after "has a son named Haru": whether the older text says only whose relative someone is, and the newer one
 * tells something else of that person than an end.
 */
export function tellsOfKin(newer: Reading, older: Reading): boolean {
  const names = newer.clauses.flatMap(({ assertion: { owner }, ending, leaver }) =>
    ending || leaver ? [] : (owner?.name?.split(' ').at(-1) ?? []),
  )
  if (!names.length) return false
  const facts = older.facts()
  if (!facts.length || !facts.every(({ attribute, subject }) => KIN.has(attribute.name) && subject.who === 'self'))
    return false
  const text = older.normal()
  const isWhole = (name: string) => text.endsWith(` ${name}`) || text.startsWith(`${name} is `)
  return (
    names.some(isWhole) &&
    !newer.facts().some(({ attribute, subject }) => KIN.has(attribute.name) && subject.who === 'self')
  )
}
