import { dayOf } from '@memory-service/recall/dates'
import type { Fact, Statement as ReadStatement } from '@memory-service/understanding/statement'
import { atOnce, inSlices } from '../../foundation/slices.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { writerOf } from '../memories/authors.ts'
import type { ConsideredMemory } from '../memories/memory.ts'
import { isOutdatedInQuestion, mayChange } from './authority.ts'
import { namesOfClose, onlyRelation } from './close-people.ts'
import { ruledOut } from './diet.ts'
import { leaveDoses } from './doses.ts'
import { leaveEarlier, leaveSwapped } from './earlier.ts'
import { aboutNamedOthers, attributeToUser, leaveMisread } from './estimated.ts'
import { beginningOf, ofText, ofWholeText } from './of-text.ts'
import { fadedAims, settledAims } from './outcomes.ts'
import { isRecurring, type Parsed, parse } from './parsed.ts'
import { isOfKind } from './ranking.ts'
import { READINGS_MIN, type ScopedField, scopedField } from './scoped.ts'
import { seriesCounts } from './series.ts'

/*
 * Reads memories into what they state, and finds those that are no longer so. Only the memories given are compared, so
 * the result does not depend on memories that the caller may not read.
 */

/** What has ended says something about the present here: "no longer eats meat". */
const TOLD_WHEN_ENDED: ReadonlySet<string> = new Set(['food', 'habits', 'health'])
const DONE =
  /\b(?:reached|achieved|accomplished|completed|finished|fulfilled|managed to|gave up|given up|dropped|passed|won|got my|got his|got her)\b/i

