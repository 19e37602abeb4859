import type { Clause } from './reading.ts'

/* Aids of which a person uses one at a time, such as those for seeing and for walking. */

const SORTS: readonly (readonly [sort: string, named: RegExp])[] = [
  ['glasses', /\b(?:glasses|spectacles|specs|varifocals|bifocals)\b/],
  ['lenses', /\b(?:contacts|contact lenses|lenses)\b/],
  ['stick', /\b(?:stick|cane)\b/],
  ['crutches', /\bcrutch(?:es)?\b/],
  ['frame', /\b(?:rollator|zimmer(?: frame)?|walking frame|walker|(?<=\b(?:walks?|walking) (?:with|on) an? )frame)\b/],
  ['wheelchair', /\b(?:wheelchair|power ?chair|mobility scooter)\b/],
]
const OF_SIGHT: ReadonlySet<string> = new Set(['glasses', 'lenses'])
const USES =
  /^(?:(?:now|mostly|only|always|just|back|went|gone|is|am|been|switched|changed|moved|over) )*(?:wears?|wearing|uses?|using|walks? with|walking with|needs?|gets? (?:around|about) (?:with|on|in)|goes? (?:around|about|out) (?:with|on|in)|to|on|in) (?:wearing |using )?(?:an? |my |her |his |the )?(?:[a-z-]+ ){0,2}?(?:glasses|spectacles|specs|varifocals|bifocals|contacts|contact lenses|lenses|stick|cane|crutch(?:es)?|rollator|zimmer(?: frame)?|walking frame|walker|frame|wheelchair|power ?chair|mobility scooter)\b/
/** Only then, or besides. */
const AT_TIMES =
  /\b(?:for|when|while|only (?:at|in|for|on|when)|at|sometimes|indoors|outdoors|outside|inside|without|and|or|sun|sports?|sunglasses|until|till|safety|reading|swimming|diving)\b/
const AGAIN = /\b(?:now|nowadays|these days|again|instead|since|back|switched|changed|moved|finally|from now on)\b/

/** "Wears contact lenses again" after "wears glasses", "uses a rollator now" after "walks with a stick". */
export function usesOtherAid(newer: Clause, older: Clause): boolean {
  const [next, before] = [sortOf(newer), sortOf(older)]
  if (!next || !before || next === before || OF_SIGHT.has(next) !== OF_SIGHT.has(before)) return false
  return AGAIN.test(newer.assertion.plain)
}

/** What a clause says is used, at all times. */
function sortOf({ assertion: { main, plain, topic } }: Clause): string | undefined {
  if (topic.length || !USES.test(main.whole) || AT_TIMES.test(plain)) return undefined
  return SORTS.find(([, named]) => named.test(plain))?.[0]
}

/** A key that statements about aids for the same have in common. */
export function aidKeyOf(clause: Clause): string | undefined {
  const sort = sortOf(clause)
  return sort && (OF_SIGHT.has(sort) ? 'aid for seeing' : 'aid for walking')
}
