import { animalIsGone } from './animals.ts'
import { appointmentReplaces, callsOff } from './appointments.ts'
import { keyOf } from './assertions.ts'
import { bothHold } from './both-hold.ts'
import { BECAME, claimReplaces, isHoursAnew } from './claim-values.ts'
import { endsOther, isForOther, isOfUnnamedParty, isOtherThing, replacesOther } from './contrast.ts'
import { isOtherDiet } from './diet.ts'
import { isDoseOf, isOtherDose, isScaledDose } from './doses.ts'
import { endingReplaces, isSameParty, NO_LONGER } from './endings.ts'
import type { VectorOf } from './estimate/signs.ts'
import { isOtherHome } from './homes.ts'
import { isKnownQuantityAgain } from './known-quantities.ts'
import { areOfOtherOccasions, isMeasuredAgain, isNoSeries } from './measurements.ts'
import { RAN_OUT } from './medicines.ts'
import { END_WHOLE, SAY_OTHERWISE } from './otherwise.ts'
import { achieves, givesUp, hasDied, isDoneNow, resumes, THING_IS_GONE } from './outcomes.ts'
import {
  isAnothers,
  isNamedIn,
  isOfActor,
  isOfAnother,
  isOfOtherPossessor,
  isOneOfSeveral,
  isOtherOfKin,
  isOwnOfActor,
  isSameKin,
  isThing,
  isWritten,
  leaves,
  TRANSFERS,
} from './parties.ts'
import { partnershipReplaces } from './partner.ts'
import { isOtherStyle, isOtherWish, redirects } from './preferences.ts'
import { endsOneOfSeveral, endsPart, isConditional, isLimited, isOtherPart, isSameCondition } from './qualifiers.ts'
import { type Clause, type Reading, readingOf } from './reading.ts'
import { areOfDays } from './records.ts'
import { isRecounted } from './recounted.ts'
import { isOfOneDay } from './redated.ts'
import { isRenumbered } from './renumbered.ts'
import { restates } from './restated.ts'
import { isRoleClaim } from './roles.ts'
import { isOtherMate, statesOtherValue } from './single-values.ts'
import { isStillSo } from './still-so.ts'
import { isOtherOfOne } from './superlatives.ts'
import { isTallyAgain } from './tallies.ts'
import { isMultiple } from './topics.ts'
import { isSameValue, stemsIn } from './values.ts'
import { isOtherWork, workReplaces } from './work-changes.ts'

/** How sure it is that a newer statement replaces an older one; `series`: both are readings of one quantity. */
export type Replacement = 'certain' | 'likely' | 'series'

/** When two statements were true, and whose they are. */
export interface ReplacementContext {
  readonly newerAt?: Date | number | undefined
  readonly olderAt?: Date | number | undefined
  /** The name of the person whose statements these are. */
  readonly ownName?: string | undefined
  /** Whose store it is: readings are remembered by it. */
  readonly userId?: string | undefined
  readonly vectorOf?: VectorOf | undefined
}

/** Attributes whose statements stay until the person says that they are over. */
export const SAFETY = new Set('allergy intolerance condition medicine disability pregnancy phobia'.split(' '))

/**
 * Whether a newer statement replaces an older one. `certain` only by rule; `undefined` where both can be true, in doubt,
 * and for the same statement again. The judgement is about the two texts: it does not know what else is stored.
 */
