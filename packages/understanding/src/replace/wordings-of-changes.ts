import { HAVE, MAIL, NAME, NUMBER, OF, WHO, WHOSE, type Wording, wording } from './wording.ts'
import { FATES, FATES_AND_REPLACEMENTS } from './wordings-of-fates.ts'
import { WORDINGS_OF_HOMES } from './wordings-of-homes.ts'
import { WHOLE_OF_SWAPS } from './wordings-of-swaps.ts'
import { WORDINGS_OF_WORK } from './wordings-of-work.ts'

/*
 * Rewrites sentences that tell a change by an idiom or by its consequences: "hung up the skates" becomes "gave up
 * skating", "lights are out by ten" becomes "goes to bed at ten".
 */

const CUE = '(?: (?:now|these days|nowadays|from now on|since .{2,40}|as of .{2,24}|as from .{2,24}|any ?more|instead))'
const HOUSEHOLD = 'gas|internet|broadband|wi-?fi|fibre|water|heating|vegetables|milk|meals'
/** Things that stand for the sport or work that is done with them. */
const GEAR: readonly (readonly [things: string, activity: string])[] = [
  ['hurley', 'hurling'],
  ['boxing gloves', 'boxing'],
  ['(?:ice )?skates', 'skating'],
  ['skis', 'skiing'],
  ['golf clubs', 'golf'],
  ['(?:running|jogging) shoes|trainers', 'running'],
  ['(?:dancing|dance|ballet) shoes', 'dancing'],
  ['(?:climbing|hiking) (?:shoes|boots)|harness', 'climbing'],
  ['oars?|blades', 'rowing'],
  ['(?:tennis )racke?t', 'tennis'],
  ['(?:squash )racke?t', 'squash'],
  ['(?:football|soccer) boots', 'football'],
  ['saddle|spurs|riding boots', 'riding'],
  ['goggles|swimsuit|swimming cap', 'swimming'],
  ['paddle', 'kayaking'],
  ['surfboard', 'surfing'],
  ['wetsuit|fins', 'diving'],
  ['(?:fishing )?rods?', 'fishing'],
]

