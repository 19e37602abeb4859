/*
 * What people do for a living, as a verb with what it is done to and an organisation that pays for it: "draws maps for a
 * publisher", "bakes for a hotel". The kind of organisation tells that it is neither a chore nor a hobby.
 */

const VERBS =
  'draw design bake cook weld build repair mend fix edit proofread translate interpret pack pick sew stitch tailor paint clean drive guard write photograph film test install draft ' +
  'illustrate animate code program audit inspect survey type file sort load unload haul ship wash iron cut carve fit wire plaster tile roof lay plumb mill grind forge cast mould print bind ' +
  'brew distil butcher fillet fish farm plant harvest prune landscape groom train teach coach nurse treat counsel cater serve wait sell buy market advertise recruit manage supervise ' +
  'schedule dispatch deliver fly sail pilot navigate mine drill log operate run research analyse catalogue restore tune make assemble machine polish upholster'
const ORGANISATIONS =
  'publisher|publishing house|press|magazine|newspaper|agency|studio|shipyard|boatyard|yard|hotel|hostel|hospital|clinic|court|bank|museum|gallery|factory|plant|mill|foundry|workshop|firm|company|' +
  'contractor|builder|developer|manufacturer|caterer|caf[eé]|restaurant|canteen|bakery|brewery|winery|vineyard|distillery|dairy|butcher|supermarket|store|shop|boutique|salon|garage|dealership|dealer|' +
  'chain|courier|haulier|airline|railway|shipping line|ferry line|cruise line|farm|ranch|estate|nursery|orchard|sawmill|quarry|mine|cannery|laundry|school|college|university|institute|lab|laboratory|' +
  'ministry|council|city|county|state|army|navy|theatre|theater|opera|broadcaster|tv station|radio station|start-?up|consultancy|insurer|law firm|care home|nursing home|hospice|prison|warehouse|depot|' +
  'call centre|call center|wholesaler|retailer|fashion house|label|design house|film company|production company|auction house|tour operator|travel agency|cleaning company|security company|construction company'
const FORMS = VERBS.split(' ')
  .map((verb) =>
    /e$/.test(verb)
      ? `${verb}s?`
      : /y$/.test(verb)
        ? `${verb.slice(0, -1)}(?:y|ies)`
        : /(?:s|sh|ch|x)$/.test(verb)
          ? `${verb}(?:es)?`
          : `${verb}s?`,
  )
  .join('|')

/** What is done inside, and seldom for fun. */
const IN_FORMS =
  '(?:fix(?:es)?|repairs?|mends?|welds?|cooks?|bakes?|packs?|assembles?|cleans?|serves?|sells?|machines?|polish(?:es)?|caters?)'
/** Which one is said: "the court". Others are often helped for nothing: "the school", "the theatre". */
const KNOWN = 'court|city|county|state|council|ministry|army|navy|railway|bank|hospital|shipyard|airline|opera|prison'
const OBJECT =
  "(?: (?!(?:up|out|off|on|at|for|in|my|me|him|her|his|our|us|them|and|to|from|with|mostly|sometimes|it)\\b)[\\p{L}'’-]+){0,3}"
const WHICH =
  '(?!(?:my|her|his|our|local|own|food|blood|clothes|student|school|church|charity|community|village|volunteer|pet|dog)\\b)'
const END = '(?=$| (?:in|near|on|now|these|since|again|instead|downtown)\\b)'

/** The trade at the beginning of a predicate in lower case, and for whom. */
export const TRADE_FOR = new RegExp(
  `^(?:now )?(?:(?<role>(?:${FORMS})${OBJECT}) (?:for|at)|(?<work>${IN_FORMS}${OBJECT}) in) (?<org>(?:an? (?:${WHICH}[\\p{L}&'’-]+ ){0,2}?(?:${ORGANISATIONS}|kiosk)|the (?:${WHICH}[\\p{L}&'’-]+ ){0,2}?(?:${KNOWN}))${END}[^,]*)$`,
  'u',
)
