import { HAVE, WHO, type Wording, wording } from './wording.ts'

/* Rewrites sentences about things under another name, a new occupation, and appointments that do not take place. */

export const WORDINGS_OF_NAMES: readonly Wording[] = [
  wording(
    'renamed rechristened rebranded',
    String.raw`^(.{2,40}?) (?:(?:was|has been|is|got) (?:officially )?(?:renamed|rechristened|rebranded)|(?:has )?(?:renamed|rechristened|rebranded) (?:itself|themselves|ourselves))(?: (?:to|as|into))?,? (?=\p{Lu})`,
    '$1 is now called ',
    'u',
  ),
  wording(
    'name names',
    String.raw`^((?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|\p{Lu}[\p{L}-]{0,30}['’]s) [\p{Ll} -]{3,30}) (?:now )?(?:plays?|performs?|trades?|sails?|operates?|runs?|appears?|competes?) under (?:the|a) (?:new )?name(?: of)?:? (?=(?:[Tt]he )?\p{Lu})`,
    '$1 is now called ',
    'u',
  ),
  wording(
    'as',
    String.raw`^((?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|\p{Lu}[\p{L}-]{0,30}['’]s) [\p{Ll} -]{3,30}) (?:(?:now )?trades as|now (?:plays|performs|competes|sails) as|(?:plays|performs|competes|sails|trades) as(?=.* (?:now|these days|nowadays)$)) (?=(?:[Tt]he )?\p{Lu})`,
    '$1 is now called ',
    'u',
  ),
  // Work.
  wording(
    'hired',
    `^(${WHO})(?:(?:have|has|am|is|was|got|been|just|recently|now) ){0,3}(?:hired|taken on) (?:as|to be) (?=an? |the )`,
    '$1now works as ',
  ),
  // Cancelling by phone.
  wording(
    'cancel',
    String.raw`^${WHO}${HAVE}(?:called|rang|phoned|wrote to|e-?mailed|texted|messaged) (?:the )?(\p{L}[\p{L}'’. -]{1,30}?) (?:and cancelled|to cancel) (?:the|my|our|her|his) `,
    'Cancelled at $1 the ',
  ),
]

/** Of sentences with two clauses that are read as one. */
export const WHOLE_OF_NAMES: readonly Wording[] = [
  // "Bea is ill, so no hike on 3 May".
  wording(
    'so',
    String.raw`^[^,;.]{3,60}[,;] (?:and )?so (?:there (?:is|will be) |it is |there['’]s )?no (?!longer\b|more\b|one\b)((?:\p{Ll}+ ){0,2}?\p{Ll}+)(?: for (?:us|me|her|him|them))?(?= on \p{N}| on \p{Lu}|[.!]?$)`,
    'The $1 is cancelled',
    'u',
  ),
]
