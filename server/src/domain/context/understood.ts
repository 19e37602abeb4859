import { datesInMemory, dayOf } from '@memory-service/recall/dates'
import { tokenise } from '@memory-service/recall/tokens'
import { type Fact, readStatement, type Statement } from '@memory-service/understanding/statement'
import { LRUCache } from 'lru-cache'
import { parseStatement } from '../memories/duplicates.ts'
import type { Memory } from '../memories/memory.ts'
import { isOfKind } from './ranking.ts'

/*
 * Reads memories into what they state, and finds those that are no longer so. Only the memories given are compared, so
 * the result does not depend on memories that the caller may not read.
 */

const DAY_MS = 24 * 60 * 60_000
const CACHE_MAX = 20_000
/** The share of an earlier statement's words that a later one repeats when it ends it. */
const ENDED_SHARE = 0.5
const SAME_VALUE_SHARE = 0.6
const LATER_COMPARED_MAX = 400

/** Attributes of which a later statement replaces an earlier one, if the values differ. */
const REPLACED = new Set(
  (
    'home address phone email job employer workplace marital_status partner weight shoe_size clothing_size blood_pressure ' +
    'resting_pulse rent salary bank insurance doctor dentist vet boss wake_time bedtime sleep_duration answer_style'
  ).split(' '),
)
/** What has ended says something about the present here: "no longer eats meat". */
const TOLD_WHEN_ENDED: ReadonlySet<string> = new Set(['food', 'habits', 'health'])
const ADDITION = /\b(?:also|too|as well|second|additionally|besides|another|part-time|on the side|both)\b/i
/** Says that something planned or prescribed is off or has been moved. */
const CANCELLED =
  /\b(?:cancell?ed|call(?:s|ed)? off|(?:is|are|was) off|(?:will not|won't) (?:take place|happen)|fell through|discontinued|postponed|rescheduled|scrapped|pulled out|withdrew from|refunded|void|not possible|moved (?:from|to|forward|back)|no longer)\b/i
/** The share of an earlier statement's words that a cancellation repeats if it names the same day. */
const SAME_DAY_SHARE = 0.25
/** Reports of the past, whatever they are about. */
const PAST =
  /^(?:previously|formerly|originally|in the past|used to|back then|was (?:considering|debating|evaluating|planning|thinking))\b|\b(?:(?:later|since|meanwhile) replaced by|no longer (?:valid|applies|true|in use)|deprecated|obsolete|superseded|invalidated)\b/i
const ACHIEVED =
  /\b(?:reached|achieved|accomplished|completed|finished|fulfilled|managed|succeeded|gave up|given up|giving up|dropped|abandoned|shelved|done|did it|made it|passed|not going to happen)\b/i
const DONE =
  /\b(?:reached|achieved|accomplished|completed|finished|fulfilled|managed to|gave up|given up|dropped|passed|won|got my|got his|got her)\b/i
const PLACE_NAME = /\b(?:in|to|at|near|on|from) (?:the )?\p{Lu}/u

/** A memory and what it states. */
export interface Understood {
  readonly memory: Memory
  readonly statement: Statement
  /** Facts about the user, among them the people close to them. */
  readonly facts: readonly Fact[]
  /** Whether it says something about the user rather than about somebody else. */
  readonly isAboutUser: boolean
  /** Whether it is an instruction to its reader that an app wrote. */
  readonly isInstruction: boolean
  /** The day number of the last date it names, if any. */
  readonly lastDay: number | undefined
  /** The day number of the first date it names, if any. */
  readonly firstDay: number | undefined
  /** Its distinct words as stems, without function words. */
  readonly terms: ReadonlySet<string>
  /** Equal for texts that differ only in numbers, dates and weekdays. */
  readonly series: string
  /** Reports how things were before. */
  readonly isPast: boolean
  /** No longer so: replaced or ended by a later statement, or a goal whose time has passed. */
  readonly isOutdated: boolean
}

type Parsed = Pick<Understood, 'statement' | 'terms' | 'series' | 'firstDay' | 'lastDay'>

// By content, names and day of occurrence, so that an edit needs no invalidation.
const cache = new LRUCache<string, Parsed>({ max: CACHE_MAX })

/** Reads memories into what they state. `names` are the user's own names in lower case; `now` in ms since 1970. */
export function understand(memories: readonly Memory[], names: ReadonlySet<string>, now: number): Understood[] {
  const own = [...names].join(' ')
  const read = memories.map((memory) => ({ memory, ...parse(memory, names, own) }))
  const later = read.toSorted((a, b) => timeOf(b.memory) - timeOf(a.memory)).slice(0, LATER_COMPARED_MAX)
  const today = dayOf(now)
  return read.map((each) => {
    const { memory, statement } = each
    const isAboutUser =
      statement.about.who === 'self' || (statement.about.who === 'other' && statement.about.relation !== undefined)
    return {
      ...each,
      facts: statement.facts.filter(({ subject }) => subject.who === 'self'),
      isAboutUser: isAboutUser || statement.facts.some(({ subject }) => subject.who === 'self'),
      isPast: PAST.test(memory.content),
      isInstruction: statement.form === 'instruction' && memory.sourceApp !== null,
      isOutdated:
        hasPassed(each, today) ||
        later.some((other) => timeOf(other.memory) > timeOf(memory) && isEndedBy(each, other)),
    }
  })
}

function parse({ content, occurredAt }: Memory, names: ReadonlySet<string>, own: string): Parsed {
  const day = Math.floor(Date.parse(occurredAt) / DAY_MS)
  const key = `${own}\n${day}\n${content}`
  const known = cache.get(key)
  if (known) return known
  const dates = datesInMemory(tokenise(content), day)
  const parsed: Parsed = {
    statement: readStatement(content, names),
    terms: new Set(parseStatement(content).terms),
    series: seriesOf(content),
    firstDay: dates.length ? Math.min(...dates.map(({ from }) => from)) : undefined,
    lastDay: dates.length ? Math.max(...dates.map(({ to }) => to)) : undefined,
  }
  cache.set(key, parsed)
  return parsed
}

const DATE_WORDS =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|today|yesterday|(?:this|last) (?:morning|evening|night|week))\b/g

/** A text with numbers, dates and weekdays masked. A text without any is only equal to itself. */
function seriesOf(content: string): string {
  return content
    .toLowerCase()
    .replace(DATE_WORDS, '#')
    .replace(/(?<![\p{L}\d])\d[\d.,:]*(?:st|nd|rd|th)?(?![\p{L}\d])/gu, '#')
    .replace(/\s+/g, ' ')
    .replace(/[.! ]{1,4}$/, '')
}

function timeOf({ occurredAt }: Memory): number {
  return Date.parse(occurredAt)
}

/** Whether it is a goal or plan whose last date has passed, or an appointment that was on a past day. */
function hasPassed({ memory, statement, lastDay }: Parsed & { memory: Memory }, today: number): boolean {
  if (lastDay === undefined || lastDay >= today) return false
  if (isOfKind('goal', memory)) return true
  const [first] = statement.facts
  return first !== undefined && ['goal', 'plan', 'deadline', 'reminder'].includes(first.attribute.name)
}

type Dated = Parsed & { memory: Memory }

/** Whether a later statement says that an earlier one is no longer so. */
function isEndedBy(earlier: Dated, later: Dated): boolean {
  if (later.statement.form !== 'statement') return false
  if (CANCELLED.test(later.memory.content) && !CANCELLED.test(earlier.memory.content) && isSameMatter(earlier, later))
    return true
  if (hasLost(earlier, later)) return true
  if (isAim(earlier) && ACHIEVED.test(later.memory.content)) return sharedOf(earlier.terms, later.terms) >= ENDED_SHARE
  for (const fact of earlier.statement.facts)
    for (const next of later.statement.facts)
      if (slotOf(next) === slotOf(fact) && isSameSubject(fact, next) && replaces(earlier, fact, later, next))
        return true
  return false
}

/** Whether two statements are about the same matter: by most of the earlier one's words, or by some and the day. */
function isSameMatter(earlier: Dated, later: Dated): boolean {
  const shared = sharedOf(undated(earlier), later.terms)
  const isSameDay =
    earlier.lastDay !== undefined &&
    later.firstDay !== undefined &&
    later.firstDay <= earlier.lastDay &&
    earlier.lastDay <= later.lastDay!
  return shared >= (isSameDay ? SAME_DAY_SHARE : ENDED_SHARE)
}

/** Whether the later statement says that somebody died, of whom the earlier one speaks in the present. */
function hasLost(earlier: Dated, later: Dated): boolean {
  const lost = later.statement.facts.find(
    ({ attribute, subject }) => attribute.name === 'death' && subject.who === 'other',
  )
  if (lost?.subject.who !== 'other') return false
  const { name, relation } = lost.subject
  const { about } = earlier.statement
  if (about.who !== 'other') return false
  return name !== undefined && about.name !== undefined
    ? name === about.name
    : relation !== undefined && relation === about.relation
}

function replaces(earlier: Dated, fact: Fact, later: Dated, next: Fact): boolean {
  if (fact.polarity !== 'affirmed') return false
  // What else the earlier statement says may still be needed.
  if (earlier.statement.facts.some(({ attribute }) => attribute.isSafety && attribute !== fact.attribute)) return false
  if (next.polarity === 'ended') {
    const isWhole = sharedOf(undated(earlier), later.terms) >= ENDED_SHARE
    return (
      isWhole ||
      ((fact.attribute.isSingle || fact.attribute.name === 'medicine') &&
        fact.attribute.name !== 'diet' &&
        isNamedIn(fact, later))
    )
  }
  if (next.polarity !== 'affirmed' || !REPLACED.has(fact.attribute.name) || !fact.value || !next.value) return false
  if (ADDITION.test(later.memory.content)) return false
  if (
    fact.attribute.name === 'home' &&
    !(PLACE_NAME.test(earlier.memory.content) && PLACE_NAME.test(later.memory.content))
  )
    return false
  return sharedOf(wordsOf(fact.value), wordsOf(next.value)) < SAME_VALUE_SHARE
}

/** The attribute that a value of this one replaces: a new address is a new home. */
function slotOf({ attribute: { name } }: Fact): string {
  return name === 'address' ? 'home' : name
}

function isAim({ memory, statement }: Dated): boolean {
  return isOfKind('goal', memory) || statement.facts.some(({ attribute }) => attribute.group === 'goals')
}

function isSameSubject({ subject: a }: Fact, { subject: b }: Fact): boolean {
  if (a.who !== 'other' || b.who !== 'other') return a.who === b.who
  return a.name !== undefined && b.name !== undefined
    ? a.name === b.name
    : a.relation !== undefined && a.relation === b.relation
}

function isNamedIn(fact: Fact, { memory }: Dated): boolean {
  return fact.value !== '' && sharedOf(wordsOf(fact.value), wordsOf(memory.content)) >= ENDED_SHARE
}

function wordsOf(text: string): Set<string> {
  return new Set(parseStatement(text).terms)
}

/** The words of a text without numbers, dates and weekdays. */
function undated({ series }: Parsed): Set<string> {
  return wordsOf(series.replaceAll('#', ' '))
}

/** The share of `of` that is in `others`, 0 to 1; 0 for an empty set. */
function sharedOf(of: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0
  for (const term of of) if (others.has(term)) shared++
  return of.size ? shared / of.size : 0
}

/** Whether what it states is so now: not outdated, and not a mere report that something has ended or is done. */
export function isCurrent({ isOutdated, isPast, memory, statement, facts }: Understood): boolean {
  if (isOutdated || isPast || (isOfKind('goal', memory) && DONE.test(memory.content))) return false
  return (
    !facts.length ||
    facts.some(({ polarity, attribute }) => polarity !== 'ended' || TOLD_WHEN_ENDED.has(attribute.group)) ||
    statement.facts.length > facts.length
  )
}
