import { conceptsWith } from '../concepts.ts'
import { KIN_PATTERN } from '../kin.ts'

/* Whom a person shares a home with. Its text as written tells names from what else one lives with: "lives with asthma". */

const HOME =
  '(?:flat|house|apartment|room|place|studio|cottage|bungalow|houseboat|boat|caravan|dorm|basement|loft|(?:one|two|three|four|five|six|[1-6])[- ]bed(?:room)?(?: flat| house| apartment)?)'
const NAME =
  "\\p{Lu}\\p{Ll}[\\p{L}-]*(?!['’]s?(?!\\p{L}))(?! (?:\\p{Lu}\\p{Ll}+ )?(?:disease|syndrome|disorder|type)\\b)"
const COUNT = 'an?|the|two|three|four|five|six|some|several|my|her|his|our|their|other|\\d'
const PEOPLE = `(?:friends?|mates?|colleagues?|co-?workers?|students?|nurses?|strangers?|people|girls|guys|lads|others|women|men|couple|family|folks|parents|in-laws|host family|(?:flat|house|room)mates?|landlady|landlord|classmates?|cousins?|${KIN_PATTERN})`
const WITH = new RegExp(
  `\\b(?:[Ll]iv(?:es?|ing)|[Mm]oved (?:back )?in|[Ss]har(?:es?|ing) (?:an?|the|my|our|his|her) (?:[\\p{Ll}-]+ ){0,2}?${HOME}|[Rr]oom(?:s|ing)) (?:(?:now|together|again|currently|still|here|happily) )?(?:(?:in|on|at|near|off|outside) [^,;.]{2,30}? )?with (?<v>(?:(?:${COUNT}) (?:[\\p{Ll}-]+ ){0,2}?${PEOPLE}\\b(?!['’]s).*|(?<name>${NAME})(?=$|[,.;(]| (?:and|&|in|on|at|near|since|now|again|for|from|until|who)\\b).*))`,
  'u',
)
const ALONE =
  /\b(?<v>(?:lives?|living) (?:all )?(?:alone|by (?:my|her|him)self|on (?:my|her|his) own))\b(?! (?:is|was|can|makes|isn't|would|suits|until|till|in (?:my|her|his) head)\b)/
/** "Mum lives with us", "my parents moved in with us". */
const JOINS = new RegExp(
  `^(?<v>(?:(?:my|our) )?(?:[\\p{L}-]+ )?(?:${KIN_PATTERN}|lodger|au pair|in-laws)(?:,? [\\p{L}-]+)?) (?:now |still |also )?(?:lives?|(?:is|are) (?:now )?living|(?:has |have )?moved (?:back )?in) with (?:us|me)\\b`,
  'u',
)
const LODGER =
  /^(?:(?:i|we|she|he) )?(?:have|has|got|took in|our|my|a|the)? ?(?:a |new )?lodger(?: is|:|,| called| named) (?<v>\p{L}.+)/u
/** "With Lena in Altona", not "with Lena in May". */
const IN_PLACE =
  /^[^;]{2,50}?,? (?:in|near|on|outside) (?<place>(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas|Easter)\b)\p{Lu}.*)/u
const MAY_MATCH = /liv|shar|moved|room|lodger/
const SUPPOSED =
  /\b(?:used to|no longer|stopped|if|want|wants|wanted|would|might|could|never|not|n't|hope|until|before|years? ago|when i was|as a (?:child|kid|student))\b/

export interface Shared {
  readonly value: string
  /** Where in the clause the value stands. */
  readonly at: number
  /** Whether the clause is about who lives with the person: "Mum lives with us". */
  readonly isOwn: boolean
  /** Where they live, if that follows. */
  readonly place?: string | undefined
}

/** Whom a clause says the person lives with. */
export function livesWith(text: string, plain: string): Shared | undefined {
  if (!MAY_MATCH.test(plain) || SUPPOSED.test(plain)) return undefined
  const joins = JOINS.exec(plain)?.groups
  if (joins) return { value: joins.v!, at: 0, isOwn: true }
  const lodger = LODGER.exec(plain)?.groups
  if (lodger) return { value: lodger.v!, at: plain.length - lodger.v!.length, isOwn: true }
  const alone = ALONE.exec(plain)
  if (alone) return { value: alone.groups!.v!, at: alone.index, isOwn: false }
  const shared = text.length === plain.length ? WITH.exec(text) : null
  if (!shared) return undefined
  const { v, name } = shared.groups!
  // "Lives with Lupus".
  if (name !== undefined && !ALSO_NAMES.test(name) && conceptsWith(name.toLowerCase()).length) return undefined
  const place = IN_PLACE.exec(v!)?.groups?.place?.toLowerCase()
  return { value: v!.toLowerCase(), at: shared.index + shared[0].length - v!.length, isOwn: false, place }
}
const ALSO_NAMES =
  /^(?:Rose|Lily|Daisy|Heather|Olive|Ginger|Basil|Rosemary|Jasmine|Paris|Florence|Victoria|Sydney|Charlotte|Austin|Chelsea|Iris|Ivy|Robin|Jordan|Savannah|Georgia|Angel|Grace|Faith|Joy|Hope|Will|Mark|Bill|Jack|Frank|May|June|April|Dawn|Ruby|Amber|Pearl|Sandy|Chip|Bob|Pat|Ray|Rob|Jean|Art|Cliff|Dale|Glen|Kit|Max|Rich|Rusty|Sonny|Kerala|Malik|Saffron|Sage)$/
