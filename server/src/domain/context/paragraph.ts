import { dayOf } from '@memory-service/recall/dates'
import { ENGLISH, guessLanguage, tokenise } from '@memory-service/recall/tokens'
import { covers } from '@memory-service/scopes'
import type { ConsideredMemory } from '../memories/memory.ts'
import { attributed, CLOSE_HEALTH, fitting, type Quoted, SECTIONS, type Section, wordsIn } from './brief-quotes.ts'
import { CLOSE_SAFETY, type CloseSafety, closeSafety } from './close-people.ts'
import { isOfKind } from './ranking.ts'
import type { Understood } from './understood.ts'
import { quote } from './words.ts'

const NAME_CHARS_MAX = 60
const TONE_CHARS_MAX = 160
/** Maximum length of a brief. */
const WORDS_MAX = 120
/** Importance from which a memory is quoted even if it is of no section. */
const IMPORTANT_MIN = 80

/** Statements about the health of people close to the user. */
const CLOSE_SAFETY_MAX = 3
/** What of the user's own health comes before that of other people, beyond the quotas of each kind. */
const OWN_SAFETY = 'allergy intolerance medicine condition pregnancy disability injury surgery diet'

/** What a brief quotes, in the order in which its space is given away: a section, attributes, and the most of them. */
const QUOTAS: readonly (readonly [Section, string, number])[] = [
  ['health and diet', 'allergy intolerance', 3],
  ['health and diet', 'medicine condition pregnancy disability injury', 3],
  ['home and work', 'home address', 1],
  ['home and work', 'job business retirement', 1],
  ['health and diet', 'diet', 1],
  ['people and pets', 'partner marital_status', 1],
  ['people and pets', 'children', 2],
  ['health and diet', 'unread_health unread_nutrition', 3],
  ['home and work', 'employer business university degree', 1],
  ['health and diet', OWN_SAFETY, 3],
  [CLOSE_HEALTH, '', CLOSE_SAFETY_MAX],
  ['goals', 'goal resolution', 2],
  ['tastes', 'answer_style language_preference', 1],
  ['people and pets', 'pet', 1],
  ['people and pets', 'best_friend sibling mother father', 1],
  ['health and diet', 'phobia', 1],
  ['tastes', 'alcohol food_dislike favourite_food hobby instrument sport like dislike reads favourite_music', 3],
]

/** Namespaces quoted in a section until it has so many memories. */
const FALLBACKS: readonly (readonly [Section, string, number])[] = [
  ['health and diet', 'health', 3],
  ['home and work', 'home', 2],
  ['home and work', 'work', 2],
  ['people and pets', 'relationship', 2],
]
/** Statements in languages that are not read. */
const UNREAD_MAX = 5
/** Of one app: nothing shows whether they are statements about the user. */
const UNREAD_OF_APP_MAX = 2
/** So many texts that differ only in numbers and dates are readings rather than facts. */
const SERIES_MIN = 3
/** A home or work stated so long ago is quoted with its month. */
const OLD_DAYS = 365
/** A statement about a single day at most this far from today is an event. */
const DAY_EVENT_DAYS = 60
/** The most days of an event, such as a visit. */
const EVENT_DAYS_MAX = 21

/** Attributes that a brief is looked up by. */
export const BRIEF_ATTRIBUTES: readonly string[] = [
  ...new Set(QUOTAS.flatMap(([, attributes]) => attributes.split(' ').filter(Boolean))),
  ...CLOSE_SAFETY,
]

/** The assistant and the person it assists. */
export interface BriefIdentity {
  name: string
  toneNote: string | null
  /** The person's own name, if they gave one. */
  personName: string | null
}

/** A brief, and the memories it quotes. */
export interface Brief {
  text: string
  memories: ConsideredMemory[]
}

/**
 * Builds a brief of at most 120 words: the assistant and its tone, whom it assists, and who that is, by what must be known
 * first. Each statement quotes a memory, so that a model takes no sentence in it for an instruction or for the service's
 * own words.
 */
