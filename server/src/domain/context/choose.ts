import { ATTRIBUTES } from '@memory-service/understanding/attributes'
import type { Subject } from '@memory-service/understanding/statement'
import { topicsOf } from '@memory-service/understanding/topics'
import { atOnce, filtered, inSlices } from '../../foundation/slices.ts'
import { writerOf } from '../memories/authors.ts'
import type { ConsideredMemory } from '../memories/memory.ts'
import { isOver, upcoming } from './ahead.ts'
import { concernsSafety, contradictingUser } from './authority.ts'
import { type CloseSafety, closeSafety } from './close-people.ts'
import { beginningOf, ofText } from './of-text.ts'
import { othersFirst, rank, selectDiverse } from './ranking.ts'
import { LIKELY } from './scoped.ts'
import { newestOfSeries, seriesCounts } from './series.ts'
import type { Understood } from './understood.ts'

/** What a bundle is to contain. */
export interface Wanted {
  /** Scores of the search for the query, 0 to 1, by memory id. */
  relevance: ReadonlyMap<string, number>
  hasQuery: boolean
  /** Whether the query asks how things were before. */
  asksPast: boolean
  /** Attributes that must not be missed, most needed first. */
  safety: readonly string[]
  /** What the query is about, where that decides which allergies matter most. */
  topic?: 'food' | 'medicine' | undefined
  /** The shares of the bundle for these, for the same of people close to the user, and for what lies ahead; 0 to 1. */
  safetyShare: number
  closeShare: number
  aheadShare: number
  /** Attributes of what lies ahead: soonest first. */
  ahead: readonly string[]
  /** The most days from now that it lies ahead; any if left out. */
  aheadDays?: number
  /** Whether the query asks only for what lies ahead. */
  asksAhead?: boolean
  /** Whether the query asks about goals. */
  asksAims?: boolean
  /** Attributes that the query asks for. */
  asked: readonly string[]
  /** Whom the query asks about, if it says so. */
  about?: Subject | undefined
  /** Attributes of who the person is, if that is what the query asks for. */
  portrait?: readonly string[]
  /** Attributes for the rest of the bundle, in order. */
  profile: readonly string[]
}

/** The share of a bundle that pinned memories may take, and that one app's pinned memories may. */
const PINNED_SHARE = 0.25
/** From this score on, the best match comes before everything else. */
const FIRST_MIN = 0.1
/** Scores below this, or below this share of the best one, do not answer the query. */
const RELEVANT_MIN = 0.02
const RELEVANT_SHARE = 0.05
/** So many of the best that match at all count as answers. */
const RELEVANT_ALWAYS = 5
/** With a query, less important memories that do not answer it are left out. */
const IMPORTANCE_DEFAULT = 50
/** The share of a bundle for a query that others of the default importance may take. */
const UNASKED_REST_SHARE = 0.25
/** So many texts that differ only in numbers and dates are readings: one of them answers a query about something else last. */
const READINGS_MIN = 3
/** The share of a bundle for what is known of the person that the query is about. */
const OF_PERSON_SHARE = 0.25
/** A question for so few attributes asks for these, rather than for whatever may help. */
const ASKED_PLAINLY_MAX = 3
/** Of the profile, this many memories of each attribute. */
const EACH_MAX = 2
const WORD_END = /[^\p{L}-]/u

/**
 * Chooses memories: what answers the query first, then what must not be missed, what lies ahead, pinned ones, the profile,
 * and the most important of the rest; of what is chosen by importance, one app has at most half while others have any.
 * Leaves out what is no longer so, instructions written by apps, and all but the
 * newest of texts that differ only in numbers and dates. Other requests run in between.
 */
export function chooseInSlices(...given: Parameters<typeof choosing>): Promise<ConsideredMemory[]> {
  return inSlices(choosing(...given))
}

/** The same at once. */
export function choose(...given: Parameters<typeof choosing>): ConsideredMemory[] {
  return atOnce(choosing(...given))
}

