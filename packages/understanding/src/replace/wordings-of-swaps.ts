import { HAVE, NAME, WHO, type Wording, wording } from './wording.ts'

/* Rewrites how people tell that one thing has taken the place of another: "ramipril made me cough, so I was put on losartan". */

const CARER = String.raw`(?:(?:the|my|her|his|our) (?:doctor|gp|nurse|consultant|specialist|cardiologist|psychiatrist|oncologist|neurologist|pharmacist|clinic|hospital)|they|dr\.? \p{L}+)`
const PATIENT = '(?:me|him|her|us|them)'
const PUT_ON = `(?:put|switched|moved|changed|swapped|shifted)(?: ${PATIENT})?(?: over)? (?:on ?to|over to|to|on|for|with)`
/** What a medicine did. */
const HARMED = `(?:made ${PATIENT}|gave ${PATIENT}|upset ${PATIENT}|upset (?:my|her|his) stomach|disagreed with ${PATIENT}|(?:did|does)(?:n['’]t| not) (?:agree with|suit|work for|help) ?${PATIENT}?|stopped (?:working|helping)(?: for ${PATIENT})?|was(?:n['’]t| not) (?:working|helping|enough))`
const SUM = String.raw`(?:[€$£¥₹] ?\d[\d.,]*k?|\d[\d.,]*k? ?(?:€|euros?|dollars?|pounds?|quid|bucks|francs?|rupees|yen|kroner|pesos))`
const PER = '(?:a|per|each|every) (?:week|month)'
/** Something begins at a time. */
const BEGINS =
  '(?:start|begin|come|arrive|deliver|open|land|be (?:here|ready|done|finished|fitted|delivered|in|back|open)|move in|take place|happen|go ahead)'
const DEGREE = '(?:courses?|degrees?|majors?|subjects?|programmes?|programs?)'

const SELF = '(?:[Ii] |[Uu]ser |[Ss]he |[Hh]e |(?=[a-z]))'
const ON_PAPER = String.raw`(?:am|is|are) (?:here|(?:living |here )?in (?:the )?\p{Lu}[\p{L} ]{1,24}?) on (?:an? |my |her |his )((?:[\p{L}-]+ )?(?:permit|visa))\b`
const RESIDES = String.raw`${HAVE}(?:became|become|been made|been granted|am|is|got|granted|received|been given|was granted|was given) (?:an? |my |her |his |the )?(permanent resident(?! doctor| physician)|permanent residency|(?:\p{Lu}\p{Ll}+ )?citizen(?:ship)?(?! of\b)|indefinite leave to remain|settled status|green card)\b.*$`

const LANGUAGES =
  'English|French|German|Spanish|Portuguese|Italian|Dutch|Danish|Swedish|Norwegian|Finnish|Polish|Czech|Slovak|Hungarian|Romanian|Bulgarian|Serbian|Croatian|Slovenian|Greek|Turkish|Russian|Ukrainian|Arabic|Hebrew|Persian|Farsi|Hindi|Urdu|Bengali|Punjabi|Tamil|Telugu|Marathi|Gujarati|Nepali|Sinhala|Thai|Vietnamese|Indonesian|Malay|Tagalog|Filipino|Japanese|Korean|Chinese|Mandarin|Cantonese|Swahili|Amharic|Yoruba|Zulu|Afrikaans|Welsh|Irish|Gaelic|Basque|Catalan|Galician|Icelandic|Estonian|Latvian|Lithuanian|Albanian|Georgian|Armenian|Latin|Esperanto'
const REPLIES =
  '(?:answers|replies|responses|messages|explanations|(?:me |you |the assistant )?to (?:reply|answer|respond|speak|write|talk|explain things|chat)(?: to (?:me|her|him))?|things explained)(?: (?:to be|written))?'

