import { HAVE, NAME, OF, type Wording, wording } from './wording.ts'

/*
 * Rewrites how people tell that one thing has taken the place of another: "ramipril made me cough, so I was put on losartan".
 * Only forms that can mean nothing else: what would also fit a second medicine, language or permit is left to the estimate.
 */

const SELF = '(?:[Ii] |[Uu]ser |(?=[a-z]))'
const CARER = String.raw`(?:(?:the|my|her|his) (?:doctor|gp|nurse|consultant|specialist|cardiologist|psychiatrist|neurologist|pharmacist)|they|[Dd]r\.? \p{L}+)`
const PATIENT = '(?:me|him|her)'
/** What a medicine did. */
const HARMED = `(?:made ${PATIENT}|upset ${PATIENT}|upset (?:my|her|his) stomach|disagreed with ${PATIENT}|(?:did|does)(?:n['’]t| not) (?:agree with|suit) ${PATIENT})`
/** Given beside a medicine rather than in its place, and what is no medicine. */
const BESIDE =
  '(?!(?:omeprazole|lansoprazole|pantoprazole|esomeprazole|famotidine|ondansetron|probiotics?|laxatives?|insulin|antihistamines?|magnesium|steroids|painkillers|antacids?|antibiotics|supplements|electrolytes|leave|probation|holiday|light|parole|warfarin)\\b)'
/** One name, with a dose or without, and nothing else. */
const MEDICINE = String.raw`${BESIDE}(?=\p{L}[\p{L}-]{4,30}(?: \d[\d.,]* ?(?:mg|mcg|µg|g|ml))?(?: instead| now)?[.!]?$)`
const SYMPTOM =
  '(?:(?:[Mm]uscle|[Ss]tomach|[Bb]ad|[Tt]errible|[Cc]onstant) )?(?:[Cc]ramps|[Rr]ash|[Hh]eadaches?|[Nn]ausea|[Dd]izziness|[Cc]ough|[Ss]welling|[Bb]loating|[Hh]eartburn|[Ii]nsomnia|[Nn]ightmares|[Ss]ide effects|[Hh]ives|[Ii]tching)'
const SUM = String.raw`(?:[€$£¥₹] ?\d[\d.,]*k?|\d[\d.,]*k? ?(?:€|euros?|dollars?|pounds?|quid|bucks|francs?|rupees|yen|kroner|pesos))`
const A_MONTH = '(?:a|per|each|every) month'
const DEGREE = '(?:courses?|degrees?|majors?|subjects?|programmes?|programs?)'
const LANGUAGES =
  'English|French|German|Spanish|Portuguese|Italian|Dutch|Danish|Swedish|Norwegian|Finnish|Polish|Czech|Slovak|Hungarian|Romanian|Bulgarian|Serbian|Croatian|Slovenian|Greek|Turkish|Russian|Ukrainian|Arabic|Hebrew|Persian|Farsi|Hindi|Urdu|Bengali|Punjabi|Tamil|Telugu|Marathi|Gujarati|Nepali|Thai|Vietnamese|Indonesian|Malay|Tagalog|Japanese|Korean|Chinese|Mandarin|Cantonese|Swahili|Afrikaans|Welsh|Irish|Catalan|Icelandic|Estonian|Latvian|Lithuanian|Georgian|Armenian'
const REPLIES =
  '(?:answers|replies|responses|(?:you|the assistant) to (?:reply|answer|respond)(?: to me| to her| to him)?)'
