import { type Assertion, keyOf } from './assertions.ts'
import type { Claim } from './claims.ts'
import { stemsIn } from './values.ts'
import { stemOf, type Word } from './words.ts'

const PREPOSITIONS = new Set('in at on by of to for with from as after under'.split(' '))
/** How a thing or person came about: it did so once. */
const ORIGIN =
  /^(?:was|were|is|are) (?:first |originally |officially )?(?:born|created|founded|established|developed|written|produced|directed|built|designed|invented|discovered|composed|published|performed|recorded|released|sung|painted|manufactured|made|formed|introduced|set|filmed|shot|named|educated|raised|buried|crowned|launched|broadcast|drawn|authored|coined|commissioned|conceived|started)(?: [a-z]+)?$/
/** Where a thing or person belongs now. */
const STATE =
  /^(?:is|are) (?:currently |now )?(?:located|based|headquartered|situated|employed|owned|led|run|managed|governed|married|engaged|chaired|coached|held|headed|sponsored|ruled|affiliated|associated|represented|signed)$/
const PLURAL_ROLES = new Set(
  'member fan friend lover supporter speaker student part one relative customer client user colleague bit kind sort type native patient partner admirer follower'.split(
    ' ',
  ),
)
const FAME = /^(?:is|are|was|were) (?:best |well |most )?(?:famous|known|renowned|noted)$/
const TYPED_MULTIPLE = new Set('play see like lov visit hav know hold'.split(' ').map(stemOf))
/** "Appreciates the importance of rest": of these, a person has many. */
const ATTITUDES = new Set(
  (
    'appreciates understands understood enjoys enjoyed believes recognizes recognises realizes realises emphasizes emphasises stresses highlights ' +
    'values shares discusses mentions expresses describes feels felt celebrates explores discovers learns remembers admires supports notices ' +
    'acknowledges explains states'
  )
    .split(' ')
    .map(stemOf),
)
const OBJECT_WORDS_MAX = 12

/**
 * A fact about a named thing or person, as its subject and predicate up to the object: "plays the position of".
 * Derived from the form of the sentence: the fixed part ends with the first preposition, or with "the city of".
 */
export function templateOf({ owner, topic, predicate }: Assertion): Claim | undefined {
  const end = fixedEnd(predicate)
  if (end < 0) return undefined
  const fixed = predicate.slice(0, end)
  const object = predicate.slice(end, end + OBJECT_WORDS_MAX)
  if (!object.length || fixed.some(({ plain }) => plain === 'not' || plain === 'no')) return undefined
  const strength = strengthOf(fixed, object)
  if (!strength) return undefined
  const value = stemsIn(object)
  if (!value.size) return undefined
  const subject = `${keyOf(owner)}~${topic.map(({ plain }) => stemOf(plain)).join(' ')}`
  return { key: `${subject}|${fixed.map(({ plain }) => plain).join(' ')}`, value, strength, needsChange: false }
}

/** The position after the first preposition, and after "the … of" that follows it. */
function fixedEnd(predicate: readonly Word[]): number {
  const at = predicate.findIndex(({ plain, isCapital }, index) => index > 0 && (isCapital || PREPOSITIONS.has(plain)))
  if (at < 1 || at > 6 || predicate[at]!.isCapital) return -1
  if (predicate[at + 1]?.plain !== 'the') return at + 1
  const of = [at + 3, at + 4].find(
    (index) => predicate[index]?.plain === 'of' && !predicate[index - 1]!.isCapital && !predicate[at + 2]!.isCapital,
  )
  return of === undefined ? at + 1 : of + 1
}

function strengthOf(fixed: readonly Word[], object: readonly Word[]): Claim['strength'] | undefined {
  const words = fixed.map(({ plain }) => plain)
  const last = words.at(-1)!
  const isTyped = last === 'of' && words.includes('the')
  const lead = words.slice(0, -1).join(' ')
  if (isTyped) {
    if (ATTITUDES.has(stemOf(words[0]!))) return undefined
    const isCopular = /^(?:is|are|was|were)$/.test(words[0]!)
    return !isCopular && TYPED_MULTIPLE.has(stemOf(words[0]!)) && !/\bposition\b/.test(lead) ? 'likely' : 'certain'
  }
  const [first] = object
  const isNamed = first!.isCapital || /^(?:the|an?|\d.*)$/.test(first!.plain)
  if (ORIGIN.test(lead)) return isNamed || last === 'by' ? 'certain' : 'likely'
  if (STATE.test(lead)) return isNamed ? 'certain' : 'likely'
  if (FAME.test(lead)) return first!.isCapital ? 'likely' : undefined
  const role = /^(?:is|are|was) (?:now |currently )?(?:an?|the) ([a-z]+)$/.exec(lead)?.[1]
  if (role && last === 'of') return !PLURAL_ROLES.has(role) && first!.isCapital ? 'certain' : undefined
  return undefined
}
