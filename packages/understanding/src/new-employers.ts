import { isPlace, PLACE } from './clipped/clipping.ts'

/** "Left Witteveen; I am at Arup now": who has left one employer is at another. */
const LEFT = new RegExp(
  `^(?<left>(?:(?:I|I['’]ve|I have|She|He|(?:The )?[Uu]ser)(?: has| have)? )?(?:[Ll]eft|[Qq]uit|[Rr]esigned from|[Hh]anded in (?:my|her|his) notice at) (?<old>${PLACE})(?: (?:in|last|after) [^;,.]{2,30})?)(?:[;,.]|,? and|,? but) (?<who>I am|I['’]m|[Ss]he['’]s|[Ss]he is|[Hh]e['’]s|[Hh]e is|now)(?: now)? (?:at|with|over at) (?<org>${PLACE})(?=(?: now| these days| since| from)\\b|[.,;]|$)`,
  'u',
)
/** No employers: halls and stations one passes through. */
const PASSED =
  /\b(?:station|airport|centraal|central|hospital ward|gare|hauptbahnhof|hotel|terminal|gate|park|beach|mum|mom|dad|home)\b|['’]s$/i

/** A text that says so, with "works at" for "am at". */
export function withNewEmployer(text: string): string {
  const { left, old, who, org } = LEFT.exec(text)?.groups ?? {}
  if (!left || isPlace(old!) || isPlace(org!) || PASSED.test(org!)) return text
  const works = /^(?:I|now)/i.test(who!) ? 'I work' : `${who!.slice(0, who!.search(/['’ ]/))} works`
  return text.replace(LEFT, (match) => `${left}; ${works} at ${match.slice(match.lastIndexOf(org!))}`)
}
