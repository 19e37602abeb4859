import { HAVE, NAME, NUMBER, type Wording, wording } from './wording.ts'
import { WORDINGS_OF_STUDIES } from './wordings-of-studies.ts'
import { WORDINGS_OF_SYSTEMS } from './wordings-of-systems.ts'

/* Rewrites the terse sentences of notes: "off cigarettes" becomes "gave up cigarettes". */

/** What a person is off, as a habit. */
const CONSUMED =
  'snus|vapes?|vaping|alcohol|booze|drink|drinking|beers?|wine|spirits|whisky|gin|coffee|caffeine|sugar|sweets|chocolate|crisps|bread|meat|dairy|cheese|fast food|fried food|junk food|fizzy drinks|energy drinks|soft drinks|soda|cola|coke|takeaways|rice|pasta'
const LED = '(?:(?:completely|finally|now|totally) )?'
const OFF_END = '(?=$|,| (?:for good|since|now|completely|these days|again|because)\\b)'
const PHONE = '(?:mobile|phone|cell|handset|number|line|landline|sim)'
const WHO_SPEAKS = '(?:(?:i|we|she|he|they) )?'

export const WORDINGS_OF_NOTES: readonly Wording[] = [
  wording(
    'off',
    `^${LED}off (?:the |all )?(?:cigarettes|cigs|ciggies|fags|smokes|smoking|tobacco|nicotine)${OFF_END}`,
    'gave up smoking',
    'iu',
  ),
  wording('off', `^${LED}off (?:the |all )?(${CONSUMED})${OFF_END}`, 'gave up $1', 'iu'),
  wording(
    'no',
    String.raw`^no (?!more\b|longer\b|one\b)((?:[\p{L}-]+ ){0,2}?[\p{L}-]+) (?:at all(?: now| any ?more| these days)?|any ?more)(?=$|,| since\b| because\b)`,
    'No more $1',
    'iu',
  ),
  wording(
    'own',
    `^${WHO_SPEAKS}${HAVE}(?:has|have|got|with) (?:(?:a|an|my|her|his) )?(?:(?:new|own) ){0,2}${PHONE}(?: of (?:my|her|his|our|their) own)?(?: now)?[:,]? (${NUMBER})$`,
    'My phone number is now $1',
    'iu',
  ),
  wording(
    'own',
    `^(${NAME}) ${HAVE}(?:has|got) (?:(?:a|an|her|his) )?(?:(?:new|own) ){0,2}${PHONE}(?: of (?:her|his) own)?(?: now)?[:,]? (${NUMBER})$`,
    "$1's phone number is now $2",
  ),
  wording(
    'reached',
    `^${WHO_SPEAKS}(?:can|could|is|am) (?:(?:be|only|best) ){0,2}reached (?:on|at|via|through|under) (?:my|her|his) \\p{L}{2,12}['’]s? ${PHONE}[:,]? (?:(?:on|under|at) )?(${NUMBER})$`,
    'My phone number is $1',
    'iu',
  ),
  wording(
    'reach call ring text get',
    `^(?:(?:you|people|they) can )(?:reach|call|ring|text|get) (?:me|us|her|him) (?:on|at|via|through|under) (?:my|our|her|his) \\p{L}{2,12}['’]s? ${PHONE}[:,]? (?:(?:on|under|at) )?(${NUMBER})$`,
    'My phone number is $1',
    'iu',
  ),
  ...WORDINGS_OF_STUDIES,
  ...WORDINGS_OF_SYSTEMS,
]