export function judgeReplacement(
  newer: string,
  older: string,
  context: ReplacementContext = {},
): Replacement | undefined {
  const { ownName, userId } = context
  const [newerAt, olderAt] = [context.newerAt, context.olderAt].map((at) => (at === undefined ? undefined : Number(at)))
  if (newerAt !== undefined && olderAt !== undefined && newerAt < olderAt) return undefined
  const next = readingOf(newer, ownName, userId)
  const before = readingOf(older, ownName, userId)
  if (next.normal() === before.normal()) return undefined
  if (isTallyAgain(next, before)) return 'series'
  if (bothHold(next, before) || isStillSo(next, before)) return undefined
  const apartMs = newerAt === undefined || olderAt === undefined ? undefined : newerAt - olderAt
  const olderYear = olderAt === undefined || Number.isNaN(olderAt) ? undefined : new Date(olderAt).getUTCFullYear()
  if (END_WHOLE.some((ends) => ends(next, before, olderYear))) return 'certain'
  const recounted = isRecounted(next, before)
  if (recounted) return recounted
  const isOfOther = isOfOtherPossessor(next, before)
  let best: Replacement | undefined
  for (const clause of next.clauses)
    for (const other of before.clauses) {
      if (callsOff(clause, other) || isDoneNow(clause, other)) best = 'certain'
      if (isOfOther && clause.claims.some((claim) => isRoleClaim(claim) || claim.key.includes('favourit'))) continue
      if (isOtherThing(clause, other) || endsPart(clause, other) || endsPart(other, clause)) continue
      if (statesOtherValue(clause, other)) best = 'certain'
      const pair = between(clause, other, apartMs, olderYear) ?? leaves(next, clause, other)
      if (pair && isOneOfSeveral(clause) && isOtherOfKin(clause, other)) continue
      const found =
        pair && isOneOfSeveral(clause)
          ? pair === 'certain' && TRANSFERS.test(clause.assertion.plain) && isSameKin(clause, other)
            ? pair
            : clause.cues().isChange || excludes(clause, other)
              ? 'likely'
              : undefined
          : (pair ?? (isOtherMate(clause, other) ? 'certain' : undefined))
      if (found === 'series' && isNoSeries(next, before)) continue
      if (found === 'series' && before.clauses.length === 1) return 'series'
      if (found === 'certain' || (found && !best)) best = found
    }
  if (best !== 'certain') best = animalIsGone(next, before) ?? best
  best ??= restated(next, before)
  if (!best && !isOfOther && isOtherOfOne(next, before)) best = 'certain'
  if (best !== 'certain' && (isMeasuredAgain(next, before) || isKnownQuantityAgain(next, before))) return 'series'
  if (!best && (isRenumbered(next, before) || isScaledDose(next, before))) best = 'likely'
  if (!best) return undefined
  const isMoved = next.clauses.some(({ assertion }) =>
    before.clauses.some((other) => appointmentReplaces(assertion, other.assertion) === 'certain'),
  )
  return isMoved && before.clauses.length === 1 ? best : checked(best, next, before)
}

/** Whether the newer text as a whole states another value of the matter of the older one. */
function restated(newer: Reading, older: Reading): Replacement | undefined {
  if (isOfAnother(newer, older) || isOfAnother(older, newer)) return undefined
  if ([newer, older].some(({ clauses }) => !clauses.length || clauses.some(({ isTemplate }) => isTemplate)))
    return undefined
  const isPartly = (a: Clause, b: Clause) =>
    isOtherThing(a, b) || replacesOther(a, b) || isLimited(a, b) || endsPart(a, b) || endsPart(b, a)
  if (newer.clauses.some((clause) => older.clauses.some((other) => isPartly(clause, other)))) return undefined
  const [next, before] = [newer.gist(), older.gist()]
  return (next && before && restates(next, before)) ?? otherValue(newer.clauses, older.clauses)
}

/** "My go-to lunch is pho now" after "my go-to lunch is ramen": another value of the same topic. */
function otherValue(newer: readonly Clause[], older: readonly Clause[]): Replacement | undefined {
  const [before] = older
  if (older.length !== 1 || !before!.assertion.topic.length || isMultiple(before!.assertion.topic)) return undefined
  if (before!.cues().isPast || before!.cues().isHypothetical || before!.isEvent) return undefined
  const of = ({ assertion: { owner, topic } }: Clause) => `${keyOf(owner)}|${[...stemsIn(topic)].join(' ')}`
  const found = newer.some((clause) => {
    const { isChange, isAddition, isPast, isTemporary, isHypothetical } = clause.cues()
    if (!isChange || isAddition || isPast || isTemporary || isHypothetical || clause.ending) return false
    const isSame = of(clause) === of(before!) && isStated(clause) && isStated(before!)
    return isSame && !isSameValue(stemsIn(clause.assertion.main.words), stemsIn(before!.assertion.main.words))
  })
  return found ? 'certain' : undefined
}

