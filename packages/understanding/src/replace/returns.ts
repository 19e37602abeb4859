import { TEXT_CHARS_MAX } from '../clauses.ts'
import { NO_NAMES, namesIn } from '../names.ts'
import { signsOf } from './estimate/signs.ts'
import { isSameAnchor } from './gist.ts'
import { isHealth } from './health.ts'
import { judgeReplacement, type ReplacementContext } from './judge.ts'
import { isLasting, lastingClauseOf, onlyClauseOf, type Reading, readingOf } from './reading.ts'
import { isMultiple } from './topics.ts'
import { isDateWord, stemOf } from './words.ts'

/** The share of the words of an older statement without names that a newer one must contain; of names, all. */
const SHARE_MIN = 0.6

/**
 * Whether a newer statement says that what an older one states is so again: "reads on the Kindle again" after "reads books on a
 * Kindle". What was stated of the same matter between the two is then over.
 */
export function isSoAgain(
  newer: string,
  older: string,
  { ownName, userId, vectorOf }: ReplacementContext = {},
): boolean {
  const ownNames = ownName === undefined ? NO_NAMES : namesIn(ownName)
  const read = (text: string) => signsOf(text, readingOf(text, ownName, userId), ownNames, vectorOf)
  const next = read(newer)
  if (!next?.flags.again || next.flags.negation) return false
  const before = read(older)
  if (!before || before.flags.again) return false
  const { anchors } = before.gist
  const isIn = (anchor: string) => next.gist.anchors.some((other) => isSameAnchor(anchor, other))
  const names = anchors.filter((anchor) => before.names.has(anchor))
  if (names.length) return names.every(isIn)
  return anchors.length > 0 && anchors.filter(isIn).length >= SHARE_MIN * anchors.length
}

