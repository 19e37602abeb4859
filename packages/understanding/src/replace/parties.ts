import { conceptsWith } from '../concepts.ts'
import { KIN_ATTRIBUTES } from '../kin.ts'
import { type Assertion, keyOf, SELF } from './assertions.ts'
import { kindOf } from './kinds.ts'
import type { Clause, Reading } from './reading.ts'
import { isRoleClaim } from './roles.ts'
import { shareOf } from './values.ts'
import { stemOf } from './words.ts'

/* Whose two statements are: whether they can be about the same person or thing. */

const SINGLE_RELATIONS = new Set('self partner mother father boss'.split(' '))

/** Whether a reading is about a person whom the other does not name. */
export function isOfAnother({ clauses }: Reading, other: Reading): boolean {
  return clauses.some(({ assertion: { owner } }) => {
    const parts = owner?.name?.split(' ') ?? []
    return (
      parts.length > 0 &&
      !parts.some(
        (part) => other.stems().has(stemOf(part)) || conceptsWith(part).length > 0 || kindOf(part) !== undefined,
      )
    )
  })
}

/** Names all that a person has: "my parents". */
const ALL_OF_THEM = /^(?:(?:my|our) )?(?:both )?(?:parents|grandparents|in-laws|folks|children|kids|twins)\b/

/** Relatives and friends that a person can have several of: "my brother" may be another one. */
export function isOneOfSeveral({ assertion: { owner, topic, plain } }: Clause): boolean {
  if (topic.length || / (?:called|named|best friend) /.test(plain) || ALL_OF_THEM.test(plain)) return false
  return owner?.relation !== undefined && owner.name === undefined && !SINGLE_RELATIONS.has(owner.relation)
}

/** Says of one person that it was otherwise before: "my son switched schools to". */
export const TRANSFERS =
  /\b(?:changed|switched|transferred|moved) (?:\w+ ){0,2}(?:to|from)\b|\bno longer\b|\bany ?more\b|\b(?:came|come|is|are) (?:back )?home from\b|\bdischarged\b/

/** Says which of several relatives it is. */
const ONE_OF_KIN = /\b(?:older|elder|eldest|oldest|younger|youngest|middle|other|first|second|third|big|little|twin)\b/

/** "The older son" and "the younger son". */
export function isOtherOfKin(newer: Clause, older: Clause): boolean {
  const which = ({ assertion: { plain } }: Clause) => ONE_OF_KIN.exec(plain)?.[0] ?? ''
  return which(newer) !== which(older) || isOtherKin(kinIn(newer), kinIn(older))
}

/** Names relatives of any sex. */
const ANY_KIN = /^(?:child|children|kid|sibling|grandchild|grandchildren|baby|relative|twin|parent|grandparent)s?$/

/** "Brother" and "sister". */
function isOtherKin(one: string | undefined, other: string | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    stemOf(one) !== stemOf(other) &&
    ![one, other].some((kin) => ANY_KIN.test(kin))
  )
}

function kinIn({ assertion: { words } }: Clause): string | undefined {
  return words.slice(0, 3).find(({ plain }) => KIN_ATTRIBUTES.has(plain))?.plain
}

/** Whether both are about "my son", and not "my children". */
export function isSameKin(newer: Clause, older: Clause): boolean {
  const [one, other] = [kinIn(newer), kinIn(older)]
  return one !== undefined && one === other && !one.endsWith('s')
}

const MOVED = /^(?:(?:has|have|just|recently) )*moved\b/
const GONE = /^(?:(?:has|have|just|recently) )*(?:retired|stopped|passed away|died|emigrated|no longer|moved away)\b/

/** "Dr Weiss retired, I see Dr Amari now" after "my doctor is Dr Weiss". */
export function leaves({ clauses }: Reading, newer: Clause, older: Clause): 'certain' | 'likely' | undefined {
  const { leaver, cues } = newer
  if (
    !leaver ||
    cues().isHypothetical ||
    // A friend stays one from afar.
    (MOVED.test(newer.assertion.main.whole) && older.claims.some(({ key }) => key.endsWith('|best friend'))) ||
    !older.claims.some((claim) => isRoleClaim(claim) && shareOf(leaver, claim.value) === 1)
  )
    return undefined
  const isOther = ({ assertion: { words, owner } }: Clause) =>
    words.some(
      ({ isCapital, plain }, at) =>
        isCapital &&
        plain !== 'i' &&
        !leaver.has(stemOf(plain)) &&
        (at > 0 || owner?.name !== undefined) &&
        // "Moved to Recife".
        !(
          MOVED.test(newer.assertion.main.whole) &&
          words.slice(Math.max(0, at - 2), at).some(({ plain: before }) => /^(?:to|in|from|near)$/.test(before))
        ),
    )
  const isGone = GONE.test(newer.assertion.main.whole) || older.claims.some(({ key }) => key.endsWith('|housemates'))
  return isGone || clauses.some(isOther) ? 'certain' : 'likely'
}

/** "Tennis is on Friday now", "Crete fell through": a capitalised word that the older statement uses for no person. */
export function isThing({ owner }: Assertion, older: Assertion): boolean {
  if (owner?.name === undefined || owner.relation !== undefined || older.owner?.name !== undefined) return false
  const parts = owner.name.split(' ')
  return (
    older.topic.length === 0 && parts.every((part) => older.words.some(({ plain }, at) => at > 0 && plain === part))
  )
}

/** "Rui and Sara postponed the wedding" after "wedding of Rui and Sara". */
export function isNamedIn({ owner }: Assertion, older: Assertion): boolean {
  const parts = owner?.name?.split(' ').filter((part) => part !== 'and') ?? []
  return parts.length > 0 && parts.every((part) => older.words.some(({ plain }) => plain === part))
}

/** "Tom moved his dentist": of Tom, unless the older assertion names him. */
export function isOfActor(newer: Assertion, older: Assertion): boolean {
  return newer.owner?.name !== undefined && OF_THEM.test(newer.plain) && !isNamedIn(newer, older)
}
const OF_THEM =
  /\b(?:moved|put|pushed|postponed|rescheduled|shifted|changed|delayed|cancell?ed|called off) (?:back |forward )?(?:his|her|their)\b/

/** Whether a newer assertion is about a thing, about the same person as the older one, or about a name that it contains. */
export function isAboutSame(newer: Assertion, older: Assertion): boolean {
  return !newer.owner || keyOf(newer.owner) === keyOf(older.owner ?? SELF) || isNamedIn(newer, older)
}

/** "Insulin was stopped" after "takes insulin": a word that begins a sentence, and no name. */
export function isWritten({ owner }: Assertion, older: Assertion): boolean {
  if (owner?.name === undefined || owner.relation !== undefined) return false
  return older.words.some(({ plain, isCapital }, at) => at > 0 && !isCapital && plain === owner.name)
}

/** "My son's dentist appointment": not the one that an older statement names without a person. */
export function isAnothers({ owner, topic }: Assertion, older: Assertion): boolean {
  return topic.length > 0 && !older.owner && owner?.relation !== 'self' && owner !== undefined
}
