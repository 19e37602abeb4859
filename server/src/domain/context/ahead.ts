import { dayOf } from '@memory-service/recall/dates'
import type { Wanted } from './choose.ts'
import type { Understood } from './understood.ts'

/* What lies ahead of the user, and what is over. */

/** Whether it is an event of the past: no answer to what lies ahead. */
export function isOver({ memory, time, lastDay, facts }: Understood, now: number): boolean {
  return memory.type === 'event' && time < now && (lastDay ?? -Infinity) < dayOf(now) && !facts.length
}

/** Those about a day from today on, soonest first. */
export function upcoming(
  eligible: readonly Understood[],
  { ahead: attributes, aheadDays = Infinity }: Wanted,
  now: number,
): Understood[] {
  const today = dayOf(now)
  const isAhead = ({ memory, time, lastDay, facts }: Understood) =>
    (lastDay !== undefined &&
      lastDay >= today &&
      (memory.type === 'event' || facts.some(({ attribute }) => attributes.includes(attribute.name)))) ||
    time > now
  const dayOfEach = (each: Understood) => each.lastDay ?? dayOf(each.time)
  const isSoon = (each: Understood) => dayOfEach(each) <= today + aheadDays
  return eligible
    .filter((each) => isAhead(each) && isSoon(each))
    .sort((a, b) => dayOfEach(a) - dayOfEach(b) || (a.memory.id < b.memory.id ? 1 : -1))
}
