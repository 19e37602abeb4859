import { butNot, WHO, type Wording, wording } from './wording.ts'

/*
 * Rewrites sentences that tell the end of a habit as an achievement, and of a diet by what is eaten now: "two hundred days without a
 * cigarette" becomes "gave up smoking".
 */

const NUMBER =
  '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|eighteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half a|a few|several|many|\\d+)(?:[ -](?:hundred|thousand|five|two|three|and a half))?'
/** So long that it is no pause: weeks, or at least ten days. */
const LONG = `(?:(?:over|more than|almost|nearly|about|already|now|now over) )?(?:${NUMBER} (?:weeks?|months?|years?)(?: and a half)?|(?:[1-9]\\d{1,3}|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|(?:an?|one|two|three|four|five) hundred)(?:[ -]\\p{L}{3,5})? days)`
const REACHED =
  '(?:(?:(?:have |has )?(?:made it|made it to|reached|hit|gone|been|clocked up|passed|managed|done|went|[Cc]oming up (?:on|to))|is|am|are|at|now|on|day) )?'
const STILL =
  '(?: (?:now|today|and counting|so far|already))?(?=$|[.,;!]| (?:now|today|and counting|so far|already|this week|as of|since|and (?:i |she |he )?(?:feel|never|do not|don’t|love))\\b)'
const NOT_SO = /\b(?:would|could|should|if|dream|wish|goal|challenge|almost|nearly there|hope)\b/
/** What is given up, and by which word that is read. */
const HABITS: readonly (readonly [said: string, what: string])[] = [
  ['(?:cigarettes?|cigs?|cigg(?:y|ies)|smok(?:es?|ing)|fags?|tobacco|nicotine)', 'smoking'],
  ['(?:(?:pouch(?:es)?|tins?|portions?) of )?snus(?: pouch(?:es)?)?', 'snus'],
  ['(?:alcohol|booze|drink(?:s|ing)?|drops?(?: of (?:alcohol|drink|booze))?)', 'alcohol'],
  [
    '(?:(?:cans?|cups?|bottles?|glass(?:es)?|bars?|packets?) of )?(?<what>vap(?:es|ing)|beer|wine|whisky|gin|vodka|cola|coke|soda|lemonade|coffee|caffeine|sugar|sweets|chocolate|crisps|bread|takeaways|biscuits|cake|gambling|betting|poker|meat|energy drinks|fizzy drinks|fast food)',
    '$<what>',
  ],
]
const WHEN =
  "(?:in (?:(?:early|late|mid) )?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|(?:19|20)\\d\\d)|(?:weeks|months|years|ages|\\d+ (?:weeks|months|years)|(?:two|three|four|five|six|a few) (?:weeks|months|years)) ago|last (?:month|year|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)|(?:at|on) new year(?:[’']s(?: eve| day)?)?|on \\d{1,2} \\p{L}{3,9})"
const FOODS =
  'meat|chicken|beef|pork|bacon|fish|dairy|milk|cheese|butter|yogh?urt|eggs|nuts|bread|pasta|carbs|gluten|lactose|sugar|onions|garlic|wheat|soy|tomatoes|coffee|alcohol|wine|chocolate'
const ADVISER =
  '(?:doctor|gp|nurse|dieti[ct]ian|nutritionist|cardiologist|specialist|consultant|surgeon|dentist|physio|coach)'
/** "On doctor's orders". */
const ADVISED = `(?:(?:on|by|at) (?:(?:the|my|her|his) )?${ADVISER}['’]?s? (?:orders?|advice|request|insistence)|because (?:the|my|her|his) ${ADVISER} said so)`
const OK = '(?:fine|ok|okay|allowed|safe|all right|alright|no problem|no trouble)'

