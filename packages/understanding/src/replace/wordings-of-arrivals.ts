import { butNot, HAVE, HOUSING, NAME, OF, WHO, type Wording, wording } from './wording.ts'

/*
 * Rewrites sentences that tell of a new home by what follows from it: "first night in the Malmö flat, boxes everywhere" becomes
 * "moved to Malmö".
 */

const HOME = `(?:${HOUSING}|home|bungalow|townhouse|maisonette|loft|smallholding)`
/** "The Malmö flat", "our new flat in Malmö"; no hotel, office or holiday let. */
const HOME_IN = `(?:(?:the|our|my|his|her|their) (?:new |own )?(?:(?<near>${NAME}) ${HOME}|(?:new |own )?${HOME} in (?<at>${NAME})))`
/** Shows that a home is meant to stay. */
const SETTLES =
  /\b(?:boxes|box|mattress|unpack\w*|curtains|furniture|moved|movers|removal|lease|our own|my own|new|no (?:internet|wi-?fi|bed|hot water)|slept)\b/
/** For a time only, or no home. */
const FOR_A_TIME = /\b(?:hotel|hostel|airbnb|holiday|office|conference|weekend|visiting|trip)\b/i
const ALL_THINGS =
  '(?:the last (?:box|boxes|of (?:it|the boxes|our things|my things))|(?:our|my|her|his) last box(?:es)?|everything|the furniture|the boxes|all (?:our|my|her|his) (?:things|stuff|boxes)|(?:our|my|her|his) (?:things|stuff|boxes|furniture)|the lot)'

export const WHOLE_OF_ARRIVALS: readonly Wording[] = butNot(FOR_A_TIME, [
  wording('official', "^[Ii]t(?:['’]s| is) official[:,!] ", ''),
  wording(
    'moved',
    `^(?:[Mm]y|[Oo]ur|[Tt]he) (?:new )?${HOME} in (${NAME}) (?:is|was) [^.;]{3,30},? (?:and|so) (?:I|we)(?:['’]ve| have)? (?:just |finally )?moved in\\b`,
    'Moved to $1',
  ),
  {
    ...wording(
      'first',
      `^(?:(?:[Mm]y|[Oo]ur|[Tt]he) )?(?:[Vv]ery )?[Ff]irst night in ${HOME_IN}`,
      'Moved to $<near>$<at>',
    ),
    beside: SETTLES,
  },
  {
    ...wording(
      'first',
      `^(?<who>\\p{Lu}\\p{L}{1,20})['’]s (?:very )?first night in ${HOME_IN}`,
      '$<who> moved to $<near>$<at>',
    ),
    beside: SETTLES,
  },
  wording(
    'keys',
    `^(?<who>${WHO})${HAVE}(?:(?:[Gg]ot|[Cc]ollected|[Pp]icked up|[Hh]ave|[Ff]inally got) (?:the |our |my |her |his )?)?[Kk]eys (?:to|for) ${HOME_IN}(?: (?:came through|arrived|(?:were |are )?(?:handed over|in my hand|in hand|ours|mine|here)))?(?: [^,;.]{2,20})?(?:,|;| and|, and) (?:I |we |she |he )?(?=slept|moved|spent|staying|first night|unpack)`,
    '$<who>moved to $<near>$<at>, ',
  ),
  wording(
    'woke',
    `^(?<who>${WHO})(?:just )?[Ww]oke up in (?:my|our|her|his) own ${HOME} in (?<at>${NAME})`,
    '$<who>moved to $<at>',
  ),
  wording(
    'nest',
    `^(?<who>${WHO})${HAVE}(?:[Ff]lew|[Ff]lown|[Ll]eft) the nest(?:[:,;]| for| and (?:moved |am |is )?(?:now )?in(?:to)?) (?:an? |my |her |his )(?:own )?(?:\\p{Ll}+ )?${HOME} (?:of (?:my|her|his) own )?in (?<at>${NAME})`,
    '$<who>moved to $<at>',
  ),
  wording(
    'out',
    `^(?<who>${WHO})(?:(?:am|is|are|now|finally) ){0,3}[Oo]ut of (?<from>halls|(?:the|my|our|her|his) (?:[\\p{Ll}'’]+ )?(?:halls?|dorm|hostel|barracks|place|house|flat|flatshare|parents['’]?)(?: (?:place|house|flat))?|${NAME}),? (?:and )?(?:now )?in(?:to)? (?=(?:an?|my|our|the|her|his) (?:[\\p{Ll}-]+ ){0,2}${HOME}\\b)`,
    '$<who>moved out of $<from> into ',
  ),
])

