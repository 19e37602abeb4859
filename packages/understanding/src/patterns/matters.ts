import type { Pattern } from './pattern.ts'

const SUM =
  '[€$£]?\\d[\\d.,]*k?(?: ?(?:euros?|dollars?|pounds?|francs?|kroner|crowns|zloty|zlotys|rand|rupees|yen|quid|€|\\$|£))?'
const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december'
const DAY = `(?:mon|tues|wednes|thurs|fri|satur|sun)days?`
/** The beginning of a time by which something must be done. */
const BY = `(?:by|before|until|no later than|on|at the latest) (?:the )?(?:\\d|${MONTH}|${DAY}|tomorrow|tonight|midnight|noon|next|end of|christmas|easter|new year)`
const COMPUTERS =
  'thinkpad macbook imac chromebook ideapad zenbook xps ultrabook lenovo dell asus acer workstation desktop'
const PHONES = 'iphone pixel galaxy fairphone oneplus xiaomi redmi huawei nokia motorola samsung'
const TRANSPORT =
  '(?:train|bus|tram|metro|underground|subway|ferry|boat|coach|tube|commuter train|s-bahn|u-bahn|light rail|\\w*train)'
const HELPED =
  "(?:food (?:bank|shelf|pantry)|soup kitchen|(?:homeless |animal |women's )?shelter|hospice|charity shop|repair caf[eé]|red cross|refugee (?:centre|center|camp)|care home|nursing home|old people's home|retirement home|youth (?:club|centre|center)|community (?:centre|center|garden|kitchen)|polling station|polls)"
const SPORTS =
  '(?:kickboxing|boxing|judo|karate|aikido|taekwondo|yoga|pilates|fencing|crossfit|rowing|climbing|bouldering|swimming|aqua aerobics|water aerobics|aerobics|zumba|spinning|badminton|squash|tennis|table tennis|football|futsal|basketball|volleyball|handball|hockey|rugby|netball|padel|archery|gymnastics|ballet|salsa|tango|dance class|running club|tai chi|qigong|hurling|camogie|netball|cricket|golf|bowls|parkrun|five-a-side)'
const COLLECTED =
  '(?:records?|lps|vinyl|books?|stamps?|coins?|postcards?|comics?|figurines|cameras|watches|knives|posters|maps|guitars|board games|fountain pens|teapots|dolls|medals|minerals|fossils|whiskies|bottles)'

