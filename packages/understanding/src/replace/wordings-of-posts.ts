import { HAVE, NAME, WHO, type Wording, wording } from './wording.ts'

/* Rewrites sentences that tell of a change of work as an event: "Volvo poached me" becomes "I started a new job at Volvo". */

const ORG = `${NAME}(?: (?:&|and) ${NAME})?`
/** What one attends, visits or hires. */
const NO_EMPLOYER =
  '(?!(?:[\\p{L}-]+ ){0,3}?(?:[Ss]chool|[Uu]ni|[Uu]niversity|[Cc]ollege|[Gg]ym|[Hh]otel|[Cc]amp|[Bb]each|[Rr]esort|[Ff]estival|[Cc]ourse|[Cc]onference|[Nn]ursery|[Kk]indergarten)\\b)'
const KIT = '(?:badge|pass|laptop|keys|uniform|notice|work phone|company phone|key card|lanyard)'

export const WHOLE_OF_POSTS: readonly Wording[] = [
  wording(
    'retrained',
    "^(?:[^:;]{3,40}, (?:so )?)?I (?:have )?retrained[:,;] (?:now )?(?:I['’]m|I am) (?=an? )",
    'I retrained as ',
  ),
  wording(
    'badge pass laptop keys uniform notice phone card lanyard',
    `^(?:(?:[Mm]y|[Tt]he) )?(?:${KIT}|Badge|Pass|Laptop|Keys|Uniform|Notice|Work phone|Lanyard) (?:is |was )?(?:handed|given|sent) (?:back|in)(?: [^,;.]{2,20})?[;,.] ?(?:and )?(?:from|as of|starting) [^,;.]{3,16}? it(?:['’]s| is| will be) (?:at |with )?(?=${NAME}[.!]?$)`,
    'Started a new job at ',
  ),
  wording(
    'badge pass laptop keys uniform notice phone card lanyard',
    `^(${WHO})${HAVE}(?:[Hh]anded|[Gg]ave|[Ss]ent) (?:back|in) (?:my|her|his|the) ${KIT}(?: [^,;.]{2,20})?[;,.] ?(?:and )?(?:from|as of|starting) [^,;.]{3,16}? it(?:['’]s| is| will be) (?:at |with )?(?=${NAME}[.!]?$)`,
    '$1started a new job at ',
  ),
  wording(
    'first',
    `^[^,;:]{3,40}[,;.] ?(?:and )?(?:my )?first (?:day|shift|week) (?:at|with) ${NO_EMPLOYER}(${ORG}) (?:was|is|went|on)\\b.*$`,
    'Started a new job at $1',
  ),
  wording(
    'stepped',
    '^(.{3,60}), (I|[Ss]he|[Hh]e) (?:have |has )?stepped (?:back|down|aside) (?=(?:as|from) )',
    '$1; $2 stepped down ',
  ),
  wording('stepped', `^(${WHO})(?:have |has )?[Ss]tepped back (?=as |from being )`, '$1stepped down '),
  wording(
    'leave sabbatical',
    String.raw`^[Bb]ack (?:at|in) (?:the office|work|my desk|my job)\b[^.;]{0,30}[,;.] ?(?:(?:my|the|her|his) )?((?:\p{Ll}+ )?(?:leave|sabbatical))(?:['’]s| is) over[.!]?$`,
    'The $1 is over',
  ),
]