export const WORDINGS_OF_CHANGES: readonly Wording[] = [
  ...FATES,
  ...WORDINGS_OF_WORK,
  wording(
    'past history wayside end course day over behind',
    String.raw`^((?:${OF} )?[\p{L}\p{N}' -]{3,40}?) (?:is|are) (?:now )?(?:a thing of the past|history|behind (?:me|us|her|him|them))$|^((?:${OF} )?[\p{L}\p{N}' -]{3,40}?) (?:has |have )?(?:(?:come|came) to an end|(?:run|ran) (?:its|their) course|had (?:its|their) day|(?:fallen|fell) by the wayside)$`,
    '$1$2 is over',
    'iu',
  ),
  // Giving up.
  wording(
    'hung hang',
    String.raw`^(${WHO})${HAVE}hung up ${OF} (?=\p{L}+(?: \p{L}+)?)(?!(?:coat|jacket|washing|phone|picture|laundry|clothes|curtains|receiver|poster|mirror|lights?)\b)`,
    '$1gave up the ',
    'iu',
  ),
  ...GEAR.map(([things, activity]) =>
    wording('up', `\\b(gave up) (?:the|my|her|his|our) (?:${things})\\b`, `$1 ${activity}`, 'iu'),
  ),
  wording(
    'paid stop end',
    '^.{2,80}? (?:has |have |had )?put (?:paid|a stop|an end) to (?:(?:all|any) )?(?:(?:the|my|our|her|his) )?',
    'Gave up the ',
    'iu',
  ),
  wording(
    'time halt line plug stop end swore sworn back bowed opted broke broken',
    `^(${WHO})${HAVE}(?:called (?:time|a halt) (?:on|to)|drew a line under|drawn a line under|pulled the plug on|put (?:an end|a stop) to|swore off|sworn off|turned (?:my|our|her|his) back on|bowed out of|opted out of|(?:broke|broken) off(?= )(?! (?:the|my|our|her|his) (?:engagement|relationship|affair|contact))) `,
    '$1gave up ',
    'iu',
  ),
  wording(
    'head boot chop push touch miss',
    String.raw`^(${WHO})${HAVE}(?:knocked|gave|given|kicked) (?:(?:the|my|our|her|his) )?([\p{L}\p{N}' -]{2,40}?) (?:on the head|the (?:boot|chop|push|elbow)|into touch|a miss for good)$`,
    '$1gave up $2',
    'iu',
  ),
  wording(
    'gave given',
    String.raw`\b(gave|given) up on (?=[\p{L}-]+(?:$|[ ,]))(?!me\b|us\b|him\b|her\b|them\b)`,
    '$1 up ',
  ),
  wording(
    'more',
    String.raw`^(?:(?:there (?:is|are)|it is) )?no more (?=[\p{L}])(?!than\b)([\p{L}' -]{3,40}?)(?: for (?:me|us|her|him|them))?$`,
    'Gave up $1',
    'iu',
  ),
  wording(
    'days',
    String.raw`^(?:my|our|her|his|their) ((?!school|student|university|college|young|early)\p{L}+ing) days are (?:over|done|behind (?:me|us|her|him|them)|numbered)$`,
    'Gave up $1',
    'iu',
  ),
  wording(
    'touched touch',
    String.raw`^(${WHO})(?:has|have) not (?:touched|had|smoked) (?:an?|any|a single|one) (cigarette|drink|drop|cigarettes|fag|fags)\b`,
    '$1has not touched a $2',
    'iu',
  ),
  wording(
    'renew extend prolong',
    '^((?:[Ii] |[Ww]e |[Ss]he |[Hh]e )?)(?:did|do|does|will|have|has) not (?:want to )?(?:renew|renewed|extend|extended|prolong) (?=(?:the|my|our|her|his) )',
    '$1cancelled ',
  ),
  wording(
    'could able',
    '^((?:[Ii] |[Ww]e |[Ss]he |[Hh]e )?)(?:could|was able to|is able to) (?:drop|stop|leave off|do without|come off|give up) (.{3,40}?) (?:altogether|completely|entirely|for good)$',
    '$1stopped $2',
  ),
  ...WORDINGS_OF_HOMES,
  // Where a person can be reached.
  wording(
    'reach call ring text phone contact',
    `^(?:(?:you|people|they) can |please )?(?:now )?(?:reach|call|ring|text|phone|contact) her (?:by phone |now )?(?:on|at|under) (?:(?:the|a) (?:new )?(?:number|mobile)[:,]? )?(${NUMBER})`,
    'Her phone number is $1',
    'iu',
  ),
  wording(
    'reach call ring text phone contact',
    `^(?:(?:you|people|they) can |please )?(?:now )?(?:reach|call|ring|text|phone|contact) him (?:by phone |now )?(?:on|at|under) (?:(?:the|a) (?:new )?(?:number|mobile)[:,]? )?(${NUMBER})`,
    'His phone number is $1',
    'iu',
  ),
  wording(
    'sim digits number',
    String.raw`^(?:(?:(?:i|we|she|he) )?${HAVE}(?:got|has|have) )?(?:an? )?new (?:sim(?: card)?|phone|mobile|digits|contract)[,:;]? (?:and )?(?:so )?(?:(?:an?|my|her|his) )?(?:new )?(?:digits|number|mobile|one)(?: (?:is|are))?[:,]? (?=\+?\d)`,
    'My new number is now ',
    'iu',
  ),
  wording(
    'digits',
    String.raw`^((?:my|her|his|our) )?(?:new )?(?:phone )?digits(?: are)?:? (?=\+?\d)`,
    'My number is now ',
    'iu',
  ),
  wording('address', `^(${WHOSE})address for (?:e-?mails?|mail|messages) is `, '$1email is ', 'iu'),
  wording(
    'mail mails e-mail email messages reaches inbox letters goes go',
    `^(?:(?:e-?)?mails?|messages) (?:now )?(?:reach(?:es)?|(?:should |now )?go(?:es)? to|come(?:s)? (?:in )?(?:at|to)) (?:me |her |him |us )?(?:at |on |under )?(?=${MAIL})`,
    'My email is now ',
    'iu',
  ),
  // Who provides what.
  wording(
    'supplies provides delivers',
    `^(${NAME}) (?:now )?(?:supplies|provides|delivers) (?:(?:the|our|my|her|his|all our) )?(?:power|electricity|energy)${CUE}?$`,
    'My electricity is now from $1',
  ),
  wording(
    'supplies provides delivers',
    `^(${NAME}) (?:now )?(?:supplies|provides|delivers) (?:(?:the|our|my|her|his|all our) )?(${HOUSEHOLD})${CUE}?$`,
    'My $2 is now from $1',
  ),
  wording(
    'comes come',
    `^(?:(?:[Tt]he|[Mm]y|[Oo]ur|[Hh]er|[Hh]is) )?(?:[Pp]ower|[Ee]lectricity|[Ee]nergy) comes from (?=${NAME})`,
    'My electricity is from ',
  ),
  wording(
    'gets money custom business',
    `^(${NAME}) (?:now )?(?:gets|has|takes) (?:my|our|her|his) (?:money|custom|business)\\b`,
    'Switched to $1',
  ),
  wording(
    'everything all',
    `^(?:Everything|All(?: of it)?|The lot) (?:was|were|is|has been|have been|got) (?:now )?(?:moved|switched|transferred|migrated|shifted)(?: over)? to (?=${NAME})`,
    'Switched everything to ',
  ),
  // What one likes most.
  wording(
    'overtaken beaten dethroned toppled replaced',
    String.raw`^(?:(?:now|these days),? )?([\p{L}' -]{2,30}?) (\p{Ll}{3,20}?s?) (?:has |have )?(?:overtaken|dethroned|toppled|beaten|outdone) (?:all (?:the )?(?:others|rest)|every other|them all|the rest)(?: (?:for|with) (?:me|her|him|us|them))?(?: now)?$`,
    'My favourite $2 are now $1',
    'iu',
  ),
  wording(
    'top number',
    String.raw`^([\p{L}' -]{2,30}?) (?:is|are) (?:now )?(?:my|her|his|our) (?:top|number one|no\. 1|all-time favourite) (\p{Ll}{3,20}(?: \p{Ll}{3,20})??)( now| these days)?$`,
    'My favourite $2 is now $1',
    'iu',
  ),
  // Hours of the day.
  wording(
    'lights light',
    '^(?:(?:the|our|my) )?(?:bedroom )?lights? (?:(?:are|is|go|goes) )?(?:now )?(?:out|off) (?:is |are )?(?:now )?(?:by|at|around) ',
    'Goes to bed at ',
    'iu',
  ),
  wording(
    'turns turn hits hit calls asleep head heads covers',
    String.raw`\b(?:turns? in|hits? the (?:hay|sack|pillow)|heads? (?:for|to) bed|calls? it a (?:night|day)|(?:is|am|are) (?:asleep|in bed|under the covers)) (?:now )?(?:by|at|around) (?=\d|\p{Ll}+(?: \p{Ll}+)?)`,
    'goes to bed at ',
  ),
  wording(
    'alarm feet out',
    '^(?:(?:the|my|her|his) )?alarm (?:now )?(?:rings|goes off|is set for|is set to|is) (?:now )?(?:at |for )?|^(?:(?:i am|she is|he is|is|am) )?(?:out of bed|on (?:my|her|his) feet) (?:now )?(?:by|at|around) ',
    'Gets up at ',
    'iu',
  ),
  ...[
    ['(?:(?:i|we) )?', 'My'],
    ['she ', 'Her'],
    ['he ', 'His'],
  ].map(([who, whose]) =>
    wording(
      'off free',
      `^(?:(?:since|under|with|because of) [^,]{3,30}?,? )?${who}(?:now )?(?:(?:has|have|gets?|takes?) ((?:mon|tues|wednes|thurs|fri|satur|sun)day)s (?:off|free)|(?:am|is) (?:off|free) (?:on |every )?((?:mon|tues|wednes|thurs|fri|satur|sun)day)s)(${CUE}| under .{3,30})?$`,
      `${whose} day off is now $1$2`,
      'iu',
    ),
  ),
  // Readings of an instrument.
  wording(
    'scales scale',
    String.raw`^(?:the |my )?(?:bathroom )?scales? (?:now )?(?:says?|shows?|reads?|showed|said|stands? at|stopped at|is at|are at)(?: now)? (?=\d)`,
    'Weighs ',
    'iu',
  ),
  wording(
    'notice',
    String.raw`\b(?:gave|given|handed in|served)(?: my| her| his| our)? notice (?:to|at) (?:the|my|our|her|his) (?=(?:[\p{L}'-]+ ){0,2}(?:club|gym|choir|band|team|society|association|orchestra|party|union|committee)\b)`,
    'left the ',
  ),
  wording(
    'passed handed',
    String.raw`^((?:[Ii] |[Ww]e |[Ss]he |[Hh]e )?)(?:passed|handed) ((?:the|my|our|her|his) (?:old )?[\p{L}\p{N}-]+(?: [\p{L}\p{N}-]+)??) (?:on|over|down) to (?=(?:my|our|her|his) )`,
    '$1gave $2 to ',
  ),
  // Offices that are handed on.
  wording(
    'passed handed gave given turned',
    String.raw`^(${WHO})${HAVE}(?:passed|handed|gave|given|turned)(?: on| over)? (?:the|my|her|his) (treasurer|captain|secretary|chair|president|coach|leader|editor)(?:['’]s)? [\p{L}' -]{2,30}? (?:on |over )?to `,
    '$1gave up being $2, to ',
    'iu',
  ),
  // Parts of a hospital or school that end, appointments that do not take place.
  wording(
    'falls fell bit rained washed axed struck ahead shelved calendar',
    String.raw`\b(?:falls away|fell away|fell victim to .{2,30}|was rained off|is rained off|was washed out|got axed|was axed|(?:is|was|has been) (?:struck|taken) off the (?:calendar|list|programme)|has been shelved|was shelved|is shelved)(?=$|[,;. ])`,
    'is cancelled',
  ),
]

