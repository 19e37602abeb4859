import type { Pattern } from './pattern.ts'

const SUM =
  '[€$£₹]?\\d[\\d.,]*k?(?: ?(?:euros?|dollars?|pounds?|francs?|kroner|crowns|zlotys?|rupees|yen|quid|€|\\$|£))?'
const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december'
/** The beginning of a date. */
const DATE = `(?:(?:on|in|at|by|since|back) )?(?:the )?(?:(?:end|start|beginning|middle) of )?(?:(?:early|mid|late|next|last|this) )?(?:\\d{1,2}(?:st|nd|rd|th)?|\\d{4}|${MONTH}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|year|spring|summer|autumn|winter|(?:\\w{1,8} )?(?:years?|months?|weeks?) ago)\\b`
const NETWORKS =
  'instagram|insta|twitter|tiktok|mastodon|bluesky|threads|linkedin|github|gitlab|facebook|snapchat|discord|youtube|reddit|strava|telegram|pinterest|tumblr|twitch'
const LANGUAGES =
  'spanish|french|german|italian|portuguese|dutch|norwegian|swedish|danish|finnish|polish|czech|russian|ukrainian|greek|turkish|' +
  'arabic|hebrew|hindi|urdu|tamil|telugu|bengali|punjabi|marathi|japanese|chinese|mandarin|cantonese|korean|vietnamese|thai|swahili|welsh|irish|gaelic|english'
const FIELDS =
  'insurance|construction|finance|banking|logistics|hospitality|retail|healthcare|education|marketing|advertising|publishing|tech|it|software|' +
  'pharma|pharmaceuticals|biotech|manufacturing|agriculture|farming|fishing|fisheries|forestry|mining|oil and gas|renewables|renewable energy|' +
  'energy|shipping|aviation|aerospace|tourism|media|film|television|tv|broadcasting|fashion|textiles|property|real estate|telecoms|social care|' +
  'childcare|catering|transport|haulage|recruitment|human resources|hr|accountancy|cybersecurity|telecommunications|events|the civil service|local government|the public sector|the charity sector|academia|automotive|sales|accounting|design|research|law|engineering|security|policy|consulting|defence|gaming|journalism'
const DEGREES =
  "(?:bsc|ba|ma|msc|mba|phd|doctorate|llb|llm|beng|btech|b\\.tech|mtech|meng|bcom|bca|mca|bachelor(?:'s)?|master(?:'s)?|diploma)"
const BILLS =
  '(?:childcare|nursery|crèche|creche|daycare|electric(?:ity)?|gas|heating|water|energy|power|hydro|council tax|phone|internet|broadband|insurance|groceries|grocery|food|fuel|petrol|diesel|parking|tuition|school|course|music|maintenance|service|body corporate|strata|bus|train|bin|vet)'