function* choosing(
  understood: readonly Understood[],
  wanted: Wanted,
  limit: number,
  now: number,
): Generator<undefined, ConsideredMemory[]> {
  const eligible = newestOfSeries(
    understood.filter((each) => !each.isOutdated && !each.isInstruction && (!each.isPast || wanted.asksPast)),
  )
  const chosen = new Map<string, ConsideredMemory>()
  const add = (each: Understood | undefined) => {
    if (each && chosen.size < limit) chosen.set(each.memory.id, each.memory)
  }
  const reserve = (list: readonly Understood[], share: number) => {
    const max = Math.max(1, Math.floor(share))
    return othersFirst(
      list.filter((each) => !chosen.has(each.memory.id)),
      max,
    ).slice(0, max)
  }
  const current = eligible.filter(({ isCurrent }) => isCurrent)
  const countOf = seriesCounts(understood)
  const isReading = (each: Understood) =>
    countOf(each) >= READINGS_MIN && !each.facts.some(({ attribute }) => wanted.asked.includes(attribute.name))
  const found = relevant(wanted.asksAhead ? eligible.filter((each) => !isOver(each, now)) : eligible, wanted)
  const byRelevance = [...found.filter((each) => !isReading(each)), ...found.filter(isReading)]
  const byAttribute = groupByAttribute(current)
  const safety = yield* concerning(wanted.topic, inTurns(byAttribute, wanted.safety))
  const ahead = wanted.ahead.length ? upcoming(eligible, wanted, now) : []
  const pinned = pinnedOf(eligible, limit)
  const close = yield* safetyOfClose(current, wanted)
  const closeMax = Math.min(close.length, Math.max(1, Math.floor(limit * wanted.closeShare)))
  const portrait = profileOf(byAttribute, wanted.portrait ?? [], 1)
  if (!portrait.length && byRelevance[0] && (wanted.relevance.get(byRelevance[0].memory.id) ?? 0) >= FIRST_MIN)
    add(byRelevance[0])
  // What is known of others near the user takes from the places for the user's own, not from the rest.
  for (const each of reserve(
    safety,
    Math.max(
      limit * Math.min(0.5, wanted.safetyShare),
      limit * wanted.safetyShare - Math.max(0, closeMax - limit * 0.25),
    ),
  ))
    add(each)
  for (const each of reserve(close, closeMax)) add(each)
  for (const each of portrait) add(each)
  const ofPerson = yield* aboutPerson(current, wanted.about)
  for (const each of reserve(ofPerson, limit * OF_PERSON_SHARE)) add(each)
  if (wanted.asked.length <= ASKED_PLAINLY_MAX) for (const each of stating(byAttribute, wanted.asked, 1)) add(each)
  for (const each of reserve(ahead, limit * wanted.aheadShare)) add(each)
  for (const each of pinned) add(each)
  for (const each of byRelevance) add(each)
  for (const each of stating(byAttribute, wanted.asked, EACH_MAX)) add(each)
  for (const each of ofPerson) add(each)
  for (const each of profileOf(byAttribute, wanted.profile, EACH_MAX)) add(each)
  const rest = current.filter((each) => !chosen.has(each.memory.id) && !(wanted.hasQuery && isReading(each)))
  yield
  const fill = (list: readonly Understood[], max: number) => {
    for (const memory of selectDiverse(rank(list, now, concernsSafety), Math.min(max, limit - chosen.size), [
      ...chosen.values(),
    ]))
      chosen.set(memory.id, memory)
  }
  if (wanted.hasQuery) {
    fill(
      rest.filter(({ memory }) => memory.pinned || memory.importance > IMPORTANCE_DEFAULT),
      limit,
    )
    fill(
      rest.filter(({ memory }) => !chosen.has(memory.id) && memory.importance === IMPORTANCE_DEFAULT),
      Math.ceil(limit * UNASKED_REST_SHARE),
    )
  } else fill(rest, limit)
  return [...chosen.values()]
}

/** Those that answer the query, best first. */
export function relevant(eligible: readonly Understood[], { relevance }: Wanted): Understood[] {
  const scoreOf = ({ memory }: Understood) => relevance.get(memory.id) ?? 0
  const best = eligible.reduce((max, each) => Math.max(max, scoreOf(each)), 0)
  const min = Math.max(RELEVANT_MIN, RELEVANT_SHARE * best)
  return eligible
    .filter((each) => scoreOf(each) > 0)
    .sort((a, b) => scoreOf(b) - scoreOf(a) || (a.memory.id < b.memory.id ? 1 : -1))
    .filter((each, at) => at < RELEVANT_ALWAYS || scoreOf(each) >= min)
}

/** By attribute: those that state it of the user, by importance and time. */
type ByAttribute = ReadonlyMap<string, readonly Understood[]>

function groupByAttribute(eligible: readonly Understood[]): ByAttribute {
  const groups = new Map<string, Understood[]>()
  const isOver = ({ facts }: Understood) =>
    Number(facts.length > 0 && facts.every(({ polarity }) => polarity === 'ended'))
  const stated = eligible.filter(({ isAboutUser }) => isAboutUser)
  for (const each of stated.sort((a, b) => isOver(a) - isOver(b) || heavierFirst(a, b)))
    for (const name of new Set([...each.facts.map(({ attribute }) => attribute.name), ...fieldsOf(each)])) {
      const group = groups.get(name)
      if (group) group.push(each)
      else groups.set(name, [each])
    }
  return groups
}

function fieldsOf({ scopedField }: Understood): readonly string[] {
  return scopedField === undefined ? [] : [scopedField]
}

