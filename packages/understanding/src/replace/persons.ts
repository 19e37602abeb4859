import { KIN_ATTRIBUTES } from '../kin.ts'
import { type Assertion, keyOf, SELF } from './assertions.ts'
import type { Clause } from './reading.ts'
import { withoutPossessive } from './words.ts'

/** Whether two clauses are about one person; a note without a subject is about the user, and a son is no daughter. */
export function areOfOnePerson({ assertion: newer }: Clause, { assertion: older }: Clause): boolean {
  if (keyOf(newer.owner ?? SELF) !== keyOf(older.owner ?? SELF)) return false
  const [kin, known] = [kinIn(newer), kinIn(older)]
  return !kin.length || !known.length || kin.join() === known.join()
}

function kinIn({ words }: Assertion): string[] {
  return words.slice(0, 3).flatMap(({ plain }) => {
    const word = withoutPossessive(plain)
    return KIN_ATTRIBUTES.has(word) ? [word] : []
  })
}
