import { KIN_PATTERN } from '../kin.ts'
import type { Pattern } from './pattern.ts'

const HOUSING =
  '(?:flat|apartment|house|townhouse|studio|cottage|condo|bungalow|duplex|bedsit|villa|maisonette|penthouse|farmhouse|loft|granny flat)'
const HEADS =
  '(?:lead|head|aide|ranger|officer|coordinator|co-ordinator|rep|specialist|executive|technician|trainee|intern|assistant|attendant|dispatcher|apprentice|inspector|labourer|laborer)'
const SHOPS =
  '(?:clinic|practice|surgery|shop|stall|salon|studio|workshop|garage|bakery|café|cafe|restaurant|firm|company|business|agency|consultancy|kiosk|school|nursery)'
const SPORTS =
  '(?:football|soccer|futsal|five-a-side|tennis|badminton|basketball|volleyball|cricket|rugby|netball|hockey|squash|padel|golf|swimming|yoga|pilates|judo|karate|boxing|bowls|bowling|fencing|rowing)'
const PRACTISED =
  '(?:football|soccer|futsal|five-a-side|floorball|tennis|table tennis|badminton|basketball|volleyball|handball|cricket|rugby|netball|hockey|squash|padel|pickleball|golf|swimming|aquafit|yoga|pilates|zumba|spin(?:ning)?|crossfit|judo|karate|taekwondo|jiu-jitsu|kickboxing|boxing|bowls|bowling|pétanque|petanque|boules|darts|fencing|archery|rowing|kayaking|canoeing|sailing|surfing|climbing|bouldering|hiking|hillwalking|running|jogging|parkrun|cycling|skating|skiing|curling|gymnastics|hurling|camogie|gaelic football|tai chi|aikido|capoeira|muay thai)'
const DAY_PART = '(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|evenings|nights|afternoons|weekends'
const CREW =
  '(?:cleaners|nurses|drivers|guards|porters|cooks|waiters|technicians|apprentices|interns|pickers|packers|mechanics|clerks|bakers|staff|crew|shift)'
const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'

