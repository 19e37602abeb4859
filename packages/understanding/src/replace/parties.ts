import { conceptsWith } from '../concepts.ts'
import { KIN_ATTRIBUTES } from '../kin.ts'
import { type Assertion, keyOf, SELF } from './assertions.ts'
import { kindOf } from './kinds.ts'
import type { Clause, Reading } from './reading.ts'
import { hasLeft, isRoleClaim, isServiceClaim } from './roles.ts'
import { shareOf } from './values.ts'
import { stemOf, type Word } from './words.ts'

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
  /\b(?:changed|switched|transferred|moved) (?:\w+ ){0,2}(?:to|from)\b|\bstarted (?:in|at)\b|\bno longer\b|\bany ?more\b|\b(?:came|come|is|are) (?:back )?home from\b|\bback from\b|\bdischarged\b/

/** Says which of several relatives it is. */
const ONE_OF_KIN = /\b(?:older|elder|eldest|oldest|younger|youngest|middle|other|first|second|third|big|little|twin)\b/

/** "My dentist is Dr Haas" and "her dentist is Dr Brandl": whether one is of the speaker, and one of another person. */
export function isOfOtherPossessor(newer: Reading, older: Reading): boolean {
  const [next, before] = [newer, older].map(({ normal }) => POSSESSOR.exec(normal())?.groups?.whose)
  return next !== undefined && before !== undefined && personOf(next) !== personOf(before)
}
const POSSESSOR = /^(?:(?:[^ ]+ ){1,3}?is (?:now )?)?(?<whose>my|our|her|his|their) /

function personOf(possessor: string): string {
  return possessor === 'our' ? 'my' : possessor
}

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
  const kin = words.slice(0, 3).find(({ plain }) => KIN_ATTRIBUTES.has(plain))?.plain
  return kin === 'boy' ? 'son' : kin === 'girl' ? 'daughter' : kin
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
  const { main, plain } = newer.assertion
  if (
    !leaver ||
    cues().isHypothetical ||
    // A friend stays one from afar.
    (MOVED.test(main.whole) && older.claims.some(({ key }) => key.endsWith('|best friend'))) ||
    !older.claims.some(
      (claim) =>
        isRoleClaim(claim) &&
        shareOf(leaver, claim.value) === 1 &&
        // "Retired from teaching" ends no other work.
        !(isServiceClaim(claim) && FROM_OTHER.test(main.whole)),
    )
  )
    return undefined
  const isOther = ({ isCapital, plain: name }: Word) => isCapital && name !== 'i' && !leaver.has(stemOf(name))
  if (!hasLeft(main.whole)) {
    const isFollowed = clauses.some((clause) => succeeds(clause, clause === newer, isOther))
    return isFollowed ? 'certain' : undefined
  }
  const isNamed = ({ assertion: { words, owner } }: Clause) =>
    words.some(
      (word, at) =>
        isOther(word) &&
        (at > 0 || owner?.name !== undefined) &&
        // "Moved to Recife".
        !(
          MOVED.test(main.whole) &&
          words.slice(Math.max(0, at - 2), at).some(({ plain: before }) => /^(?:to|in|from|near)$/.test(before))
        ),
    )
  const isGone = GONE.test(main.whole) || older.claims.some(({ key }) => key.endsWith('|housemates'))
  return isGone || (clauses.some(isNamed) && !FOR_A_TIME.test(plain)) ? 'certain' : 'likely'
}

const FROM_OTHER =
  /\bno longer (?!(?:works?|comes?|available|here|with us)\b)|\b(?:from|left|leaving|quit|stopped) (?!(?:us|me|it|this|that|work|the (?:area|village|town|country))\b)[a-z]/
const FOR_A_TIME = /\b(?:cover(?:s|ing)?|stand(?:s|ing)? in|fill(?:s|ing)? in)\b/
/** Stands before a person who follows another. */
const INTRODUCES = /^(?:is|are|am|now|with|to|see|sees|have|has|new|by|from|under|it)$/
/** What a person does for another from now on. */
const PRESENT = /^(?!(?:is|was|has|his|this|does)$)[a-z]{2,}s$/

/** "Dr Vandaele follows Jef now", "our new priest is Father Keane": whether a clause tells who follows one who may have left. */
function succeeds({ assertion, cues }: Clause, isOfLeaver: boolean, isOther: (word: Word) => boolean): boolean {
  const { words, main } = assertion
  if (cues().isPast || cues().isHypothetical || FOR_A_TIME.test(assertion.plain)) return false
  const pauseAt = words.findIndex(({ isAfterPause }) => isAfterPause)
  const from = isOfLeaver ? (pauseAt < 0 ? words.length : pauseAt) : 0
  const at = words.findIndex((word, index) => index >= from && isOther(word))
  if (at < 0) return false
  const end = words.findIndex(({ isCapital }, index) => index > at && !isCapital)
  const next = words[end]?.plain ?? ''
  // "Dr Vandaele follows Jef", "Sofia is our coach", "Mira does my hair".
  if (PRESENT.test(next) || /^(?:now|took|does)$/.test(next)) return true
  if (next === 'is' || next === 'has') return /\b(?:is|has) (?:now )?(?:my|our|the|her|his) /.test(assertion.plain)
  return INTRODUCES.test(words[at - 1]?.plain ?? '') && !/^(?:went|moved|left|returned)/.test(main.whole)
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

/** "My wife sold her car": of the one who acts, unless the older assertion is about that person, too. */
export function isOwnOfActor(newer: Assertion, older: Assertion): boolean {
  const { owner } = newer
  if (!owner || owner.relation === 'self' || older.owner !== undefined || isNamedIn(newer, older)) return false
  return OWN_OF_ACTOR.test(newer.plain)
}
const OWN_OF_ACTOR =
  /\b(?:\p{L}+ed|quit|lost|left|sold|broke|gave|threw|got)(?: (?:up|in|off|away|out|down|rid of))? (?:his|her|their) /u

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