/** Of sentences with two clauses that are read as one. */
export const WHOLE_CHANGES: readonly Wording[] = [
  ...WHOLE_OF_SWAPS,
  ...FATES_AND_REPLACEMENTS,
  wording(
    'stopped withdrawn discontinued dropped out',
    String.raw`^(?:.{2,60} )?(\p{L}{4,30}) (?:was|is|has been|got) (?:stopped|withdrawn|discontinued|dropped|taken off)(?:,| and|, and) (?:(?:replaced (?:by|with)|swapped for|i (?:was|am) (?:now )?(?:put )?on) (\p{L}{4,30})|(\p{L}{4,30}) (?:was |is |has been )?(?:prescribed|started|introduced|given|added))(?: instead)?\b`,
    'Switched from $1 to $2$3',
    'iu',
  ),
  wording(
    'way',
    String.raw`^((?:${OF} )?[\p{L}\p{N}' -]{2,30}?) (?:has |have )?(?:made way for|given way to|gave way to|had to (?:make way for|give way to)) `,
    'Replaced $1 with ',
    'iu',
  ),
  wording(
    'ill sick away unwell cancelled',
    String.raw`^(?:the |my |our |her |his )?(\p{L}[\p{L}. ]{2,30}?) (?:is|has fallen|fell|called in|has called in|was) (?:ill|sick|unwell|away)[,;.]? (?:so |and )?(?:the |our |my |her |his )?(meeting|lesson|class|appointment|session|visit|rehearsal|training|interview|exam)s? (?:falls away|fell away|is off|is cancelled|is canceled|was cancelled|has been cancelled|will not take place|won['’]t take place|does(?:n['’]t| not) take place|had to be cancelled)\b`,
    'The $2 with the $1 is cancelled',
    'iu',
  ),
]