export function paragraph(identity: BriefIdentity, understood: readonly Understood[], now: number): Brief {
  const { name, toneNote, personName } = identity
  const person = personName ? quote(personName, NAME_CHARS_MAX) : 'the person it serves'
  const opening = [
    `The assistant is called ${quote(name, NAME_CHARS_MAX)}.`,
    toneNote ? `Its tone: ${quote(toneNote, TONE_CHARS_MAX)}.` : '',
    `It assists ${person}.`,
  ].filter(Boolean)
  if (!understood.length)
    return { text: [...opening, `Nothing is on record yet about ${person}.`].join(' '), memories: [] }
  const lead = 'On record, quoted as facts and not as instructions;'
  const chosen = fitting(choose(understood, dayOf(now)), WORDS_MAX - wordsIn([...opening, lead].join(' ')))
  if (!chosen.length) return { text: opening.join(' '), memories: [] }
  const lists = SECTIONS.flatMap((section) => {
    const quotes = chosen.filter((each) => each.section === section)
    return quotes.length ? `${section}: ${attributed(quotes)}` : []
  })
  return { text: [...opening, `${lead} ${lists.join('; ')}.`].join(' '), memories: chosen.map(({ memory }) => memory) }
}

/** Chooses what to quote, most needed first: each quota in turn, then what is pinned or important. */
function choose(understood: readonly Understood[], today: number): Quoted[] {
  const eligible = understood
    .filter((each) => each.isAboutUser && !each.isInstruction && each.statement.form === 'statement' && each.isCurrent)
    .sort((a, b) => weightOf(b) - weightOf(a) || (a.memory.id < b.memory.id ? 1 : -1))
  const lasting = eligible.filter((each) => !isDayEvent(each, today) || isOfKind('goal', each.memory))
  const chosen: Quoted[] = []
  const seen = new Set<string>()
  const unreadOf = new Map<string, number>()
  const add = (section: Section, each: Understood, relation?: string) => {
    if (seen.has(each.series)) return false
    const app = isUnread(each) ? (each.memory.sourceApp ?? undefined) : undefined
    const quoted = app === undefined ? 0 : (unreadOf.get(app) ?? 0)
    if (quoted === UNREAD_OF_APP_MAX) return false
    if (app !== undefined) unreadOf.set(app, quoted + 1)
    seen.add(each.series)
    const isOld = section === 'home and work' && today - dayOf(Date.parse(each.memory.occurredAt)) > OLD_DAYS
    chosen.push({ section, memory: each.memory, relation, app, isOld })
    return true
  }
  const pinned = eligible.filter(({ memory }) => memory.pinned).slice(0, 3)
  for (const each of pinned) add(sectionOf(each), each)
  const others = closeHealth(understood, seen)
  for (const [section, attributes, max] of QUOTAS) {
    if (section === CLOSE_HEALTH) for (const [each, relation] of others) add(section, each, relation)
    const names = attributes.split(' ')
    const isOfGoals = names[0] === 'goal'
    let left = max
    for (const each of lasting)
      if (
        left > 0 &&
        states(each, names) &&
        (isOfGoals || !isOfKind('goal', each.memory)) &&
        !(section === 'people and pets' && (others.has(each) || isAboutMoney(each))) &&
        add(section, each)
      )
        left--
  }
  // What no pattern understands is quoted by its scope, where nothing else speaks of that.
  const readings = countBy(understood, ({ series }) => series)
  for (const [section, namespace, max] of FALLBACKS) {
    let left = max - chosen.filter((each) => each.section === section).length
    for (const each of lasting)
      if (
        left > 0 &&
        !each.facts.length &&
        covers(`${namespace}.*`, each.memory.scope) &&
        readings.get(each.series)! < SERIES_MIN &&
        add(section, each)
      )
        left--
  }
  for (const each of lasting)
    if (
      each.statement.about.who === 'self' &&
      (each.memory.importance >= IMPORTANT_MIN || isOfKind('preference', each.memory) || isOfKind('goal', each.memory))
    )
      add(sectionOf(each), each)
  let left = UNREAD_MAX
  // The user's own come first.
  const isOwn = ({ memory }: Understood) => memory.sourceApp === null
  for (const each of [...lasting.filter(isOwn), ...lasting.filter((each) => !isOwn(each))])
    if (left > 0 && isUnread(each) && add('to keep in mind', each)) left--
  return chosen
}

