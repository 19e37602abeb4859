import { HAVE, NAME, OF, WHO, type Wording, wording } from './wording.ts'

/* Rewrites sentences about who provides something, where a person trains or lodges, and what a house or group is called. */

const SUPPLIED =
  '(?:mobile|phone|broadband|internet|electricity|power|gas|water|heating|(?:car|health|home|household|travel|liability|dental|life|pet|bike|van|motorbike|contents|house|building|accident|legal|dog|cat)? ?insurance|phone contract|phone plan|sim|landline|tv|cable|salary account|savings account|current account)'
const ORGANISATION =
  "(?:(?:the|a|an) )?[\\p{Lu}\\p{N}][\\p{L}\\p{N}&+.'’-]{0,20}(?: [\\p{Lu}\\p{N}&][\\p{L}\\p{N}&+.'’-]{0,20}){0,2}"

const GROUP =
  '(?:church|parish|congregation|chapel|mosque|temple|synagogue|firm|company|club|band|choir|team|school|shop|store|caf[eé]|pub|bar|restaurant|salon|studio|agency|business|practice|gym|group|troupe|orchestra|league|charity|bakery|start-?up|brand|label|hotel|farm)'
const PERMIT =
  '(?:student|work|tourist|spouse|family|visitor|temporary|graduate|job[- ]?seeker|dependant|dependent|skilled worker|working holiday|residence|permanent|long-term|bridging|blue card)'

export const WORDINGS_OF_SERVICES: readonly Wording[] = [
  wording(
    'through from via by insurance',
    `^(?:[Mm]y |[Oo]ur |[Tt]he )?(${SUPPLIED}) (?:(?:is|comes) )?(?:now )?(?:through|from|via|by) (?=${ORGANISATION}(?: now| these days| instead| since [^,;]{2,20})?$)`,
    'My $1 is now with ',
    'iu',
  ),
  wording(
    'salary wages pay paycheck',
    `^(?:[Mm]y |[Tt]he )?(?:[Ss]alary|[Ww]ages?|[Pp]ay ?cheque|[Pp]aycheck|[Pp]ay) (?:now )?(?:goes|go|lands|is paid|gets paid|arrives) (?:in)?(?:to|at|in|on) (?:my )?(${NAME})(?: account)?(?: now| these days| instead| since [^,;]{2,20})?$`,
    'I bank with $1',
  ),
  wording(
    'training lifting exercising',
    `^(${WHO})(?:am |is )?(?:back )?(?:training|lifting|exercising|[Tt]raining|[Ll]ifting) at (?=(?:the )?${NAME}(?: now| these days| again| since [^,;]{2,20})?$)`,
    '$1trains at ',
  ),
  // Where people dwell.
  wording(
    'flats boards lodges dwells squats kips dosses bunks rooms resides squatting boarding lodging',
    `^(${WHO})(?:am |is )?(?:now )?(?:[Ff]lats|[Bb]oards?|[Ll]odges?|[Dd]wells?|[Ss]quats?|[Rr]ooms?|[Bb]unks?|[Ss]quatting|[Bb]oarding|[Ll]odging|[Dd]welling|[Rr]ooming) (?:now )?(?:(?:with (?:${OF}|an?) [\\p{Ll} ]{3,20}|with ${NAME}) )?in (?=${NAME}(?: now| these days| again| with [^,;]{2,30}| since [^,;]{2,20})?$)`,
    '$1now lives in ',
  ),
  wording(
    'boards lodges rooms flats',
    `^(${WHO})(?:[Ff]lats|[Bb]oards?|[Ll]odges?|[Rr]ooms?) with (?:an? |some |the )([\\p{Ll} ]{3,24}) in (?=${NAME}$)`,
    '$1lives in ',
  ),
  // Names of groups and houses.
  wording(
    'took takes taken adopted chose goes operates trades runs plays',
    `^((?:[Mm]y|[Oo]ur|[Tt]he|[Hh]er|[Hh]is) (?:[\\p{Ll}-]+ )?${GROUP}) ${HAVE}(?:now )?(?:(?:took|takes|taken|adopted|chose|picked|got) the (?:new )?name(?: of)?|goes (?:under|by)(?: the name(?: of)?)?|(?:operates|trades|runs|plays) (?:under|as)(?: the name(?: of)?)?) (${NAME})(?: now| these days| instead| since [^,;]{2,20})?$`,
    '$1 is now called $2',
  ),
  // Permits, of which a person has one.
  wording(
    'visa permit residence residency',
    `^(?:I am |[Ii]s |(?:I |She |He )?(?:live|lives|stay|stays|work|works) here )?(?:now )?[Oo]n (?:an?|my|her|his) (?=${PERMIT})((?:[\\p{L}-]+ ){1,2}?)(visa|permit)( now| these days)?$`,
    'My residence status is $1$2',
    'u',
  ),
]

/** By role: its names in other languages. */
const FOREIGN_ROLES: readonly (readonly [role: string, names: string])[] = [
  [
    'GP',
    'hausarzt|hausärztin|huisarts|médecin traitant|médico de cabecera|médica de cabecera|médico de família|médica de família|medico di base|medico di famiglia|fastlege|husläkare|praktický lékař|lekarz rodzinny|háziorvos|perearst|omalääkäri',
  ],
  [
    'dentist',
    'zahnarzt|zahnärztin|tandarts|dentista|dentiste|tandlege|tandläkare|tandlæge|zubař|zubařka|stomatolog|fogorvos|hambaarst',
  ],
  [
    'gynaecologist',
    'frauenarzt|frauenärztin|gynäkologe|gynäkologin|ginecólogo|ginecóloga|ginecologo|ginecologa|ginecologista|gynécologue|gynekolog|gynaecoloog',
  ],
  ['paediatrician', 'kinderarzt|kinderärztin|pediatra|pédiatre|kinderarts|barnläkare|barnelege|pediatr'],
  ['optician', 'augenarzt|augenärztin|oculista|oftalmólogo|oftalmóloga|oftalmologista|oogarts|ögonläkare|øyelege'],
  [
    'vet',
    'tierarzt|tierärztin|veterinario|veterinaria|veterinário|veterinária|vétérinaire|dierenarts|veterinär|weterynarz',
  ],
]

const NUMBERED =
  "passport|id card|identity card|driving licence|driver's license|membership|policy|customer|client|library card|insurance|social security|tax|student|employee|loyalty card|residence card"

/** Of labels in other languages, and of numbers of documents. */
export const WHOLE_OF_SERVICES: readonly Wording[] = [
  ...FOREIGN_ROLES.map(([role, names]) =>
    wording(
      names.replace(/\|/g, ' '),
      `^(?:(?:meine?|mon|ma|mi|mijn|min|mia|minha|meu|mio|my) )?(?:${names})(?:: | (?:is|ist|es|est|é) (?:now |jetzt )?)(?=\\p{L}+ )`,
      `My ${role} is `,
      'iu',
    ),
  ),
  wording(
    'no. nr. no nr',
    `^(?:my )?(${NUMBERED}) (?:no|nr)\\.?(?::| is(?: now)?)? (?=[\\p{Lu}\\d-]{4,20}$)(?=\\S*\\d)`,
    'My $1 number is now ',
    'iu',
  ),
]
