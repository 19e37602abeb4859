import { keyOf } from './assertions.ts'
import { isOneOfSeveral } from './parties.ts'
import type { Clause } from './reading.ts'
import { isRoleTopic } from './roles.ts'
import { isMultiple } from './topics.ts'
import { isDateWord, stemOf, type Word } from './words.ts'

/*
 * The same sentence about one thing with another value, of a kind of which a thing has one value at a time: "my desk is on
 * the sixth floor" after "my desk is on the third floor". No word says that something has changed.
 */

/** Verbs after which a thing has one value at a time. */
const STANDING = new Set('is are costs cost starts begins ends opens closes finishes'.split(' '))
/** What happens several times, each time at another date, time or price. */
const OCCASION = new Set(
  (
    'appointment meeting call date interview exam test flight train bus ferry ticket trip journey visit stay party dinner lunch ' +
    'breakfast brunch meal drink wedding funeral birthday concert gig show play film movie game match race event talk lecture class ' +
    'lesson course session workshop training practice rehearsal seminar shift service mass order delivery parcel bill invoice fine ' +
    'repair reservation booking hotel table seat present gift book article episode chapter'
  )
    .split(' ')
    .map(stemOf),
)
const ORDINAL =
  /^(?:ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|top|\d{1,2}(?:st|nd|rd|th))$/
/** What an ordinal counts where something is. */
const COUNTED = new Set('floor storey story row level deck column shelf drawer grade form division league'.split(' '))
const COLOUR =
  /^(?:red|orange|yellow|green|blue|purple|violet|pink|brown|beige|black|white|grey|gray|turquoise|teal|cream|ivory|magenta|lilac|lavender|maroon|crimson|navy|ochre|terracotta|mustard|burgundy|silver|gold|golden|mint|olive|peach|charcoal|aubergine|khaki)$/
const SHADE = /^(?:pale|light|dark|bright|deep|soft|warm|off|dusty|sky|royal|bottle|forest|sage|bluish|greenish)$/
const AMOUNT = /^[€$£¥₹₽₩₺]?\d[\d.,]*[€$£¥₹₽₩₺]?$/
/** What a regular price is for, or in. */
const REGULAR =
  /^[€$£¥₹₽₩₺]|[€$£¥₹₽₩₺]$|\b(?:euros?|pounds?|dollars?|francs?|crowns?|kroner|kronor|zloty|yen|rupees?|pesos?|reais|lira)\b/
const TITLE = new Set('mr mrs ms miss dr prof professor señor señora senor senora frau herr signor signora'.split(' '))
const VALUE_WORDS_MAX = 3

/** Whether a clause states another value of the same kind of what an older one states of the same thing. */
export function statesOtherValue(newer: Clause, older: Clause): boolean {
  if (!isStanding(newer) || !isStanding(older)) return false
  const [{ assertion: next }, { assertion: before }] = [newer, older]
  const topicOf = ({ topic }: typeof next) => topic.map(({ plain }) => plain).join(' ')
  if (keyOf(next.owner) !== keyOf(before.owner) || topicOf(next) !== topicOf(before)) return false
  const difference = differenceOf(next.main.words, before.main.words)
  return difference !== undefined && isOtherValue(difference, newer)
}

function isStanding(clause: Clause): boolean {
  const { assertion, isTemplate, isEvent, ending } = clause
  const { isAddition, isHypothetical, isPast, isTemporary } = clause.cues()
  const verb = assertion.main.whole.split(' ', 1)[0]!
  if (isTemplate || isEvent || ending || isAddition || isHypothetical || isPast || isTemporary) return false
  return assertion.topic.length > 0 && STANDING.has(verb) && !isMultiple(assertion.topic) && !isOneOfSeveral(clause)
}

/** The words in which two texts differ, and those around them. */
interface Difference {
  readonly newer: readonly Word[]
  readonly older: readonly Word[]
  readonly before: readonly Word[]
  readonly after: readonly Word[]
}

function differenceOf(newer: readonly Word[], older: readonly Word[]): Difference | undefined {
  const length = Math.min(newer.length, older.length)
  let from = 0
  while (from < length && newer[from]!.plain === older[from]!.plain) from++
  let tail = 0
  while (tail < length - from && newer.at(-1 - tail)!.plain === older.at(-1 - tail)!.plain) tail++
  const [one, other] = [newer, older].map((words) => words.slice(from, words.length - tail))
  if (!one!.length || !other!.length || one!.length > VALUE_WORDS_MAX || other!.length > VALUE_WORDS_MAX)
    return undefined
  return { newer: one!, older: other!, before: newer.slice(0, from), after: newer.slice(newer.length - tail) }
}

function isOtherValue({ newer, older, before, after }: Difference, { assertion }: Clause): boolean {
  const both = (is: (words: readonly Word[]) => boolean) => is(newer) && is(older)
  if (both(isColour)) return !after.length
  if (both(isName)) return !after.length && !before.some(({ plain }) => plain !== 'is') && isRoleTopic(assertion.topic)
  const isOccasion = assertion.topic.some(({ plain }) => OCCASION.has(stemOf(plain)))
  if (isOccasion) return false
  if (both(isOne(ORDINAL))) return COUNTED.has(after[0]?.plain ?? '')
  if (both(isOne(AMOUNT))) return [newer, older].every((value) => REGULAR.test(textOf([...value, ...after])))
  return false
}

const textOf = (words: readonly Word[]) => words.map(({ plain }) => plain).join(' ')
const isOne = (pattern: RegExp) => (words: readonly Word[]) => words.length === 1 && pattern.test(words[0]!.plain)

function isColour(words: readonly Word[]): boolean {
  return COLOUR.test(words.at(-1)!.plain) && words.slice(0, -1).every(({ plain }) => SHADE.test(plain))
}

function isName(words: readonly Word[]): boolean {
  return words.every((word) => (word.isCapital && !isDateWord(word)) || TITLE.has(word.plain))
}

/** Who shares a home is mostly one person: "my flatmate is Anders" after "my flatmate is Tove". */
export function isOtherMate(newer: Clause, older: Clause): boolean {
  const [next, before] = [newer, older].map(mateOf)
  return next !== undefined && before !== undefined && next !== before
}

function mateOf({ assertion: { owner, topic, predicate } }: Clause): string | undefined {
  const [is, ...name] = predicate.filter(({ plain }) => plain !== 'called' && plain !== 'now')
  if (owner?.relation !== 'roommate' || topic.length || is?.plain !== 'is' || !name.length) return undefined
  return name.every(({ isCapital }) => isCapital) ? textOf(name) : undefined
}
