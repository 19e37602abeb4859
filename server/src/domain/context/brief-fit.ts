import type { Category } from '@memory-service/understanding/category'
import type { Fact } from '@memory-service/understanding/statement'
import { isBesideWork, isUnread } from './brief-readings.ts'
import { beginsWithUser } from './estimated.ts'
import { ofText } from './of-text.ts'
import { isOfKind } from './ranking.ts'
import { LIKELY } from './scoped.ts'
import type { Understood } from './understood.ts'

/* Which statements are of what a brief quotes. */

/** Importance from which a memory is quoted even if it is of no section. */
export const IMPORTANT_MIN = 80
/** The least share of the categories that fit. */
const FITTING_MIN = 0.1
/** A statement about a single day at most this far from today is an event. */
const DAY_EVENT_DAYS = 60
/** The most days of an event, such as a visit. */
const EVENT_DAYS_MAX = 21
const NEARLY_CERTAIN = 0.8
/** What lasts, whatever the rest of the statement says: "I have left Agfa; from this month I am an editor at Reuters". */
const LASTING: ReadonlySet<string> = new Set(
  'home job employer business retirement partner marital_status children pet'.split(' '),
)
/** Of these, what begins on a day: "moved in last week". */
const BEGUN: ReadonlySet<string> = new Set('home job employer business retirement marital_status'.split(' '))

function isWorkOrHome({ attribute: { name }, polarity }: Fact): boolean {
  return BEGUN.has(name) && name !== 'marital_status' && polarity === 'affirmed'
}

export function states({ facts, memory, scopedField, shares }: Understood, names: readonly string[]): boolean {
  if (scopedField !== undefined && names.includes(scopedField)) return true
  if (names[0] === 'goal' && isOfKind('goal', memory)) return isAim({ memory, facts, shares })
  if (isOfKind('preference', memory)) {
    if (names[0] === 'goal') return false
    if (names[0] === 'answer_style' && shares().style >= LIKELY) return true
  }
  return facts.some(
    ({ attribute, polarity }) =>
      names.includes(attribute.name) &&
      (attribute.group !== 'goals' || polarity === 'affirmed') &&
      (attribute.group !== 'health' || polarity !== 'ended'),
  )
}

/** "The landlord lives in Spain" is filed under home. */
export function isOfOthers({ shares }: Understood): boolean {
  const { close, other } = shares()
  return close + other >= LIKELY
}

export function isSurelyOfOthers(each: Understood): boolean {
  if (beginsWithUser(each)) return false
  const { close, other, reaction, condition, medicine } = each.shares()
  return close + other >= NEARLY_CERTAIN && reaction + condition + medicine < FITTING_MIN
}

/** What a rule has read of health fits even if the estimate has no idea what it is. */
export function fits({ shares, facts }: Understood, categories: readonly Category[] | undefined): boolean {
  if (!categories) return true
  const found = shares()
  if (categories.some((category) => category === 'home' || category === 'job') && facts.some(isWorkOrHome)) {
    const { home, job, rest, close, other, ...more } = found
    if (close + other < LIKELY && Math.max(...Object.values(more)) < NEARLY_CERTAIN) return true
  }
  if (categories.includes('reaction') && found.rest >= LIKELY && facts.some(({ attribute }) => attribute.isSafety))
    return true
  return categories.reduce((sum, category) => sum + found[category], 0) >= FITTING_MIN
}

/** An aim in the scope of goals; events there are mostly what has been done, unless the words state an aim. */
export function isAim({ memory, facts, shares }: Pick<Understood, 'memory' | 'facts' | 'shares'>): boolean {
  if (!isOfKind('goal', memory)) return false
  if (memory.type !== 'event') return true
  return (
    shares().goal >= LIKELY ||
    facts.some(({ attribute, polarity }) => attribute.group === 'goals' && polarity === 'affirmed')
  )
}

/** An event that says nothing lasting, whatever a rule has read in its words: "Radio battery swollen". */
export function isPassing({ memory: { type, importance, pinned }, facts, shares }: Understood): boolean {
  if (type !== 'event' || pinned || importance >= IMPORTANT_MIN) return false
  if (facts.some(({ attribute, polarity }) => LASTING.has(attribute.name) && polarity === 'affirmed')) return false
  return shares().rest >= (facts.some(({ attribute }) => attribute.isSafety) ? NEARLY_CERTAIN : LIKELY)
}

/** "Owes her brother 40 euros" does not say who is close to her. */
export function isAboutMoney({ facts }: Understood): boolean {
  return facts.some(({ attribute }) => attribute.group === 'money')
}

/** Whether it is about a few days near now, such as an appointment or a visit: not what a person is. */
export function isDayEvent({ firstDay, lastDay, facts, isAppointment }: Understood, today: number): boolean {
  if (firstDay === undefined || lastDay! - firstDay > EVENT_DAYS_MAX) return false
  if (!isAppointment && facts.some(({ attribute, polarity }) => BEGUN.has(attribute.name) && polarity === 'affirmed'))
    return false
  return Math.abs(lastDay! - today) <= DAY_EVENT_DAYS && !facts.some(({ attribute }) => attribute.isSafety)
}

/** What comes last of what states an attribute, by the first attribute of its quota; 0 for what comes first. */
export function latenessIn(first: string, each: Understood): number {
  const { facts } = each
  if (first === 'home') return Number(isDoubtful(each, 'home'))
  if (first === 'job') return Number(isBesideWork(each)) + Number(isDoubtful(each, 'job'))
  // "Fish and chips on Fridays" after "low-salt diet".
  if (first === 'diet') return Number(!facts.some(({ attribute }) => attribute.name === first))
  // "The kids" says less of who they are than "Oisín (9) and Caoimhe (6)".
  if (first === 'children') return Number(!facts.some(({ attribute, value }) => attribute.name === first && value))
  if (first === 'answer_style')
    return Number(isOfFormat(each)) + Number(!facts.some(({ attribute }) => ADDRESSES.has(attribute.name)))
  return 0
}

/** "Still has a storage unit in Hamburg", "our pastry chef has resigned": no rule reads a home or job, and it may be something else. */
function isDoubtful(each: Understood, category: 'home' | 'job'): boolean {
  return !each.facts.some(isWorkOrHome) && !isUnread(each) && each.shares()[category] < NEARLY_CERTAIN
}

/** How numbers and dates are written matters less than how the person is addressed and answered. */
const FORMAT =
  /\b(?:units?|metric|imperial|celsius|fahrenheit|(?:24|12)-hour|clock|spelling|dates?|currency|amounts|grams?|miles|kilomet(?:re|er)s|time ?zone)\b/i
const isOfFormat = ofText((content) => FORMAT.test(content))
const ADDRESSES: ReadonlySet<string> = new Set(['answer_style', 'nickname', 'language_preference'])

/** Whether it says that a person has died: no one to name as close now. */
export function isOfDeath({ statement: { facts } }: Understood): boolean {
  return facts.some(({ attribute }) => attribute.name === 'death')
}