export const WORDINGS_OF_SWAPS: readonly Wording[] = [
  // "Threw the rest away" is about no resting heart rate.
  wording(
    'rest',
    String.raw`\bthe rest(?= (?:away|out|back|of (?:it|them|the|my|her|his))\b|[.!,;]|$)`,
    'the others',
    'iu',
  ),
  // Dates.
  wording(
    'until till before',
    String.raw`^((?:the |my |our |her |his )?\p{L}[\p{L}' -]{2,40}?) (?:can not|cannot|could not|will not|is not going to|are not going to) ${BEGINS} (?:until|till|before) (?:the )?(?=\d|\p{Lu}\p{Ll}+ \d|\p{Lu}\p{Ll}+day)`,
    '$1 was moved to ',
    'u',
  ),
  // Money.
  wording(
    'live',
    `^(${WHO}|[Uu]ser )(?:have|has|am left with|is left with) (${SUM}) ${PER} to live on\\b`,
    'Monthly budget: $2',
    'u',
  ),
  wording(
    'get gets getting live lives living manage manages',
    `^(${WHO}|[Uu]ser )(?:now )?(?:gets? by|lives?|manages?|(?:am|is|are) (?:getting by|living|managing)) on (${SUM}) ${PER}`,
    'Monthly budget: $2',
    'u',
  ),
  wording(
    'shrunk grown risen fallen swollen climbed dwindled crept gone come',
    String.raw`\b(?:has|have) (?:shrunk|grown|risen|fallen|swollen|climbed|dwindled|crept (?:up|down)|gone (?:up|down)|come (?:up|down)) to (?=[€$£¥₹]?\d)`,
    'is now ',
    'u',
  ),
  wording(
    'fund pot account',
    `^(${WHO}|[Uu]ser )(?:have|has|got)(?: got)? (${SUM}) (?:put by |saved )?in (?:the|my|her|his) ((?:emergency|rainy-day|holiday|house|college|wedding|car) (?:fund|pot))`,
    '$1’s $3 is $2',
    'u',
  ),
  // Papers and how long they are valid.
  wording(
    'expires extended renewed runs good',
    String.raw`^((?:(?:my|our|her|his|the) |\p{Lu}[\p{L}-]{0,30}['’]s )?(?:[\p{L}-]+ ){0,2}?(?:passport|permit|visa|licen[cs]e|mot|warranty|lease|tenancy)) (?:expires(?: on)?|runs out on|runs until|is good until|(?:has been |was |got |is )?(?:extended|renewed) (?:to|until|till|through)) (?=\d|\p{Lu})`,
    '$1 is valid until ',
    'iu',
  ),
  // Papers to stay in a country.
  wording('permit visa', `^${SELF}${ON_PAPER}`, 'My residence status is $1', 'u'),
  wording('permit visa', `^(${NAME}) ${ON_PAPER}`, '$1’s residence status is $2', 'u'),
  wording(
    'resident residency citizen citizenship leave status card',
    `^${SELF}${RESIDES}`,
    'My residence status is $1',
    'u',
  ),
  wording(
    'resident residency citizen citizenship leave status card',
    `^(${NAME}) ${RESIDES}`,
    '$1’s residence status is $2',
    'u',
  ),
  // The language of replies.
  wording(
    'answers replies responses messages explanations reply answer respond speak write talk explained',
    `^(?:${WHO}|[Uu]ser )?${HAVE}(?:(?:want|wants|wanted|prefer|prefers|like|likes|would like|would prefer|ask|asks|asked)(?: for)? )?(?:(?:my|her|his|all|the|to have) )?${REPLIES} in (${LANGUAGES})(?: from now on| now| please| to practi[sc]e\\b.*| instead| again| only)?$`,
    'My preferred language is $1',
    'u',
  ),
  wording('language', `^[Rr]eply language: (${LANGUAGES})`, 'My preferred language is $1', 'u'),
  // Debts.
  wording(
    'back',
    `^(${WHO}|[Uu]ser )${HAVE}(?:paid|payed) ((?:my|her|his|our|the) [a-z-]+|${NAME})(?: it all| everything)? back(?: in full| completely)?$`,
    '$1no longer owe $2 money',
    'u',
  ),
  // Studies.
  wording(
    'changed switched',
    String.raw`\b(?:changed|switched) (?:${DEGREE}|(?:my|her|his) ${DEGREE})(?:,| and|;) (?:now )?(?:(?:is|am) )?(?:now )?(?:studies|studying|study|reading|reads|doing|does) `,
    'now study ',
    'u',
  ),
  wording(
    'doing',
    String.raw`\b(am|is|are) (?:now )?doing (?:an? |my |her |his )(?:degree|bachelor['’]?s|master['’]?s|ba|bsc|ma|msc)(?: degree)? in `,
    '$1 studying ',
    'iu',
  ),
  // Names.
  wording(
    'called',
    String.raw`^(${WHO}|[Uu]ser )(?:asked|asks|wants|would like|prefers|would prefer) (?:not to be|to no longer be|to stop being) called (\p{Lu}[\p{L}-]+)\b(?: any ?more| any longer)?`,
    '$1no longer goes by $2',
    'u',
  ),
  wording(
    'called',
    String.raw`^(${WHO}|[Uu]ser )(?:likes?|loves?|prefers?) (?:to be|being) called (?=\p{Lu})`,
    '$1goes by ',
    'u',
  ),
  // Partners.
  wording(
    'friends',
    String.raw`^(\p{Lu}[\p{L}-]+) and (\p{Lu}[\p{L}-]+) are (?:now )?(?:only|just) (?:good )?friends(?: now| these days)?\b.*$`,
    '$1 broke up with $2',
    'u',
  ),
  wording(
    'friends',
    String.raw`^(\p{Lu}[\p{L}-]+) and I are (?:now )?(?:only|just) (?:good )?friends(?: now| these days)?\b.*$`,
    'I broke up with $1',
    'u',
  ),
]

/** Of sentences with two clauses that are read as one. */
export const WHOLE_OF_SWAPS: readonly Wording[] = [
  wording(
    'put switched moved changed swapped shifted on',
    String.raw`^(\p{L}[\p{L}-]{4,30}) ${HARMED}\b[^,;.]{0,40}[,;.] ?(?:so |and )?(?:${CARER} |I |[Ss]he |[Hh]e )?(?:have |has |was |were |am |is |got |been )*(?:${PUT_ON}|on(?= \p{L}[\p{L}-]+ (?:now|instead)\b)) (?=\p{L})`,
    'Switched from $1 to ',
    'u',
  ),
  wording(
    'swapped switched changed replaced exchanged',
    String.raw`^[\p{L} ]{3,30} (?:from|on|with) (?:the )?(\p{L}[\p{L}-]{4,30})[,;.] ?(?:so )?(?:have |has |was |been |got )*(?:now )?(?:swapped|switched|changed|replaced|exchanged)(?: it)? (?:for|to|with|by) (?=\p{L})`,
    'Switched from $1 to ',
    'u',
  ),
  // Records with a remark: "wellies: size 10, toes squashed in the old pair".
  wording(
    'old previous last tired sick fed bored more instead rather doctor too since because after orders',
    String.raw`^(\p{L}[\p{L} -]{1,30}): ([^,;:]{1,40}), (?=(?:(?:got |was )?(?:tired|sick|bored|fed up) (?:of|with)|no more|instead of|rather than|doctor['’]?s? orders|because|since|after|as the)\b|.{0,30}\b(?:the|my|her|his) (?:old|previous|last) (?:ones?|pairs?|size|place|brand)\b).*$`,
    '$1: $2',
    'u',
  ),
]
