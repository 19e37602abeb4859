import { type AimText, outcomeOf, readAimText } from '@memory-service/understanding/aims'
import { filtered } from '../../foundation/slices.ts'
import { DAY_MS } from '../../foundation/times.ts'
import type { Statement } from '../memories/duplicates.ts'
import { mayOutdate } from './authority.ts'
import { ofText } from './of-text.ts'
import { isOfKind } from './ranking.ts'
import type { Reading } from './understood.ts'

/*
 * Finds goals that are no longer pursued: a later statement says that they are reached or given up, in whatever words, or
 * newer goals have taken their place. The memories stay as they are; only bundles and briefs leave the goal out.
 */

/** From this estimate on, a statement gives the outcome. */
const OUTCOME_MIN = 0.6
/** A goal without a date that has not been stated for so long is only found by a query, if there are newer ones. */
const FADED_MS = 365 * DAY_MS

const REACHED =
  /\b(?:reached|achieved|accomplished|completed|finished|fulfilled|managed|passed|won|done|made it|hit|nailed|ticked off|picked up|bought|in hand|signed|paid off|graduated|qualified|arrived|came true|at last|mission accomplished)\b/i
const DROPPED =
  /\b(?:g[ai]ven? up|giving up|gave up|dropp(?:ed|ing)|abandon(?:ed|ing|s)?|scrapp(?:ed|ing)|shelved|buried|call(?:ed|ing) off|cancelled|canceled|for good|after all|no longer|any ?more|lost interest|changed (?:my|her|his|their) mind|decided against|not going to|let go of|too expensive|off the table|won't happen|never mind)\b/i
/** A part of a goal or a step towards it says nothing of its end. */
const PARTLY =
  /\b(?:chapter|half(?!-)|part|stage|steps?|weeks?|lessons?|modules?|levels?|milestone|so far|towards?|way there|practice|training|registered|enrolled|signed up|start(?:ed|ing)|began|booked|(?:the|her|his|my|a) first|\d+ ?%)\b/i
/** The share of the distinct words of the shorter text that both have. */
const SHARED_MIN = 0.25
/** Words of goals that do not tell which goal it is. */
const GENERIC = new Set(
  'want wish hope plan aim goal intend dream like love get go do make have year month week day end good new set heart idea finish reach achiev'.split(
    ' ',
  ),
)

/** After so many comparisons others may run. */
const COMPARED_MAX = 16

const textOf = ofText<AimText>(readAimText)
const isPart = ofText((content) => PARTLY.test(content))
const saysEnd = ofText((content) => REACHED.test(content) || DROPPED.test(content))

/** Probabilities of a goal's outcomes by later text, under these own names. Kept as long as both texts are known. */
const probabilities = new WeakMap<AimText, { own: string; byLater: WeakMap<AimText, number> }>()

function probabilityOf(aim: AimText, later: AimText, names: ReadonlySet<string>, own: string): number {
  let known = probabilities.get(aim)
  if (known?.own !== own) probabilities.set(aim, (known = { own, byLater: new WeakMap() }))
  let probability = known.byLater.get(later)
  if (probability === undefined) known.byLater.set(later, (probability = outcomeOf(aim, later, names)))
  return probability
}

/** The current goals of which a later statement gives the outcome. `names` are the user's own in lower case. */
export function* settledAims(read: readonly Reading[], names: ReadonlySet<string>): Generator<undefined, Reading[]> {
  const aims = read.filter(isOpenAim)
  if (!aims.length) return []
  const statements = yield* filtered(
    read,
    (each) =>
      each.memory.type !== 'goal' &&
      each.memory.type !== 'preference' &&
      each.statement.form === 'statement' &&
      !isPart(each),
  )
  const own = [...names].join(' ')
  const settles = (later: Reading, aim: Reading) =>
    later.time > aim.time &&
    mayOutdate(later, aim) &&
    (probabilityOf(textOf(aim), textOf(later), names, own) >= OUTCOME_MIN ||
      (isOutcome(later) && shares(aim.wording, later.wording)))
  const settled: Reading[] = []
  let compared = 0
  for (const aim of aims)
    for (const later of statements) {
      if (++compared % COMPARED_MAX === 0) yield
      if (later === aim || !settles(later, aim)) continue
      settled.push(aim)
      break
    }
  return settled
}

/** The goals that have faded: stated long ago without a date, and followed by others. */
export function fadedAims(read: readonly Reading[], now: number): Reading[] {
  const aims = read.filter(isOpenAim)
  const recent = aims.filter(({ time }) => time > now - FADED_MS)
  return aims.filter(
    (aim) => aim.time <= now - FADED_MS && aim.lastDay === undefined && recent.some((later) => mayOutdate(later, aim)),
  )
}

function isOpenAim({ memory, isCurrent }: Reading): boolean {
  return isCurrent && memory.type !== 'event' && !memory.pinned && isOfKind('goal', memory)
}

/** Whether an event among the goals says that one is reached or given up. */
function isOutcome(each: Reading): boolean {
  return each.memory.type === 'event' && isOfKind('goal', each.memory) && saysEnd(each)
}

function shares(aim: Statement, outcome: Statement): boolean {
  const words = termsOf(aim)
  const told = termsOf(outcome)
  const common = told.filter((word) => words.includes(word)).length
  return common > 0 && common / Math.min(words.length, told.length) >= SHARED_MIN
}

function termsOf({ terms }: Statement): string[] {
  return terms.filter((word) => !GENERIC.has(word))
}
