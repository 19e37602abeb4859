import type { Fact, Statement } from '@memory-service/understanding/statement'
import { parseStatement } from '../memories/duplicates.ts'
import type { Memory } from '../memories/memory.ts'
import { isOfKind } from './ranking.ts'

/* Decides which statements a later one ends: by a new value, "no longer", a cancellation, or a goal that was reached. */

/** What of a statement is compared with others. It depends on its text and day alone. */
export interface Comparable {
  readonly statement: Statement
  /** Its distinct words as stems, without function words. */
  readonly terms: ReadonlySet<string>
  /** Equal for texts that differ only in numbers, dates and weekdays. */
  readonly series: string
  /** The day numbers of the first and the last date it names, if any. */
  readonly firstDay: number | undefined
  readonly lastDay: number | undefined
  /** Whether it says that something is off, or that something was reached or given up. */
  readonly saysCancelled: boolean
  readonly saysAchieved: boolean
}

/** A statement with its memory and when it happened, in ms since 1970. */
export interface Dated extends Comparable {
  readonly memory: Memory
  readonly time: number
}

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
const ADDITION = /\b(?:also|too|as well|second|additionally|besides|another|part-time|on the side|both)\b/i
/** Says that something planned or prescribed is off or has been moved. */
const CANCELLED =
  /\b(?:cancell?ed|call(?:s|ed)? off|(?:is|are|was) off|(?:will not|won't) (?:take place|happen)|fell through|discontinued|postponed|rescheduled|scrapped|pulled out|withdrew from|refunded|void|not possible|moved (?:from|to|forward|back)|no longer)\b/i
/** The share of an earlier statement's words that a cancellation repeats if it names the same day. */
const SAME_DAY_SHARE = 0.25
const ACHIEVED =
  /\b(?:reached|achieved|accomplished|completed|finished|fulfilled|managed|succeeded|gave up|given up|giving up|dropped|abandoned|shelved|done|did it|made it|passed|not going to happen)\b/i
const PLACE_NAME = /\b(?:in|to|at|near|on|from) (?:the )?\p{Lu}/u

export function saysCancelled(content: string): boolean {
  return CANCELLED.test(content)
}

export function saysAchieved(content: string): boolean {
  return ACHIEVED.test(content)
}

/**
 * The statements that can end earlier ones, by how they do, so that each statement is compared with few others. All lists
 * are newest first.
 */
export class LaterStatements {
  readonly #cancelling: readonly Dated[]
  readonly #achieving: readonly Dated[]
  readonly #ofDeaths: readonly Dated[]
  readonly #bySlot = new Map<string, Dated[]>()

  constructor(statements: readonly Dated[]) {
    const later = statements
      .toSorted((a, b) => b.time - a.time)
      .slice(0, LATER_COMPARED_MAX)
      .filter(({ statement }) => statement.form === 'statement')
    this.#cancelling = later.filter((each) => each.saysCancelled)
    this.#achieving = later.filter((each) => each.saysAchieved)
    this.#ofDeaths = later.filter(({ statement }) => deathIn(statement))
    for (const each of later)
      for (const slot of new Set(each.statement.facts.map(slotOf))) {
        const list = this.#bySlot.get(slot)
        if (list) list.push(each)
        else this.#bySlot.set(slot, [each])
      }
  }

  /** Whether any of the statements says that an earlier one is no longer so. */
  end(earlier: Dated): boolean {
    if (!earlier.saysCancelled && someLater(this.#cancelling, earlier, isSameMatter)) return true
    if (earlier.statement.about.who === 'other' && someLater(this.#ofDeaths, earlier, hasLost)) return true
    if (isAim(earlier) && someLater(this.#achieving, earlier, isReached)) return true
    return earlier.statement.facts.some(
      (fact) =>
        fact.polarity === 'affirmed' &&
        someLater(this.#bySlot.get(slotOf(fact)) ?? [], earlier, (earlier, later) =>
          // What was reached ends an aim as a whole or not at all.
          later.saysAchieved && isAim(earlier) ? false : isReplaced(earlier, fact, later),
        ),
    )
  }
}

function someLater(list: readonly Dated[], earlier: Dated, test: (earlier: Dated, later: Dated) => boolean): boolean {
  for (const later of list) {
    if (later.time <= earlier.time) return false
    if (test(earlier, later)) return true
  }
  return false
}

/** Whether two statements are about the same matter: by most of the earlier one's words, or by some and the day. */
function isSameMatter(earlier: Dated, later: Dated): boolean {
  const isSameDay =
    earlier.lastDay !== undefined &&
    later.firstDay !== undefined &&
    later.firstDay <= earlier.lastDay &&
    earlier.lastDay <= later.lastDay!
  return repeats(undatedOf(earlier), later.terms, isSameDay ? SAME_DAY_SHARE : ENDED_SHARE)
}

function isReached(earlier: Dated, later: Dated): boolean {
  return repeats(earlier.terms, later.terms, ENDED_SHARE)
}

function deathIn({ facts }: Statement): Fact | undefined {
  return facts.find(({ attribute, subject }) => attribute.name === 'death' && subject.who === 'other')
}

/** Whether the later statement says that a person died, of whom the earlier one speaks in the present. */
function hasLost(earlier: Dated, later: Dated): boolean {
  const lost = deathIn(later.statement)
  if (lost?.subject.who !== 'other') return false
  const { name, relation } = lost.subject
  const { about } = earlier.statement
  if (about.who !== 'other') return false
  return name !== undefined && about.name !== undefined
    ? name === about.name
    : relation !== undefined && relation === about.relation
}

function isReplaced(earlier: Dated, fact: Fact, later: Dated): boolean {
  // What else the earlier statement says may still be needed.
  if (earlier.statement.facts.some(({ attribute }) => attribute.isSafety && attribute !== fact.attribute)) return false
  const slot = slotOf(fact)
  return later.statement.facts.some(
    (next) => slotOf(next) === slot && isSameSubject(fact, next) && replaces(earlier, fact, later, next),
  )
}

function replaces(earlier: Dated, fact: Fact, later: Dated, next: Fact): boolean {
  if (next.polarity === 'ended') {
    const isWhole = repeats(undatedOf(earlier), later.terms, ENDED_SHARE)
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
  return !repeats(valueWords(fact), valueWords(next), SAME_VALUE_SHARE)
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

function isNamedIn(fact: Fact, { terms }: Dated): boolean {
  return fact.value !== '' && repeats(valueWords(fact), terms, ENDED_SHARE)
}

/** Computed when they are first needed: few statements are compared word by word. */
const wordsOfValues = new WeakMap<Fact, ReadonlySet<string>>()
const undatedWords = new WeakMap<Statement, ReadonlySet<string>>()

function valueWords(fact: Fact): ReadonlySet<string> {
  let words = wordsOfValues.get(fact)
  if (!words) wordsOfValues.set(fact, (words = wordsOf(fact.value)))
  return words
}

/** The words of a text without numbers, dates and weekdays. */
function undatedOf({ statement, series }: Dated): ReadonlySet<string> {
  let words = undatedWords.get(statement)
  if (!words) undatedWords.set(statement, (words = wordsOf(series.replaceAll('#', ' '))))
  return words
}

function wordsOf(text: string): Set<string> {
  return new Set(parseStatement(text).terms)
}

/** Whether `others` contains at least a share of `of`; `false` if that is empty. */
function repeats(of: ReadonlySet<string>, others: ReadonlySet<string>, share: number): boolean {
  let shared = 0
  let left = of.size
  for (const term of of) {
    if (others.has(term)) shared++
    if (shared / of.size >= share) return true
    if ((shared + --left) / of.size < share) return false
  }
  return false
}
