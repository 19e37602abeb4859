import type { Statement } from '../memories/duplicates.ts'
import type { ConsideredMemory } from '../memories/memory.ts'
import { isOfKind } from './ranking.ts'

/*
 * Finds goals that a later event among the goals says are reached or given up, in whatever words: "Dreams of opening a
 * café", then "Has buried the café idea for good". The memories stay as they are; only bundles and briefs leave the goal
 * out.
 */

const REACHED =
  /\b(?:reached|achieved|accomplished|completed|finished|fulfilled|managed|passed|won|done|made it|hit|nailed|ticked off|picked up|bought|in hand|signed|paid off|graduated|qualified|arrived|came true|at last|mission accomplished)\b/i
const DROPPED =
  /\b(?:g[ai]ven? up|giving up|gave up|dropp(?:ed|ing)|abandon(?:ed|ing|s)?|scrapp(?:ed|ing)|shelved|buried|call(?:ed|ing) off|cancelled|canceled|for good|after all|no longer|any ?more|lost interest|changed (?:my|her|his|their) mind|decided against|not going to|let go of|too expensive|off the table|won't happen|never mind)\b/i
/** A part of a goal or a step towards it says nothing of its end. */
const PARTLY =
  /\b(?:chapter|half(?!-)|part|stage|steps?|weeks?|lessons?|modules?|levels?|milestone|so far|towards?|way there|practice|training|registered|enrolled|signed up|start(?:ed|ing)|began|booked|first|second|\d+ ?%)\b/i
/** The share of the distinct words of the shorter text that both have. */
const SHARED_MIN = 0.25
/** Words of goals that do not tell which goal it is. */
const GENERIC = new Set(
  'want wish hope plan aim goal intend dream like love get go do make have year month week day end good new set heart idea finish reach achiev'.split(
    ' ',
  ),
)

interface Aim {
  readonly memory: ConsideredMemory
  readonly time: number
  readonly wording: Statement
  readonly isCurrent: boolean
}

/** The current goals of which a later event among the goals tells the outcome. */
export function settledAims<T extends Aim>(read: readonly T[]): T[] {
  const ofGoals = read.filter(({ memory }) => isOfKind('goal', memory))
  const outcomes = ofGoals.filter(
    ({ memory: { type, content } }) =>
      type === 'event' && (REACHED.test(content) || DROPPED.test(content)) && !PARTLY.test(content),
  )
  if (!outcomes.length) return []
  return ofGoals.filter(
    (each) =>
      each.isCurrent &&
      each.memory.type !== 'event' &&
      !each.memory.pinned &&
      outcomes.some((outcome) => outcome.time > each.time && shares(each.wording, outcome.wording)),
  )
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
