import { HAVE, NAME, WHO, type Wording, wording } from './wording.ts'

/* Rewrites sentences that tell of a plan that is dropped or moved: "no kitten for us after all" becomes "decided against the kitten". */

const DAYS = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'

export const WORDINGS_OF_PLANS: readonly Wording[] = [
  wording(
    'lot crowd gang bunch',
    String.raw`^(?:the|our|my) ([\p{Ll} -]{3,24}?) (?:lot|crowd|gang|bunch|people) (?:(?:have|has|are|is|been|now) ){0,3}(?:switched|moved|changed|gone|go|meet|shifted)(?: over)? (?:to|for|on) (?=${DAYS}(?:$|[,;.]| (?:now|from now on|instead|at|evenings?|mornings?|as of|from)\b))`,
    'The $1 is now on ',
    'iu',
  ),
  wording(
    'no',
    String.raw`^[Nn]o ((?:\p{Ll}+ )?\p{Ll}+) for (?:me|us) (?:after all|then|any ?more)(?=$|[,;.])`,
    'Decided against the $1',
  ),
  wording(
    'get buy take have want',
    `^(?:(?:[Tt]he|[Mm]y) (?:buyer|couple|family|dealer)|${NAME}) (?:will not|is not|did not|does not|no longer) (?:be )?(?:get(?:s|ting)?|buy(?:s|ing)?|tak(?:e|es|ing)|hav(?:e|ing)|wants?) (?:the|my|our) ((?:[\\p{L}\\d-]+ )?[\\p{L}\\d-]+)(?: after all| any ?more)(?=$|[,;.])`,
    'I am no longer selling the $1',
  ),
  wording(
    'shelved binned scrapped',
    `^(${WHO})${HAVE}(?:[Ss]helved|[Bb]inned|[Ss]crapped) (?:the|our|my) wedding(?! (?:dress|cake|list|plans? for|speech))(?: plans?)?\\b`,
    '$1no longer getting married',
  ),
]

/** Of sentences with two clauses that are read as one. */
export const WHOLE_OF_PLANS: readonly Wording[] = [
  wording(
    'rang called phoned wrote texted',
    String.raw`^(?:[Tt]he )?(?:[Hh]ospital|[Cc]linic|[Ss]urgery|[Dd]entist|[Gg]arage|[Ss]chool|[Tt]heatre|[Vv]enue|[Aa]irline|[Oo]rgani[sz]ers?) (?:has )?(?:rang|called|phoned|wrote|texted|e-?mailed)[,:;] (?:and )?((?:the |my |our )?[\p{L} ]{3,30}) (?:is|are|has been|have been) (?:off until further notice|off(?! (?:sick|work|duty|today|on)\b)|cancelled|called off)\b`,
    '$1 is cancelled',
  ),
]
