import { type Clipping, clipping, WHO } from './clipping.ts'

/* Notes of whom a person lives with and what the home costs. */

const LANDLORD = '(?:landlord|landlady|letting agen(?:t|cy)|housing (?:association|office|agency)|property manager)'
const SUM =
  '(?:about |around )?[€$£₹]?\\d[\\d.,]{0,9}(?: \\d{3})?(?: ?(?:euros?|dollars?|pounds?|francs?|kr|kroner|kronor|zloty|rupees|rand|quid|€|\\$|£|[A-Z]{3}\\b))?'
const PERIOD =
  '(?= (?:an?|per|each|every) (?:month|week|quarter)| (?:monthly|weekly|pcm|pm|pw|instead|in rent)\\b| from (?!me\\b|us\\b|her\\b|him\\b)| (?:now|as of)\\b|/(?:month|mo|week)\\b)'
const LETTER = '(?:letter|e-?mail|note|message|notice|text)'

export const CLIPPED_HOUSEHOLDS: readonly Clipping[] = [
  // "Landlord's letter: 9,950 a month from now on".
  clipping(
    'landlord landlady letting housing property',
    `^(?:(?:the|my|our|new) ){0,2}${LANDLORD}(?:['’]s)? (?:new )?${LETTER}(?: (?:today|came|arrived|says|said))?(?::|,| says| -| –) ?(?:(?:the |new |my |our ){0,2}rent (?:is |goes up to |rises to |up to |of )?)?(?<sum>${SUM})${PERIOD}`,
    'Rent: $<sum>',
    undefined,
    'iu',
  ),
  clipping(
    'landlord landlady letting housing property',
    `^${LETTER} from (?:(?:the|my|our|new) ){0,2}${LANDLORD}(?::|,| -| –) ?(?:(?:the |new |my |our ){0,2}rent (?:is |goes up to |rises to |up to |of )?)?(?<sum>${SUM})(?:${PERIOD}|(?=[.,]?$))`,
    'Rent: $<sum>',
    undefined,
    'iu',
  ),
  clipping(
    'landlord landlady letting housing property',
    `^(?!.*\\b(?:more|extra|on top|less)\\b)(?:(?:the|my|our|new) ){0,2}${LANDLORD} (?:now )?(?:wants|asks(?: for)?|charges(?: me| us)?|is asking(?: for)?|demands) (?<sum>${SUM})${PERIOD}`,
    'Rent: $<sum>',
    undefined,
    'iu',
  ),
  clipping(
    'pay pays paying',
    `^(?:${WHO})(?:(?:am|is|are|now|currently) ){0,2}[Pp]ay(?:s|ing)? (?<sum>${SUM}(?: (?:an?|per) (?:month|week))?)(?<now> now)? for (?:the|my|our|an?|her|his) (?:(?:small|tiny|big|new|furnished|shared) )?(?:room|flat|apartment|studio|bedsit|bed|one-bed|two-bed|house)(?=[.,;!]|$| (?:in|at|on|near|by|off|now|since|from|with|above)\\b)(?!.*\\b(?:nights?|hotel|airbnb|tonight|insurance|cleaning|paint|painting|heating|electricity|phone)\\b)(?! (?:service|of))`,
    'Rent: $<sum>$<now>',
  ),
  // "Three of us in the flat: Jo, Petra and me".
  clipping(
    'of us in the',
    `^(?:[Tt]here (?:are|is) )?(?:(?:[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix) of us|[Ww]e are (?:two|three|four|five|six)) in the (?:flat|house|apartment|place): (?=.*\\p{Lu})`,
    'Housemates: ',
  ),
]
