import { categoriesOf } from '../category.ts'
import type { Fact } from '../statement.ts'
import { isOfSubstance } from './abstentions.ts'
import { PAST } from './cues.ts'
import { isOfDiet } from './diets.ts'
import { scaledDoseOf, timelessDose } from './doses.ts'
import { contentOf } from './endings.ts'
import { isOfFood } from './exclusions.ts'
import { type Gist, isFamily } from './gist.ts'
import { habitKeys } from './habits.ts'
import { knownQuantityOf } from './known-quantities.ts'
import { measurementOf } from './measurements.ts'
import { isOccurrence } from './occurrences.ts'
import { ACHIEVED, REPAIRED } from './outcomes.ts'
import { type Clause, readingOf } from './reading.ts'
import { numberFrameOf } from './renumbered.ts'
import { datesOf, stemOf } from './words.ts'
import { tradeFieldOf } from './work-changes.ts'

/** Slots per statement. */
export const SLOTS_MAX = 12
/** Characters per slot. */
export const SLOT_CHARS_MAX = 200
const WORDS_MAX = 7
const MATTERS_MAX = 2
const FACTS_MAX = 2
/** Categories of which a person has one at a time, and from which probability on a text counts as about one of them. */
export const ESTIMATED_SLOTS = ['home', 'job'] as const
export const ESTIMATED_MIN = 0.5

/**
 * The keys under which a later statement could replace this one, or this one an earlier: whose and which attribute; the
 * fixed part of a fact about a named thing; `#|` and a state without its number; and `w:` with a word, for what a later
 * statement may say is over. Two statements of which {@link judgeReplacement} is defined share a slot. Empty for questions,
 * instructions and events.
 * @param ownName the name of the person whose statements these are; without it, "Ada moved" is not about the person.
 * @param userId whose store it is: readings are remembered by it.
 */
export function slotsOf(content: string, ownName?: string, userId?: string): string[] {
  const slots = new Set<string>()
  const reading = readingOf(content, ownName, userId)
  const { clauses, gist, facts } = reading
  // "Entry 4 of the diary: rain", "taxi: 14 euros": no value of something that lasts.
  const isOneOfSeveral = isOccurrence(reading)
  for (const clause of clauses) {
    const { assertion, claims, work, partnership, diet, states } = clause
    const measured = isOneOfSeveral ? undefined : measurementOf(assertion)
    if (measured) slots.add(measured.key)
    const quantity = knownQuantityOf(assertion)
    if (quantity) slots.add(quantity.key)
    for (const key of habitKeys(clause)) slots.add(key)
    const scaled = scaledDoseOf(assertion)
    if (scaled !== undefined) slots.add(scaled)
    for (const { key } of claims) {
      slots.add(key)
      // A dose that is changed may be that of some time of day.
      const dose = timelessDose(key)
      if (dose) slots.add(dose)
    }
    for (const { key } of states) slots.add(key)
    for (const { key } of [work, partnership, diet].filter((each) => each !== undefined)) slots.add(key)
  }
  const frame = numberFrameOf(reading)
  if (frame !== undefined) slots.add(`#|${frame}`)
  const [matters, anchors] = mattersOf(gist())
  const ofClauses = clauses.filter(isReplaceable).flatMap(wordsOf)
  // What two texts are about can be any of their anchors, so those take the room that is left.
  const words = [...new Set([...matters, ...ofClauses, ...anchors])].map((word) => `w:${word}`)
  const keys = [...slots].slice(0, SLOTS_MAX - FACTS_MAX - Math.min(WORDS_MAX, words.length))
  const all = [
    ...keys,
    ...words.slice(0, SLOTS_MAX - FACTS_MAX - keys.length),
    ...attributesOf(facts(), clauses.some(isOwn) ? content : undefined, clauses.some(isOfTaking)),
  ]
  return all.map((slot) => slot.slice(0, SLOT_CHARS_MAX))
}

/**
 * The attributes that a text states, which texts without a word in common can share. Slots of words, since they are common.
 * @param own the text, if it is about the person: what it is about is estimated, too.
 * @param isFood whether it says what is eaten or drunk, or no more.
 */
function attributesOf(facts: readonly Fact[], own: string | undefined, isFood: boolean): string[] {
  const single = facts.filter(({ attribute, subject }) => attribute.isSingle && subject.who === 'self')
  const shares = own === undefined ? undefined : categoriesOf(own)
  const estimated = ESTIMATED_SLOTS.filter((category) => shares && shares[category] >= ESTIMATED_MIN)
  const names = [...(isFood ? ['taken'] : []), ...single.map(({ attribute }) => attribute.name), ...estimated]
  return [...new Set(names)].slice(0, FACTS_MAX).map((name) => `w:=${name}`)
}

/**
 * The first families of words and kinds of things that a text is about, which "the boss is Ines" and "reports to Ines"
 * share, and all the words by which it is compared as a whole.
 */
function mattersOf(gist: Gist | undefined): [first: readonly string[], all: readonly string[]] {
  if (!gist) return [[], []]
  const matters = [...gist.anchors.filter(isFamily), ...gist.kinds.keys()]
  return [matters.slice(0, MATTERS_MAX), [...matters, ...gist.anchors]]
}

function isOfTaking(clause: Clause): boolean {
  return isOfFood(clause) || isOfDiet(clause) || isOfSubstance(clause)
}

function isOwn({ assertion: { owner } }: Clause): boolean {
  return owner?.relation === 'self'
}

function isReplaceable({ isEvent, ending, assertion }: Clause): boolean {
  if (ACHIEVED.test(assertion.main.whole) || REPAIRED.test(assertion.plain)) return true
  return ending !== undefined || ((!isEvent || datesOf(assertion.words).size > 0) && !PAST.test(assertion.plain))
}

/** What an ending names, or else the words of a clause: names first. */
function wordsOf(clause: Clause): string[] {
  const { ending, assertion } = clause
  const field = tradeFieldOf(clause)
  const content = new Set(ending && ending.kind !== 'denied' ? ending.words : contentOf(assertion.words))
  if (field !== undefined) content.add(field)
  const names = new Set(
    assertion.words.filter(({ isCapital }, at) => isCapital && at > 0).map(({ plain }) => stemOf(plain)),
  )
  return [...content].sort((a, b) => Number(names.has(b)) - Number(names.has(a)))
}