/** "Is" and a value, or a label and a value. */
function isStated({ assertion: { isLabelled, main } }: Clause): boolean {
  return isLabelled || (main.hasCopula && /^(?!not\b|no\b)/.test(main.text))
}

/** What else the older statement says must not be lost with it. */
function checked(found: Replacement, next: Reading, before: Reading): Replacement | undefined {
  const { clauses, text: older } = before
  const isSafety = before.facts().some(({ attribute }) => SAFETY.has(attribute.name))
  const isEnded = next.clauses.some(
    ({ ending, states, assertion }) =>
      (ending && (ending.kind !== 'denied' || NO_LONGER.test(assertion.plain))) ||
      states.some(({ value }) => value === 'no' || value === 'good'),
  )
  if (isSafety && (clauses.length > 1 || RAN_OUT.test(next.normal()))) return undefined
  if (found === 'certain' && clauses.length === 1 && isOtherDose(next, clauses[0]!)) return found
  if (isSafety && (!isEnded || / and |,/.test(older)) && found === 'certain')
    return / and |,/.test(older) ? undefined : 'likely'
  return found === 'certain' && (clauses.length > 1 || endsOneOfSeveral(next, clauses[0]!)) ? 'likely' : found
}

/** Whether a newer clause states another of several states that exclude one another. */
function excludes(newer: Clause, older: Clause): boolean {
  if (!newer.states.length || newer.cues().isTemporary || older.cues().isHypothetical || older.cues().isTemporary)
    return false
  if (newer.cues().isPast && newer.states.every(({ value }) => value !== 'no')) return false
  return newer.states.some((state) =>
    older.states.some(
      (known) => known.key === state.key && known.value !== state.value && !isOtherPart(newer, state, older, known),
    ),
  )
}