/** Facts in a few words, as people jot them down: "New job: baker", "sold the flat, house in Rumia now". */
export const IN_BRIEF: readonly Pattern[] = [
  [
    'home',
    'shifted',
    /^(?:(?:i|we|she|he|they|[\p{L}-]+) )?(?:(?:have|has|recently|finally|just|all) )*shifted (?:house |home |base |back |over )?(?:from [^,]{2,40}? )?to (?<v>(?!an?\b|the\b|my\b|her\b|his\b|our\b).+)/u,
  ],
  [
    'home',
    'now nowadays days',
    new RegExp(
      `(?:^|[,;:] )(?:(?:an?|our|my|new|own|small|big|rented|little) ){0,3}${HOUSING} in (?<v>[^,]{2,40}?) (?:now|these days|nowadays)$`,
    ),
  ],
  [
    'home',
    'unit townhouse duplex bedsit villa maisonette penthouse granny council',
    /\b(?:has|have|got|gets|found|bought|rents?|renting) (?:an?|my|her|his|our|their) (?:(?:own|new|small|little|rental|[\w-]+-bed(?:room)?) ){0,2}(?:(?<=(?:own|rental|-bed|-bedroom) )unit|townhouse|duplex|bedsit|maisonette|penthouse|granny flat|council (?:house|flat)) (?:in|near|at|outside) (?<v>.+)/,
  ],
  [
    'home',
    'floor',
    /^(?<v>[\p{L}' -]{2,30}, (?:[^,]{2,40}, )?(?:\d{1,2}(?:st|nd|rd|th)|ground|top|first|second|third|fourth|fifth|sixth) floor\b.{0,60}\b(?:lift|elevator|balcony|bedrooms?|rooms|m²|m2|landlord|stairs)\b.*)/u,
  ],
  [
    'rent',
    'rent',
    /\b(?:landlord|landlady|agency|agent|council) (?:has |have )?(?:put|raised|increased|lowered|upped|cut) (?:the |my |our |her |his )?rent (?:up |down )?(?:to|by) (?<v>.*\d.*)/,
  ],
  ['home', 'address', /^(?:our |my |her |his )?new address(?:: | is (?:now )?)(?<v>[^@]+)$/],
  [
    'housemates',
    'address home res residence with live lives living',
    new RegExp(
      `^(?:new |home )?(?:address|home|res|residence)\\b.*\\((?:together )?with (?<v>(?:my |her |his |our )?(?:${KIN_PATTERN})\\b[^)]*)\\)|(?:^|\\b(?:i|she|he|still|now) )(?:lives?|living) (?:at home )?with (?<w>(?:my|her|his|our) (?:${KIN_PATTERN})\\b.*)`,
    ),
  ],
  [
    'job',
    'changed switched swapped',
    /^(?:i |we |she |he )?(?:have |has )?(?:changed|switched|swapped) (?:jobs?|careers?)(?:: | [-–—] |, (?:now|am|is)(?: an?)? )(?<v>.+)/,
  ],
  [
    'job',
    HEADS.slice(3, -1).replaceAll('|', ' '),
    new RegExp(
      `\\b(?:i'm|i am|she's|she is|he's|he is) (?:now |currently |still )?(?:an?|the) (?<v>(?:[\\w-]+ ){0,3}?${HEADS} (?:at|for|with|of|in) (?!(?:least|home|heart|mind|love|charge)\\b).+)`,
    ),
  ],
  [
    'job',
    'supervises supervise manages manage coordinates coordinate oversees oversee leads lead trains train',
    new RegExp(
      `(?:^|^(?:i|she|he|we) |\\b(?:now|and) )(?<v>(?:supervis|manag|coordinat|overse)es? the (?:[\\w-]+ ){0,2}?${CREW}\\b.*|(?:leads?|trains?) the (?:[\\w-]+ ){0,2}?${CREW} (?:at|in|of) .+)`,
    ),
  ],
  [
    'boss',
    'foreman forewoman supervisor manager boss superintendent',
    /\b(?:foreman|forewoman|supervisor|manager|boss|superintendent)'s name (?:is|was) (?<v>\p{L}.+)/u,
  ],
  [
    'injury',
    'shoulder knee hip back neck ankle wrist elbow',
    /\b(?<v>(?:shoulder|knee|hip|back|neck|ankle|wrist|elbow) is (?:still |now |so )?(?:frozen|stiff|bad|gone|dodgy|sore|swollen|torn|sprained|playing up|out)\b.*)/,
  ],
  [
    'business',
    'own',
    new RegExp(
      `(?:^|(?:->|→) ?|, )(?:now )?(?:(?:has|have|with|opened) )?(?:(?:my|her|his|our) )?own (?<v>(?:[\\w-]+ ){0,3}?${SHOPS})(?= (?:in|at|on|now|since)\\b|$|[,.])`,
    ),
  ],
  [
    'marital_status',
    'divorce',
    /\b(?:signed|filed for|finali[sz]ed|got|getting|going through) (?:an? |the |our |my |her |his )?(?<v>divorce)\b(?! (?:lawyer|of))|\b(?<w>divorce) (?:is|was|came|went|has come|has gone) (?:final|through)\b/,
  ],
  [
    'partner',
    'divorce',
    /\b(?<v>(?:signed|filed for|finali[sz]ed|got|getting) (?:an? |the |our |my |her |his )?divorce)\b(?! (?:lawyer|of))/,
  ],
  ['birthday', 'b', /^b\. ?(?<v>\d{1,2}(?:st|nd|rd|th)?[. ].*\d{4})\b/],
  ['birthplace', 'b', /^b\. ?\d[^,]{0,20}\d{4},? (?:in )?(?<v>\p{L}[^,;]*)/u],
  [
    'alcohol',
    'spirits liquor schnapps booze',
    /\bno (?:hard )?(?<v>spirits|liquor|schnapps|booze)(?= (?:since|after|because|with|for me|at all|any ?more|on)\b|$|[,;])/,
  ],
  [
    'answer_style',
    'keep write',
    /^(?:please )?keep (?:it|things|this|your answers|your replies|replies|answers) (?<v>(?:short|brief|simple|concise|plain|formal|informal|to the point)\b.*)|^(?:please )?write (?<w>(?:big|large|short|simply|clearly|plainly)\b.*)/,
  ],
  [
    'sport',
    'mondays tuesdays wednesdays thursdays fridays saturdays sundays monday tuesday wednesday thursday friday saturday sunday',
    new RegExp(
      `^${DAY} (?:morning |evening |afternoon |night )?(?<v>${SPORTS}(?: (?:with|at|in) (?!the telly|tv\\b).+|,.+|$))`,
    ),
  ],
  // "Bouldering at Neoliet on Wednesday evenings", "bowling league every Thursday".
  [
    'sport',
    'every each league mondays tuesdays wednesdays thursdays fridays saturdays sundays mornings evenings nights weekends weekly week year',
    new RegExp(
      `^(?:(?:indoor|outdoor|sea|open[- ]water|cold[- ]water|wild|beach|street|walking|wheelchair|social|mixed|women's|men's|veterans') )?(?<v>${PRACTISED}\\b(?! (?:match|game|final|tickets?|kit|shoes|boots|bags?|gear|season|cup|the (?:bus|train|tram|dogs?))\\b)(?=.*\\b(?:every|each|league|${DAY_PART}|weekly|(?:once|twice|three times) a week|all year)\\b)(?!.*\\b(?:tv|telly|television|watch\\w*|cancelled|canceled|tickets?|kids?|son|daughter|for (?:the )?children|used to|until|till)\\b).*)`,
    ),
  ],
  [
    'injury',
    'knee knees back shoulder hip ankle wrist neck elbow foot leg hamstring achilles',
    /^(?:(?:i|she|he|the user|user) (?:has|have|had|'ve got|got) |i've got |got |has |with )?(?:an? |my |her |his )?(?<v>(?:bad|dodgy|gammy|dicky|weak|sore|trick|wonky|crook|injured|stiff|busted|bum|painful) (?:(?:left|right|lower|upper) )?(?:knees?|back|shoulders?|hips?|ankles?|wrists?|neck|elbows?|foot|leg|hamstring|achilles)\b(?! (?:office|end|door|pack|row|street|up|yard|man|stage|room|pocket|to back)\b).*)/,
  ],
  [
    'home',
    'condo flat apartment house bungalow studio townhouse cottage duplex place',
    new RegExp(
      `\\b(?:i'm|we're|i am|we are|she's|he's) (?:now |currently )?in (?:an?|our|my|her|his) (?:new |own |small |rented )?(?:${HOUSING}|place) (?:in|near|at|outside) (?<v>[^;,]{2,40})`,
    ),
  ],
  [
    'job',
    'job position role post',
    /\b(?:got|landed|took|accepted|offered|started|has|have|won) (?:an?|the|my|her|his) (?:new )?(?<v>(?:[\p{L}-]+ ){0,2}?(?:principal|head|lead|leader|manager|director|coordinator|officer|assistant|engineer|analyst|supervisor|chef|cook|nurse|[\p{L}]{3,20}(?:er|or|ist|ian|ant)) (?:job|position|role|post)\b(?! (?:offer|interview|description|ad|advert|application|fair|title)s?\b).*)/u,
  ],
  [
    'hobby',
    'collect collects collecting',
    /^(?:(?:i|we|she|he|the user|user) )?(?:still |now )?collect(?:s|ing)? (?<v>(?!(?:my|her|his|our|the|a|an|them|it|him|up|from|data|evidence|signatures|rent|money|dust)\b)[\w -]{3,40}?)(?=$|[,.]| (?:since|and|from|for fun)\b)(?! (?:from|at|on|before|after)\b)/,
  ],
  [
    'marital_status',
    'engaged',
    /^(?:just |we're |we are |got |i'm |i am |officially )*(?<v>engaged)(?=$|[,!.;]| (?:to|since|now|at|last|in|on)\b)/,
  ],
  ['sport', 'aqua water', /\b(?<v>(?:aqua|water) ?(?:jogging|aerobics|gymnastics|zumba|fit|fitness)\b.*)/],
  [
    'cooking',
    'best dish speciality specialty',
    /\bbest (?:thing|dish|meal) (?:that )?(?:i|she|he) (?:makes?|cooks?|bakes?)(?: is|:) (?<v>.+)|\b(?:signature|special|best) dish(?: is|:) (?<w>.+)|\bspecialit?y(?: dish)?(?: is|:) (?<x>.+)/,
  ],
]
