import { NAME, OF, WHO, type Wording, wording } from './wording.ts'

/** Rewrites sentences that tell where a person lives by an idiom or by what follows from living there. */
export const WORDINGS_OF_HOMES: readonly Wording[] = [
  wording(
    'roof',
    `\\b(?:sleeps?|live|lives|are|am|is) under (?:my|our|her|his|their) own roof in (?=${NAME})`,
    'now live in ',
  ),
  wording(
    'own',
    `^(${WHO})(?:(?:now )?(?:[Hh]as|[Hh]ave)|[Gg]ot) (?:now )?(?:an?|my|our|her|his|their) (?:\\p{Ll}+ ){0,2}?(?:flat|apartment|house|place|condo|bedsit|room|home|bungalow) of (?:my|our|her|his|their) own in (?=${NAME}(?: now| these days| since [^,;]{2,20})?$)`,
    '$1now lives in ',
  ),
  // In much of the world, one stays where one lives; "is staying" alone is for some days.
  wording(
    'stay stays',
    `^(${WHO})(now )?stays? (?:in|at|by) (?=${NAME}(?:,? (?:${NAME}|now|since [^,]{3,20}|with (?:${OF} [\\p{Ll} ]{3,24}|${NAME})))?$)`,
    '$1$2lives in ',
  ),
  wording(
    'stay stays',
    `^(${WHO})(now )?stays? (?:at|with|by) (${OF} [\\p{Ll} ]{3,24}(?:['’]s?)?(?: place| house| flat)?) in (?=${NAME}$)`,
    '$1$2lives with $3 in ',
  ),
  wording(
    'staying',
    `^((?:(?!Staying)${WHO})?)(?:am |is |are )?[Ss]taying ([^,]{3,40}? in ${NAME}) (?:for good|permanently)$`,
    '$1lives $2',
  ),
  wording(
    'hostel',
    `^((?:(?!Staying|Living)${WHO})?)(?:(?:am |is |are )?(?:now )?(?:[Ss]taying|stays?|[Ll]iving|lives?) )?(in|at) (?:the|my|our|her|his) ((?:\\p{Ll}+ )?)hostel (?:at|of|in) (?=${NAME}$)`,
    '$1lives $2 the $3residence at ',
  ),
  wording(
    'roots hat sticks bag lock boxes shop home house camp',
    `\\b(?:(?:has|have) )?(?:put down roots|hangs? (?:my|her|his|our) hat|upped sticks (?:and (?:moved|went) )?to|moved (?:bag and baggage|lock,? stock and barrel) to|unpacked (?:the|all the|our|my|her|his) (?:last )?boxes|(?:set|setting) up (?:home|house)|made a (?:new )?home)(?: for (?:myself|herself|himself|ourselves))?(?: in)? (?=${NAME})`,
    'moved to ',
  ),
  wording(
    'base',
    String.raw`^(?:[Mm]y |[Oo]ur |[Hh]er |[Hh]is )?(?:[Nn]ew )?[Hh]ome base is (?:now )?(?:in )?(?=\p{Lu})`,
    'My home is now in ',
    'u',
  ),
  wording(
    'decamped transplanted shipped upped resettled',
    `\\b(?:decamped|transplanted (?:myself|herself|himself|ourselves)|shipped out|resettled) (?:to|in) (?=${NAME})`,
    'moved to ',
  ),
  wording(
    'contract lease tenancy',
    String.raw`^(?:(?:got|have|signed|own|new|first-hand|the|an?|my|our) )*(?:rental )?(?:contract|lease|tenancy) (?:in|for) (?=\p{Lu})(?=.*\b(?:keys|bags|boxes|mattress|bed|furniture|moved|carried|rooms|first night)\b)`,
    'Moved to ',
    'iu',
  ),
  wording(
    'tenant',
    `^(${WHO})(?:am |is )?(?:now )?(?:an? |the )(?:\\p{Ll}+ )?(?:tenant|resident|lodger) (?:of|in|at) (?=(?:an? [\\p{Ll} -]{2,30} in )?${NAME})`,
    '$1lives in ',
  ),
]
