import type { Pattern } from './pattern.ts'

const SUM = '[€$£]?\\d[\\d.,]*k?(?: ?(?:euros?|dollars?|pounds?|francs?|kroner|crowns|zloty|zlotys|yen|quid|€|\\$|£))?'
const CAR_KINDS =
  '(?:hatchback|estate|saloon|sedan|coupe|convertible|suv|people carrier|minivan|camper(?:van)?|pick-?up|runaround|4x4|van|jeep|electric car|hybrid|diesel|automatic|car|motor|wheels|ride|ute)'
const BIKES =
  '(?:brompton|bianchi|gazelle|cannondale|trek|giant|specialized|canyon|cube|raleigh|dawes|pinarello|scott|colnago|cargo bike|e-bike|road bike|mountain bike|folding bike|racing bike|tandem|gravel bike|touring bike|fixie|bike|bicycle)'
const SPORTS =
  '(?:table tennis|football|soccer|tennis|basketball|handball|volleyball|hockey|golf|badminton|rugby|cricket|squash|baseball|netball|padel|boxing|judo|karate|aikido|taekwondo|yoga|pilates|fencing|crossfit|rowing|climbing|bouldering|swimming|surfing|sailing|skiing|snowboarding|skating|cycling|running|triathlon|gymnastics|archery|wrestling|water polo|ultimate|darts|bowls|petanque|pétanque|snooker|dressage|riding)'