export const WORDINGS_OF_POSTS: readonly Wording[] = [
  wording(
    'redundant off go',
    `^(?:[Tt]he )?(${ORG}) (?:has |have )?(?:made|laid|let) (?:our (?:\\p{Ll}+ )?(?:team|floor|department|unit|shift|office|branch)|us all|all of us|me and [\\p{Ll} ]{3,20}) (?:redundant|off|go)\\b`,
    'I was laid off from $1',
  ),
  wording(
    'laid let made',
    `^(?:[Tt]he )?(?!(?:I|We|She|He|They)\\b)(${ORG}) (?:has |have )?(?:laid|let|made) (?!(?:I|Me|Us)\\b)(\\p{Lu}\\p{L}+) (?:off|go|redundant)(?=$|[,.;]| (?:in|last|on|after|yesterday)\\b)`,
    '$2 was laid off from $1',
  ),
  wording(
    'last',
    `^(?:(?:[Mm]y|[Hh]ad my) )?[Ll]ast (?:day|shift|week) (?:at|with) (${ORG}) (?:was|is behind me|is done|is over|came|went)\\b(?! (?:fun|great|long|busy|quiet|hard))`,
    'I left my job at $1',
  ),
  wording(
    'ship defected sides',
    `^(${WHO})${HAVE}(?:[Jj]umped ship|[Dd]efected|[Ss]witched sides) to (?=${NAME}$|${NAME}[,.;])`,
    '$1started a new job at ',
  ),
  wording('fit', String.raw`^(?:[Ss]igned|[Dd]eclared|[Pp]assed) fit for work\b`, 'The sick leave is over'),
  wording(
    'renew extend prolong',
    `^(?:[Tt]he )?(${ORG}) (?:has not|did not|would not|will not|is not going to) (?:renew(?:ed)?|extend(?:ed)?|prolong(?:ed)?) my contract\\b`,
    'I was laid off from $1',
  ),
  wording(
    'first',
    `^(?:(?:[Mm]y|[Gg]ot my|[Hh]ad my) )?[Ff]irst (?:payday|pay ?cheque|paycheck|payslip|wages?|salary|pay|shift) (?:at|from|with) ${NO_EMPLOYER}(?=${ORG}(?:$|[,.;]| (?:was|is|on|today|yesterday|last|this|came|arrived|landed|tomorrow)\\b))`,
    'Started a new job at ',
  ),
  wording(
    'first',
    `^(?:(?:[Mm]y|[Hh]ad my) )?[Ff]irst (?:day|week) (?:at|with) ${NO_EMPLOYER}(${ORG}) (?:(?:is|was) )?(?:behind me|done|over|yesterday|on Monday|today|last week)\\b.*$`,
    'Started a new job at $1',
  ),
  ...['day', 'night', 'early', 'late', 'morning', 'evening'].map((shift) =>
    wording(
      'shift shifts',
      `^(?:on )?${shift} shifts? only (?=from now on|now|these days|since|as of|from (?:next|this))`,
      `I now work the ${shift} shift `,
      'iu',
    ),
  ),
  wording(
    'unemployed jobless',
    String.raw`^(?:[Uu]nemployed|[Jj]obless)(?=$|[.,]| (?:since|for|at the moment|right now|again|now)\b)`,
    'I am unemployed',
  ),
  wording(
    'goodbye bye farewell',
    `^[Aa]fter [\\p{L}\\d -]{1,24} years,? (?:it(?:['’]s| is) |I (?:said|have said|am saying) )?(?:good)?bye,? (?:to )?(?=${NAME}[.!]?$)`,
    'Left ',
  ),
  wording(
    'last',
    String.raw`^(${WHO})${HAVE}(?:[Ll]ocked|[Cc]losed|[Ss]hut|[Bb]olted) (?:up )?(?:the|my|our|her|his) (\p{L}[\p{L}-]{2,20}(?: \p{L}{3,15})?)(?:['’]s)? (?:doors?|shutters?|till) for the (?:very )?last time\b`,
    '$1closed the $2',
  ),
  wording(
    'poached headhunted snapped lured tempted recruited',
    `^(?!(?:[Nn]obody|[Nn]o one)\\b)(?:[Tt]he )?(${ORG}) (?:has |have )?(?:just )?(?:poached|headhunted|snapped up|lured|recruited) me(?: away| over)?(?: from ${NAME})?(?=$|[,;.]| (?:and|as|in|last|this|from)\\b)`,
    'I started a new job at $1',
  ),
  wording(
    'hung',
    `^(${WHO})${HAVE}[Hh]ung up (?:the|my|her|his) (?:scrubs|headset|robes?|gown|chef['’]s (?:hat|whites)|whites|cab keys|hairnet|stethoscope and scrubs|gavel|pinny)\\b.*$`,
    '$1retired',
  ),
  wording(
    'redundancy severance',
    `^(${WHO})${HAVE}(?:[Tt]ook|[Tt]aken|[Aa]ccepted) (?:(?:the|my|her|his|an?) )?(?:(?:${NAME}|[\\p{Ll}]+)['’]s )?(?:voluntary )?(?:redundancy|severance)(?: package| offer| money| deal| pay)?\\b`,
    '$1was laid off',
  ),
]
