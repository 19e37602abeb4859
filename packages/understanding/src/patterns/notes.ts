import type { Pattern } from './pattern.ts'

const NUMBERS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ' +
  'twenty thirty forty fifty sixty seventy eighty ninety'
const AGE = `\\d{1,3}|(?:${NUMBERS.split(' ').join('|')})(?:-\\w+)?`
const AGES_MAX = 110
const ROOM = '(?:room|flat|apartment|house|place|studio|cabin|cottage|dorm|maisonette|loft|bungalow|farmhouse|trailer)'
const UNITS =
  '(?:desk|department|team|unit|ward|kitchen|section|division|office|crew|programme|program|lab|laboratory|library|line|floor|branch|depot|station|school|nursery|shift|practice|project|museum|archive|canteen|warehouse)'
/** Animals that people keep. */
export const ANIMALS =
  '(?:dogs?|cats?|tomcats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|horses?|pon(?:y|ies)|tortoises?|budgies?|hens|chickens|bantams|ducks|geese|goats|sheep|alpacas|llamas|donkeys?|mules?|cows?|bees|guinea pigs?|goldfish|gerbils?|ferrets?|geckos?|snakes?|canar(?:y|ies)|parakeets?|pigeons|collies?|labradors?|terriers?|spaniels?|poodles?|retrievers?|huskies|husky|beagles?|whippets?|greyhounds?|dachshunds?|sheepdogs?|setters?|pointers?|mastiffs?|pugs?|corgis?|dalmatians?|chihuahuas?|rottweilers?|schnauzers?|bulldogs?|lurchers?|mongrels?|cockatoos?|cockatiels?|macaws?|turtles?|terrapins?|lizards?|chinchillas?)'

