import { dayOf } from '@memory-service/recall/dates'
import { covers } from '@memory-service/scopes'
import type { Category } from '@memory-service/understanding/category'
import type { Fact } from '@memory-service/understanding/statement'
import { filtered } from '../../foundation/slices.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { writerOf } from '../memories/authors.ts'
import { contradictingUser, mayOutdate } from './authority.ts'
import {
  fits,
  IMPORTANT_MIN,
  isAboutMoney,
  isAim,
  isDayEvent,
  isOfDeath,
  isOfOthers,
  isPassing,
  isSurelyOfOthers,
  latenessIn,
  states,
} from './brief-fit.ts'
import { CLOSE_SAFETY_MAX, QUOTAS } from './brief-quotas.ts'
import { CLOSE_HEALTH, type Quoted, type Section } from './brief-quotes.ts'
import { hasNameWithin, isBesideWork, isUnread, namesPlace, weightOf } from './brief-readings.ts'
import { type CloseSafety, closeSafety } from './close-people.ts'
import { isOfKind, othersFirst } from './ranking.ts'
import { LIKELY } from './scoped.ts'
import { bySeries, seriesCounts } from './series.ts'
import type { Understood } from './understood.ts'

/* Chooses what a brief quotes. */

const PINNED_MAX = 3

/** Of a namespace, the best guess if nothing is known of it: the least share of its category. */
const GUESS_MIN = 0.08
const GUESSED: readonly (readonly [namespace: string, Category])[] = [
  ['home', 'home'],
  ['work', 'job'],
]

/** Namespaces quoted in a section until it has so many memories. */
const FALLBACKS: readonly (readonly [Section, string, number])[] = [
  ['health and diet', 'health', 3],
  ['home and work', 'home', 2],
  ['home and work', 'work', 2],
  ['people and pets', 'relationship', 1],
]
/** Statements in languages that are not read. */
const UNREAD_MAX = 5
/** Of one app: nothing shows whether they are statements about the user. */
const UNREAD_OF_APP_MAX = 2
/** So many texts that differ only in numbers and dates are readings rather than facts. */
const SERIES_MIN = 3
/** A home or work stated so long ago is quoted with its month. */
const OLD_DAYS = 365

const SURE: ReadonlySet<string> = new Set(['home', 'job'])
/** What one has one of: after how many days a statement of another one leaves an earlier one in doubt, and which do so. */
const SINGLE: readonly {
  readonly names: readonly string[]
  readonly days: number
  readonly isFirm: (each: Understood) => boolean
  /** Whether a later one can be true beside an earlier one. */
  readonly adds?: (later: Understood, earlier: Understood) => boolean
}[] = [
  {
    names: ['home', 'unread_home'],
    days: 120,
    isFirm: (each) => namesPlace(each) && each.shares().home >= LIKELY,
  },
  {
    names: ['job', 'employer', 'business', 'retirement', 'unread_work'],
    days: 270,
    isFirm: (each) => !isBesideWork(each) && (each.facts.some(isOfWork) || each.shares().job >= LIKELY),
    // The name of a business says nothing against an occupation.
    adds: (later, earlier) => hasNameWithin(later) && !hasNameWithin(earlier),
  },
  {
    names: ['partner', 'marital_status'],
    days: 90,
    isFirm: ({ shares }) => shares().close >= LIKELY,
  },
]

function isOfWork({ attribute: { name } }: Fact): boolean {
  return name === 'job' || name === 'employer' || name === 'business'
}

/**
 * Chooses what to quote, most needed first: what is pinned, each quota in turn, then what is important. What the user says comes
 * first in each, because apps set the importance of what they say. Yields after each memory that it reads, and after each quota.
 */