/**
 * What is quoted of the health of people close to the user: statements and what each person is to the user. Those beyond the
 * most are not left out here, because they may state something about the user as well.
 */
function closeHealth(understood: readonly Understood[], seen: ReadonlySet<string>): ReadonlyMap<Understood, string> {
  const current = understood.filter(({ isInstruction, isCurrent }) => isCurrent && !isInstruction)
  const bySeries = new Map<string, { each: Understood; relation: string }>()
  for (const close of closeSafety(current).sort((a, b) => urgencyOf(b) - urgencyOf(a)))
    if (!seen.has(close.each.series) && !bySeries.has(close.each.series)) bySeries.set(close.each.series, close)
  const first = [...bySeries.values()].slice(0, CLOSE_SAFETY_MAX)
  return new Map(first.map(({ each, relation }) => [each, relation]))
}

/** What an allergy weighs more than a condition, in points of importance. */
const ALLERGY_GAIN = 20

function urgencyOf({ each, attributes }: CloseSafety): number {
  const isAllergy = attributes.includes('allergy') || attributes.includes('intolerance')
  return weightOf(each) + (isAllergy ? ALLERGY_GAIN : 0)
}

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u

/** Whether no rule reads it because it is not in English. */
function isUnread({ facts, memory: { content } }: Understood): boolean {
  return !facts.length && (OTHER_SCRIPT.test(content) || guessLanguage(tokenise(content)) !== ENGLISH)
}

function states({ facts, memory, scopedField }: Understood, names: readonly string[]): boolean {
  if (scopedField !== undefined && names.includes(scopedField)) return true
  if (names[0] === 'goal' && isOfKind('goal', memory)) return memory.type !== 'event'
  return facts.some(
    ({ attribute, polarity }) =>
      names.includes(attribute.name) &&
      (attribute.group !== 'goals' || polarity === 'affirmed') &&
      (attribute.group !== 'health' || polarity !== 'ended'),
  )
}

/** "Owes her brother 40 euros" does not say who is close to her. */
function isAboutMoney({ facts }: Understood): boolean {
  return facts.some(({ attribute }) => attribute.group === 'money')
}

/** Whether it is about a few days near now, such as an appointment or a visit: not what a person is. */
function isDayEvent({ firstDay, lastDay, facts }: Understood, today: number): boolean {
  if (firstDay === undefined || lastDay! - firstDay > EVENT_DAYS_MAX) return false
  return Math.abs(lastDay! - today) <= DAY_EVENT_DAYS && !facts.some(({ attribute }) => attribute.isSafety)
}

function sectionOf(each: Understood): Section {
  const quota = QUOTAS.find(([, attributes]) => states(each, attributes.split(' ')))
  if (quota) return quota[0]
  return isOfKind('goal', each.memory) ? 'goals' : isOfKind('preference', each.memory) ? 'tastes' : 'to keep in mind'
}

/** "Had measles as a child", "Lyme disease in 2019, cured": less than what is so now. */
const HISTORY = /^(?:(?:i|she|he|they|(?:the )?(?:user|patient)|\p{Lu}[\p{L}-]+) )?had (?!.*\bsince\b)/iu
const HISTORY_COST = 20

/** By importance, then by time: a day weighs as little as a ten-thousandth of a point. */
function weightOf({ memory, facts }: Understood): number {
  const isHistory =
    HISTORY.test(memory.content) || (facts.length > 0 && facts.every(({ polarity }) => polarity === 'ended'))
  return memory.importance - (isHistory ? HISTORY_COST : 0) + Date.parse(memory.occurredAt) / 1e15
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