function between(
  newer: Clause,
  older: Clause,
  apartMs: number | undefined,
  olderYear: number | undefined,
): Replacement | undefined {
  const dated =
    newer.isTemplate ||
    older.isTemplate ||
    older.cues().isPast ||
    (newer.ending && (endsOther(newer, older) || isOfUnnamedParty(newer, older)))
      ? undefined
      : appointmentReplaces(newer.assertion, older.assertion)
  if (
    dated &&
    (isSameParty(newer.assertion.owner, older.assertion.owner) ||
      isThing(newer.assertion, older.assertion) ||
      isNamedIn(newer.assertion, older.assertion)) &&
    !isAnothers(newer.assertion, older.assertion) &&
    !isOfActor(newer.assertion, older.assertion) &&
    !newer.claims.some(({ key }) => key.endsWith('|home')) &&
    !newer.cues().isHypothetical
  ) {
    return dated === 'likely' && isHoursAnew(newer.claims, older.claims) ? 'certain' : dated
  }
  if (!newer.cues().isHypothetical && excludes(newer, older)) return 'certain'
  if (
    !newer.cues().isHypothetical &&
    !newer.cues().isTemporary &&
    isSameParty(newer.assertion.owner, older.assertion.owner)
  ) {
    const found = newer.cues().isPast ? undefined : (resumes(newer, older) ?? achieves(newer, older))
    if (found) return found
    if (SAY_OTHERWISE.some((says) => says(newer, older, olderYear))) return 'certain'
    if (hasDied(newer, older)) return 'likely'
  }
  if (newer.ending?.kind === 'replaced' && isOtherWish(newer, older)) {
    const found = endingReplaces(newer.ending, newer.assertion, older.assertion)
    if (found) return found
  }
  if (
    isSameParty(newer.assertion.owner, older.assertion.owner) &&
    (redirects(newer, older) || isOtherStyle(newer, older))
  )
    return 'certain'
  if (older.work?.isIdle && newer.work && !newer.cues().isHypothetical && older.work.key === newer.work.key)
    return workReplaces(newer.work, older.work, apartMs)
  if (older.cues().isHypothetical && newer.ending && givesUp(newer)) {
    const { assertion } = newer
    const of = isThing(assertion, older.assertion) ? { ...assertion, owner: undefined } : assertion
    return endingReplaces(newer.ending, of, older.assertion)
  }
  if (older.cues().isHypothetical || older.cues().isPast || older.cues().isTemporary) return undefined
  // "Car: Ford Ranger 2020" names the year of the model.
  const isOld =
    olderYear !== undefined &&
    !newer.assertion.isLabelled &&
    newer.cues().years.length > 0 &&
    newer.cues().years.every((year) => year < olderYear)
  if (
    newer.ending &&
    !newer.cues().isHypothetical &&
    !older.isEvent &&
    !endsOther(newer, older) &&
    !isOwnOfActor(newer.assertion, older.assertion) &&
    !isOfOneDay(newer, older)
  ) {
    const isMatter =
      isWritten(newer.assertion, older.assertion) ||
      (THING_IS_GONE.test(newer.assertion.main.whole) && isThing(newer.assertion, older.assertion))
    const of = isMatter ? { ...newer.assertion, owner: undefined } : newer.assertion
    const ended = endingReplaces(newer.ending, of, older.assertion)
    if (ended) return ended
  }
  if (newer.partnership?.status === 'parted' && older.partnership?.key === newer.partnership.key)
    return !newer.cues().isHypothetical && partnershipReplaces(newer.partnership, older.partnership)
      ? 'certain'
      : undefined
  if (
    newer.cues().isHypothetical ||
    newer.cues().isAddition ||
    newer.cues().isPast ||
    (newer.cues().isTemporary && !newer.claims.some(({ strength }) => strength === 'series')) ||
    (isOld && !newer.isTemplate)
  )
    return undefined
  // "Retired in March" says when, not when only.
  if ((isLimited(newer, older) && !newer.work?.isOver) || isForOther(newer, older)) return undefined
  if (newer.partnership && older.partnership && newer.partnership.key === older.partnership.key)
    return partnershipReplaces(newer.partnership, older.partnership) ? 'certain' : undefined
  if (newer.diet && older.diet && isOtherDiet(newer.diet, older.diet))
    return newer.cues().isChange || newer.assertion.isLabelled || older.diet.kind === 'meat' ? 'certain' : 'likely'
  if (newer.work && older.work && newer.work.key === older.work.key && !older.cues().isAddition) {
    const found = workReplaces(newer.work, older.work, apartMs)
    if (found) return found
  }
  if (older.cues().isAddition) return undefined
  let best: Replacement | undefined
  for (const claim of newer.claims)
    for (const other of older.claims) {
      const isExact = BECAME.test(newer.assertion.plain) && claim.value.size !== other.value.size
      // "Prefers an aisle seat on long flights": only then.
      if (
        claim.key.endsWith('|prefer') &&
        (isConditional(newer) || isConditional(older)) &&
        !isSameCondition(newer, older)
      )
        continue
      if (areOfDays(newer.assertion, older.assertion) && !claim.key.endsWith('|weight')) continue
      if (claim.strength === 'series' && areOfOtherOccasions(newer, older)) continue
      if (claim.key.endsWith('|working time') && isOtherWork(newer.work, older.work)) continue
      if (isOtherHome(newer, claim, other) || (older.isEvent && other.key.includes('|pace '))) continue
      const isSame = claim.key === other.key || isDoseOf(claim.key, other.key, newer.assertion.plain)
      const found = isSame ? claimReplaces(claim, other, newer.cues().isChange, isExact) : undefined
      if (found && best !== 'certain') best = found
    }
  return best
}
