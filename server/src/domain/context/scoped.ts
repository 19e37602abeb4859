import { covers } from '@memory-service/scopes'
import type { Category, Shares } from '@memory-service/understanding/category'
import type { Fact, Statement } from '@memory-service/understanding/statement'
import type { ConsideredMemory } from '../memories/memory.ts'

/*
 * Facts that no rule reads, by the scope they are filed under. "Prawns send me straight to A&E" in `nutrition` is a fact
 * about food although its words are not understood. People word their allergies in more ways than any list has.
 */

/** Namespaces by which a fact counts as one of a field, and the name of the field. */
const FIELDS: readonly (readonly [namespace: string, field: ScopedField])[] = [
  ['health', 'unread_health'],
  ['nutrition', 'unread_nutrition'],
  ['work', 'unread_work'],
  ['home', 'unread_home'],
  ['relationship', 'unread_relationship'],
  ['learning', 'unread_learning'],
]
/** Used like the names of attributes. */
export type ScopedField =
  | 'unread_reaction'
  | 'unread_condition'
  | 'unread_medicine'
  | 'unread_diet'
  | 'unread_health'
  | 'unread_nutrition'
  | 'unread_work'
  | 'unread_home'
  | 'unread_relationship'
  | 'unread_learning'
  | 'unread_style'
  | 'unread_fear'

/** What a fact of health or nutrition can be about, and how much more it counts than the estimate says. */
const SAFETY_KINDS: readonly (readonly [Category, ScopedField, number])[] = [
  ['reaction', 'unread_reaction', 2],
  ['condition', 'unread_condition', 1.3],
  ['medicine', 'unread_medicine', 1.3],
  ['diet', 'unread_diet', 1.3],
]
/** The category of facts that do not concern safety, by field. */
const CATEGORY_OF: ReadonlyMap<ScopedField, Category> = new Map([
  ['unread_work', 'job'],
  ['unread_home', 'home'],
  ['unread_relationship', 'close'],
  ['unread_learning', 'rest'],
  ['unread_style', 'style'],
  ['unread_fear', 'fear'],
])
/** The groups of attributes that rules read of such a field. */
const GROUPS_OF: ReadonlyMap<ScopedField, readonly string[]> = new Map([
  ['unread_work', ['work', 'learning', 'goals']],
  ['unread_home', ['home', 'contact', 'goals']],
  ['unread_relationship', ['family', 'friends', 'pets', 'goals']],
  ['unread_learning', ['learning', 'goals']],
])
/** What is estimated at least so likely counts as read. */
export const LIKELY = 0.5
/** Below this share beside all that a field may hold otherwise, a statement is not what the field is named for. */
const OWN_MIN = 0.1
/** So many texts that differ only in numbers and dates are readings rather than facts. */
export const READINGS_MIN = 3

/** Namespaces whose newest memories are always considered because a fact of them must not be missed. */
export const SAFETY_NAMESPACES = ['health.*', 'nutrition.*']

export function isScopedField(name: string): boolean {
  return name.startsWith('unread_')
}

/** Whether a fact of the field must not be missed. */
export function isSafetyField(field: ScopedField | undefined): boolean {
  return field !== undefined && !CATEGORY_OF.has(field)
}

/** The field of a fact of the user that no rule reads. A text that a rule reads as something else of the field has none. */
export function scopedField(
  { type, scope }: ConsideredMemory,
  { about, form, facts }: Statement,
  own: readonly Fact[],
  shares: () => Shares,
): ScopedField | undefined {
  if ((type !== 'fact' && type !== 'preference') || form !== 'statement' || about.who === 'other') return undefined
  if (shares().fear >= LIKELY && !own.some(({ attribute: { name } }) => name === 'phobia')) return 'unread_fear'
  const found = FIELDS.find(([namespace]) => covers(`${namespace}.*`, scope))
  if (!found) return unscopedField(type, own, shares())
  const [, field] = found
  if (!isSafetyField(field)) return isOfField(field, facts, shares()) ? field : undefined
  if (facts.some(({ subject }) => subject.who === 'other') || own.some(isOfHealth)) return undefined
  return kindOf(field, shares())
}

/** The fields that a fact can be of whatever its scope, if the estimate says so. */
const OF_ANY_SCOPE: readonly (readonly [Category, ScopedField])[] = [
  ['home', 'unread_home'],
  ['job', 'unread_work'],
  ...SAFETY_KINDS.map(([category, field]) => [category, field] as const),
]

/** The field of a fact in a scope of no field: what is estimated to be likely, and what no rule has read. */
function unscopedField(type: ConsideredMemory['type'], own: readonly Fact[], shares: Shares): ScopedField | undefined {
  if (type === 'preference') return shares.style >= LIKELY ? 'unread_style' : undefined
  const field = OF_ANY_SCOPE.find(([category]) => shares[category] >= LIKELY)?.[1]
  if (field === undefined) return undefined
  const groups = GROUPS_OF.get(field)
  const isRead = groups ? own.some(({ attribute }) => groups.includes(attribute.group)) : own.some(isOfHealth)
  return isRead ? undefined : field
}

/** Facts that a rule has read of something else, such as an age, do not matter if the statement as a whole is of the field. */
function isOfField(field: ScopedField, facts: readonly Fact[], shares: Shares): boolean {
  if (field === 'unread_learning') return !facts.length && shares.other < LIKELY
  const own = shares[CATEGORY_OF.get(field)!]
  if (facts.length)
    return own >= LIKELY && !facts.some(({ attribute }) => GROUPS_OF.get(field)!.includes(attribute.group))
  return own >= OWN_MIN * (own + shares.close + shares.other + shares.rest + shares.goal)
}

/** What a fact of health or nutrition is about, or the field as a whole if that is none of what harms if it is missed. */
function kindOf(field: ScopedField, shares: Shares): ScopedField {
  let kind = field
  let most = Math.max(shares.body, shares.food, shares.taste, shares.rest)
  for (const [category, name, factor] of SAFETY_KINDS)
    if (shares[category] * factor > most) [kind, most] = [name, shares[category] * factor]
  return kind
}

function isOfHealth({ attribute: { group, isSafety, name } }: Fact): boolean {
  return isSafety || (['body', 'food', 'fitness', 'sleep'].includes(group) && name !== 'alcohol')
}