/** Possessions, money, sport, sleep, tastes and beliefs, in the less usual wordings of daily life. */
export const WAYS_OF_SPENDING: readonly Pattern[] = [
  [
    'car',
    'car motor wheels hatchback estate saloon sedan coupe convertible suv minivan camper campervan pickup runaround runabout jeep van ride automatic hybrid diesel ute astra saab leaf duster picanto polo clio zoe swift micra yaris',
    new RegExp(
      `\\b(?:my|her|his|our|their)(?: \\w+)? ${CAR_KINDS}(?: now)?(?: is|:|,) (?:an? |the )?(?<v>(?!in\\b|at\\b|parked|insured|registered|serviced|taxed|covered|booked|leaking|broken|being|due|not\\b|too\\b|very\\b|on\\b|with\\b|for\\b|from\\b).+)|\\b(?:drives?|driving|owns?|leases?|leasing|bought|got|gets about in|gets around in|part-exchanged .{2,30}? for|traded .{2,30}? for|upgraded to) (?:an? |the |her |his |my |our )?(?:[\\w-]+ ){0,3}?(?<w>(?:${CAR_KINDS}|saab|leaf|duster|picanto|polo|clio|zoe|swift|micra|yaris|astra)\\b(?! (?:for|lessons|licen[cs]e|park|wash|club)\\b).*)|^(?:his|hers|mine) is an? (?<x>(?:[\\w-]+ ){0,2}?(?:dacia|fiat|ford|kia|volvo|toyota|honda|skoda|bmw|audi|seat|saab|nissan|mazda|opel|renault|peugeot)\\b.*)|\\b(?<y>no car|without a car|car-free|carless)\\b`,
    ),
  ],
  [
    'bicycle',
    'bike bicycle brompton bianchi gazelle cannondale raleigh dawes tandem e-bike cycles rides pedals',
    new RegExp(
      `\\b(?:rides?|riding|cycles? on|pedals|owns?|has|have|got|bought|everywhere on|about on|around on) (?:an? |the |her |his |my )?(?:[\\w-]+ ){0,3}?(?<v>${BIKES}\\b.*)|\\b(?:my|her|his) (?:[\\w-]+ )?(?:bike|bicycle) is an? (?<w>.+)`,
    ),
  ],
  [
    'phone',
    'landline mobile tel number phone',
    /\b(?:landline|mobile|home phone|work phone|office line)(?: number)?(?: is|:|,)? (?<v>\+?\d[\d ()/.-]{5,})/,
  ],
  [
    'bank',
    'account accounts salary wages money savings sparkasse ing lloyds wise triodos',
    /\b(?:account|accounts|savings|money|mortgage|salary|wages) (?:goes? into|go into|(?:is|are|sits?) (?:all )?(?:at|with|in)|at|with) (?<v>(?:an? |the )?(?!risk|home|work|her|his|my|stake|the (?:door|moment|station))[\w' .&-]{2,40})|\b(?:has|have|opened|holds?|keeps?) (?:an? |her |his |my )?(?:[\w-]+ )?accounts? (?:at|with) (?<w>.+)/,
  ],
  [
    'rent',
    'rent flat apartment room landlord landlady studio place pays costs house',
    new RegExp(
      `\\b(?:flat|apartment|room|studio|place|house|bedsit|mooring|pitch|lodgings) (?:costs?|is) (?:me |her |him |us )?(?<v>${SUM}(?: (?:a|per|each) (?:month|week))?\\b(?! (?:years?|months?|weeks?|days?|hours?|minutes?|mins?|km|kilomet\\w+|miles?|met\\w+|m2?|m²|square|sq|rooms?|bedrooms?|degrees|floors?|steps|per ?cent)\\b).*)|\\bpays? (?:my|her|his|the|our) (?:landlord|landlady|housing association) (?<w>.*\\d.*)|\\bpays? (?<x>${SUM} (?:for|in) (?:the |a |her |his |my )?(?:rent|flat|room|apartment|studio|mooring)\\b.*)|\\b(?<y>${SUM} (?:a|per) month (?:for|in|goes on) (?:the |a |my |her |his )?(?:rent|flat|room|apartment|studio|house))\\b`,
    ),
  ],
  [
    'mortgage',
    'mortgage loan house home flat years left',
    /\b(?:years|months) (?:left )?(?:on|of) (?:the|my|her|his|our) (?:home )?(?<v>(?:loan|mortgage)\b.*)|\b(?<w>home loan|house loan)\b|\bpays? .{1,20}? (?:towards|toward|off) (?<x>(?:the|my|her|his|our) (?:house|flat|home|apartment)\b.*)/,
  ],
  [
    'subscription',
    'delivered subscriber account membership renews pays monthly card gets magazine papers paper',
    /\b(?:gets?|has|have) (?<v>[\w' ]{3,30}) delivered\b|\bsubscriber (?:to|of) (?<w>.+)|\bpays? (?:[€$£\d][\w.,€$£]* (?:a month )?)?for (?<x>[\w+' -]{2,30}) (?:monthly|every month|each month|yearly)\b|\b(?:has|have|holds?) (?:an? |the )?(?:[\w' ]+ and )?(?:an? )?(?<y>(?!(?:an?|my|bank|savings|current|checking|joint|email|e-mail|user|business|ppf|demat|trading|expense|offshore|swiss|deposit|money|isa|credit|charge)\b)[\w+]+ (?:account|membership|pass|season ticket|card subscription))\b/,
  ],
  [
    'savings',
    'saved savings saving puts aside fund nest piggy emergency',
    /\b(?:has|have|'ve|got|holds?) (?:about |around |roughly |some |nearly )?(?<v>[€$£]?\d[\w€$£ .,]*(?:saved|put by|put aside|set aside|put away|in savings|in the bank|stashed).*)|\b(?:saves?|saving|puts?|stashes|banks) (?<w>[€$£]?\d[\w€$£ .,]* (?:a|every|each|per) (?:month|week)\b.*)|\b(?:emergency fund|rainy-day fund|nest egg)\b(?<x>.*)/,
  ],
  [
    'debt',
    'owes owe loan loans debt debts overdraft borrowed repaying paying credit',
    /\b(?:owes?|repay(?:s|ing)|paying (?:off|back)|pays? (?:off|back)|borrowed (?=[€$£]?\d)|overdrawn|in debt)\b (?<v>.+)|\b(?<w>(?:student |car |bank )?loans?|overdraft|credit card debt)\b/,
  ],
  [
    'gym',
    'works trains lifts pass member membership gym fitx boulderwelt holmes studio pool',
    /\b(?:works? out|trains?|lifts?(?: weights)?|does weights|exercises?|spins) (?:at|in) (?<v>(?!home|the (?:morning|evening|park|garage|mountains|dark|hills)|his|her|my|night|lunch|dawn|\d)[\w' -]+)|\bpass for (?:the )?(?:climbing |bouldering )?(?<w>(?:gym|wall)\b.*)|\bmembership (?:at|of|with|in) (?<x>.+)/,
  ],
  [
    'commute',
    'cycles drives walks takes catches train bus tram ferry minutes home commute way city office work',
    /\b(?<v>(?:cycles|walks|drives|cycle|walk|drive|trains|buses) in\b,? .*(?:minutes|miles|km|each way|every day|daily))|\b(?<w>catch(?:es)? the \d{1,2}[:.]\d\d\b.*)|\b(?<x>works? from home|no commute|(?:\w+) (?:minutes|miles|km|kilometres) (?:each way|door to door|to (?:work|the office)))\b|\b(?:gets?|goes|travels?|comes?) (?:in|to work) (?:by|on) (?<y>.+)/,
  ],
  [
    'sport',
    'plays plays playing trains team league club squad coach swims rows climbs surfs skis runs boxes wrestles rides hikes kayaks canoes snowboards sails skates fences rows swims competes belt striker goalkeeper',
    new RegExp(
      `\\b(?:plays?|playing|does|practi[sc]es?|trains? in|into|loves?|took up|takes|goes|coaches|competes in|joined (?:an?|the|her|his) \\w*) ?(?:[\\w-]+ )?(?<v>${SPORTS}\\b(?! (?:club|lessons|shoes|match|tickets?) (?:is|was|in)).*)|\\b(?:striker|goalkeeper|goalie|defender|midfielder|captain|winger|cox|prop|hooker) (?:for|of|in|with) (?<w>.+)|\\b(?:swims|rows|boxes|wrestles|surfs|skis|skates|fences|sprints|paddles|sails|hikes|kayaks|canoes|snowboards) (?<x>(?!away|ashore|over|up\\b|down\\b|with joy|through (?:exams|life)|off\\b).+)`,
    ),
  ],
  [
    'wake_time',
    'up rises rise alarm wakes gets out',
    /\b(?:(?<!got )up|rises?|wakes?|awake|out of bed|gets? up|alarm (?:goes(?: off)?|rings|is set|is)) (?:every (?:day|morning) )?(?:at|by|before|for|from|around|with) (?<v>(?:about |half past |(?:quarter|five|ten|twenty|twenty-five) (?:to|past) )?(?:\d.*|five|six|seven|eight|four|dawn|sunrise|the crack of dawn)\b.*)/,
  ],
  [
    'bedtime',
    'bed asleep turns lights sleep night',
    /\b(?:in bed|to bed|asleep|turns in|lights out|goes to sleep|hits the (?:hay|sack)) (?:at|by|before|around|is at|after|not before)? ?(?<v>(?:about |half past |quarter (?:to|past) )?(?:\d|nine|ten|eleven|midnight|twelve|one|two).*)/,
  ],
  [
    'sleep_fact',
    'sleep sleeps sleeper insomnia insomniac owl earplugs lark snore snores mask',
    /\b(?<v>insomnia(?:c)?|night owl|early bird|earplugs|(?:bad|poor|good|sound|restless) sleeper|sleepwalks?|lies awake|(?:trouble|difficulty|problems) (?:sleeping|falling asleep)|can't sleep|sleeps? (?:like|only|through|little|poorly|lightly|four|five|six|seven|eight|nine)\b.*)/,
  ],
  [
    'weight',
    'kilo kilos kg pounds lbs stone scales',
    /\b(?:weighs?|scales (?:say|said|showed?|read)|down to|up to|tips the scales at|am|is|'m) (?:now )?(?:about |around )?(?<v>\d[\d.,]* ?(?:kilos?|kg|pounds|lbs|stone)\b.*)/,
  ],
  [
    'clothing_size',
    'size takes wears shirts trousers jeans dress jacket top',
    /\b(?:takes?|wears?|buys?|needs?) (?:an? )?(?<v>(?:size )?(?:xs|s|m|l|xl|xxl|xxxl|small|medium|large|extra large|\d{1,2}(?:\/\d{1,2})?)) (?:in|for) (?:shirts?|tops?|dresses|trousers|jeans|jackets?|coats?|t-shirts|jumpers|sweaters|clothes)|\b(?:shirts?|tops?|dresses|trousers|jeans|jackets?|coats?|t-shirts)(?: in| are)?,? (?:size|in size)? ?(?<w>(?:xs|s|m|l|xl|xxl|small|medium|large|\d{1,2}(?:\/\d{1,2})?))$/,
  ],
  [
    'religion',
    'witness humanist presbyterian zoroastrian parsi shia sunni evangelical c england ireland scotland buddhism catholicism islam judaism hinduism pagan catholic muslim jewish hindu buddhist christian protestant orthodox anglican methodist baptist pentecostal quaker sikh atheist agnostic prays mass mosque temple synagogue church parish gurdwara faith believer religious pagan',
    /\b(?:is|am|'m|was raised|raised|brought up|converted to|practising|practicing|devout|lapsed|became) (?:an? )?(?:practising |practicing |devout |lapsed |strict |observant )?(?<v>(?:roman )?catholic(?:ism)?|muslim|islam|jewish|judaism|hindu(?:ism)?|buddhis[tm]|christian|protestant|orthodox|anglican|methodist|baptist|pentecostal|quaker|sikh|mormon|lutheran|atheist|agnostic|pagan|jehovah's witness|humanist|presbyterian|zoroastrian|parsi|pentecostal|shia|sunni|evangelical|c of e|church of (?:england|ireland|scotland)|not religious)\b|^(?:(?:practising|practicing|devout|lapsed|cultural) )?(?<y>catholic|muslim|jewish|hindu|buddhist|christian|protestant|anglican|methodist|baptist|quaker|sikh|mormon|lutheran|atheist|agnostic|pagan|jehovah's witness|humanist|presbyterian|zoroastrian|parsi|pentecostal|shia|sunni|evangelical|c of e|church of (?:england|ireland|scotland))(?=$|,|;| since\b| by (?:birth|upbringing|faith)\b)|\b(?:goes to|attends|prays at|worships at|sings at) (?<w>(?:the )?(?:mass|mosque|temple|synagogue|church|chapel|gurdwara|friday prayers|shul)\b.*)|\bprays (?<x>(?:five times|daily|every).*)/,
  ],
  [
    'politics',
    'votes vote voted voter party member canvasses canvassed campaigns campaigned greens labour conservative liberal socialist',
    /\b(?:votes?|voted|canvass(?:es|ed)|campaign(?:s|ed)) (?:for )?(?<v>(?:the )?(?:greens?|labour|lib(?:eral)? dem(?:ocrat)?s|tories|conservatives?|liberals?|social democrats?|socialists?|democrats?|republicans?|left|right|spd|cdu|snp|plaid)\b.*)|\bmember of (?:the )?(?<w>(?:greens|labour|[\w ]* party)\b.*)/,
  ],
  [
    'volunteering',
    'volunteers volunteer volunteering unpaid charity shelter helps gives',
    /\b(?:gives? (?:up )?(?:her|his|my) (?:time|saturdays|evenings|weekends) to|does unpaid work (?:for|at)|lends a hand at|mentors|stewards at|is a (?:scout leader|street pastor|trustee|samaritan)) ?(?<v>.*)/,
  ],
  [
    'hobby',
    'pastime passion keen spends spare free weekends evenings avid obsessed member club amateur enthusiast',
    /\b(?:pastime|passion|great love|obsession|thing) is (?<v>.+)|\b(?:keen|avid|passionate|amateur|hobby) (?<w>(?:\w+ )?(?:gardener|cook|baker|photographer|birder|birdwatcher|angler|hiker|cyclist|runner|reader|gamer|painter|astronomer|beekeeper|knitter|sailor|climber|skier|chess player|collector|dancer|singer|musician|walker|potter|woodworker)\b.*)|\b(?:spends|fills) (?:her|his|my) (?:spare time|free time|weekends|evenings|sundays|saturdays) (?<x>.+)|\b(?:obsessed with|enthusiast of|hooked on) (?<y>.+)|\bmember of (?:an?|the|her|his|my) (?<z>(?:[\w-]+ ){0,2}(?:club|society|group|circle|guild)\b.*)/,
  ],
  [
    'dislike',
    'stand bear allergic loathes detests nerves mad peeve fed hates annoys irritates repelled',
    /\b(?:gets? on (?:my|her|his) nerves|drives? (?:me|her|him) (?:mad|crazy|up the wall)|pet peeve(?: is|:)?|fed up with|put off by|no time for|no patience for|can do without|nothing worse than) ?(?<v>.*)/,
  ],
  [
    'seat_preference',
    'seat aisle window front extra legroom sits',
    /\b(?:sits?|seat|seats?|prefers?|books?|wants?) (?<v>(?:always |only )?(?:on|by|at|in|near)? ?(?:the |an? )?(?:aisle|window|front|exit row|extra legroom)\b(?! (?:open|closed|shut|clean|box|sill)).*)/,
  ],
  [
    'event',
    'wedding concert gig festival final semi-final match recital audition premiere opening rehearsal tournament inspection observation graduation christening funeral fair parade',
    /\b(?<v>.*\b(?:gig|final|semi-final|audition|premiere|opening night|rehearsal|tournament|inspection|observation|christening|baptism|funeral|fair|parade|open day|reunion|prom)\b.*\d.*)/,
  ],
]