/** Work, study, money, devices, travel and public life, in further wordings of notes. */
export const MATTERS: readonly Pattern[] = [
  [
    'salary',
    'takes take brings bring clears clear nets net pay wages salary paid hour',
    new RegExp(
      `\\b(?:takes?|brings?) home (?:about |around |roughly |some |nearly |just over |just under )?(?<v>${SUM}\\b.*)|\\b(?:my|her|his|the) (?:pay|wages?|salary|paycheck) (?:comes?|lands?|arrives?|is paid|are paid|gets? paid|goes? in|is in)\\b(?<w>.*)|\\b(?<x>${SUM} (?:an|per|a|each) hour\\b.*)`,
    ),
  ],
  [
    'commute',
    'takes take catches catch rides ride gets get walks walk',
    new RegExp(
      `\\b(?:takes?|catch(?:es)?|rides?) (?:the |a )?(?<v>(?:[\\w'-]+ ){0,2}?${TRANSPORT} (?:from|at) [\\w' -]{2,40} and (?:walks?|cycles?|changes?|then)\\b.*)|\\bwalks? the (?<w>(?:last|rest)\\b.*)`,
    ),
  ],
  [
    'commute',
    'drive ride walk journey trip commute way',
    /\b(?:the|my|her|his) (?:drive|ride|walk|journey|commute|way)(?: in| there| to work)? takes (?<v>.*(?:minutes?|hours?|an hour)\b.*)/,
  ],
  [
    'mortgage',
    'years instalment instalments flat house',
    /\byears (?:to go|left|to pay|remaining) on (?:the|my|her|his|our) (?<v>(?:flat|house|home|apartment|cottage)\b.*)/,
  ],
  [
    'debt',
    'lent lend owes owe',
    new RegExp(`\\blent (?:[\\w']+ ){1,4}?(?<v>(?:${SUM}|money|some cash|a hundred|two hundred)\\b.*)`),
  ],
  [
    'insurance',
    'aid scheme fund medicare medicaid nhs cover policy insurance',
    /\bmedical (?:aid|scheme)(?: is)? (?:with|through|at) (?<v>.+)|\b(?:on|has|have|gets?) (?<w>(?:medicare|medicaid)\b.*)|\b(?:health|dental|sickness|sick) (?:fund|plan|cover|scheme)(?: is)?(?: with| from| at|:) (?<x>.+)|\b(?<y>no (?:\w+ )?insurance\b.*)/,
  ],
  [
    'investment',
    'tracker etf etfs fund shares stocks bonds portfolio brokerage depot account savings',
    /\b(?:keeps?|has|have|holds?|runs?|opened|owns?) (?:an? |some |her |his |my )?(?<v>[\w' -]{0,40}?(?:trading account|brokerage account|investment account|share portfolio|portfolio|securities account|tax-free account)\b.*)|\b(?<w>(?:index|world|global|tracker|s&p 500|msci) (?:tracker|fund|funds|etf|etfs)\b.*)/,
  ],
  [
    'volunteering',
    'free lessons tutoring serve serves help helps sort sorts pack packs cook cooks drive drives read reads teach teaches man mans staff staffs run runs',
    new RegExp(
      `\\b(?:gives?|teach(?:es)?|offers?) (?<v>free (?:[\\w-]+ ){0,2}?(?:lessons|classes|tuition|tutoring|advice|haircuts|help)\\b.*)|\\b(?:serves?|helps?|sorts?|packs?|cooks?|reads?|mans?|staffs?|works?)\\b(?: [\\w-]+){0,5}? (?:at|for|in) (?:an? |the |our |my |her |his )?(?:[\\w-]+ ){0,2}?(?<w>${HELPED}\\b.*)|\\b(?:drives?|takes?) (?<x>(?:people|voters|pensioners|patients|residents|neighbours|neighbors) to .+)`,
    ),
  ],
  [
    'volunteering',
    'volunteer treasurer secretary steward trustee mentor mentors knit knits crochet crochets sew sews bake bakes',
    /\b(?:in|with|for) the (?<v>volunteer (?:fire|rescue|ambulance|lifeboat)\b.*)|\b(?:knits?|crochets?|sews?|bakes?) (?:[\w-]+ ){1,4}?for (?<w>(?:the )?(?:newborns?|premature babies|homeless|refugees|hospital|hospice|charity|church|fete|food bank|soldiers)\b.*)|(?:^|\b(?:am|is|'m|as) )(?:the |an? )?(?:honorary )?(?<x>(?:treasurer|(?<!^)secretary|trustee|steward) (?:of|at|for) .+)/,
  ],
  [
    'trip',
    'weeks week days day fortnight weekend month nights interrail interrailing backpacked toured flight',
    /^(?:an?|one|two|three|four|five|six|ten|the|\d+|long|half)(?: [\w-]+)? (?:weeks?|days|fortnight|weekend|month|nights?) (?:round|around|through|across|along|up|down|near|exploring|touring) (?<v>(?!the (?:clock|corner|house)|the year)\w.+)|\b(?:did|went|backpacked|toured) (?<w>(?:interrail(?:ing)?|backpacking|island[- ]hopping)\b.*|(?:through|round|around) (?:the )?[\w ]+ (?:for|with|in|last)\b.*)|\bflight to (?!catch\b)(?<x>[\p{L}' -]{2,30} (?:on|with|at|leaves|departs)\b.*)/u,
  ],
  [
    'reads',
    'volume chapter page number book novel stuck part',
    /\b(?:stuck (?:at|on|in)|up to|reached|am on|is on|'m on|are on|now on) (?<v>(?:volume|chapter|page|book|part|number) (?:number )?[\w-]+\b.*)/,
  ],
  [
    'exam',
    'final finals resit resits midterm viva oral test exam writes sits retakes',
    new RegExp(
      `\\b(?<v>(?:[\\w-]+ )?(?:final|midterm|resit|retake|viva|oral|mock)(?: exam)? (?:is |are )?on (?:the )?(?:\\d|${MONTH}|${DAY}).*)|\\b(?:writes|sits|takes|retakes|resits) (?:it|the (?:exam|test)|that one) (?:again )?(?<w>(?:on|in|next) .+)`,
    ),
  ],
  [
    'deadline',
    'hand hands turn send submit submitted finished done paid renewed filed delivered returned registered due',
    new RegExp(
      `\\b(?:hand|hands|turn|turns|send|sends|get|gets) (?:\\w+ )?in (?<v>${BY}.*)|\\b(?:has|have|had|must|needs?|ought)(?: got)?(?: to)? be (?<w>(?:\\w+ )?(?:finished|done|paid|renewed|filed|delivered|returned|registered|submitted|handed in|sent|sent off|ready|completed|cancelled|signed|booked|settled) ${BY}.*)|\\b(?:next|first|second|last) (?:one|half|instalment|installment|payment|lump) (?:is )?(?<x>(?:due )?${BY}.*)`,
    ),
  ],
  [
    'document',
    'passport licence license permit visa card certificate',
    /\b(?<v>(?:passport|licen[cs]e|permit|visa|id card|card|certificate|policy)(?: is| has to be| must be| needs to be)? (?:good (?:until|till|for another)|renewed by|valid for another)\b.*)/,
  ],
  [
    'computer',
    COMPUTERS,
    new RegExp(
      `\\b(?:my|her|his|our|the|an?|work|private|old|new) (?:[\\w-]+ ){0,2}?(?<v>(?:${COMPUTERS.split(' ').join('|')})\\b.*)|^(?<w>(?:[\\w-]+ )?(?:thinkpad|macbook|imac|chromebook|lenovo|dell|asus|acer) (?!from|for|at)[\\w-]+.*)`,
    ),
  ],
  [
    'phone_model',
    `${PHONES} phone flip`,
    new RegExp(
      `^(?<v>(?:google |samsung )?(?:iphone|pixel|galaxy|fairphone|oneplus) \\w+.*)|\\b(?:carr(?:y|ies)|uses?|has|have|got|on) (?:an? |my |her |his )?(?:old |new |second-hand |used |plain )*(?<w>(?:flip|button|feature|dumb) ?phone|(?:${PHONES.split(' ').join('|')}) [\\w-]*\\d[\\w-]*)\\b`,
    ),
  ],
  [
    'phone_plan',
    'prepaid sim contract tariff',
    /\b(?<v>prepaid (?:sim|card|plan|phone)\b.*|pay[- ]as[- ]you[- ]go\b.*)/,
  ],
  [
    'software',
    'passwords notes photos files documents invoices recipes',
    /\b(?:passwords|notes|photos|pictures|files|documents|invoices|recipes|logins) (?:are |live |sit |stay |go |get )(?:all )?(?:kept |stored |saved |written |backed up )?(?:down )?(?:in|on|to|with) (?<v>.+)/,
  ],
  [
    'website',
    'website site domain homepage blog shop',
    /\b(?:web ?site|site|domain|homepage|blog|portfolio|web shop)(?: is|:)? (?:at )?(?<v>[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})\b/,
  ],
  [
    'subscription',
    'let lapse lapsed go plan shares',
    /\blet (?:the |my |her |his )?(?<v>[\w' ]{2,40}?(?:membership|subscription|pass|licence|license|plan)) (?:go|lapse|run out|expire)\b|\bshares? (?:an? )?(?<w>[\w' ]{2,30}(?:family plan|account|subscription|membership)\b.*)|\b(?<x>[\w]+ is on (?:the )?(?:student|family|annual|monthly|free) plan\b.*)/,
  ],
  [
    'sport',
    'mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue tues wed thu thur fri sat sun class club twice weekly every',
    new RegExp(
      `^(?:[\\w-]+ )?(?<v>${SPORTS}(?: class| club| training| session)?(?: [\\w' ]{2,30})?,? (?:on |every )?(?:${DAY}|mon|tue|tues|wed|thu|thur|fri|sat|sun|twice|once|weekly)\\b(?! (?:was|were|has been|is|are) ).*)`,
    ),
  ],
  [
    'hobby',
    'own owns collecting restoring piecing carving embroidering quilting collected',
    new RegExp(
      `\\bowns? (?:about|around|roughly|over|more than|nearly|almost|some)? ?(?<v>(?:\\d[\\d,.]*|hundreds of|dozens of) (?:[\\w-]+ ){0,2}?${COLLECTED}\\b.*)|\\b(?:been|am|is|'m|'s|are|still|started|began|keep|keeps) (?<w>(?:collecting|restoring|piecing|carving|embroidering|quilting|crocheting|knitting|whittling) .+)`,
    ),
  ],
]
