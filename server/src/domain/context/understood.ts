import { datesInMemory, dayOf } from '@memory-service/recall/dates'
import { tokenise } from '@memory-service/recall/tokens'
import { type Fact, readStatement } from '@memory-service/understanding/statement'
import { LRUCache } from 'lru-cache'
import { parseStatement, type Statement } from '../memories/duplicates.ts'
import type { Memory } from '../memories/memory.ts'
import { type Comparable, type Dated, LaterStatements, saysAchieved, saysCancelled } from './ended.ts'
import { isOfKind } from './ranking.ts'

/*
 * Reads memories into what they state, and finds those that are no longer so. Only the memories given are compared, so
 * the result does not depend on memories that the caller may not read.
 */

const DAY_MS = 24 * 60 * 60_000
const CACHE_MAX = 20_000
/** What has ended says something about the present here: "no longer eats meat". */
const TOLD_WHEN_ENDED: ReadonlySet<string> = new Set(['food', 'habits', 'health'])
/** Reports of the past, whatever they are about. */
const PAST =
  /^(?:previously|formerly|originally|in the past|used to|back then|was (?:considering|debating|evaluating|planning|thinking))\b|\b(?:(?:later|since|meanwhile) replaced by|no longer (?:valid|applies|true|in use)|deprecated|obsolete|superseded|invalidated)\b/i
const DONE =
  /\b(?:reached|achieved|accomplished|completed|finished|fulfilled|managed to|gave up|given up|dropped|passed|won|got my|got his|got her)\b/i

/** What a text states, whatever else there is. */
interface Parsed extends Comparable {
  /** Facts about the user, among them the people close to them. */
  readonly facts: readonly Fact[]
  /** Whether it says something about the user rather than about somebody else. */
  readonly isAboutUser: boolean
  /** Reports how things were before. */
  readonly isPast: boolean
  readonly wording: Statement
}

/** A memory and what it states. */
export interface Understood extends Parsed, Dated {
  /** Whether it is an instruction to its reader that an app wrote. */
  readonly isInstruction: boolean
  /**
   * No longer so: replaced or ended by a later statement, or a goal whose time has passed. What has only probably been
   * replaced counts, unless health or safety depends on it.
   */
  readonly isOutdated: boolean
  /** Whether what it states is so now: not outdated, and not a mere report that something has ended or is done. */
  readonly isCurrent: boolean
}

// By content, names and day of occurrence, so that an edit needs no invalidation.
const cache = new LRUCache<string, Parsed>({ max: CACHE_MAX })

/** Reads memories into what they state. `names` are the user's own names in lower case; `now` in ms since 1970. */
export function understand(memories: readonly Memory[], names: ReadonlySet<string>, now: number): Understood[] {
  const own = [...names].join(' ')
  const read = memories.map((memory) => {
    const time = Date.parse(memory.occurredAt)
    const parsed = parse(memory.content, Math.floor(time / DAY_MS), names, own)
    const isInstruction = parsed.statement.form === 'instruction' && memory.sourceApp !== null
    return { ...parsed, memory, time, isInstruction, isOutdated: false, isCurrent: false }
  })
  const later = new LaterStatements(read)
  const today = dayOf(now)
  for (const each of read) {
    each.isOutdated = hasPassed(each, today) || isReplaced(each, later)
    each.isCurrent = !each.isOutdated && statesPresent(each)
  }
  return read
}

/** Whether a later statement has replaced it; about health and safety the user decides, if that is in question. */
function isReplaced(each: Parsed & Dated, later: LaterStatements): boolean {
  if (each.memory.maybeSupersededBy === null) return later.end(each)
  return !each.statement.facts.some(({ attribute }) => attribute.isSafety || attribute.group === 'health')
}

function parse(content: string, day: number, names: ReadonlySet<string>, own: string): Parsed {
  const key = `${own}\n${day}\n${content}`
  const known = cache.get(key)
  if (known) return known
  const dates = datesInMemory(tokenise(content), day)
  const statement = readStatement(content, names)
  const wording = parseStatement(content)
  const facts = statement.facts.filter(({ subject }) => subject.who === 'self')
  const { about } = statement
  const parsed: Parsed = {
    statement,
    facts,
    isAboutUser: about.who === 'self' || (about.who === 'other' && about.relation !== undefined) || facts.length > 0,
    isPast: PAST.test(content),
    wording,
    terms: new Set(wording.terms),
    series: seriesOf(content),
    firstDay: dates.length ? Math.min(...dates.map(({ from }) => from)) : undefined,
    lastDay: dates.length ? Math.max(...dates.map(({ to }) => to)) : undefined,
    saysCancelled: saysCancelled(content),
    saysAchieved: saysAchieved(content),
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

/** Whether it is a goal or plan whose last date has passed, or an appointment that was on a past day. */
function hasPassed({ memory, statement, lastDay }: Dated, today: number): boolean {
  if (lastDay === undefined || lastDay >= today) return false
  if (isOfKind('goal', memory)) return true
  const [first] = statement.facts
  return first !== undefined && ['goal', 'plan', 'deadline', 'reminder'].includes(first.attribute.name)
}

function statesPresent({ isPast, memory, statement, facts }: Parsed & Dated): boolean {
  if (isPast || (isOfKind('goal', memory) && DONE.test(memory.content))) return false
  return (
    !facts.length ||
    facts.some(({ polarity, attribute }) => polarity !== 'ended' || TOLD_WHEN_ENDED.has(attribute.group)) ||
    statement.facts.length > facts.length
  )
}