export const WORDINGS_OF_HABITS: readonly Wording[] = [
  wording(
    'skips skip skipping',
    `^(?<who>${WHO})(?:am |is )?(?:now )?[Ss]kip(?:s|ping)? (breakfast|lunch|dinner|supper|snacks|dessert|starters|(?:${FOODS})) (?:now )?${ADVISED}`,
    '$<who>no longer eats $2',
    'iu',
  ),
  ...butNot(
    NOT_SO,
    HABITS.flatMap(([said, what]) => [
      wording(
        'days weeks week months month years year',
        `^(?<who>${WHO})${REACHED}(?:[Dd]ay )?${LONG} (?:without|free of|off|clean of|away from) (?:an?|any|the|a single|one|my)? ?(?:more )?${said}${STILL}`,
        `$<who>gave up ${what}`,
      ),
      wording('no', `^[Nn]o (?:more )?${said} (?:for|in) ${LONG}${STILL}`, `Gave up ${what}`),
      wording(
        'free snus-free alcohol-free caffeine-free sugar-free meat-free beer-free poker-free',
        `^(?<who>${WHO})(?:am |is |been )?${said}-free (?:for (?:now )?${LONG}|since )`,
        `$<who>gave up ${what} since `,
        'iu',
      ),
      wording('last', `^(?:(?:[Mm]y|[Tt]he) )?(?:very )?[Ll]ast ${said} was ${WHEN}\\b`, `Gave up ${what}`, 'iu'),
      wording(
        'free smoke-free cigarette-free nicotine-free tobacco-free vape-free sugar-free alcohol-free caffeine-free snus-free meat-free',
        `^(?<who>${WHO})${REACHED}${LONG} ${said}-free${STILL}`,
        `$<who>gave up ${what}`,
      ),
    ]),
  ),
  wording(
    'fags cigs ciggies smokes cigarettes cigarette',
    `^(?<who>${WHO})(?:have |has |just |finally )?(?:[Cc]hucked|[Bb]inned|[Kk]icked|[Dd]itched|[Qq]uit|[Dd]umped|[Ss]tubbed out) (?:the|my|her|his) (?:last )?(?:fags|cigs|ciggies|smokes|cigarettes?(?: habit)?)(?= (?:for good|in|last|on|since|this)\\b|$|[,.;])`,
    '$<who>gave up smoking',
  ),
  wording('sober', `^[^,:;]{3,30}[:,] (?:now )?${LONG} sober${STILL}`, 'Gave up alcohol', 'iu'),
  wording(
    'gone went',
    String.raw`\b(?:gone|went) over to (?=\p{Ll}+ (?:milk|bread|butter|coffee|tea)\b)`,
    'switched to ',
  ),
  wording(
    'stop drop quit end',
    String.raw`^(?:(?:[Tt]he |[Mm]y )?\p{L}{3,20} )?(?:says? (?:that )?)?(?:(?:I|she|he) )?can (?:now )?(?:stop|drop|quit|end|come off) (?:the|my|her|his) ([\p{Ll}-]+ diet)(?=$|[,.;]| now)`,
    'The $1 is over',
  ),
  wording(
    'sober dry teetotal clean',
    `^(?<who>${WHO})${REACHED}${LONG} (?:sober|dry|teetotal)${STILL}`,
    '$<who>gave up alcohol',
  ),
  wording(
    'asleep bed',
    `^(?!.* any ?more)(?<who>${WHO})(?:am |is )?[Nn]ever (?:asleep|in bed|gone to bed) before (?=\\d|(?:half|quarter|midnight|one|two|three|four|eleven|twelve)\\b)`,
    '$<who>goes to bed at ',
  ),
  wording(
    'banned forbade stopped',
    String.raw`^(?:[Tt]he |[Mm]y )?(?:[Pp]hysio(?:therapist)?|[Dd]octor|[Ss]urgeon|[Cc]onsultant|[Ss]pecialist|[Oo]rthop(?:a)?edist|[Cc]ardiologist|GP|Dr\.? \p{Lu}\p{L}+) (?:has )?(?:banned|forbade|forbidden) (?:me from )?(running|jogging|cycling|skiing|climbing|football|tennis|squash|swimming|lifting|dancing|riding|boxing|rugby)(?=$|[,.;]| for good| altogether| completely| because)`,
    'Gave up $1',
  ),
  // "Has driven to work since the strike": what is done now.
  ...(
    [
      ['driven', 'drive'],
      ['cycled', 'cycle'],
      ['walked', 'walk'],
      ['ridden', 'ride'],
      ['taken', 'take'],
    ] as const
  ).map(([done, verb]) =>
    wording(
      done,
      `^(${WHO})(?:have|has) ${done} (?=(?:to (?:work|school|the office|college|uni)|(?:an?|the|my) (?:bus|train|tram|metro|tube|bike|ferry|scooter) (?:to|everywhere)|everywhere)\\b.* since\\b)`,
      `$1now ${verb} `,
    ),
  ),
  // Diets.
  wording(
    'plate table',
    String.raw`^(${FOODS})(?:['’]s| is| are) back on (?:my|our) (?:plate|table)\b`,
    'Eats $1 again',
    'iu',
  ),
  wording(
    'back',
    String.raw`^(${FOODS}) (?:is|are) back(?=$|[,;]| in (?:my|her|his|the diet)\b| for me\b| on (?:the|my|her|his) (?:menu|table|plate)\b)`,
    'Eats $1 again',
    'iu',
  ),
  wording(
    'allowed fine ok okay',
    `^(${FOODS}(?: and (?:${FOODS}))?) (?:is|are) (?:allowed|fine|ok|okay) (?:again|for (?:me|us) (?:again|now))(?=$|[,;.])`,
    'Eats $1 again',
    'iu',
  ),
  wording(
    'plate',
    String.raw`^no (?:animals|meat|meat or fish|meat and fish) on (?:my|our) plate(?= (?:any ?more|since|now|these days|from now on)\b)`,
    'Became vegetarian',
    'iu',
  ),
  wording(
    'trouble problem bother issue',
    `^(${FOODS}) (?:is|are) (?:no (?:trouble|problem|issue|bother|longer a problem)|nothing to worry about)(?: for me)? (?:any ?more|now|these days|again)$`,
    '$1 is fine again',
    'iu',
  ),
  wording(
    'for',
    `^((?:\\p{L}+ )?\\p{L}+(?: and \\p{L}+)?) (?:is|are) (?:now )?${OK} (?:again )?for (?!(?:Me|Us)\\b)(\\p{Lu}\\p{Ll}+)(?: again| now)?(?=$|[,.;])`,
    '$2 eats $1 again',
  ),
  wording(
    'ban',
    String.raw`^(?:[Tt]he |[Mm]y )?(?:[Dd]ietiti?[ac]+n|[Dd]octor|[Nn]utritionist|[Cc]onsultant|[Ss]pecialist|GP|[Nn]urse) (?:has )?(?:lifted|ended|dropped|relaxed) the (\p{Ll}+) ban\b`,
    'I eat $1 again',
  ),
  wording(
    'only',
    `^((?:red )?meat|fish|beef|pork|chicken|alcohol|wine|beer|sugar|sweets|coffee|chocolate|cheese) only (on (?:sundays|saturdays|fridays|weekends|holidays|special occasions|feast days)|at (?:weekends|christmas|parties)|(?:once|twice) a (?:week|month))(?: (?:now|from now on|these days))?(?=$|[,;.])`,
    'I now have $1 only $2',
    'iu',
  ),
]

/** Of sentences with two clauses that are read as one. */
export const WHOLE_OF_HABITS: readonly Wording[] = [
  wording(
    'vegan vegetarian plant-based',
    `^[^,;.]{3,50}[,;] (?:so |and )?(?:(?:I['’]?a?m|am|is) )?(?:now )?(?:fully|completely|strictly|properly) (vegan|vegetarian|plant-based)(?: now| these days)?[.!]?$`,
    'I am now fully $1',
  ),
]
