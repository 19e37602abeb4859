import { datesInMemory } from '@memory-service/recall/dates'
import { tokenise } from '@memory-service/recall/tokens'
import { categoriesOf, type Shares } from '@memory-service/understanding/category'
import { type Dose, dosesIn } from '@memory-service/understanding/replace/doses'
import { type Fact, type Statement as ReadStatement, readStatement } from '@memory-service/understanding/statement'
import { LRUCache } from 'lru-cache'
import { parseStatement, type Statement } from '../memories/duplicates.ts'
import type { ConsideredMemory } from '../memories/memory.ts'
import { beginningOf, ofWholeText, type WithText } from './of-text.ts'
import { seriesOf } from './series.ts'

/* What the text of a memory states by itself. It is read once, whatever is compared with it. */

const CACHE_MAX = 20_000
/** Of the texts in the cache. What is read from a text takes several times its memory. */
const CACHE_CHARS_MAX = 4_000_000
/** Reports of what a person did or had until a time; health may still matter, and another clause may tell the present. */
const PAST_UNTIL =
  /^(?:(?:i|she|he|they|we|(?:the )?(?:user|person)|[\p{L}-]+) )?(?:was an?|was the|worked|lived|taught|ran|studied|(?:owned|kept|rented) an?) [^.;]*\b(?:until|till|before (?:she|he|i|they|we|moving|the))\b/iu
const TELLS_PRESENT = /\b(?:now|today|currently|before moving)\b|[,;] (?:is|are|am)\b/i
/** Reports of the past, whatever they are about. */
const PAST =
  /^(?:previously|formerly|originally|in the past|used to|back then|was (?:considering|debating|evaluating|planning|thinking))\b|\b(?:(?:later|since|meanwhile) replaced by|no longer (?:valid|applies|true|in use)|deprecated|obsolete|superseded|invalidated)\b/i

/** What a text states, whatever else there is. */
export interface Parsed {
  readonly statement: ReadStatement
  /** Equal for texts that differ only in numbers, dates and weekdays. */
  readonly series: string
  /** The day numbers of the first and the last date it names, if any. */
  readonly firstDay: number | undefined
  readonly lastDay: number | undefined
  /** Facts about the user, among them the people close to them. */
  readonly facts: readonly Fact[]
  /** Whether it says something about the user rather than about another person. */
  readonly isAboutUser: boolean
  /** Reports how things were before. */
  readonly isPast: boolean
  /** An appointment on a day: it is past once that day is. */
  readonly isAppointment: boolean
  readonly wording: Statement
  /** Doses of medicines that it states. */
  readonly doses: readonly Dose[]
  /** What part of life it is about, as estimated. */
  readonly shares: () => Shares
  readonly computed: WithText['computed']
}

/** What was read from a text, under these own names and with this day of occurrence: an edit needs no invalidation. */
interface Cached {
  readonly content: string
  readonly own: string
  readonly day: number
  readonly parsed: Parsed
}

// By memory: comparing the text is cheaper than a key that contains it.
const cache = new LRUCache<string, Cached>({
  max: CACHE_MAX,
  maxSize: CACHE_CHARS_MAX,
  sizeCalculation: ({ content, own }, id) => id.length + content.length + own.length,
})

/** Reads a text. `names` are the user's own names in lower case, `own` the same as one text, `day` when it occurred. */
export function parse(
  { id, content }: Pick<ConsideredMemory, 'id' | 'content'>,
  day: number,
  names: ReadonlySet<string>,
  own: string,
): Parsed {
  const known = cache.get(id)
  if (known?.content === content && known.own === own && known.day === day) return known.parsed
  const dates = datesInMemory(tokenise(content), day)
  const statement = readStatement(content, names)
  const wording = parseStatement(content)
  const facts = statement.facts.filter(({ subject }) => subject.who === 'self')
  const { about } = statement
  const beginning = beginningOf(content)
  let estimate: Shares | undefined
  const parsed: Parsed = {
    statement,
    facts,
    isAboutUser: about.who === 'self' || (about.who === 'other' && about.relation !== undefined) || facts.length > 0,
    isPast: PAST.test(beginning) || isPastUntil(beginning, statement.facts),
    isAppointment: dates.length > 0 && isAppointment(content, facts),
    wording,
    doses: dosesIn(content, names),
    shares: () => (estimate ??= categoriesOf(content)),
    computed: [],
    series: seriesOf(content),
    firstDay: dates.length ? Math.min(...dates.map(({ from }) => from)) : undefined,
    lastDay: dates.length ? Math.max(...dates.map(({ to }) => to)) : undefined,
  }
  cache.set(id, { content, own, day, parsed })
  return parsed
}

function isPastUntil(beginning: string, facts: readonly Fact[]): boolean {
  if (!PAST_UNTIL.test(beginning) || TELLS_PRESENT.test(beginning)) return false
  return !facts.some(({ attribute }) => attribute.isSafety || attribute.group === 'health')
}

/** "Dentist on 3 May at 9:00", without a verb. */
const APPOINTED = /^(?:[\p{L}'’-]+ ){1,5}on (?:\p{L}+,? )?(?:the )?\d.* at \d/u

/** Happens again and again: "book club is every second Thursday" is not over on the second Thursday of this month. */
const RECURRING =
  /\b(?:every|each|daily|weekly|fortnightly|biweekly|monthly|quarterly|yearly|annually|(?:mon|tues|wednes|thurs|fri|satur|sun|week)days|weekends)\b/i

/** Whether it happens again and again; dates are read from the whole text, so this is, too. */
export const isRecurring = ofWholeText((content) => RECURRING.test(content))

function isAppointment(content: string, facts: readonly Fact[]): boolean {
  if (RECURRING.test(content)) return false
  return APPOINTED.test(beginningOf(content)) || ['appointment', 'meeting'].includes(facts[0]?.attribute.name ?? '')
}