/** A memory and when it happened. */
export interface Placed {
  readonly memory: ConsideredMemory
  /** In ms since 1970. */
  readonly time: number
  /** Whether that is still to come. */
  readonly isAhead: boolean
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

function occurredOn({ occurredAt }: ConsideredMemory): number {
  return Math.floor(Date.parse(occurredAt) / DAY_MS)
}

/**
 * Reads memories into what they state; other requests run in between. `names` are the user's own names in lower case; `now` in
 * ms since 1970.
 */
export function understandInSlices(
  memories: readonly ConsideredMemory[],
  names: ReadonlySet<string>,
  now: number,
): Promise<Understood[]> {
  return inSlices(understanding(memories, names, now))
}

/** The same at once. */
export function understand(
  memories: readonly ConsideredMemory[],
  names: ReadonlySet<string>,
  now: number,
): Understood[] {
  return atOnce(understanding(memories, names, now))
}

/** Yields after each memory that it has read or compared, in each pass. */
function* understanding(
  memories: readonly ConsideredMemory[],
  names: ReadonlySet<string>,
  now: number,
): Generator<undefined, Understood[]> {
  const own = [...names].join(' ')
  const today = dayOf(now)
  const read: ReturnType<typeof readingOf>[] = []
  for (const memory of memories) {
    read.push(readingOf(memory, parse(memory, occurredOn(memory), names, own), now))
    yield
  }
  yield* attributeToUser(read, names)
  yield* attributeToNamed(read, names)
  yield* leaveMisread(read)
  for (const each of read) {
    each.isOutdated = hasPassed(each, today) || isOutdatedInQuestion(each)
    each.isCurrent = !each.isOutdated && statesPresent(each)
    yield
  }
  yield* fileByScope(read)
  yield* leaveSwapped(read)
  yield* leaveEarlier(read)
  yield* leaveDoses(read)
  yield* leaveAims(read, names, now)
  const outdated = new Set(yield* ruledOut(read))
  for (const each of read) if (outdated.has(each)) [each.isOutdated, each.isCurrent] = [true, false]
  return read
}

function readingOf(memory: ConsideredMemory, parsed: Parsed, now: number) {
  const today = dayOf(now)
  const time = Date.parse(memory.occurredAt)
  const isInstruction = parsed.statement.form === 'instruction' && writerOf(memory) !== null
  // Naming the fields takes a tenth of the time of a spread.
  const { statement, facts, isAboutUser, isAppointment, wording, doses, series, firstDay, lastDay, shares, computed } =
    parsed
  return {
    statement,
    facts,
    isAboutUser,
    // What was noted before its day was a plan.
    isPast:
      parsed.isPast ||
      (lastDay !== undefined &&
        lastDay < today &&
        (isAppointment || (memory.type === 'event' && firstDay! > dayOf(time) && !isRecurring({ memory, computed })))),
    isAppointment,
    wording,
    doses,
    shares,
    computed,
    series,
    firstDay,
    lastDay,
    memory,
    time,
    isAhead: time > now,
    isInstruction,
    isOutdated: false,
    isCurrent: false,
    scopedField: undefined as ScopedField | undefined,
  }
}

/** Files facts that no rule reads by their scope; readings and reports of a day are none. */
function* fileByScope(read: readonly Reading[]): Generator<undefined, void> {
  const countOf = seriesCounts(read)
  for (const each of read) {
    yield
    if (!each.isCurrent || each.isAppointment || countOf(each) >= READINGS_MIN) continue
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
/** The first word of a text in lower case, if it begins with a capital letter. */
const firstWord = ofText((content) => FIRST_WORD.exec(content)?.[0].toLowerCase() ?? null)

/**
 * "Omar swears by espresso" is about Omar if another memory says who Omar is. It counts where it may change how the statement
 * is read: otherwise an app could name a cousin "Takes", and "Takes warfarin" would be read as about the cousin.
 */
function* attributeToNamed(read: readonly Reading[], own: ReadonlySet<string>): Generator<undefined, void> {
  const others = yield* aboutNamedOthers(read, own)
  const named = read.filter(({ statement: { about } }) => about.who === 'self')
  const close = named.some(firstWord) ? yield* namesOfClose(read) : undefined
  for (const each of close?.size || others.size ? named : []) {
    const name = firstWord(each) ?? undefined
    const namings = name === undefined || own.has(name) ? undefined : close?.get(name)
    const relation = namings && onlyRelation(namings.filter(({ by }) => mayChange(by, each)))
    if (relation === undefined && !others.has(each)) continue
    const about = { who: 'other' as const, relation, name }
    const facts = each.statement.facts.map((fact) => (fact.subject.who === 'self' ? { ...fact, subject: about } : fact))
    each.statement = { ...each.statement, about, facts }
    each.facts = []
    each.isAboutUser = false
  }
}

/** Takes goals for outdated of which a later statement gives the outcome; those that have faded only answer a query. */
function* leaveAims(read: readonly Reading[], names: ReadonlySet<string>, now: number): Generator<undefined, void> {
  for (const each of yield* settledAims(read, names)) [each.isOutdated, each.isCurrent] = [true, false]
  for (const each of fadedAims(read, now)) each.isCurrent = false
}

/** A child that is due is born within so many days of the date, in nearly all cases. */
const PAST_TERM_DAYS = 21
const YEAR = /\b(?:19|20)\d\d\b/
// Dates are read from the whole text.
const namesYear = ofWholeText((content) => YEAR.test(content))

/** Whether it is a goal or plan whose last date has passed. */
function hasPassed(each: Parsed & Placed, today: number): boolean {
  const { memory, statement, lastDay, time } = each
  if (lastDay === undefined || lastDay >= today) return false
  if (isRecurring(each) && !namesYear(each)) return false
  // An aim "by May" that is noted in October is for the next May.
  if (lastDay < dayOf(time) && !namesYear(each)) return false
  if (isOfKind('goal', memory)) return true
  const [first] = statement.facts
  if (first?.attribute.name === 'pregnancy') return lastDay + PAST_TERM_DAYS < today
  return first !== undefined && ['goal', 'plan', 'deadline', 'reminder'].includes(first.attribute.name)
}

function statesPresent({ isPast, memory, statement, facts }: Parsed & Placed): boolean {
  if (isPast || (isOfKind('goal', memory) && DONE.test(beginningOf(memory.content)))) return false
  return (
    !facts.length ||
    facts.some(({ polarity, attribute }) => polarity !== 'ended' || TOLD_WHEN_ENDED.has(attribute.group)) ||
    statement.facts.length > facts.length
  )
}