/** Those that state one of the attributes, in the order of these, at most `eachMax` of each. */
function stating(byAttribute: ByAttribute, attributes: readonly string[], eachMax: number): Understood[] {
  return [...new Set(attributes.flatMap((name) => othersFirst(byAttribute.get(name) ?? [], eachMax).slice(0, eachMax)))]
}

/** For who the person is: of what one has one of, such as a home or a job, one. */
function profileOf(byAttribute: ByAttribute, attributes: readonly string[], eachMax: number): Understood[] {
  return [
    ...new Set(
      attributes.flatMap((name) => {
        if (!ATTRIBUTES.get(name)?.isSingle) return stating(byAttribute, [name], eachMax)
        const all = byAttribute.get(name) ?? []
        const contradicting = contradictingUser(all)
        return all.filter((each) => !contradicting.has(each)).slice(0, 1)
      }),
    ),
  ]
}

/** So many of each attribute come before any more of them. */
const TURN_MAX = 3

/** Those that state one of the attributes: the first few of each in the order of these, then the others. */
function inTurns(byAttribute: ByAttribute, attributes: readonly string[]): Understood[] {
  return [...new Set([...stating(byAttribute, attributes, TURN_MAX), ...stating(byAttribute, attributes, Infinity)])]
}

const topicsIn = ofText(topicsOf)
const INGESTED = ['allergy', 'intolerance']

/** Those that concern the topic first: with food, reactions to medicines come last, and the other way round. */
function* concerning(topic: Wanted['topic'], list: readonly Understood[]): Generator<undefined, readonly Understood[]> {
  if (!topic) return list
  const isOther = (each: Understood) => {
    if (!each.facts.some(({ attribute: { name } }) => INGESTED.includes(name))) return false
    const topics = topicsIn(each)
    const isFood = topics.has('food') || topics.has('drink')
    return topic === 'food' ? topics.has('medicine') && !isFood : isFood && !topics.has('medicine')
  }
  const others = new Set(yield* filtered(list, isOther))
  return [...list.filter((each) => !others.has(each)), ...others]
}

/** Those about the health of people close to the user: first of whom the query asks about, then by attribute. */
function* safetyOfClose(current: readonly Understood[], { safety, about }: Wanted): Generator<undefined, Understood[]> {
  if (!safety.length) return []
  const asked = about?.who === 'other' ? about : undefined
  const rankOf = ({ each, name, attributes }: CloseSafety) => {
    const isAsked =
      asked !== undefined &&
      ((asked.name !== undefined && asked.name === name) ||
        (asked.relation !== undefined &&
          (each.statement.about.who === 'other' && each.statement.about.relation) === asked.relation))
    return isAsked ? -1 : Math.min(...attributes.map((attribute) => (safety.indexOf(attribute) + 99) % 99))
  }
  const close = yield* closeSafety(current, asked?.name)
  return close.sort((a, b) => rankOf(a) - rankOf(b) || heavierFirst(a.each, b.each)).map(({ each }) => each)
}

/** Those about the person by relation or name that the query asks about: events last, most important first. */
function* aboutPerson(
  eligible: readonly Understood[],
  person: Subject | undefined,
): Generator<undefined, Understood[]> {
  if (person?.who !== 'other') return []
  const { relation, name } = person
  const names = new Set(name === undefined ? [] : [name])
  if (relation !== undefined)
    for (const { facts } of eligible)
      for (const { attribute, value, polarity } of facts)
        if (attribute.name === relation && polarity === 'affirmed' && value) names.add(value.split(/[ ,]/)[0]!)
  const isOne = ({ statement: { about }, memory: { content }, shares }: Understood) =>
    about.who === 'other'
      ? (relation !== undefined && about.relation === relation) || (about.name !== undefined && names.has(about.name))
      : name !== undefined &&
        beginningOf(content).toLowerCase().split(WORD_END).includes(name) &&
        shares().close >= LIKELY
  const isEvent = ({ memory: { type } }: Understood) => Number(type === 'event')
  const ones = yield* filtered(eligible, isOne)
  return ones.sort((a, b) => isEvent(a) - isEvent(b) || heavierFirst(a, b))
}

/** Pinned memories within their share of the bundle; no app's pinned ones take more than half of that share. */
function pinnedOf(eligible: readonly Understood[], limit: number): Understood[] {
  const max = Math.max(1, Math.floor(limit * PINNED_SHARE))
  const bySource = new Map<string, number>()
  return eligible
    .filter(({ memory }) => memory.pinned)
    .sort(heavierFirst)
    .filter(({ memory }) => {
      const writer = writerOf(memory)
      if (writer === null) return true
      const count = (bySource.get(writer) ?? 0) + 1
      bySource.set(writer, count)
      return count <= Math.max(1, max / 2)
    })
    .slice(0, max)
}

function heavierFirst(a: Understood, b: Understood): number {
  return b.memory.importance - a.memory.importance || b.time - a.time || (a.memory.id < b.memory.id ? 1 : -1)
}