const STAY = '(?:work|student|study|spouse|family|temporary|residence|graduate|skilled worker)'
const ON_PAPER = String.raw`(?:am|is|are) (?:here|(?:living |here )?in (?:the )?\p{Lu}[\p{L} ]{1,24}?) on (?:an? |my |her |his )(${STAY} (?:permit|visa))\b`
const RESIDES = String.raw`(?:have |has )?(?:became|become|been made|been granted|am|is|got|granted|received|was granted|was given) (?:an? |my |her |his |the )?(?:now )?(?:an? )?(permanent resident(?! doctor| physician)|permanent residen(?:cy|ce)|indefinite leave to remain|settled status|green card)\b.*$`
const PAPER = '(?:passport|permit|visa|licen[cs]e|mot|warranty)'

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
    String.raw`^((?:the|my|our|her|his) \p{Ll}+) (?:can not|cannot|could not|will not) (start|begin|come|arrive|be delivered) (?:until|till|before) (?:the )?(?=\d|\p{Lu}\p{Ll}+ \d)`,
    '$1 was moved to ',
    'iu',
  ),
  wording(
    'expires extended renewed runs good',
    String.raw`^((?:(?:my|her|his) |\p{Lu}[\p{L}-]{0,30}['’]s )?(?:[\p{L}-]+ ){0,2}?${PAPER}) (?:expires(?: on)?|runs out on|is good until|(?:has been |was |got |is )?(?:extended|renewed) (?:to|until|till|through)) (?=\d|\p{Lu})`,
    '$1 is valid until ',
    'iu',
  ),
  // Money.
  wording('live', `^${SELF}(?:have|has) (${SUM}) ${A_MONTH} to live on[.!]?$`, 'Money to live on a month: $1', 'u'),
  wording(
    'get gets getting live lives living manage manages',
    `^${SELF}(?:now )?(?:gets? by|lives?|manages?|(?:am|is) (?:getting by|living|managing)) on (${SUM}) ${A_MONTH}(?: now)?[.!]?$`,
    'Money to live on a month: $1',
    'u',
  ),
  wording(
    'shrunk grown risen fallen swollen climbed dwindled crept gone come',
    String.raw`\b(?:has|have) (?:shrunk|grown|risen|fallen|swollen|climbed|dwindled|crept (?:up|down)|gone (?:up|down)|come (?:up|down)) to (?=[€$£¥₹]?\d)`,
    'is now ',
    'u',
  ),
  wording(
    'fund pot',
    `^${SELF}(?:have|has)(?: got)? (${SUM}) (?:put by |saved )?in (?:the|my|her|his) ((?:emergency|rainy-day|holiday|house|college|wedding|car) (?:fund|pot))[.!]?$`,
    'My $2 is $1',
    'u',
  ),
  // Papers to stay in a country.
  wording('permit visa', `^${SELF}${ON_PAPER}`, 'My residence status is $1', 'u'),
  wording('permit visa', `^(${NAME}) ${ON_PAPER}`, '$1’s residence status is $2', 'u'),
  wording('resident residency leave status card', `^${SELF}${RESIDES}`, 'My residence status is $1', 'u'),
  wording('resident residency leave status card', `^(${NAME}) ${RESIDES}`, '$1’s residence status is $2', 'u'),
  // The language of replies.
  wording(
    'answers replies responses reply answer respond',
    `^${SELF}(?:want|wants|wanted|prefer|prefers|would like|would prefer|ask for|asks for|asked for|asked) (?:(?:my|all) )?${REPLIES} in (${LANGUAGES})(?: now| please| to practi[sc]e\\b.*| instead| again)?[.!]?$`,
    'My language of replies is $1',
    'u',
  ),
  // Studies.
  wording(
    'changed switched',
    String.raw`\b(?:changed|switched) (?:${DEGREE}|(?:my|her|his) ${DEGREE})(?:,| and|;) (?:now )?(?:(?:is|am) )?(?:now )?(?:studies|studying|study|doing) `,
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
    `^${SELF}(?:asked|asks|wants?|would like|prefers?|would prefer) (?:not to be|to no longer be|to stop being) called (\\p{Lu}[\\p{L}-]+) (?:any ?more|any longer)[.!]?$`,
    'I no longer go by $1',
    'u',
  ),
  wording(
    'called',
    `^${SELF}(?:like|likes|prefer|prefers) to be called (?=\\p{Lu}[\\p{L}-]+[.!]?$)(?!(?:Mum|Mom|Mama|Dad|Papa|Coach|Sir|Miss|Boss|Auntie|Uncle|Grandma|Grandpa|Nan|Nana)\\b)`,
    'I go by ',
    'u',
  ),
  // What one likes most.
  wording(
    'named picked chosen chose called',
    `^(?:[^,]{3,40}, )?(?:(?:[Ii]|[Ss]he|[Hh]e|[Uu]ser) )?${HAVE}(?:named|picked|chosen|chose|called) (${NAME}) (?:as )?(?:my|her|his|our) (?:new )?favou?rite (\\p{Ll}{3,20}(?: \\p{Ll}{3,20})??)$`,
    'My favourite $2 is now $1',
    'u',
  ),
  wording(
    'overtaken overtook beaten replaced dethroned ousted toppled',
    String.raw`^(${NAME}) (?:has |have )?(?:overtaken|overtook|beaten|replaced|dethroned|ousted|toppled) [\p{L}' -]{2,30} as (?:the |my |her |his |our )(?:new )?(?:favou?rite (\p{Ll}{3,20})|(\p{Ll}{3,20}) (?:that )?(?:[Ii]|[Ss]he|[Hh]e|[Uu]ser) (?:likes?|loves?|prefers?|enjoys?) (?:best|most))$`,
    'My favourite $2$3 is now $1',
    'u',
  ),
  // Partners.
  wording(
    'life',
    `^(?:[Tt]here )?(?:(?:is|are|am|has been|have been) )?no (?:man|woman|one|partner|boyfriend|girlfriend|love) in (?:my|her|his) life(?: (?:since|now|right now|at the moment|these days|any ?more|for)\\b.*)?$`,
    'I am single',
    'u',
  ),
]