export const WORDINGS_OF_ARRIVALS: readonly Wording[] = butNot(FOR_A_TIME, [
  wording(
    'sleeping',
    `^(${WHO})(?:(?:am|is|are|still|now) ){0,3}[Ss]leeping on (?:a|the|an) (?:mattress|floor|air ?bed|sofa|camp bed) in (?:the|our|my|his|her) new ${HOME} in (${NAME})(?=$|[,.; ])[^;]{0,90}$`,
    '$1moved to $2',
  ),
  wording(
    'new',
    `^[Nn]ew (?:postcode|address|city|town|home)(?:, new [\\p{Ll} ]{3,20})?[:,] (${NAME})(?: it is)?$`,
    'Moved to $1',
  ),
  wording(
    'place flat apartment house',
    `^(${WHO})${HAVE}[Gg]ot (?:my|her|his) own (?:place|flat|apartment|house)(?: (?:at last|finally|now|since [^ ]{2,12})){0,2}$`,
    '$1no longer live with my parents',
  ),
  wording(
    'girlfriend boyfriend partner mum mother dad father sister brother son daughter friend cousin niece nephew',
    `^[Mm]y ((?:best )?(?:girlfriend|boyfriend|partner|mum|mother|dad|father|sister|brother|son|daughter|friend|cousin|niece|nephew)(?: ${NAME})?) (?:has |have )?(?:finally |just )?moved in(?: with (?:me|us))?(?=$|[,.;]| (?:on|last|yesterday|in|this)\\b).*$`,
    'I no longer live alone',
  ),
  wording(
    'flatmate flatmates roommate roommates housemate housemates lodger lodgers',
    `^(?:I |[Ww]e )?(?:[Hh]ave|[Gg]ot) (?:an?|two|three) (?:new )?(flatmates?|roommates?|housemates?|lodgers?) now\\b.*$`,
    'I no longer live alone',
  ),
  wording(
    'unpacking',
    `^(${WHO})(?:(?:am|is|are|still|busy) ){0,3}[Uu]npacking (?:(?:the |our |my )?boxes )?in (?=${NAME}(?:$|,| since\\b| for\\b| all\\b| at last\\b| this week\\b))`,
    '$1moved to ',
  ),
  wording(
    'keys',
    `^(${WHO})${HAVE}[Hh]anded (?:(?:in|back) the (${NAME}) keys|the (${NAME}) keys (?:in|back|over)|(?:in|back) the keys (?:to|for|of) (?:the|my|our|her|his) (?:old )?${HOME} in (${NAME}))(?! (?:for|at) (?:reception|the desk))`,
    '$1moved out of $2$3$4',
  ),
  wording(
    'registered',
    `^(${WHO})${HAVE}[Rr]egistered (?:as (?:a )?residents? (?:of|in)|(?:at )?(?:my|our|her|his) new address in) (${NAME}).*$`,
    '$1moved to $2',
  ),
  wording(
    'movers removal removals van men',
    `^(?:[Tt]he )?(?:[Mm]overs|removal men|removals|removal van|van|moving men) (?:have |has )?(?:dropped|delivered|unloaded|carried|brought|set down|left) (?:off )?${ALL_THINGS} (?:in|at|to|into|off in) (?:(?:the|our|my) new ${HOME} in )?(?=\\p{Lu})`,
    'Moved to ',
  ),
  wording(
    'settling settled',
    `^(${WHO})(?:(?:am|is|are|have|has|still|slowly|now|just) ){0,3}[Ss]ettl(?:ing|ed) (?:down )?(?:in(?:to)?|in to) (?:to )?(?:the|our|my|a|her|his) new ${HOME} in (?=${NAME})`,
    '$1moved to ',
  ),
  wording(
    'local resident girl boy lass lad',
    `^(${WHO})(?:(?:am|is|are|have|has|been|[Bb]een|became|become|now|officially) ){1,3}an? (${NAME}) (?:local|resident|girl|boy|lass|lad)(?: (?:for|since|now)\\b.*)?$`,
    '$1moved to $2',
  ),
  wording(
    'relocated moved',
    `^(${WHO})${HAVE}(?:[Rr]elocated|[Mm]oved) (?:up|down|out|over|back|across)(?: (?:north|south|east|west|country|river|border|inland|the (?:coast|country|valley|hill|river|border))) to (?=${NAME})`,
    '$1moved to ',
  ),
  {
    ...wording('housewarming', `^[Hh]ouse-?warming (?:party )?in (${NAME}) `, 'Moved to $1, '),
    beside: /\b(?:our|my) new (?:flat|apartment|house|place|home)\b/,
  },
  wording(
    'moved',
    `^(?!(?:The|My|A|An|Our|Their|His|Her|I|We|They|She|He)\\b)(${NAME}) (?:has |have )?(?:finally |just )?moved in(?: with (?:me|us))?(?:,? with (?:all )?(?:(?:his|her|two|three|four|five|six|an?|one|\\d+) )?(?:\\p{Ll}+ )?(?:things|stuff|plants|boxes|bags?|suitcases?|rucksacks?|backpack|dogs?|cats?|books|furniture|piano|drum kit|van)(?: and [\\p{Ll} ]{2,24})?)?(?:,? (?:on|last|yesterday|today|this|in) [^.;,]{2,20})?$`,
    'I no longer live alone',
  ),
  wording(
    'sharing',
    `^(?:(?:I am|We are|am|is|are|[Nn]ow) ){0,3}[Ss]haring (?:the|my|our|a) ${HOME} with (?=.*\\b(?:since|now|these days)\\b)`,
    'No longer live alone, sharing with ',
  ),
  wording(
    'moved',
    `^(${WHO})${HAVE}[Mm]oved in with (${OF} (?:boyfriend|girlfriend|partner|fianc[ée]e?)(?: ${NAME})?|${NAME})(?=$|[,.;]| (?:on|last|yesterday|in|since|at last)\\b)(?! (?:in|at|on) (?:the|a) (?:hotel|office))`,
    '$1now lives with $2',
  ),
])
