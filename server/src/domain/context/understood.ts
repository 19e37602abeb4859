import { datesInMemory, dayOf } from '@memory-service/recall/dates'
import { tokenise } from '@memory-service/recall/tokens'
import { categoriesOf, type Shares } from '@memory-service/understanding/category'
import { type Dose, dosesIn } from '@memory-service/understanding/replace/doses'
import { type Fact, type Statement as ReadStatement, readStatement } from '@memory-service/understanding/statement'
import { LRUCache } from 'lru-cache'
import { openSlices } from '../../foundation/slices.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { parseStatement, type Statement } from '../memories/duplicates.ts'
import type { ConsideredMemory } from '../memories/memory.ts'
import { namesOfClose } from './close-people.ts'
import { ruledOut } from './diet.ts'
import { leaveDoses } from './doses.ts'
import { leaveEarlier, leaveSwapped } from './earlier.ts'
import { aboutNamedOthers, attributeToUser, leaveMisread } from './estimated.ts'
import { settledAims } from './outcomes.ts'
import { isOfKind } from './ranking.ts'
import { isSafetyField, READINGS_MIN, type ScopedField, scopedField } from './scoped.ts'
import { seriesOf } from './series.ts'

/*
 * Reads memories into what they state, and finds those that are no longer so. Only the memories given are compared, so
 * the result does not depend on memories that the caller may not read.
 */

const CACHE_MAX = 20_000
/** Of the texts in the cache. What is read from a text takes several times its memory. */
const CACHE_CHARS_MAX = 4_000_000
/** What has ended says something about the present here: "no longer eats meat". */
const TOLD_WHEN_ENDED: ReadonlySet<string> = new Set(['food', 'habits', 'health'])
/** Reports of what a person did or had until a time; health may still matter, and another clause may tell the present. */
const PAST_UNTIL =
  /^(?:(?:i|she|he|they|we|(?:the )?(?:user|person)|[\p{L}-]+) )?(?:was an?|was the|worked|lived|taught|ran|studied|(?:owned|kept|rented) an?) [^.;]*\b(?:until|till|before (?:she|he|i|they|we|moving|the))\b/iu
const TELLS_PRESENT = /\b(?:now|today|currently|before moving)\b|[,;] (?:is|are|am)\b/i
/** Reports of the past, whatever they are about. */
const PAST =
  /^(?:previously|formerly|originally|in the past|used to|back then|was (?:considering|debating|evaluating|planning|thinking))\b|\b(?:(?:later|since|meanwhile) replaced by|no longer (?:valid|applies|true|in use)|deprecated|obsolete|superseded|invalidated)\b/i
const DONE =
  /\b(?:reached|achieved|accomplished|completed|finished|fulfilled|managed to|gave up|given up|dropped|passed|won|got my|got his|got her)\b/i

function isPastUntil(content: string, facts: readonly Fact[]): boolean {
  if (!PAST_UNTIL.test(content) || TELLS_PRESENT.test(content)) return false
  return !facts.some(({ attribute }) => attribute.isSafety || attribute.group === 'health')
}

/** What a text states, whatever else there is. */
interface Parsed {
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
}

/** A memory and when it happened. */
interface Placed {
  readonly memory: ConsideredMemory
  /** In ms since 1970. */
  readonly time: number
}

/** A memory and what it states. */
export interface Understood extends Parsed, Placed {
  /** Whether it is an instruction to its reader that an app wrote. */
  readonly isInstruction: boolean
  /**
   * No longer so: replaced or ended by a later statement, or a goal whose time has passed. What has only probably been
   * replaced counts, unless health or safety depends on it.
   */
  readonly isOutdated: boolean
  /** Whether what it states is so now: not outdated, and not a mere report that something has ended or is done. */
  readonly isCurrent: boolean
  /** By its scope: what a fact that no rule reads is about. */
  readonly scopedField: ScopedField | undefined
}

// By memory, content, names and day of occurrence, so that an edit needs no invalidation.
const cache = new LRUCache<string, Parsed>({
  max: CACHE_MAX,
  maxSize: CACHE_CHARS_MAX,
  sizeCalculation: (_, key) => key.length,
})

