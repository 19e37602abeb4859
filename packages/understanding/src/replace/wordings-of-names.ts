import { HAVE, WHO, type Wording, wording } from './wording.ts'

/** What one provider at a time provides. */
const PROVIDED =
  'mobile|phone|broadband|internet|electricity|power|gas|water|heating|insurance|car insurance|health insurance|pension|banking|mortgage|phone contract|phone plan'

/* Rewrites sentences about things under another name, a new occupation, and appointments that do not take place. */

/** "The shop next door trades as" is another shop. */
const NOT_ELSEWHERE =
  '(?!.* (?:next door|opposite|over the road|down the (?:road|street)|across the (?:road|street)|round the corner) )(?!.* (?:online|abroad|for (?:the|an?|kids|children)\\b|on \\p{Lu}|in \\p{Lu}|at (?:weddings|parties)))'

export const WORDINGS_OF_NAMES: readonly Wording[] = [
  wording(
    'bank banken banks',
    String.raw`^(${WHO})(?:am|is|are) (?:now )?with (?=(?:\p{Lu}\p{L}* )?\p{L}*[Bb]ank\p{L}*(?: now| these days| since .{2,20})$)`,
    '$1changed bank to ',
  ),
  wording(
    'salary wages pay',
    String.raw`^(\p{Lu}\p{L}+)['’]s (?:salary|pay|wages?) (?:now )?(?:goes|go) (?:in)?to (?=\p{Lu})`,
    '$1 changed bank to ',
  ),
  wording(
    'hooked installed connected switched',
    String.raw`^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (?:has )?(?:hooked up|installed|connected|switched on|set up) (?:our|my) (?:new )?(broadband|internet|fibre|phone line|landline)\b`,
    'My $2 is now with $1',
  ),
  wording(
    'took has got number contract sim',
    String.raw`^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (?:(?:has )?(?:took|taken) over|now has|has got) my (?:number|phone contract|contract|sim|phone plan)(?: from \p{Lu}\p{L}+)?$`,
    'My phone contract is now with $1',
  ),
  wording(
    'training lifting working',
    String.raw`^(?:I am |am |is )?(?:now )?(?:[Tt]raining|[Ll]ifting|[Ww]orking out) at (\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?= (?:now|these days|since)\b)`,
    'My gym is now $1',
  ),
  wording(
    'relaunched reopened reborn rebadged retitled',
    String.raw`^(.{2,40}?) (?:was |has been |is |got |has )?(?:relaunched|reopened|reborn|rebadged|retitled) as (?=\p{Lu})`,
    '$1 is now called ',
  ),
  wording(
    'banks bank money accounts account savings salary everything',
    String.raw`^(${WHO})(?:(?:has|have|keeps?|moved|put) )?(?:[Ee]verything (?:sits|is|lives|stays) (?:at|with) (?=\p{L}{0,20}[Bb]ank)|(?:has|have|keeps?) everything (?:at|with) (?=\p{L}{0,20}[Bb]ank)|(?:all )?(?:my|our|the|her|his) (?:money|accounts?) (?:now )?(?:sits?|is|are|lives?) (?:now )?(?:at|with) )(?=\p{Lu})`,
    '$1changed bank to ',
  ),
  wording(
    'renamed rechristened rebranded name',
    String.raw`^(.{2,40}?) (?:(?:has|have|got) (?:a|the) new name[,:]?|(?:was|has been|is|got) (?:officially )?(?:renamed|rechristened|rebranded)|(?:has )?(?:renamed|rechristened|rebranded) (?:itself|themselves|ourselves)|(?:has |have )?rebranded(?= (?:as|to)))(?: (?:to|as|into))?,? (?=\p{Lu})`,
    '$1 is now called ',
    'u',
  ),
  wording(
    'name names',
    String.raw`^${NOT_ELSEWHERE}((?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|\p{Lu}[\p{L}-]{0,30}['’]s) [\p{Ll} -]{3,30}) (?:now )?(?:plays?|performs?|trades?|sails?|operates?|runs?|appears?|competes?) under (?:the|a) (?:new )?name(?: of)?:? (?=(?:[Tt]he )?\p{Lu})`,
    '$1 is now called ',
    'u',
  ),
  wording(
    'as',
    String.raw`^${NOT_ELSEWHERE}((?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|\p{Lu}[\p{L}-]{0,30}['’]s) [\p{Ll} -]{3,30}) (?:(?:now )?trades as|now (?:plays|performs|competes|sails) as|(?:plays|performs|competes|sails|trades) as(?=.* (?:now|these days|nowadays)$)) (?=(?:[Tt]he )?\p{Lu})`,
    '$1 is now called ',
    'u',
  ),
  // "Has taken the name Ash Kiln", "chose a new name, the Herons", "is trading as Sol", "goes by Marmalade now".
  wording(
    'name names',
    String.raw`^${NOT_ELSEWHERE}((?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|\p{Lu}[\p{L}-]{0,30}['’]s) [\p{Ll} -]{3,30}?) (?:(?:has|have|had) )?(?:took|taken|takes|chose|chosen|adopted|picked|got|been given|was given|given|voted for|settled on|received|goes by|go by) (?:on )?(?:the|a new|its new|the new) (?:[Nn]ame|[Tt]itle)(?: of)?[,:]? (?=(?:[Tt]he )?\p{Lu})`,
    '$1 is now called ',
    'u',
  ),
  wording(
    'title name',
    String.raw`^((?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|\p{Lu}[\p{L}-]{0,30}['’]s) [\p{Ll} -]{3,30}?) (?:has|got) a new (?:title|name)[:,] (?=(?:[Tt]he )?\p{Lu})`,
    '$1 is now called ',
    'u',
  ),
  wording(
    'trading performing playing competing operating',
    String.raw`^${NOT_ELSEWHERE}((?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|\p{Lu}[\p{L}-]{0,30}['’]s) [\p{Ll} -]{3,30}?) (?:is|are|has been|have been) (?:now )?(?:trading|performing|playing|competing|operating) as (?=(?:[Tt]he )?\p{Lu})`,
    '$1 is now called ',
    'u',
  ),
  wording(
    'sings plays performs trades sails competes operates',
    String.raw`^${NOT_ELSEWHERE}((?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|\p{Lu}[\p{L}-]{0,30}['’]s) [\p{Ll} -]{3,30}?) sings under the name (?:of )?(?=(?:[Tt]he )?\p{Lu}.* (?:now|these days)$)`,
    '$1 is now called ',
    'u',
  ),
  wording(
    'renamed rechristened retitled rebranded',
    String.raw`^(?:I |[Ww]e |[Ss]he |[Hh]e )?(?:has |have |just )*(?:renamed|rechristened|retitled|rebranded) (?:the|our|my|her|his) ((?:\p{Ll}+ )?\p{Ll}+) (?:to |as |into )?(?=(?:[Tt]he )?\p{Lu})`,
    'The $1 is now called ',
    'u',
  ),
  // Providers.
  wording(
    'with',
    String.raw`^${WHO}(?:am|is|are) with ((?:the )?\p{Lu}[\p{L}\p{N}&'’-]{0,20}(?: \p{Lu}[\p{L}\p{N}&'’-]{0,20})?) for ((?:my|our|her|his|the) (?:${PROVIDED}))\b`,
    '$2 is with $1',
  ),
  wording(
    'changed switched moved went',
    String.raw`^${WHO}${HAVE}(?:changed|switched|moved|went)(?: over| back)? to ((?:the )?\p{Lu}[\p{L}\p{N}&'’-]{0,20}(?: \p{Lu}[\p{L}\p{N}&'’-]{0,20})?) for ((?:my|our|her|his|the) (?:${PROVIDED}))\b`,
    '$2 is now with $1',
  ),
  wording('phone mobile', '^[Mm]y (?:mobile|phone) is now with (?=\\p{Lu})', 'My phone provider is now '),
  // Vehicles that are named by their kind.
  wording(
    'bakkie ute pickup pick-up jeep suv hatchback runabout saloon',
    '^My (?:bakkie|ute|pick-?up|jeep|suv|hatchback|runabout|saloon) is now (?=an? )',
    'I now drive ',
  ),
  // Rosters.
  wording(
    'off',
    String.raw`^(${WHO})([Aa]m|[Ii]s|[Aa]re) off (the (?:\p{Ll}+ ){0,2}?(?:roster|rota|list|team|committee|board|squad|register|payroll|shift|panel|crew|waiting list))(?: for good)?\b`,
    '$1$2 no longer on $3',
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
  wording(
    'name',
    String.raw`^(?:[Mm]y )?(?:[Mm]arried name(?: now| is now| is)?|[Mm]aiden name (?:is )?now|[Nn]ew (?:sur|last |family )name(?: now| is now| is)?): (\p{Lu}[\p{L}-]+)[.!]?$`,
    'My surname is now $1',
  ),
  wording(
    'sign',
    String.raw`^[Nn]ew sign (?:over|on|outside|above) (?:the|my|our) (\p{Ll}+(?: \p{Ll}+)?)[:,] (?:it says )?(?=(?:[Tt]he )?\p{Lu})`,
    'The $1 is now called ',
  ),
  wording(
    'name',
    String.raw`^(?:(?:I|[Ww]e) )?(?:have )?(?:[Pp]ainted|[Ll]ettered|[Pp]ut|[Gg]ave) (?:a|the) new name (?:on|to) ((?:the|my|our) \p{Ll}+(?: \p{Ll}+)?)[,:;] (?:it is |it['’]s )?(?=(?:[Tt]he )?\p{Lu})`,
    '$1 is now called ',
  ),
  wording(
    'name',
    String.raw`^(\p{Lu}\p{L}+) (?:has )?(?:painted|lettered|put|gave) (?:a|the) new name (?:on|to) (?:his|her) (\p{Ll}+(?: \p{Ll}+)?)[,:;] (?:it is |it['’]s )?(?=(?:[Tt]he )?\p{Lu})`,
    "$1's $2 is now called ",
  ),
  wording(
    'name',
    String.raw`^[Nn]ew (\p{Ll}+) name(?: (?:voted in|chosen|agreed|picked|is in|decided))?[,:;] (?:it is |it['’]s )?(?=(?:[Tt]he )?\p{Lu})`,
    'The $1 is now called ',
  ),
  wording(
    'renamed rechristened',
    String.raw`^(?:(?:I|[Ww]e) )(?:have )?(?:renamed|rechristened) (?:the|our|my) (\p{Ll}+(?: \p{Ll}+)?)[,:;] (?:it is |it['’]s )?(?=(?:[Tt]he )?\p{Lu})`,
    'The $1 is now called ',
  ),
  wording(
    'maiden',
    String.raw`^(?:I )?(?:have )?[Tt](?:ook|aken) (?:back )?my maiden name(?: back)?[,;:] (?:so )?(?:I['’]m|I am|am|it is|it['’]s) (\p{Lu}[\p{L}-]+)(?: again| now){0,2}[.!]?$`,
    'My surname is now $1',
  ),
  wording(
    'call',
    String.raw`^(?:[Dd]rop|[Ff]orget|[Ll]ose) (?:the )?(\p{Lu}\p{L}+)[,;.] (?:please )?(?:just )?call me (\p{Lu}\p{L}+)(?: from now on| now| again| please){0,2}[.!]?$`,
    'I go by $2 now',
  ),
  // "Bea is ill, so no hike on 3 May".
  wording(
    'so',
    String.raw`^[^,;.]{3,60}[,;] (?:and )?so (?:there (?:is|will be) |it is |there['’]s )?no (?!longer\b|more\b|one\b)((?:\p{Ll}+ ){0,2}?\p{Ll}+)(?: for (?:us|me|her|him|them))?(?= on \p{N}| on \p{Lu}|[.!]?$)`,
    'The $1 is cancelled',
    'u',
  ),
]