/** "Returned to her Singer": says no more than that. */
const RETURNED_TO =
  /^(?:[\p{L}'’-]+ ){0,3}?(?:(?:has|have|is|am|now|just) )*(?:returned|reverted|back|(?:gone|went|switched|changed) back) to (?!(?:visit|see|meet|work|school|the (?:shop|doctor|dentist))\b)/u
const AGAIN = /\b(?:again|once more)\b/
/** Of these, several are true at a time, and each comes and goes. */
const DONE_OF_SEVERAL = new Set(
  'play speak learn meet visit go see watch call teach stud train help volunt eat drink be stay do think feel look run walk swim cycl hik climb danc sing talk travel fly hav giv work liv tak us wear keep grow lik lov enjoy suffer hat car own collect support donat coach sit compet perform fish camp dat pray treat inject sell listen read follow want need avoid'.split(
    ' ',
  ),
)
/** Before what something is done with, or where it comes from. */
const BEFORE_MEANS = new Set(['with', 'on', 'from', 'by', 'via', 'through'])
const BEFORE_NOUN = new Set('a an the my our his her their'.split(' '))
/** Of these labels, each entry is of another occasion. */
const OF_OCCASIONS =
  /\b(?:breakfast|lunch|dinner|supper|snack|meal|mood|weather|shift|guest|client|homework|book|film|game|task|errand|visit|workout|sport|hobby|language|pet|friend|child|lesson|class|trip)\b/
const VALUE_MAX = 3
const SUFFIX_MIN = 4
/** Verbs that say of a thing only that it is used. */
const IS_USED = /^(?:rid|us|driv|on|with)$/

/** The length of the longest statement that {@link returnOf} compares, and of one of which it looks for the differing words. */
export const ENDED_CHARS_MAX = 300
const DIFFERING_CHARS_MAX = 120

/** Whether a statement that came between an older one and a newest is over, because the older one is so again. */
export type Return = (between: string, older: string) => boolean

/**
 * Reads a newest statement, "back to her Singer", once, to tell of many pairs whether it says that the older one, "sews on a
 * Singer", is so again, and the one between, "sews on a Juki", says of the same what is then over. Of a long one, the
 * beginning is read. Returns `undefined` if it does not say that something is so again.
 */
export function returnOf(newest: string, context: ReplacementContext = {}): Return | undefined {
  const beginning = newest.slice(0, TEXT_CHARS_MAX)
  const plain = beginning.toLowerCase()
  const isReturnTo = RETURNED_TO.test(plain)
  if (!isReturnTo && !AGAIN.test(plain)) return undefined
  const read = (text: string) => readingOf(text, context.ownName, context.userId)
  const newestReading = read(newest)
  const name = namedIn(beginning, newestReading)
  const next = lastingClauseOf(newestReading)
  if (!next && !name) return undefined
  return (between, older) => {
    const differing = valuesOf(between, older)
    if (name && isBackTo(name, between, older, differing, context)) return true
    if (!differing || !next) return false
    const stems = newestReading.stems()
    const { value, other, frame, isLabelled, verb } = differing
    if (!value.every((stem) => stems.has(stem)) || other.every((stem) => stems.has(stem))) return false
    if (isLabelled && !frame.every((stem) => stems.has(stem))) return false
    if (!isLabelled && !isReturnTo && !stems.has(verb) && ![...stems].some((stem) => IS_USED.test(stem))) return false
    const [last, first] = [between, older].map((text) => onlyClauseOf(read(text)))
    if (!last || !first || [older, between].some((text) => isHealth(text, context))) return false
    if (![last, first].every((clause) => isLasting(clause) && !clause.ending)) return false
    const { topic, words } = first.assertion
    if ((topic.length && isMultiple(topic)) || words.some(isDateWord)) return false
    const owners = [next, last, first].map(({ assertion }) => assertion.owner)
    return owners.every((owner) => owner?.relation === owners[0]?.relation && owner?.name === owners[0]?.name)
  }
}

const BACK_TO =
  /\b(?:(?:(?:switched|went|gone|changed|moved) back|returned|reverted|(?:am|is|are|'m|'s) back) to|(?:, (?:so )?|^|so )again,?) (?:the |my |her |his )?(?<to>\p{Lu}[^,.;:!?]{1,40})/u
const AFTER_NAME = / (?:for|with|since|because|now|after|again|in|on|at|to|and|but|as|instead)\b.*$/
const TO_NO_PLACE =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|^(?:January|February|March|April|June|July|August|September|October|November|December)/

/** The stems of the name that a newest statement says is back: "switched back to Bremer". */
function namedIn(newest: string, { clauses }: Reading): readonly string[] | undefined {
  const to = BACK_TO.exec(newest)?.groups?.to?.replace(AFTER_NAME, '')
  if (to === undefined || TO_NO_PLACE.test(to) || !clauses.every(isLasting)) return undefined
  return to.split(' ').map((word) => stemOf(word.toLowerCase()))
}

/** Whether the first statement names what is back, and the one between, which replaced it, does not. */
function isBackTo(
  named: readonly string[],
  between: string,
  older: string,
  differing: Differing | undefined,
  context: ReplacementContext,
): boolean {
  const read = (text: string) => readingOf(text, context.ownName, context.userId)
  const [last, first] = [between, older].map(read)
  if (last!.clauses.length !== 1 || first!.clauses.length !== 1) return false
  const [known, other] = [first!.stems(), last!.stems()]
  if (!named.every((stem) => known.has(stem)) || named.some((stem) => other.has(stem))) return false
  if ([older, between].some((text) => isHealth(text, context))) return false
  return differing !== undefined || judgeReplacement(between, older, context) === 'certain'
}

interface Differing {
  readonly value: readonly string[]
  readonly other: readonly string[]
  readonly frame: readonly string[]
  /** The stem of what comes before the value: the verb. */
  readonly verb: string
  readonly isLabelled: boolean
}

/** What two statements say otherwise, where they are the same but for one value of one verb. */
function valuesOf(between: string, older: string): Differing | undefined {
  if (Math.max(between.length, older.length) > DIFFERING_CHARS_MAX) return undefined
  const [next, before] = [between, older].map((text) => text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [])
  let from = 0
  while (from < Math.min(next!.length, before!.length) && next![from] === before![from]) from++
  let end = 0
  while (end < Math.min(next!.length, before!.length) - from && next!.at(-1 - end) === before!.at(-1 - end)) end++
  const label = /^(?<label>[\p{L} -]{3,30}): \S/u.exec(older)?.groups?.label?.toLowerCase()
  const isLabelled = label !== undefined && between.toLowerCase().startsWith(`${label}:`)
  if (isLabelled && (from !== label.split(/[ -]/).length || OF_OCCASIONS.test(label))) return undefined
  const stemsIn = (words: readonly string[]) =>
    words.filter((word) => !BEFORE_NOUN.has(word)).map((word) => stemOf(word))
  const [value, other] = [before!, next!].map((words) => stemsIn(words.slice(from, words.length - end)))
  if (!value!.length || !other!.length || Math.max(value!.length, other!.length) > VALUE_MAX) return undefined
  const frame = before!.slice(0, from).filter((word) => !BEFORE_NOUN.has(word))
  const stems = frame.map(stemOf)
  const found = { value: value!, other: other!, frame: stems, isLabelled }
  if (isLabelled) return { ...found, verb: stems[0]! }
  if (!stems.length || stems.some((stem) => DONE_OF_SEVERAL.has(stem))) return undefined
  const last = frame.at(-1)!
  if (BEFORE_MEANS.has(last)) return frame.length < 2 ? undefined : { ...found, verb: stems.at(-2)! }
  const [one, two] = [value!.at(-1)!, other!.at(-1)!]
  const isOfKind =
    end === 0 && one !== two && Math.min(one.length, two.length) > SUFFIX_MIN && one.endsWith(two.slice(-SUFFIX_MIN))
  return isOfKind && /s$|^(?:ride|drive|surf)$/.test(last) ? { ...found, verb: stems.at(-1)! } : undefined
}