/** Memories of this length take milliseconds to read. */
const LONG_CHARS = 1_000

/** Reads long memories before {@link understand} needs them. Other requests run in between. */
export async function readLong(memories: readonly ConsideredMemory[], names: ReadonlySet<string>): Promise<void> {
  const pause = openSlices()
  const own = [...names].join(' ')
  for (const memory of memories) {
    if (memory.content.length < LONG_CHARS) continue
    await pause()
    parse(memory, occurredOn(memory), names, own)
  }
}

function occurredOn({ occurredAt }: ConsideredMemory): number {
  return Math.floor(Date.parse(occurredAt) / DAY_MS)
}

/** Reads memories into what they state. `names` are the user's own names in lower case; `now` in ms since 1970. */
export function understand(
  memories: readonly ConsideredMemory[],
  names: ReadonlySet<string>,
  now: number,
): Understood[] {
  const own = [...names].join(' ')
  const today = dayOf(now)
  const read = memories.map((memory) => {
    const time = Date.parse(memory.occurredAt)
    const parsed = parse(memory, occurredOn(memory), names, own)
    const isInstruction = parsed.statement.form === 'instruction' && memory.sourceApp !== null
    // Naming the fields takes a tenth of the time of a spread.
    const { statement, facts, isAboutUser, isAppointment, wording, doses, series, firstDay, lastDay, shares } = parsed
    return {
      statement,
      facts,
      isAboutUser,
      // What was noted before its day was a plan.
      isPast:
        parsed.isPast ||
        (lastDay !== undefined &&
          lastDay < today &&
          (isAppointment || (memory.type === 'event' && firstDay! > dayOf(time) && !RECURRING.test(memory.content)))),
      isAppointment,
      wording,
      doses,
      shares,
      series,
      firstDay,
      lastDay,
      memory,
      time,
      isInstruction,
      isOutdated: false,
      isCurrent: false,
      scopedField: undefined as ScopedField | undefined,
    }
  })
  attributeToUser(read, names)
  attributeToNamed(read, names)
  leaveMisread(read)
  for (const each of read) {
    each.isOutdated = hasPassed(each, today) || isReplaced(each)
    each.isCurrent = !each.isOutdated && statesPresent(each)
  }
  fileByScope(read)
  leaveSwapped(read)
  leaveEarlier(read)
  leaveDoses(read)
  leaveAims(read)
  const outdated = new Set(ruledOut(read))
  for (const each of read) if (outdated.has(each)) [each.isOutdated, each.isCurrent] = [true, false]
  return read
}

/** Files facts that no rule reads by their scope; readings and reports of a day are none. */
function fileByScope(read: readonly Reading[]): void {
  const counts = new Map<string, number>()
  for (const { series } of read) counts.set(series, (counts.get(series) ?? 0) + 1)
  for (const each of read) {
    if (!each.isCurrent || each.isAppointment || counts.get(each.series)! >= READINGS_MIN) continue
    each.scopedField = scopedField(each.memory, each.statement, each.facts, each.shares)
    each.isAboutUser ||= each.scopedField !== undefined
  }
}

/** What can be changed while memories are compared with each other. */
export interface Reading extends Parsed, Placed {
  statement: ReadStatement
  facts: readonly Fact[]
  isAboutUser: boolean
  isOutdated: boolean
  isCurrent: boolean
  scopedField: ScopedField | undefined
}

const FIRST_WORD = /^\p{Lu}[\p{L}-]+/u
/** "Omar swears by espresso" is about Omar if another memory says who Omar is. */
function attributeToNamed(read: readonly Reading[], own: ReadonlySet<string>): void {
  const others = aboutNamedOthers(read, own)
  const named = read.filter(({ statement: { about } }) => about.who === 'self')
  const first = (text: string) => FIRST_WORD.exec(text)?.[0].toLowerCase()
  const close = named.some(({ memory }) => first(memory.content)) ? namesOfClose(read) : undefined
  for (const each of close?.size || others.size ? named : []) {
    const name = first(each.memory.content)
    const relation = name === undefined || own.has(name) ? undefined : close?.get(name)
    if (relation === undefined && !others.has(each)) continue
    const about = { who: 'other' as const, relation, name }
    const facts = each.statement.facts.map((fact) => (fact.subject.who === 'self' ? { ...fact, subject: about } : fact))
    each.statement = { ...each.statement, about, facts }
    each.facts = []
    each.isAboutUser = false
  }
}