/** Of sentences with two clauses that are read as one. */
export const WHOLE_OF_SWAPS: readonly Wording[] = [
  wording(
    'put switched swapped',
    String.raw`^(\p{L}[\p{L}-]{4,30}) ${HARMED}\b[^,;.]{0,40}[,;.] ?(?:so |and )?(?:${CARER} |I |[Ss]he |[Hh]e )?(?:have |has |was |were |am |is |got |been )*(?:put|switched|swapped)(?: ${PATIENT})?(?: over)? (?:on ?to|to|on) ${MEDICINE}`,
    'Switched from $1 to ',
    'u',
  ),
  wording(
    'gave caused',
    String.raw`^(\p{L}[\p{L}-]{4,30}) (?:gave|caused) (?:${PATIENT} )?(?:an? |the |such )?(?:[\p{Ll}-]+ ){0,2}?${SYMPTOM}(?: [\p{Ll} ]{2,30})?[,;] (?:so )?(?:(?:[Ii]|[Ss]he|[Hh]e)(?:['’]m|['’]s| am| is| was| got| have been| has been)? )?(?:now )?(?:put |moved |switched )?(?:on|onto|to) ${MEDICINE}`,
    'Switched from $1 to ',
    'u',
  ),
  wording(
    'swapped switched',
    String.raw`^${SYMPTOM} (?:from|on|with) (?:the )?(\p{L}[\p{L}-]{4,30})[,;] (?:so )?(?:was |got )?(?:now )?(?:swapped|switched)(?: it)? (?:for|to) ${MEDICINE}`,
    'Switched from $1 to ',
    'u',
  ),
  // Records with a remark: "wellies: size 10, toes squashed in the old pair".
  wording(
    'old previous last tired sick fed bored more instead rather',
    String.raw`^(\p{L}[\p{L} -]{1,30}): ([^,;:]{1,40}), (?=(?:(?:got |was )?(?:tired|sick|bored|fed up) (?:of|with)|no more|instead of|rather than)\b|.{0,30}\b(?:the|my|her|his) (?:old|previous|last) (?:ones?|pairs?|size|brand)\b).*$`,
    '$1: $2',
    'u',
  ),
  wording(
    'place',
    String.raw`^(?!(?:[Nn]othing|[Nn]o|[Nn]one|[Nn]obody)\b)((?:${OF} )?[\p{L}\p{N}' -]{2,40}?) (?:has|have) taken the place of (?:my|our|her|his) (?=[\p{L}\p{N}' -]{2,40}[.!]?$)(.*?)[.!]?$`,
    'Replaced $2 with $1',
    'u',
  ),
]
