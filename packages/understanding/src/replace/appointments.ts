import { type Assertion, keyOf, type Owner } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import { CANCELLED, REDATED } from './cues.ts'
import { contentOf, ENDING_WORDS } from './endings.ts'
import { isAboutSame, isOfActor } from './parties.ts'
import type { Clause } from './reading.ts'
import { isOffOnce } from './redated.ts'
import { datesOf, stemOf, yearsOf } from './words.ts'

/** Generic words for appointments. */
const APPOINTMENT = new Set(
  'due deadlin extension extens appointment book booking meeting meet dat plan ticket schedul reserv reservation visit slot tim session plann start mov chang postpon push reschedul shift delay put bring brought forward instead switch tak plac cancel call off rebook rearrang adjourn bump defer retim earli later earlier new leav retim depart arriv begin deliver delivery deliveri'.split(
    ' ',
  ),
)

/** Of these, those that only say that it takes place at another time. */
const MOVING = new Set(
  'mov chang postpon push reschedul shift delay put bring brought forward instead switch rebook rearrang adjourn bump defer retim'.split(
    ' ',
  ),
)

/** Whether a newer assertion cancels an appointment or plan, or moves it to another time. */
export function appointmentReplaces(newer: Assertion, older: Assertion): 'certain' | 'likely' | undefined {
  const next = partsOf(newer)
  const before = partsOf(older)
  const { isCancelled, isMoved, dates: newDates } = next
  const { dates: oldDates } = before
  if (before.isCancelled || (!oldDates.size && !isCancelled)) return undefined
  if (!isCancelled && !newDates.size) return undefined
  if (isCancelled && isOffOnce(newer, older)) return undefined
  const shared = [...next.named].filter((word) => before.named.has(word)).length
  const isSameYear = mayBeSame(yearsOf(newer.words), yearsOf(older.words))
  const sameDate = isSameYear && [...newDates].some((date) => oldDates.has(date))
  const matter = next.named.size ? shared / next.named.size : 0
  const share = before.named.size ? shared / before.named.size : 0
  if (isCancelled && !(isMoved && newDates.size > 1)) {
    if (newDates.size && oldDates.size && !sameDate) return undefined
    const generic = [...next.all].some((word) => before.all.has(word))
    if (sameDate && (shared > 0 || (generic && !next.named.size))) return 'certain'
    return oldDates.size && shared > 0 && matter >= 0.6 && share >= 0.5 ? 'certain' : undefined
  }
  if (!newDates.size || (isSameYear && [...newDates].every((date) => oldDates.has(date)))) return undefined
  if (shared === 0 || matter < 0.5 || share < 0.4) return undefined
  // "Waters the lawn on Tuesdays" and "the plants on Mondays now": each names a thing that the other does not.
  if (shared < next.named.size && shared < before.named.size) return undefined
  const days = [...newDates].filter((date) => !TIME.test(date))
  if (isMoved) return days.length > 1 && !sameDate ? undefined : 'certain'
  const verb = newer.predicate[0]?.plain ?? ''
  const isDefinite = TAKES_PLACE.test(verb) || (days.some((date) => DAY.test(date)) && HAPPENS_ONCE.test(verb))
  if (!isDefinite || !newer.topic.length || !older.topic.length || matter !== 1 || share !== 1) return undefined
  if (BACK.test(newer.plain) !== BACK.test(older.plain)) return undefined
  return [newer, older].every(isOnceEach) ? 'certain' : 'likely'
}

/**
 * "The weekly call is on Tuesdays", of which there is one in each week, a paper that is valid until a day, or what takes place once:
 * "the wedding", "my citizenship exam".
 */
function isOnceEach({ topic, plain, words, main }: Assertion): boolean {
  const head = topic.at(-1)?.plain ?? ''
  if (APPEARS.test(main.whole)) return [...datesOf(words)].some((date) => DAY.test(date))
  if (PAPER.test(head)) return VALID_UNTIL.test(plain)
  if (ONCE.test(head) || (topic.length > 1 && ONCE_OF_A_KIND.test(head)))
    return [...datesOf(words)].some((date) => DAY.test(date))
  return topic.some(({ plain }) => WEEKLY.test(plain)) && [...datesOf(words)].some((date) => !TIME.test(date))
}
/** "The flight back" is another one. */
const BACK = /\b(?:back|return|home|outbound|inbound|connecting)\b/
const TAKES_PLACE = /^(?:is|are|takes|starts|begins)$/
/** On a day; at an hour alone, it can be one of several: "the bus leaves at 7:10". */
const HAPPENS_ONCE = /^(?:comes|opens|launches|premieres|airs|leaves|departs|arrives|lands|gets)$/
/** What happens once to a work, a shop or a service. */
const APPEARS =
  /^(?:(?:now|will) )*(?:comes? out|(?:is|are|gets?|be) (?:released|published|launched|unveiled)|launch(?:es)?|premieres?|opens?|airs?)\b/
