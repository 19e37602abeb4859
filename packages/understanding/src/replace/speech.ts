import { conceptsWith } from '../concepts.ts'
import { COMMON, COPULA, OWN, PRONOUNS } from './grammar.ts'
import { NOUNS } from './role-nouns.ts'
import { stemOf, type Word } from './words.ts'

/** A longer value is speech: "Ines: Thirty euros an evening, clay and firing included." */
const VALUE_WORDS_MAX = 6
/** Who speaks in transcripts that name no person; a value of one word is then no name: "Host: Welcome." */
const ROLES = new Set(
  'host guest doctor nurse patient teacher student coach therapist client agent caller operator support narrator boss'.split(
    ' ',
  ),
)

interface LabelledRecord {
  /** The words of the label. */
  readonly topic: readonly Word[]
  /** The words of the value. */
  readonly predicate: readonly Word[]
}

/**
 * Whether a label names who speaks, as in a transcript: "Ines: You are early." states no value of an attribute.
 * @param isProse whether the text has further sentences or marks that the value of a record has not
 */
export function isSpeech({ topic, predicate }: LabelledRecord, isProse: boolean): boolean {
  const isName = topic.length > 0 && topic.every(({ plain, isCapital }) => isCapital && !COMMON.has(plain))
  if (!isName) return false
  if (isProse || predicate.length > VALUE_WORDS_MAX) return true
  if (isRole(topic) && isNamed(predicate)) return false
  // "Ines: Later.": a label that is no known noun is a name. A number after it is a reading, which replaces nothing.
  if (predicate.length === 1 && topic.length === 1 && ROLES.has(topic[0]!.plain)) return true
  if (!topic.some(isNoun) && !predicate.some(({ plain }) => /\d/.test(plain))) return true
  return predicate.some(
    ({ plain, isCapital }, at) =>
      !isCapital && (PRONOUNS.has(plain) || OWN.has(plain) || plain === 'you' || (at > 0 && COPULA.has(plain))),
  )
}

/** "Coach: Battulga", "Keyworker: Simon". */
function isRole(topic: readonly Word[]): boolean {
  const [first] = topic
  return (
    topic.length === 1 && (ROLES.has(first!.plain) || ROLE_NOUNS.has(first!.plain) || OTHER_ROLE.test(first!.plain))
  )
}
const ROLE_NOUNS = new Set(NOUNS.split('|'))
const OTHER_ROLE =
  /^(?:[a-z-]+(?:worker|adviser|advisor|trainer|teacher|manager|officer|mate|keeper|lord|lady|dresser|sitter|minder|physician|surgeon)|editor|publisher|producer|conductor|captain|vicar|priest|imam|rabbi|chair|treasurer|president|sponsor)$/

/** Whether a value is a name: capitals, and no exclamation of one word. */
function isNamed(predicate: readonly Word[]): boolean {
  return predicate.length > 0 && predicate.every(({ plain, isCapital }) => isCapital && !EXCLAMATION.test(plain))
}
const EXCLAMATION =
  /^(?:yes|yeah|yep|no|nope|hello|hi|hey|welcome|thanks|thank|sorry|later|sure|okay|ok|right|good|great|fine|morning|bye|goodbye|never|maybe|always|perhaps|exactly|please|well|done|next|now|soon|true|wrong|what|why|who|how|where|when|congratulations|cheers)$/

function isNoun({ plain }: Word): boolean {
  return [plain, stemOf(plain)].some((word) => conceptsWith(word).length > 0)
}