/** Forms of notes that leave out the verb, or use one that says little by itself. */
export const NOTES: readonly Pattern[] = [
  [
    'age',
    [NUMBERS, ...Array.from({ length: AGES_MAX }, (_, age) => String(age))].join(' '),
    new RegExp(
      `\\b(?:is|am|'m|are|turns?|turned|turning) (?:now |almost |nearly |already )?(?<v>${AGE})(?= and\\b|,(?!\\d)| on\\b| in\\b| now(?:$|,)| with (?:two|three|four|five|grown|no) (?:children|kids|sons|daughters|boys|girls|teenagers|grandchildren)\\b|$)`,
    ),
  ],
  [
    'home',
    'shares share sharing occupies has lodges lodging boards moored berth',
    new RegExp(
      `\\b(?:shares?|sharing|occup(?:y|ies)) (?:an?|the|her|his|our|my) (?:[\\w'-]+ ){0,2}?${ROOM}(?: number \\w+)? (?:in|at|near|outside|above|on) (?<v>.+?)(?: with .+)?$|\\bhas (?:an? |the |her |his )?(?:own )?room at (?<w>.+)|\\b(?:lodges|lodging|boards) (?:in|at|with) (?<x>.+)`,
    ),
  ],
  [
    'roommate',
    'shares share sharing',
    new RegExp(
      `\\b(?:shares?|sharing) (?:an?|the|her|his|our|my) (?:[\\w'-]+ ){0,2}?${ROOM}\\b[^,;]{0,40}? with (?<v>[\\p{L}-]+)$`,
      'u',
    ),
  ],
  [
    'job',
    'runs run heads head leads lead supervises supervise oversees oversee directs direct',
    new RegExp(
      `(?:^|^(?:i|we|she|he|they|[\\p{L}-]+) |\\b(?:now|and|who|currently) )(?<v>(?:runs?|heads?|leads?|supervises?|oversees?|directs?) (?:up )?(?:the|an?|her|his|their|my|our) (?:[\\w'-]+ ){0,3}?${UNITS}\\b.*)`,
      'u',
    ),
  ],
  [
    'pet',
    'dogs cats tomcat puppies kittens rabbits hamsters parrots horses ponies tortoises budgies hens chickens bantams ducks geese goats alpacas llamas donkeys mules bees pigs goldfish gerbils ferrets geckos snakes canaries parakeets pigeons collies labradors terriers spaniels poodles retrievers huskies beagles whippets greyhounds dachshunds sheepdogs',
    new RegExp(
      `^(?:(?:i|we|she|he|they|[\\p{L}-]+) (?:has|have|keeps?|owns?|adopted|got|looks? after) )?(?:two|three|four|five|six|seven|eight|nine|ten|\\d{1,2}|a few|some|a pair of|both|the|our|my|her|his|their) (?:[\\w'-]+ ){0,2}?(?<v>${ANIMALS}\\b.*)|\\b(?:adopted|keeps?|owns?|got|has|have) an? (?:[\\w'-]+ ){0,3}?(?<w>tomcat\\b.*)`,
      'u',
    ),
  ],
  [
    'injury',
    'disc vertebra ligament tendon cartilage meniscus lifting lift kneel bend running jumping overhead',
    /^(?<v>(?:slipped|herniated|bulging|prolapsed|ruptured|worn) (?:disc|vertebra|ligament|tendon|cartilage|meniscus)\b.*)|\b(?<w>no (?:heavy )?(?:lifting|running|jumping|kneeling|overhead work)\b.*)|\b(?:must|may|can|should|is|am) ?(?:not|n't|cannot|never) (?:be )?(?:allowed to |supposed to )?(?<x>(?:lift|kneel|bend|run|jump|carry)\b.*)|\bcannot (?<y>(?:lift|kneel|bend|run)\b.*)/,
  ],
  [
    'children',
    'boys girls',
    /\b(?:has|have|had|'ve got|got|raising|raises|foster(?:s|ed|ing)?|adopted) (?:(?!class\b|team\b|group\b|choir\b|squad\b|troop\b|of\b|with\b|for\b)[\w-]+ ){0,3}?(?<v>(?:boys|girls)\b(?!'|[- ](?:team|choir|school|night|football|toilets|club)).*)/,
  ],
  [
    'answer_style',
    'phone call calls ring texts text texting messages writing mail email mails emails letter letters phoned rung called reached contacted',
    /\b(?<v>(?:never|no|don't|do not|please don't|hates?|dislikes?) (?:to )?(?:phone|be phoned|phoning|phone calls?|calls?|be called|ring|voice calls?|voicemails?)\b(?! (?:me )?(?:[\p{Lu}]|her|him|a |an |it)\b).*)|\b(?<w>(?:texts?|messages|e-?mails?|in writing) (?:only|instead of (?:calls|phone calls|calling)))\b|\b(?<x>prefers? (?:an? )?(?:texts?|text messages|texting|messages|e-?mails?|letters?|written|(?:phone )?calls?|phoning) (?:to|over|rather than|instead of) (?:an? |being )?(?:(?:phone )?calls?|called|calling|phoned|phoning|rung|ringing|texts?|texting|e-?mails?|letters?|messages|voicemails?)\b.*|prefers? to be (?:phoned|rung|called|texted|e-?mailed|messaged)\b(?! \p{L}+$).*|best (?:reached|contacted|got hold of) (?:by|on|via|through) .+)|\bonly (?<y>(?:by|via) (?:text|message|e-?mail|letter)\b.*)/u,
  ],
  [
    'home',
    'roots based home stands house',
    /\bput down roots in (?<v>.+)|\bbased (?:out of|in|near) (?<w>.+?)(?: these days| now)?$|^(?:our|my|her|his|their) (?:house|flat|home|cabin|cottage) (?:stands|lies|sits|is located) (?:at|in|on|near) (?<x>.+)/,
  ],
  [
    'job',
    'unemployed work jobs stay-at-home stay',
    /\b(?<v>unemployed|out of work|between jobs|stay-at-home (?:mum|mom|dad|parent|mother|father))\b/,
  ],
  ['partner', 'half', /\bother half(?: is|,| is called)? (?<v>\p{L}+)/u],
  [
    'pregnancy',
    'week weeks trimester expecting',
    /\b(?<v>in (?:her |my )?week \d\d|\d\d weeks along|(?:first|second|third) trimester)\b|\bexpecting (?<w>twins|triplets)\b/,
  ],
  [
    'allergy',
    'no out contraindicated brings bring brought',
    /^no (?<v>(?:nsaids?|aspirin|ibuprofen|paracetamol|penicillin|codeine|opioids?|morphine|sulfa|sulfonamides?|latex|contrast|iodine|anaesthe\w+)\b.*)|(?<w>[\w' -]+?) (?:brings?|brought) (?:me|him|her|them|us|[\w']+) out in\b|(?<x>[\w' -]+?) (?:is|are) (?:contraindicated|an? (?:absolute |strict )?no-go)\b/,
  ],
  [
    'disability',
    'stick cane crutches walker walking frame dog',
    /\b(?:walks?|walking|moves|gets about|gets around) with (?:an? |the help of an? )?(?<v>(?:walking )?(?:stick|cane|frame|crutch(?:es)?|walker|rollator)\b.*)|\b(?<w>guide dog|assistance dog|hearing dog)\b/,
  ],
  [
    'condition',
    'autistic stoma colostomy tube dialysis oxygen shunt',
    /\b(?:is|am|'m|has|have|with|an?|on|to|gets|needs|goes to|^) ?(?<v>autistic|stoma|colostomy|feeding tube|dialysis|oxygen (?:at night|therapy)|shunt)\b/,
  ],
  [
    'food_dislike',
    'everything anything',
    /\beats? (?:almost )?(?:everything|anything) (?:but|except|apart from|other than) (?<v>.+)/,
  ],
  ['phobia', 'panics panic', /\bpanics? (?:in|on|at|when|if|around) (?<v>.+)/],
]