/** "At 14:30" among dates, unlike "tue". */
const TIME = /^t\d/
const ONCE =
  /^(?:wedding|christening|baptism|funeral|graduation|premiere|launch|inauguration|election|viva|defen[cs]e|coronation|housewarming|opening|deadline)$/
const ONCE_OF_A_KIND = /^(?:exam|examination|test|operation|surgery|trial|hearing|marathon|race|date)$/
const WEEKLY = /^(?:weekly|fortnightly|biweekly)$/
const PAPER = /^(?:passport|permit|visa|licen[cs]e|mot|warranty)$/
const VALID_UNTIL = /\bvalid (?:until|till|to)\b/

/** "No rehearsal on", "there is no rehearsal on". */
const NONE = /^(?:there (?:is|are|will be) )?no (?<rest>[^,]{2,70})/
/** "Will not be calling on", "does not need the cover on". */
const NOT = /\b(?:will|does|do|is|am|are) not (?:be )?(?<verb>\p{L}+)(?<rest>[^,]{0,70})/u
const NEEDS = /^(?:need|have|attend|do|give|hold|host)(?:ing)?$/
/** "Has put the exam on", "moved the exam back to". */
const MOVES =
  /\b(?:put|moved|pushed|postponed|rescheduled|shifted|changed|delayed|brought|set) (?:back |forward )?(?<rest>[^,]{2,70})/
/** Where what takes place ends and when begins. */
const WHEN = / (?:on|this|next|tomorrow|today)\b/
const NEW_DATE = / (?:back |forward |off )?(?:on|to|till|until|for)\b/
const DAY = /^\d+-\d+$/

/**
 * Whether a newer clause, about any person, calls off what an older one sets for the same day ("Zoë does not need the cover on 6
 * May"), or moves just that to another day ("Dr Lim has put the exam on 13 May").
 */
export function callsOff(later: Clause, earlier: Clause): boolean {
  const [newer, older] = [later.assertion, earlier.assertion]
  if (later.isTemplate || earlier.isTemplate || earlier.cues().isPast) return false
  const before = partsOf(older)
  if (before.isCancelled || !before.days.length) return false
  const next = partsOf(newer)
  if (!next.days.length) return false
  if (!mayBeSame(yearsOf(newer.words), yearsOf(older.words))) return false
  const stemsOf = (what: string | undefined) =>
    contentOf(newer.words.filter(({ plain }) => what?.split(' ').includes(plain)))
  const isWhole = (what: string | undefined) => {
    const stems = stemsOf(what)
    return stems.size > 0 && [...stems].every((stem) => before.all.has(stem))
  }
  if (!next.days.some((day) => before.days.includes(day))) {
    const what = MOVES.exec(newer.plain)?.groups?.rest?.split(NEW_DATE)[0]
    return !isOfActor(newer, older) && isWhole(what) && [...before.named].every((stem) => stemsOf(what).has(stem))
  }
  if (next.isCancelled && !newer.owner && [...next.named].some((stem) => before.named.has(stem))) return true
  if (isWhole(NONE.exec(newer.plain)?.groups?.rest?.split(WHEN)[0])) return true
  const { verb, rest } = NOT.exec(newer.plain)?.groups ?? {}
  if (verb === undefined || !isAboutSame(newer, older)) return false
  const what = rest!.split(WHEN)[0]
  if (what || NEEDS.test(verb)) return isWhole(what)
  return older.words.some(({ plain }) => stemOf(plain) === stemOf(verb) || `${plain}ing` === verb)
}

/** What is compared of an appointment. */
interface Parts {
  readonly isCancelled: boolean
  readonly isMoved: boolean
  readonly dates: ReadonlySet<string>
  /** Those of a day of the year. */
  readonly days: readonly string[]
  readonly named: ReadonlySet<string>
  readonly all: ReadonlySet<string>
}

const partsOf = computedOnce(({ plain, words, topic, owner }: Assertion): Parts => {
  const all = contentOf(words.filter(({ plain }) => !ENDING_WORDS.has(plain)))
  const named = new Set([...all].filter((word) => !APPOINTMENT.has(word)))
  const dates = datesOf(words)
  return {
    isCancelled: CANCELLED.test(plain),
    isMoved: REDATED.test(plain),
    dates,
    days: [...dates].filter((date) => DAY.test(date)),
    named: [named, ofOwner(owner, all), contentOf(topic)].find(({ size }) => size) ?? all,
    all,
  }
})

/** "My parents arrive on 11 December": what takes place is named by whose it is and by a generic word. */
function ofOwner(owner: Owner | undefined, all: ReadonlySet<string>): ReadonlySet<string> {
  if (!owner || owner.relation === 'self') return new Set()
  const generic = [...all].filter((stem) => !MOVING.has(stem))
  return generic.length ? new Set([`@${keyOf(owner)}`, ...generic]) : new Set()
}

/** Whether two lists of years can mean the same one: a statement without a year can mean any. */
function mayBeSame(years: readonly number[], others: readonly number[]): boolean {
  return !years.length || !others.length || years.some((year) => others.includes(year))
}
