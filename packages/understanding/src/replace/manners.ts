import { keyOf, SELF } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import { isSameKin } from './parties.ts'
import { isOnSomeDays } from './parts.ts'
import { type Clause, isLasting, type Reading } from './reading.ts'
import { isDateWord, stemOf, type Word } from './words.ts'

/*
 * Another way in which the same is done: another vehicle to the same place, the other hand, another surname; and a sport or
 * pastime that is over while the older statement names the team or class: "no more volleyball" after "plays for the volleyball
 * team".
 */

const VEHICLE =
  '(?:bus|minibus|coach|tram|streetcar|trolleybus|train|metro|tube|subway|monorail|ferry|boat|taxi|cab|uber|(?:auto[- ]?)?rickshaw|tuk-?tuk|jeepney|matatu|scooter|e-scooter|moped|motorbike|motorcycle|bike|bicycle|e-bike|car|car ?pool|donkey cart|ox ?cart|horse and cart|cart|horse|mule|canoe|dhow|boda(?:[- ]?boda)?|okada|keke|songthaew|kombi|trotro|dolmu[sş]|marshrutka|van|truck|shuttle|lift)'
const DESTINATION = '(?:(?:the|my|her|his|our) )?(?<to>[\\p{L}-]{3,20})'
/** How a person gets to a place, the first match first. */
const WAYS: readonly (readonly [way: string, says: RegExp])[] = [
  [
    'driven',
    new RegExp(
      `\\b(?:drives?|brings?|takes?|fetch(?:es)?|runs?|gives?) (?<whom>me|us|her|him)(?: a lift)? to ${DESTINATION}`,
      'u',
    ),
  ],
  [
    '',
    new RegExp(
      `\\b(?:takes?|catch(?:es)?|rides?|uses?|gets?|goes?|go|comes?|travels?) (?:(?:on|by|in) )?(?:(?:the|a|an|my|her|his|our) )?(?:[\\p{L}\\p{N}-]{1,12} ){0,2}?(?<way>${VEHICLE})(?: \\p{N}{1,4}\\p{L}?)? to ${DESTINATION}`,
      'u',
    ),
  ],
  [
    '',
    new RegExp(
      `\\b(?:gets?|goes?|go|comes?|travels?) to ${DESTINATION} (?:on|by|in|with) (?:(?:the|a|an|my|her|his|our) )?(?:[\\p{L}\\p{N}-]{1,12} ){0,2}?(?<way>${VEHICLE})\\b`,
      'u',
    ),
  ],
  ['', new RegExp(`\\b(?<way>walk|cycle|bike|drive|bus|row)s? to ${DESTINATION}`, 'u')],
]
/** Says that it is so from now on. */
const IS_NOW =
  /\b(?:now|nowadays|these days|instead|from now on|since|again|by (?:my|her|him)self|on (?:my|her|his) own)\b/
const SOMETIMES = /\b(?:sometimes|occasionally|often|usually|when|if|unless|or|except|home from|back from)\b/

interface Journey {
  readonly way: string
  readonly to: string
  /** Who is driven there. */
  readonly whom: string | undefined
}

/** "Takes the tram to the market now" after "her nephew drives her to the market". */
export function travelsOtherwise(newer: Reading, older: Reading): boolean {
  const [before, ...others] = older.clauses
  if (!before || others.length) return false
  return newer.clauses.some((clause) => {
    const next = journeyOf(clause)
    const known = next && journeyOf(before)
    if (!next || !known || next.to !== known.to || next.way === known.way || !IS_NOW.test(clause.assertion.plain))
      return false
    return keyOf(travellerOf(clause, next)) === keyOf(travellerOf(before, known))
  })
}

const journeyOf = computedOnce((clause: Clause): Journey | undefined => {
  const { plain } = clause.assertion
  if (!isLasting(clause) || SOMETIMES.test(plain) || isOnSomeDays(plain)) return undefined
  for (const [way, says] of WAYS) {
    const found = says.exec(plain)?.groups
    if (found) return { way: way || found.way!, to: stemOf(found.to!), whom: found.whom }
  }
  return undefined
})

/** "Her nephew drives her" is about the person, "my nephew drives her" is not. */
function travellerOf({ assertion: { owner, plain } }: Clause, { whom }: Journey): typeof owner {
  if (whom === undefined) return owner ?? SELF
  const isOwn = (whom === 'her' || whom === 'him') && plain.startsWith(whom === 'her' ? 'her ' : 'his ')
  return isOwn || whom === 'me' || whom === 'us' ? SELF : undefined
}

const SIDE =
  /\b(?<verb>shoot|bat|bowl|throw|kick|write|serve|putt|pitch|fence|strum|draw|eat|paint|shav|writ|serv|fenc)(?:e?s|t?ing|ing|ting)? (?:with (?:the|my|her|his) )?(?<side>left|right)(?:[- ](?:handed|footed|hand|foot|arm))?(?: in (?<sport>[\p{L}-]+))?(?=$|,| again| now| these days| since)/u