/** Age, origin, contact, moves, work, studies, bills and the household, in wordings that the other patterns do not read. */
export const CIRCUMSTANCES: readonly Pattern[] = [
  [
    'age',
    'm f male female single married widowed divorced separated retired engaged living lives from based year years twenties thirties forties fifties sixties seventies eighties nineties 20s 30s 40s 50s 60s 70s 80s',
    /^(?:(?:i'm|i am|user is|the user is|is|she's|he's|she is|he is|now) )?(?:an? )?(?<v>\d{2})[- ]years?[- ]old(?=$|,| (?:(?:single|married|divorced|retired|self-employed) )?(?:from|in|living|based|working|who|man|woman|male|female|guy|lad|mother|mum|mom|father|dad|parent|student|nurse|pensioner)\b)|^(?:(?:m|f|male|female), (?<y>\d{2})\b|(?<z>\d{2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:-\w+)?), (?:single|married|widowed|divorced|separated|retired|engaged|living|lives|from|based|male|female|m|f)\b)|\b(?:i'm|am|is|now|she's|he's) (?:already |still |now )?in (?:my|her|his|their) (?<w>(?:early |mid[- ]?|late )?(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|[2-9]0s))\b|\b(?:i'm|am|is|she's|he's) (?:now )?an? (?<x>\d{2})[- ]year[- ]old\b/,
  ],
  ['birthday', 'dob', /^dob,? (?<v>\d.+)/],
  [
    'name',
    'name surname',
    /\bchanged (?:my|her|his|their) (?:last |first |full |family )?(?:name|surname) (?:back )?(?:from [^,]+? )?to (?<v>[^,]+?)(?= (?:after|when|in|on|last|by|this)\b|$)|^(?:full |legal |first |last )?name: (?<w>.+)/,
  ],
  [
    'nickname',
    'call calls',
    /^(?:everyone|everybody|(?:(?:my|her|his|the|our|most) )?[\p{L}]+)(?: here| at \w+)? (?:all |just |usually |always |mostly |still )?calls? (?:me|her|him|them) (?<v>(?!(?:back|on|at|when|if|before|after|in|every|and|about|for|from|to|out|crazy|lazy|mad|names|later|now|again|daily|weekly|often|once|twice|first|early|late|up|over|as|this|that|sundays?|names|by|every\w*|an?|the)\b)\p{L}+(?=$|,| because| since| for short))/u,
  ],
  [
    'pronouns',
    'him her them hers theirs they',
    /\b(?<v>(?:he|she|they|ze|xe)\/(?:him|her|them|they|hir|zir|xem)(?:\/(?:his|hers|theirs|they|them))?)\b/,
  ],
  [
    'name',
    'called named',
    /^(?:i'm|i am|user is|the user is) (?:called|named) (?<v>(?!(?:in|after|on|to|up|off|out|away|back|as|for|by|upon|before)\b)\p{L}[^,]+)/u,
  ],
  [
    'home',
    'lived',
    /\b(?:have|has|i've|we've|he's|she's|they've) (?:always |now |only )?lived (?:in|on|at|near|outside) (?<v>[^,]+?) (?=(?:since|all (?:my|her|his|our) life|(?:my|her|his|our) whole life|for (?:[\w-]+ ){1,3}(?:years?|months?|weeks?|decades?|ages))\b)(?!.*\b(?:before|once|in the past|until|till)\b)/,
  ],
  [
    'employer',
    'worked working',
    /\b(?:have|has|i've|we've|he's|she's|they've) (?:always |only |been )?(?:worked|working) (?:at|for) (?<v>[^,]+?) (?=(?:since|for (?:[\w-]+ ){1,3}(?:years?|months?|decades?))\b)(?!.*\b(?:before|once|in the past|until|till)\b)/,
  ],
  [
    'previous_job',
    'employer job role position',
    /\b(?:previous|last|former|old|first) (?:job|employer|role|position) was (?:as |at |with |for )?(?:an? |the )?(?<v>.+)/,
  ],
  ['hometown', 'originally', /^(?:(?:i'm|we're|she's|he's) )?from (?<v>[^,]+?),? originally\b/],
  [
    'languages',
    'rusty fluent basic conversational limited grew',
    new RegExp(
      `\\b(?:my|her|his|their) (?<v>(?:${LANGUAGES}) is (?:now |still |only )?(?:a (?:bit|little) |pretty |very |quite |rather )?(?:rusty|fluent|basic|conversational|limited)\\b.*)|\\bgrew up (?:speaking|bilingual in) (?<w>.+)`,
    ),
  ],
  [
    'social_handle',
    NETWORKS.replaceAll('|', ' '),
    new RegExp(
      `\\b(?:${NETWORKS})\\b[^@]{0,24}(?<v>@[\\w.@-]{2,40})|(?<!\\S)(?<w>@[\\w.-]{2,40}) on (?:${NETWORKS})\\b|^(?:(?:my|her|his|our|their) )?(?:${NETWORKS})(?: (?:handle|account|name|username|user|profile|page|id))?: ?(?<x>[\\w./-]+)$|\\b(?:${NETWORKS}) (?:handle|username|user name|id) is (?<y>[\\w.-]+)`,
    ),
  ],
  [
    'home',
    'outside near stay renting rents rent',
    /^(?:i'm|i am|we're|we are) (?:now |just |based )*(?:outside|near) (?<v>(?!(?:the|my|our|her|his|a|an|your|this|that) )[\p{L}'-]+(?: [\p{L}'-]+){0,2}?(?: in|,) (?:co\.? |county |north |south |east |west |mid |the (?:[\p{L}]+ )?(?:highlands|borders|midlands|valleys?|dales|lakes?|hills|mountains|islands|cotswolds)|[\p{L}]+shire\b).*)|^(?:i|we) stay (?:in|at) (?<w>(?!(?:bed|touch|shape|contact|control|line|my|our|her|his|a|an|hotels?|hostels?|home|night|work|school|the)\b)[\p{L}\d][^,]*?(?<! (?:late|overnight|sometimes|often|then|over)))$(?<!\b(?:when|whenever|for|during|every|until|till|if|at weekends)\b.*)|\b(?:rents?|renting) (?:in|near) (?<x>(?!(?:advance|arrears|the|cash|full|a|an|my|our|her|his)\b).+)/u,
  ],
  [
    'previous_home',
    'from lived',
    /\b(?:moved|relocated|came|shifted|emigrated) (?:over )?here (?:\w+ )?from (?<v>[^,]+?)(?= (?:in|when|last|for|because|with|to|as|after)\b| (?:\w+ ){1,2}(?:years?|months?|weeks?) ago|,|$)|^(?:(?:i|we|she|he|they|user|the user) )?(?:once |previously |formerly |also )?lived (?:in|on|at|near) (?<w>[^,]+?) (?:for|until|till|before|from|between|in|as|during|when) /,
  ],
  [
    'move_date',
    'moving move moves moved',
    new RegExp(
      `\\bmov(?:e|es|ed|ing) (?:house|home|flats?|in|out|(?:back )?to (?!nights?\\b|days?\\b|part|full|a new (?:job|role|team)|the next\\b)(?:[\\p{L}'-]{1,20} ){0,3}?[\\p{L}'-]{1,20}|here(?: from (?:[\\p{L}'-]{1,20} ){0,3}?[\\p{L}'-]{1,20})?),? (?<v>${DATE}.*)`,
      'u',
    ),
  ],
  [
    'workdays',
    'shift shifts off work works working',
    /\bshifts? (?:now |usually |always )?(?:starts?|begins?|ends?|finish(?:es)?|runs?|is) (?<v>(?:at|from) .*\d.*)|\b(?:i'm|am|is|she's|he's|always|usually) off (?:on )?(?<w>(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b.*)|\bwork(?:s|ing)? (?<x>(?:every |most |alternate |all )?weekends?\b.*)|\b(?:starts?|begins?|finish(?:es)?|ends?) work (?<y>(?:at|by|around) .+)/,
  ],
  [
    'employer',
    'longer redundant laid sacked fired let resigned dismissed',
    /\bno longer (?:at|works? (?:for|at)|working (?:for|at)|employed (?:by|at)) (?<v>(?!(?:home|school|uni|university|college|war|risk|ease|her|him|them|my|the (?:table|moment|top))\b).+)|\b(?:made redundant|laid off|sacked|fired|let go|dismissed|resigned) (?:from|by|at) (?<w>(?!(?:home|the (?:end|start|last|job)|my|her|his|once|\d)\b)[^,]+)/,
  ],
  [
    'job',
    'redundant laid sacked fired lost head director vp president chief',
    /^(?<w>(?:head|director|vp|vice president|chief) of (?!(?:the table|lettuce|cabbage|garlic|cattle|steam|state)\b)[\p{L}& ]{2,30})(?=,|$| at | for )|^(?:(?:i|we|she|he|they|user|the user) )?(?:(?:was|were|got|been|has|have|just|recently|'ve) )*(?<v>made redundant|laid off(?! (?:the|all|sugar|alcohol|drink|meat|\d|two|three|half|some)\b)|sacked|(?<=(?:was|got|been) )fired(?! up)|lost (?:my|her|his|their) job)\b/u,
  ],
  [
    'salary',
    'annum lakh lakhs lac lacs crore lpa pa raise rise rate',
    /\b(?:raise|(?:pay|a) rise) to (?<w>[€$£₹]?\d.*)|\b(?:my|her|his) (?:hourly|daily|day) rate is (?<x>.*\d.*)|\b(?:earns?|makes?|making|earning|on|paid|gets?|salary|ctc|package|pay|income|wage)\b.{0,24}?(?<v>[€$£₹]?\d[\d.,]*k? ?(?:(?:lakhs?|lacs?|crores?)\b.*|lpa\b|(?:\w+ )?(?:per annum|p\.a\.|pa\b).*))/,
  ],
  [
    'industry',
    `${FIELDS.replaceAll('|', ' ')} industry sector trade`,
    new RegExp(
      `\\b(?:works?|working|worked|career|job|employed|been|is|am|i'm|she's|he's|years) in (?:the )?(?<v>(?:[\\w-]+ ){0,2}?(?:industry|sector|trade)\\b.*)|\\b(?:works?|working|career|job|employed) in (?<w>(?:[\\w-]+ )?(?:${FIELDS})\\b(?! (?:shop|store|shed|office|class|department|museum|studio|centre|center|village|town)).*)`,
    ),
  ],
  [
    'business',
    'called trading',
    /\b(?:my|our|her|his|their) (?:[\w-]+ )?(?:company|business|firm|shop|start-?up|studio|café|cafe|salon|practice|agency|bakery|restaurant) is called (?<v>(?!(?:off|out|up)\b).+)|\btrading as (?<w>(?!an? ).+)/,
  ],
  [
    'university',
    'student undergrad undergraduate postgrad postgraduate year',
    /^(?!.*school student)(?:[\w-]+ ){0,2}(?:student|undergrad(?:uate)?|postgrad(?:uate)?) (?:at|in) (?<v>(?!(?:school|primary|secondary|the (?:class|house))\b).+)|^(?:i'm |i am |is )?(?:in )?(?:(?:my|her|his) )?(?:\d(?:st|nd|rd|th)|first|second|third|fourth|fifth|final)[- ]year (?:of )?(?:btech|b\.tech|bsc|ba|mbbs|llb|law|medicine|nursing|engineering|medical|student)(?: student)? (?:at|in) (?<w>.+)/,
  ],
  [
    'exam',
    'doing sitting taking resitting retaking sat did have has got',
    /\b(?:doing|sitting|taking|resitting|retaking|sat|did) (?:my |her |his |the )?(?<v>(?:leaving cert|junior cert|a-?levels?|as levels?|gcses?|highers|board exams?|ielts|toefl|hsc|vce|finals|mocks|bar exam|jee|neet|upsc)\b.*)|\b(?:have|has|got) (?:my |her |his |an? |the )?(?<w>(?:[\w-]+ ){0,2}(?:exams?|driving test|viva) (?:on|in|at|next|this|tomorrow)\b.*)/,
  ],
  [
    'job_search',
    'interview',
    /\b(?:has|have|had|got|'ve got) an? (?:(?:second|third|final|first|phone|video|job|zoom|follow-up) )?interview (?:with|at|for) (?<v>(?!(?:the (?:mayor|minister|president|band|author)|my|her|his|our|their|an? (?:place|magazine|newspaper|podcast))\b).+)/,
  ],
  [
    'degree',
    'bsc ba ma msc mba phd doctorate llb llm beng btech tech mtech meng bcom bca mca bachelor master diploma',
    new RegExp(`^(?:first-class |completed |has an? )?(?<v>${DEGREES}(?: degree)?(?: \\([a-z]+\\))? (?:in|of) .+)`),
  ],
  [
    'course',
    'course',
    /\b(?:finished|completed|did|passed|taken|done) (?:an? |the |my |her |his )?(?<v>(?!(?:an?|the|my|her|his|golf|race|obstacle|full|whole|assault|(?:main|first|second|third) course)\b)[\w -]{2,40} course\b.*)/,
  ],
  [
    'document',
    'will deeds birth marriage death title attorney number card',
    /\b(?<w>(?:pps|national insurance|ni|aadhaar|pan|tfn|tax file|social security|ssn|medicare|nhs) (?:number|card) (?:is|ends|starts) .+)|(?:^|\b(?:my|our|her|his|the) )(?<v>(?:will|birth certificate|marriage certificate|death certificate|(?:title |house )?deeds|power of attorney)(?: (?:for|to) [\p{L} ]+?)? (?:is|are|was|were) (?:kept |stored |held |lodged |all )?(?:with|in|at|under|behind) .+)/u,
  ],
  [
    'home_fact',
    'stopcock stop fuse fusebox unit meter thermostat septic valve breaker bins bin rubbish garbage trash recycling',
    /\b(?<v>(?:stopcock|stop tap|fuse ?box|consumer unit|(?:gas|electricity|electric|water) meter|thermostat|septic tank|mains valve|circuit breaker) (?:is|are|sits) .+)|^(?:the |our )?(?<w>(?:(?:recycling|black|green|brown|blue|wheelie|rubbish|general|red|yellow) )?(?:bins?|rubbish|garbage|trash|recycling) (?:go|goes|gets?|is|are) (?:put )?(?:out|collected|picked up|emptied)\b.*)/,
  ],
  [
    'expense',
    `${BILLS.slice(3, -1).replaceAll('|', ' ').replace('electric(?:ity)?', 'electric electricity')} pay pays spend spends paying spending`,
    new RegExp(
      `^(?:(?:the|our|my|her|his|their|monthly|weekly) )*(?<v>(?:[\\p{L}-]+ )?${BILLS}(?: (?:bills?|fees?|costs?|charges?|shop|shopping|pass|ticket|lessons|premium))?(?: (?:costs?|comes? to|came to|runs? to|sets? \\w+ back)(?: [\\p{L}]+){0,3}? [€$£₹]?\\d| (?:is|was|are|were)(?: [\\p{L}]+){0,2}? (?:[€$£₹]\\d|\\d[\\d.,]* (?:euros?|dollars?|pounds?|rupees|quid|(?:a|per|each) (?:week|month|quarter|term|year)|this (?:time|month|quarter)))).*)|\\b(?:pays?|paying|spends?|spending) (?:(?!rent\\b)[\\p{L}']+ ){0,3}?(?<w>${SUM} (?:a|per|each|every) (?:week|fortnight|month|quarter|term|year) (?:for|in|towards|on) (?!(?:(?:the|my|her|his|our) )?(?:rent|mortgage|flat|room|house|apartment|studio)\\b).+)`,
      'u',
    ),
  ],
  [
    'bank',
    'barclays hsbc santander lloyds natwest halifax nationwide starling monzo revolut chase n26 aib hdfc icici sbi westpac anz nab commbank citibank tsb',
    /\b(?:switched|changed|moved|went)(?: over)? from (?:barclays|hsbc|santander|lloyds|natwest|halifax|nationwide|starling|monzo|revolut|chase|n26|aib|hdfc|icici|sbi|westpac|anz|nab|commbank|citibank|tsb) to (?<v>.+)/,
  ],
]
