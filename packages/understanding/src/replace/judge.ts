import { readFacts } from '../statement.ts'
import type { Claim } from './claims.ts'
import { appointmentReplaces, endingReplaces, isSameParty } from './endings.ts'
import { partnershipReplaces } from './partner.ts'
import { type Clause, type Reading, readingOf } from './reading.ts'
import { isSameValue, shareOf } from './values.ts'
import { workReplaces } from './work.ts'

/** How sure it is that a newer statement replaces an older one; `series`: both are readings of one quantity. */
export type Replacement = 'certain' | 'likely' | 'series'

/** When two statements were true, and whose they are. */
export interface ReplacementContext {
  readonly newerAt?: Date | number | undefined
  readonly olderAt?: Date | number | undefined
  /** The name of the person whose statements these are. */
  readonly ownName?: string | undefined
}

/** Statements of less than this apart are likely to describe the same time. */
const SAME_TIME_MS = 60 * 60_000
const SINGLE_RELATIONS = new Set('self partner mother father boss'.split(' '))
const SAFETY = new Set('allergy intolerance condition medicine disability pregnancy phobia'.split(' '))

/**
 * Whether a newer statement replaces an older one. `certain` only by rule; `undefined` where both can be true, in doubt,
 * and for the same statement again. The judgement is about the two texts: it does not know what else is stored.
 */
export function judgeReplacement(
  newer: string,
  older: string,
  context: ReplacementContext = {},
): Replacement | undefined {
  const { ownName } = context
  const [newerAt, olderAt] = [context.newerAt, context.olderAt].map((at) => (at === undefined ? undefined : Number(at)))
  if (newerAt !== undefined && olderAt !== undefined && newerAt < olderAt) return undefined
  const next = readingOf(newer, ownName)
  const before = readingOf(older, ownName)
  if (next.normal() === before.normal()) return undefined
  const isSameTime = newerAt !== undefined && olderAt !== undefined && newerAt - olderAt < SAME_TIME_MS
  const olderYear = olderAt === undefined || Number.isNaN(olderAt) ? undefined : new Date(olderAt).getUTCFullYear()
  let best: Replacement | undefined
  for (const clause of next.clauses)
    for (const other of before.clauses) {
      const pair = between(clause, other, isSameTime, olderYear)
      const found = pair && isOneOfSeveral(clause) ? (clause.cues().isChange ? 'likely' : undefined) : pair
      if (found === 'series' && before.clauses.length === 1) return 'series'
      if (found === 'certain' || (found && !best)) best = found
    }
  return best && checked(best, next, before, older)
}

/** What else the older statement says must not be lost with it. */
function checked(found: Replacement, next: Reading, { clauses }: Reading, older: string): Replacement | undefined {
  const isSafety = readFacts(older).facts.some(({ attribute }) => SAFETY.has(attribute.name))
  const isEnded = next.clauses.some(({ ending }) => ending && ending.kind !== 'denied')
  if (isSafety && clauses.length > 1) return undefined
  if (isSafety && (!isEnded || / and |,/.test(older)) && found === 'certain')
    return / and |,/.test(older) ? undefined : 'likely'
  return found === 'certain' && clauses.length > 1 ? 'likely' : found
}

/** Relatives and friends that a person can have several of: "my brother" may be another one. */
function isOneOfSeveral({ assertion: { owner, topic, plain } }: Clause): boolean {
  if (topic.length || / (?:called|named) /.test(plain)) return false
  return owner?.relation !== undefined && owner.name === undefined && !SINGLE_RELATIONS.has(owner.relation)
}

function between(
  newer: Clause,
  older: Clause,
  isSameTime: boolean,
  olderYear: number | undefined,
): Replacement | undefined {
  const dated =
    newer.isTemplate || older.isTemplate || older.cues().isPast
      ? undefined
      : appointmentReplaces(newer.assertion, older.assertion)
  if (
    dated &&
    isSameParty(newer.assertion.owner, older.assertion.owner) &&
    !newer.claims.some(({ key }) => key.endsWith('|home')) &&
    !newer.cues().isHypothetical
  )
    return dated
  if (older.cues().isHypothetical || older.cues().isPast || older.cues().isTemporary) return undefined
  const isOld =
    olderYear !== undefined && newer.cues().years.length > 0 && newer.cues().years.every((year) => year < olderYear)
  if (newer.ending && !newer.cues().isHypothetical && !older.isEvent) {
    const ended = endingReplaces(newer.ending, newer.assertion, older.assertion)
    if (ended) return ended
  }
  if (
    newer.cues().isHypothetical ||
    newer.cues().isAddition ||
    newer.cues().isPast ||
    newer.cues().isTemporary ||
    (isOld && !newer.isTemplate)
  )
    return undefined
  if (newer.partnership && older.partnership && newer.partnership.key === older.partnership.key)
    return partnershipReplaces(newer.partnership, older.partnership) ? 'certain' : undefined
  if (newer.diet && older.diet && newer.diet.key === older.diet.key && newer.diet.kind !== older.diet.kind)
    return newer.cues().isChange || older.diet.kind === 'meat' ? 'certain' : 'likely'
  if (newer.work && older.work && newer.work.key === older.work.key && !older.cues().isAddition) {
    const found = workReplaces(newer.work, older.work, isSameTime)
    if (found) return found
  }
  if (older.cues().isAddition) return undefined
  let best: Replacement | undefined
  for (const claim of newer.claims)
    for (const other of older.claims) {
      const found = claim.key === other.key ? claimReplaces(claim, other, newer.cues().isChange) : undefined
      if (found && best !== 'certain') best = found
    }
  return best
}

function claimReplaces(newer: Claim, older: Claim, isChange: boolean): Replacement | undefined {
  if (isSameValue(newer.value, older.value)) return undefined
  if (newer.strength === 'series' || older.strength === 'series') return 'series'
  if (newer.strength === 'certain' && older.strength === 'certain')
    return isChange || !newer.needsChange ? 'certain' : undefined
  if (newer.key.includes('~')) return 'likely'
  const isVariant = shareOf(newer.value, older.value) > 0
  if (newer.isFrame) return isVariant ? (isChange || newer.key.endsWith('|prefer') ? 'certain' : 'likely') : undefined
  return isChange ? 'certain' : 'likely'
}