/** "Bats left-handed now" after "bats right-handed": one verb, the other side. */
export function usesOtherSide(newer: Clause, older: Clause): boolean {
  if (!isLasting(older) || newer.cues().isPast) return false
  const [next, before] = [newer, older].map(({ assertion }) => SIDE.exec(assertion.plain)?.groups)
  if (
    !next ||
    !before ||
    playerOf(newer) !== playerOf(older) ||
    next.side === before.side ||
    stemOf(next.verb!) !== stemOf(before.verb!)
  )
    return false
  return !next.sport || !before.sport || next.sport === before.sport
}

/** The key that statements of one movement have in common: a newer one need not say that something has changed. */
export function sideKeyOf(plain: string): string | undefined {
  const verb = /\b(?:left|right)\b/.test(plain) ? SIDE.exec(plain)?.groups?.verb : undefined
  return verb && `side of ${stemOf(verb)}`
}

/** "Bats left" can be read as a name. */
function playerOf({ assertion: { owner } }: Clause): string {
  return !owner || SIDE.test(`${owner.name} left`) ? keyOf(SELF) : keyOf(owner)
}

const ADJUNCT = /^(?:now|since|after|because|from|these|on|in)$/

/** "My aunt is now called Rita Blum" after "my aunt is Rita Lang": the same first name, another surname. */
export function isRenamedPerson(newer: Clause, older: Clause): boolean {
  const { relation, name } = newer.assertion.owner ?? SELF
  if (relation === undefined || relation === 'self' || name !== undefined || !newer.cues().isChange) return false
  if (older.assertion.owner?.relation !== relation || !isSameKin(newer, older) || !isLasting(older)) return false
  const [next, before] = [nameIn(newer), nameIn(older)]
  return next !== undefined && before !== undefined && next[0] === before[0] && next.at(-1) !== before.at(-1)
}

/** First name and surname that a person is said to have. */
function nameIn({ assertion: { main, topic } }: Clause): string[] | undefined {
  const words = main.words.filter(({ plain }, at) => at > 0 || !/^(?:called|named)$/.test(plain))
  const isNamed = (word: Word | undefined) => word?.isCapital === true && !isDateWord(word)
  const end = words.findIndex((word) => !isNamed(word))
  const names = words.slice(0, end < 0 ? words.length : end).map(({ plain }) => plain)
  const next = words[names.length]
  if (topic.length || !main.hasCopula || names.length < 2 || (next && !next.isAfterPause && !ADJUNCT.test(next.plain)))
    return undefined
  return names
}

const IS_OVER =
  /\b(?:no more|no longer|any ?more|stopped|quit|gave up|given up|done with|dropped(?: out of)?|out of|off|left|finished with|over with)\b/
const GROUP =
  'side|team|club|squad|group|league|class|classes|lessons?|practice|training|circle|society|choir|band|sessions?|crew|night|evening|course'
const IN_GROUP = new RegExp(
  `\\b(?:for|in|with|to|at|attends?|takes?|does|goes|has|have|joined) (?:(?:the|an?|my|her|his|our|their) )?(?<kind>(?:[\\p{L}&'-]+ ){1,5}?)(?:${GROUP})\\b`,
  'u',
)
const LIGHT =
  /^(?:an?|the|my|her|his|our|their|local|school|church|village|town|city|work|women|men|mixed|first|second|weekly|new|old|on|and|&)$/

/** "No more volleyball" after "plays for the church volleyball team", "dropped out of the D&D group" after "a Dungeons & Dragons group". */
export function leavesGroup(newer: Reading, older: Reading): boolean {
  const [before, ...others] = older.clauses
  if (!before || others.length || !isLasting(before)) return false
  const kind = IN_GROUP.exec(before.assertion.plain)?.groups?.kind
  if (kind === undefined) return false
  const words = kind.trim().split(' ')
  const stems = new Set(words.filter((word) => !LIGHT.test(word)).map(stemOf))
  const [last, initials] = [stemOf(words.at(-1)!), initialsOf(words)]
  return newer.clauses.some(({ ending, assertion, cues }) => {
    if (ending?.kind !== 'ended' || cues().isHypothetical || !IS_OVER.test(assertion.plain)) return false
    if (keyOf(assertion.owner ?? SELF) !== keyOf(before.assertion.owner ?? SELF)) return false
    const named = [...ending.words].filter((stem) => !GROUP_STEMS.has(stem))
    return named.includes(last) ? named.every((stem) => stems.has(stem)) : named.length === 1 && named[0] === initials
  })
}
const GROUP_STEMS = new Set(GROUP.replaceAll('?', '').split('|').map(stemOf))

/** "D&D" of "Dungeons & Dragons". */
function initialsOf(words: readonly string[]): string {
  return words.map((word) => word.slice(0, 1)).join('')
}