/** Takes goals for outdated that a later event tells the outcome of. */
function leaveAims(read: readonly Reading[]): void {
  for (const each of settledAims(read)) [each.isOutdated, each.isCurrent] = [true, false]
}

/** Whether a later statement has probably replaced it; about health and safety the user decides, whatever the words. */
function isReplaced({ memory, statement, facts, shares }: Parsed & Placed): boolean {
  if (memory.maybeSupersededBy === null || isSafetyField(scopedField(memory, statement, facts, shares))) return false
  return !statement.facts.some(({ attribute }) => attribute.isSafety || attribute.group === 'health')
}

function parse(
  { id, content }: Pick<ConsideredMemory, 'id' | 'content'>,
  day: number,
  names: ReadonlySet<string>,
  own: string,
): Parsed {
  const key = `${id}\n${own}\n${day}\n${content}`
  const known = cache.get(key)
  if (known) return known
  const dates = datesInMemory(tokenise(content), day)
  const statement = readStatement(content, names)
  const wording = parseStatement(content)
  const facts = statement.facts.filter(({ subject }) => subject.who === 'self')
  const { about } = statement
  let estimate: Shares | undefined
  const parsed: Parsed = {
    statement,
    facts,
    isAboutUser: about.who === 'self' || (about.who === 'other' && about.relation !== undefined) || facts.length > 0,
    isPast: PAST.test(content) || isPastUntil(content, statement.facts),
    isAppointment: dates.length > 0 && isAppointment(content, facts),
    wording,
    doses: dosesIn(content, names),
    shares: () => (estimate ??= categoriesOf(content)),
    series: seriesOf(content),
    firstDay: dates.length ? Math.min(...dates.map(({ from }) => from)) : undefined,
    lastDay: dates.length ? Math.max(...dates.map(({ to }) => to)) : undefined,
  }
  cache.set(key, parsed)
  return parsed
}

/** "Dentist on 3 May at 9:00", without a verb. */
const APPOINTED = /^(?:[\p{L}'’-]+ ){1,5}on (?:\p{L}+,? )?(?:the )?\d.* at \d/u

/** Happens again and again: "book club is every second Thursday" is not over on the second Thursday of this month. */
const RECURRING =
  /\b(?:every|each|daily|weekly|fortnightly|biweekly|monthly|quarterly|yearly|annually|(?:mon|tues|wednes|thurs|fri|satur|sun|week)days|weekends)\b/i

function isAppointment(content: string, facts: readonly Fact[]): boolean {
  if (RECURRING.test(content)) return false
  return APPOINTED.test(content) || ['appointment', 'meeting'].includes(facts[0]?.attribute.name ?? '')
}

const YEAR = /\b(?:19|20)\d\d\b/

/** Whether it is a goal or plan whose last date has passed. */
function hasPassed({ memory, statement, lastDay, time }: Parsed & Placed, today: number): boolean {
  if (lastDay === undefined || lastDay >= today) return false
  if (RECURRING.test(memory.content) && !YEAR.test(memory.content)) return false
  // An aim "by May" that is noted in October is for the next May.
  if (lastDay < dayOf(time) && !YEAR.test(memory.content)) return false
  if (isOfKind('goal', memory)) return true
  const [first] = statement.facts
  return first !== undefined && ['goal', 'plan', 'deadline', 'reminder'].includes(first.attribute.name)
}

function statesPresent({ isPast, memory, statement, facts }: Parsed & Placed): boolean {
  if (isPast || (isOfKind('goal', memory) && DONE.test(memory.content))) return false
  return (
    !facts.length ||
    facts.some(({ polarity, attribute }) => polarity !== 'ended' || TOLD_WHEN_ENDED.has(attribute.group)) ||
    statement.facts.length > facts.length
  )
}