export function* choose(understood: readonly Understood[], today: number): Generator<undefined, Quoted[]> {
  const weights = new Map<Understood, number>()
  for (const each of understood) {
    if (!each.isAboutUser || each.isInstruction || each.statement.form !== 'statement' || !each.isCurrent) continue
    weights.set(each, weightOf(each))
    each.shares()
    isUnread(each)
    yield
  }
  const eligible = [...weights.keys()].sort(
    (a, b) => ownFirst(a, b) || weights.get(b)! - weights.get(a)! || (a.memory.id < b.memory.id ? 1 : -1),
  )
  const stale = new Set([...(yield* olderOfSingle(eligible)), ...otherNumbers(eligible)])
  const lasting = eligible.filter(
    (each) => !stale.has(each) && !isPassing(each) && (!isDayEvent(each, today) || isOfKind('goal', each.memory)),
  )
  const chosen: Quoted[] = []
  const seen = new Set<string>()
  const unreadOf = new Map<string, number>()
  const add = (section: Section, each: Understood, relation?: string) => {
    if (seen.has(each.series)) return false
    const app = isUnread(each) ? (writerOf(each.memory) ?? undefined) : undefined
    const quoted = app === undefined ? 0 : (unreadOf.get(app) ?? 0)
    if (quoted === UNREAD_OF_APP_MAX) return false
    if (app !== undefined) unreadOf.set(app, quoted + 1)
    seen.add(each.series)
    const isOld = section === 'home and work' && today - dayOf(Date.parse(each.memory.occurredAt)) > OLD_DAYS
    chosen.push({ section, memory: each.memory, relation, app, isOld })
    return true
  }
  const pinned = eligible.filter((each) => each.memory.pinned && !stale.has(each))
  for (const each of othersFirst(pinned, PINNED_MAX).slice(0, PINNED_MAX)) add(sectionOf(each), each)
  const closeHealths = yield* closeHealth(understood, seen)
  for (const [section, attributes, max, categories] of QUOTAS) {
    if (section === CLOSE_HEALTH) for (const [each, relation] of closeHealths) add(section, each, relation)
    const names = attributes.split(' ')
    const isOfGoals = names[0] === 'goal'
    let left = max
    const fitting = lasting.filter((each) => fits(each, categories))
    // Of a home and a job, one that does not seem to fit is better than none.
    const others = SURE.has(names[0]!) ? lasting.filter((each) => !fits(each, categories)) : []
    const stating = [...fitting, ...others].filter(
      (each) =>
        !seen.has(each.series) &&
        states(each, names) &&
        !(section === 'health and diet' && isSurelyOfOthers(each)) &&
        (isOfGoals || !isOfKind('goal', each.memory)) &&
        !(section === 'people and pets' && (closeHealths.has(each) || isAboutMoney(each) || isOfDeath(each))),
    )
    const ordered = stating.sort((a, b) => latenessIn(names[0]!, a) - latenessIn(names[0]!, b))
    for (const each of othersFirst(ordered, max)) if (left > 0 && add(section, each)) left--
    yield
  }
  for (const [namespace, category] of GUESSED)
    if (!chosen.some(({ memory }) => covers(`${namespace}.*`, memory.scope))) {
      const share = (each: Understood) => each.shares()[category]
      const [best] = lasting
        .filter(({ memory: { scope, type } }) => covers(`${namespace}.*`, scope) && type === 'fact')
        .filter((each) => !isOfOthers(each) && share(each) >= GUESS_MIN)
        .sort((a, b) => ownFirst(a, b) || share(b) - share(a))
      if (best) add('home and work', best)
    }
  // What no pattern understands is quoted by its scope, where nothing else speaks of that.
  const countOf = seriesCounts(understood)
  for (const [section, namespace, max] of FALLBACKS) {
    let left = max - chosen.filter((each) => each.section === section).length
    for (const each of lasting)
      if (
        left > 0 &&
        !each.facts.length &&
        covers(`${namespace}.*`, each.memory.scope) &&
        countOf(each) < SERIES_MIN &&
        (section === 'people and pets' || !isOfOthers(each)) &&
        add(section, each)
      )
        left--
  }
  for (const each of lasting)
    if (
      each.statement.about.who === 'self' &&
      (each.memory.importance >= IMPORTANT_MIN || isOfKind('preference', each.memory) || isAim(each))
    )
      add(sectionOf(each), each)
  let left = UNREAD_MAX
  for (const each of lasting) if (left > 0 && isUnread(each) && add('to keep in mind', each)) left--
  return chosen
}

/**
 * What is quoted of the health of people close to the user: statements and what each person is to the user. Those beyond the
 * most are not left out here, because they may state something about the user as well.
 */
function* closeHealth(
  understood: readonly Understood[],
  seen: ReadonlySet<string>,
): Generator<undefined, ReadonlyMap<Understood, string>> {
  const current = understood.filter(({ isInstruction, isCurrent }) => isCurrent && !isInstruction)
  const close = yield* closeSafety(current)
  const urgencies = new Map(close.map((each) => [each, urgencyOf(each)]))
  const quoted = new Set(seen)
  const relations = new Map<Understood, string>()
  for (const { each, relation } of close.sort(
    (a, b) => ownFirst(a.each, b.each) || urgencies.get(b)! - urgencies.get(a)!,
  )) {
    if (!quoted.has(each.series)) relations.set(each, relation)
    quoted.add(each.series)
  }
  const first = othersFirst([...relations.keys()], CLOSE_SAFETY_MAX).slice(0, CLOSE_SAFETY_MAX)
  return new Map(first.map((each) => [each, relations.get(each)!]))
}

function ownFirst(a: Understood, b: Understood): number {
  return Number(writerOf(b.memory) === null) - Number(writerOf(a.memory) === null)
}

/** What an allergy weighs more than a condition, in points of importance. */
const ALLERGY_GAIN = 20

function urgencyOf({ each, attributes }: CloseSafety): number {
  const isAllergy = attributes.includes('allergy') || attributes.includes('intolerance')
  return weightOf(each) + (isAllergy ? ALLERGY_GAIN : 0)
}

/**
 * Those that a newer statement about what one has one of makes doubtful, such as an earlier home: a brief has no space to
 * say which of two is so.
 */
function* olderOfSingle(eligible: readonly Understood[]): Generator<undefined, ReadonlySet<Understood>> {
  const older = new Set<Understood>()
  for (const { names, days, isFirm, adds = () => false } of SINGLE) {
    const stating = eligible.filter((each) => states(each, names) && !isOfKind('goal', each.memory))
    const firm = yield* filtered(stating, isFirm)
    const contradicting = contradictingUser(stating)
    for (const each of stating) {
      const isLeftBy = (later: Understood) =>
        each.time < later.time - days * DAY_MS && !adds(later, each) && mayOutdate(later, each)
      if ((!each.memory.pinned && firm.some(isLeftBy)) || contradicting.has(each)) older.add(each)
      yield
    }
  }
  return older
}

/** What apps say in other numbers than the user, where they may not make that outdated. */
function otherNumbers(eligible: readonly Understood[]): Understood[] {
  return [...bySeries(eligible).values()].flatMap((same) => [...contradictingUser(same)])
}

function sectionOf(each: Understood): Section {
  const quota = QUOTAS.find(([, attributes]) => states(each, attributes.split(' ')))
  if (quota) return quota[0]
  return isOfKind('goal', each.memory) ? 'goals' : isOfKind('preference', each.memory) ? 'tastes' : 'to keep in mind'
}
