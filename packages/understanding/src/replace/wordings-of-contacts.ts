import { MAIL, NAME, NUMBER, type Wording, wording } from './wording.ts'

/* Rewrites sentences that state a number or an address with the occasion for it: "landline's gone, only 0170 998877". */

/** About the user, or about what only the user can have. */
const OWN =
  '(?=[^,;:.]*\\b(?:i|me|my|we|our|sim|hotmail|gmail|yahoo|outlook|inbox|account|password|hacked|provider|carrier|domain|merger|phone|mobile|number|abroad|address|ported|porting|network|contract)\\b)'
const NO_OTHER =
  "(?!(?:my (?:\\p{L}+ )?(?:number|address|e-?mail)|this week|today|for now|in an emergency)\\b)(?!.*\\blandline\\b)(?!.*\\b(?:his|her|their|if|might|would|for (?:this|the) (?:week|trip)|until|till|while)\\b)(?![^,;:.]*\\p{L}['’]s (?:phone|mobile|number|sim|landline|account)\\b)"
const REMARK = `${OWN}${NO_OTHER}[^,;:.@]{3,60}[,;:.] ?(?:so |and |but )?(?:please )?`
const NOW = '(?:,? (?:now|instead|from now on|these days|please|works|is the one to save)){0,3}[.!]?$'
const OTHER = `(?!(?:I|My|Our|The|We|She|He|They|You|New|Old|Lost|Moved|Got)\\b)(${NAME})`

export const WHOLE_OF_CONTACTS: readonly Wording[] = [
  // Of another person.
  wording(
    'sim number phone mobile',
    `^(?:[Nn]ew|[Aa] new) (?:sim|SIM|number|phone|mobile)(?: card)? (?:in|for) ${OTHER}(?:['’]s (?:phone|mobile|handset))?[,:;.] (?:it is |it['’]s |number(?: is)? )?(?:now )?(?=${NUMBER})`,
    "$1's phone number is now ",
  ),
  wording(
    'changed switched left moved got started lost',
    `^${OTHER} (?:has |have )?(?:changed|switched|left|moved|got|started|lost) [^,;:@]{3,40}[,;:.] (?:so )?(?:now )?(?:(?:she|he|they)(?:['’]s|['’]re| is| are) (?:on|at) |(?:her|his) (?:new )?(?:address|e-?mail) is |it(?:['’]s| is) )?(?:now )?(${MAIL})(?: now| from now on)?[.!]?$`,
    "$1's email is now $2",
  ),
  wording(
    'write mail email e-mail use try reach find goes go comes',
    `^${REMARK}(?:now )?(?:write to|mail|e-?mail|use|try|reach me (?:at|on)|find me (?:at|on)|(?:everything|all mail|mail|post|messages) (?:now )?(?:goes|go|comes) to) (?:me at )?(${MAIL})${NOW}`,
    'My email is now $1',
    'iu',
  ),
  wording(
    'it gave number only',
    `^${REMARK}(?:it(?:['’]s| is) (?:now )?|they gave me (?:the (?:new )?number |a new one[:,]? )?|only (?:on )?|(?:my )?new (?:one|number)(?: is)?:? )(${NUMBER})${NOW}`,
    'My phone number is now $1',
    'iu',
  ),
]
