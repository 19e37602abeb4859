import { judgeReplacement, type Replacement } from '../judge.ts'
import { mayEndOthers } from '../may-end.ts'
import { slotsOf } from '../slots.ts'

const DAY_MS = 24 * 60 * 60_000
const NEWER_AT = Date.UTC(2026, 8, 20)

/** Two statements of one person, the newer one 120 days after the older one. */
export function contextOf(ownName: string) {
  return { newerAt: NEWER_AT, olderAt: NEWER_AT - 120 * DAY_MS, ownName }
}

/** What is found if one of two statements is the newer one, and if the other is; empty if both are read as true. */
export function foundEitherWay(one: string, other: string, ownName: string): Replacement[] {
  const context = contextOf(ownName)
  return [judgeReplacement(one, other, context), judgeReplacement(other, one, context)].filter(
    (found) => found !== undefined,
  )
}

/** How a statement replaces an older one, if a search by slots also finds the older one. */
export function foundReplacement(older: string, newer: string, ownName: string): Replacement | undefined {
  const slots = slotsOf(older, ownName)
  const isRead = (slot: string) => !slot.startsWith('w:') || mayEndOthers(newer)
  const isFound = slotsOf(newer, ownName).some((slot) => slots.includes(slot) && isRead(slot))
  return isFound ? judgeReplacement(newer, older, contextOf(ownName)) : undefined
}
