/** A predicate of a clause: a relation of its subject, and to whom or what. */
export interface Predicate {
  readonly relation: string
  readonly object: string
  /** The number of characters read. */
  readonly length: number
}

/*
 * Patterns anchored at the end of a subject. Precision before reach: only the present, and nothing negated. A letter is
 * anything but spaces, digits and punctuation; with \p{L}, compiling the patterns would take 0.1 s.
 */
const LETTER = String.raw`[^\s\d!-/:-@[-\x60{-~‘’“”«»…–—]`
const CAPITALISED = String.raw`\p{Lu}${LETTER}*(?:[-'’]\p{Lu}${LETTER}*)*`
// Excludes the possessive "Tom's".
const WHOLE = `(?!${LETTER}|['’-]${LETTER})`
const NAME = `${CAPITALISED}${WHOLE}(?: ${CAPITALISED}${WHOLE}){0,3}`
/** "St. Brendan's" in "St. Brendan's Hospital": not "St", nor "Tom's" of "Tom's sister". */
const ABBREVIATED = '(?:St|Dr|Prof|Mr|Mrs|Ms)\\.'
const OF_PLACE = `(?:${ABBREVIATED} |(?!${ABBREVIATED}))${CAPITALISED}(?:['’]s(?= \\p{Lu})|${WHOLE})`
const NAME_OF_PLACE = `${OF_PLACE}(?: ${OF_PLACE}){0,3}`
const PLACE = `(?:[Tt]he )?${NAME_OF_PLACE}(?: (?:of|the|and|&|de|van|von|upon) (?:the )?${NAME_OF_PLACE}){0,2}`
const OWN_KIN = `(?:(?:my|our|her|his|their|the user['’]s|${CAPITALISED}(?: ${CAPITALISED}){0,2}['’]s) [\\p{Ll}-]{3,20} )?`
const IS = "(?: [Ii]s| am| are|['’](?:s|m|re))"
const AND = '(?:,? (?:and|but|who))?'

const pattern = (source: string) => new RegExp(`^${AND}${source}`, 'u')
const PREDICATES: readonly (readonly [relation: string, of: RegExp])[] = [
  ['married to', pattern(`(?:${IS}| got)? [Mm]arried to ${OWN_KIN}(?<object>${NAME})`)],
  ['engaged to', pattern(`${IS}? [Ee]ngaged to ${OWN_KIN}(?<object>${NAME})`)],
  ['works at', pattern(` [Ww]orks?(?: as an? [\\p{Ll} -]{2,40}?)? (?:at|for) (?<object>${PLACE})`)],
  ['studies at', pattern(` (?:[Ss]tud(?:y|ies)|[Gg]o(?:es)? to school) at (?<object>${PLACE})`)],
  ['lives in', pattern(` [Ll]ives? in (?<object>${PLACE})`)],
  ['lives with', pattern(` [Ll]ives? with ${OWN_KIN}(?<object>${NAME})`)],
  ['comes from', pattern(`(?:${IS}| [Cc]omes?) from (?<object>${PLACE})`)],
]
const COPULA = pattern(IS)

/** Relations whose object is a person. */
export const BETWEEN_PEOPLE: ReadonlySet<string> = new Set(['married to', 'engaged to', 'lives with'])

/** Reads the predicate at the beginning of what follows a subject. */
export function predicateOf(rest: string): Predicate | undefined {
  for (const [relation, of] of PREDICATES) {
    const match = of.exec(rest)
    if (match) return { relation, object: match.groups!.object!, length: match[0].length }
  }
  return undefined
}

/** The number of characters of a form of "to be" at the beginning of what follows a subject; 0 without one. */
export function copulaLength(rest: string): number {
  return COPULA.exec(rest)?.[0].length ?? 0
}
