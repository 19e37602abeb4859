import { covers } from '@memory-service/scopes'
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
]
/** Used like the names of attributes. */
export type ScopedField = 'unread_health' | 'unread_nutrition' | 'unread_work' | 'unread_home' | 'unread_relationship'
/** So many texts that differ only in numbers and dates are readings rather than facts. */
export const READINGS_MIN = 3

/** Namespaces whose newest memories are always considered because a fact of them must not be missed. */
export const SAFETY_NAMESPACES = ['health.*', 'nutrition.*']

export function isScopedField(name: string): boolean {
  return FIELDS.some(([, field]) => field === name)
}

/** Whether a fact of the field must not be missed. */
export function isSafetyField(field: ScopedField | undefined): boolean {
  return field === 'unread_health' || field === 'unread_nutrition'
}

/** The field of a fact of the user that no rule reads. A text that a rule reads as something else of the field has none. */
export function scopedField(
  { type, scope }: ConsideredMemory,
  { about, form, facts }: Statement,
  own: readonly Fact[],
): ScopedField | undefined {
  if ((type !== 'fact' && type !== 'preference') || form !== 'statement' || about.who === 'other') return undefined
  const found = FIELDS.find(([namespace]) => covers(`${namespace}.*`, scope))
  if (!found) return undefined
  const [, field] = found
  if (!isSafetyField(field)) return facts.length ? undefined : field
  return facts.some(({ subject }) => subject.who === 'other') || own.some(isOfHealth) ? undefined : field
}

function isOfHealth({ attribute: { group, isSafety, name } }: Fact): boolean {
  return isSafety || (['health', 'body', 'food', 'fitness', 'sleep'].includes(group) && name !== 'alcohol')
}
