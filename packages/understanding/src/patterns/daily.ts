import type { Pattern } from './pattern.ts'

const VEHICLES = '(?:bus|tram|train|metro|underground|subway|ferry|e-bike|bike|bicycle|scooter|moped|car share|taxi)'
const MONTHS = 'january february march april may june july august september october november december'
const ORGANS =
  '(?:appendix|gallbladder|tonsils|spleen|womb|ovar(?:y|ies)|kidney|thyroid|prostate|tumou?r|wisdom teeth|cataracts?|mole)'
const HELPERS =
  '(?:cleaner|nanny|maid|housekeeper|au pair|babysitter|childminder|home help|carer|gardener|dog walker|cook)'

/** Ways of living, school, visits, helpers and changes of work, in forms that the other patterns do not read. */
export const DAILY: readonly Pattern[] = [
  [
    'home',
    'emigrated immigrated home room bed ward place',
    /\b(?:emigrated|immigrated) to (?<v>.+)|\bmade (?<w>[^,]{2,30}) (?:(?:my|our|her|his|their) )?home\b|\b(?:is|am|'m|stays?|lives?) in (?:room|flat|apartment|unit|suite|cabin) (?<x>(?:number )?\w{0,3}\d\w{0,2}\b.*)|\bhas (?:a|her|his) bed (?:on|in) (?<y>.+)/,
  ],
  [
    'job',
    'made became appointed elected took promoted',
    /\b(?:made|became|appointed|elected|named|promoted to) (?:the )?(?<v>(?:(?:chief|head|deputy|acting|senior|vice|co-)\b[\w -]*|(?:captain|director|manager|partner|principal|president|treasurer|foreman|supervisor)\b.*))/,
  ],
  [
    'business',
    'took over opened opens family vineyard',
    /\b(?:took|taken|taking) over (?:the |her |his |my |our |their )(?:family |parents' |father's |mother's |uncle's |aunt's )?(?<v>(?:vineyard|farm|bakery|shop|business|restaurant|hotel|practice|garage|firm|company|workshop|pub|inn|orchard|nursery|dairy)\b.*)|\bopened (?<w>(?:an?|her|his|my|our|their) (?:[\w-]+ ){0,3}?(?:shop|bookshop|store|bakery|café|cafe|bar|restaurant|studio|practice|gallery|salon|garage|school|hotel|guesthouse|workshop|surgery)\b.*)/,
  ],
  [
    'university',
    'year',
    /\b(?:first|second|third|fourth|fifth|final|last)[- ]year (?:of (?<v>(?!primary|secondary|high|middle|elementary|school|marriage|life|nursery)[\w ]+)|(?<w>(?:[\w-]+ )?student\b.*))/,
  ],
  [
    'school',
    'school',
    /\b(?:year|grade|form|class|pupil|student) (?:of|at|in) (?<v>(?:the )?(?:primary|secondary|high|middle|elementary|grammar|vocational|boarding|nursery)[ -]school\b.*)/,
  ],
  [
    'skill',
    'struggles struggle struggling weak strong bad good poor brilliant terrible excels finds find',
    /\b(?:struggl(?:es|ing|e) with|weak (?:in|at)|bad at|poor at|good at|strong (?:in|at)|brilliant at|terrible at|excels (?:in|at)) (?<v>.+)|\bfinds? (?<w>[\w ]{3,30}) (?:really |very |too )?(?:hard|difficult|easy|tough|tricky)\b/,
  ],
  [
    'household',
    'cook clean iron garden mind mow cleaner nanny maid housekeeper pair babysitter childminder help carer gardener walker',
    new RegExp(
      `\\b(?:comes?|comes in|hired|employed|is here|pays?) (?:\\w+ )?to (?<v>(?:cook|clean|iron|garden|mind|mow|help)\\b.*)|\\b(?:an?|the|our|my|her|his|their) (?:[\\w-]+ )?(?<w>${HELPERS}\\b.*\\b(?:comes?|picks?|minds?|looks after|walks?|helps?)\\b.*)|^(?<x>${HELPERS} (?!at\\b|in\\b|for\\b|by\\b|since\\b)\\w+ .+)`,
    ),
  ],
  [
    'commute',
    'bus tram train metro underground subway ferry e-bike bike bicycle scooter moped',
    new RegExp(
      `\\b(?:takes?|uses?|rides?|goes|go|gets?|travels?)(?: (?:about|around|everywhere|to [\\w ]{2,20}?))?(?: by| on| with)? (?:the |an? |my |her |his )?(?<v>${VEHICLES}(?: \\d+\\w?)?(?=$| now| to | instead| every|;|,))`,
    ),
  ],
  [
    'car',
    'pickup ute van suv hatchback estate minivan jeep truck',
    /^(?:(?:our|my|her|his|their|the)(?: family)? )(?:pickup|ute|van|suv|hatchback|estate car|minivan|jeep|truck) is (?<v>(?!insured|registered|serviced|taxed|booked|parked|leaking|due\b|in\b|at\b|on\b|with\b|from\b|being\b|not\b|making\b|covered).+)/,
  ],
  [
    'marital_status',
    'divorce',
    /\bdivorce (?:from [\w-]+ )?(?<v>(?:came through|is final|was finali[sz]ed|went through|is done|is through)\b.*)/,
  ],
  [
    'partner',
    'seeing dating',
    /^(?:seeing|dating) (?!dr\b|the\b|an?\b|how\b|things\b|double\b)(?<v>\p{L}+)(?=,| (?:since|for|from|again|now|on)\b|$)/u,
  ],
  ['alcohol', 'dry clean', /\b(?:been|is|am|'m) (?<v>(?:dry|off alcohol)) (?:for|since|again)\b/],
  [
    'surgery',
    'replaced removed taken out',
    new RegExp(
      `\\b(?<v>(?:hips?|knees?|valve|lens|shoulder|joint)(?: was| were)? replaced|${ORGANS} (?:was |were )?(?:removed|taken out|out))\\b`,
    ),
  ],
  [
    'intolerance',
    'no',
    /^no (?<v>(?!longer|more|need|idea|problem|time|plans|children|kids|pets|car|one|sleep|work|news|visitors)[\w-]+(?: [\w-]+)?) (?:because of|due to|on account of) .+/,
  ],
  [
    'food_dislike',
    'no sugar milk cream ice salt honey lemon keen fond',
    /^no (?<v>(?:sugar|milk|cream|ice|salt|honey|lemon|sweetener)\b.*)|\bnot (?:keen on|fond of|a fan of) (?<w>.+)/,
  ],
  [
    'appointment',
    MONTHS,
    /^(?<v>(?!(?:i|we|she|he|they|born|since|moved|met|started|got|had|was|is) )(?:[\w'-]+ ){1,5}on (?:[a-z]+day,? )?(?:the )?\d{1,2}(?:st|nd|rd|th)? [a-z]+(?: \d{4})?,? at \d.*)/,
  ],
  ['rent', 'rent', /^(?:the |my |our )?rent(?: of)? (?<v>[€$£]?\d.*)/],
  ['shoe_size', 'shoes boots trainers feet', /\bsize (?<v>[\d.½]+) (?:in )?(?:shoes|boots|trainers|feet)\b/],
]
