import { KIN_ATTRIBUTES } from '../kin.ts'
import { type Assertion, keyOf, type Owner, SELF } from './assertions.ts'
import { isNoName } from './bare.ts'
import type { Clause } from './reading.ts'
import { withoutPossessive } from './words.ts'

/** Whether two clauses are about one person; a note without a subject is about the user, and a son is no daughter. */
export function areOfOnePerson({ assertion: newer }: Clause, { assertion: older }: Clause): boolean {
  if (newer.owner !== older.owner && ownerKeyOf(newer) !== ownerKeyOf(older)) return false
  if (isOfOthers(newer) !== isOfOthers(older)) return false
  const [kin, known] = [kinIn(newer), kinIn(older)]
  return !kin.length || !known.length || kin.join() === known.join()
}

/** Whose: of a note whose first word is read as a name, the user's. */
export function ownerKeyOf({ owner }: Assertion): string {
  if (owner === undefined || owner.name === undefined) return keyOf(owner ?? SELF)
  const known = OWNER_KEYS.get(owner) ?? keyOf(isNoName(owner.name) ? SELF : owner)
  OWNER_KEYS.set(owner, known)
  return known
}
const OWNER_KEYS = new WeakMap<Owner, string>()

/** "Their daughter". */
function isOfOthers({ words: [first] }: Assertion): boolean {
  return first?.plain === 'their'
}

function kinIn({ words }: Assertion): string[] {
  return words.slice(0, 3).flatMap(({ plain }) => {
    const word = withoutPossessive(plain)
    return KIN_ATTRIBUTES.has(word) ? [word] : []
  })
}

/** Whether a clause dates what it says to a year before an older statement: "went freelance in 2009". */
export function isOfEarlierYear({ cues }: Clause, olderYear: number | undefined): boolean {
  const { years } = cues()
  return olderYear !== undefined && years.length > 0 && years.every((year) => year < olderYear)
}
