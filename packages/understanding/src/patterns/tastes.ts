import type { Pattern } from './pattern.ts'

/** Tastes, habits, possessions, money, travel, schedule, goals and how the assistant should answer. */
export const TASTES: readonly Pattern[] = [
  [
    'favourite_series',
    'watching rewatching bingeing',
    /(?:^|\b(?:am|is|are|i'm|we're|she's|he's|currently|now|still) )(?:re-?|binge-?)?(?:watching|bingeing) (?<v>(?!(?:tv|telly|television|out|over|for|what|how|birds?|her|his|my|our|their|people|football|sport|the (?:kids|children|news|match|football|rugby|game|telly|tv|birds|sea|weather|world|sunset|sunrise|clock|pennies|baby|house|dogs?|cats?))\b).+)/,
  ],
  [
    'favourite_series',
    'watches watch watching',
    /\bwatch(?:es|ing)? (?<v>.+ (?:every (?:day|evening|night|week|weekend)|for the (?:second|third|fourth|fifth) time|again and again))/,
  ],
  [
    'favourite_music',
    'listens listen listening fm radio wireless',
    /\blisten(?:s|ing)? (?:\w+ )?to (?<v>(?!(?:her|his|my|our|their|me|him|them|us|you|people|others|advice|what|how|birds?|both|everyone)\b|the (?:doctors?|news|rain|kids|children|body|same)\b).+)|\b(?:has|have|keeps?|puts?|leaves?) (?<w>(?:the )?(?:[\w'é-]+ ){0,3}?(?:fm|radio(?: \w+)?|wireless) on\b.*)/,
  ],
  ['favourite_team', 'fan roots', /\b(?:fan of|roots for) (?<v>.+)/],
  [
    'reads',
    'reads read reading novels books',
    /(?<!\bwith )\b(?:reads?|reading) (?<v>(?!(?:on|at) (?:an?|the) |the (?:[\w-]+ )?(?:meter|map|room|label|small print)|about it|to (?:the|her|his|my|our)\b|music\b|palms\b|small print|braille|fc\b|festival|room\b|group|list\b|glasses|station|university|for the bar\b).+)/,
  ],
  [
    'reads',
    'novel novels book books read thrillers poetry comics biographies fantasy memoirs mysteries',
    /\b(?:current|latest|present|bedtime) (?:novel|book|read)(?: is|:) (?<w>.+)|\b(?:loves?|likes?|enjoys?|prefers?|devours?) (?<v>(?:[\w'-]+ ){0,2}(?:novels?|books|thrillers|poetry|comics|biographies|fantasy|memoirs|mysteries))\b/,
  ],
  [
    'phone_model',
    'pixel galaxy samsung oneplus huawei nokia motorola xiaomi',
    /\b(?:uses?|using|has|have|got|owns?|bought|to) (?:an? |my |her |his )?(?:new |old |used )?(?<v>(?:google )?pixel|(?:samsung )?galaxy|samsung|oneplus|huawei|nokia|motorola|xiaomi)\b/,
  ],
  [
    'trip',
    'going flying travelling traveling heading off',
    /\b(?:going|flying|travell?ing|heading|off) to (?<v>(?!an? |bed\b)(?:[\w'-]+ ){1,3}(?:in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)|on \d|next (?:week|month|year|summer|winter)|this (?:summer|winter|autumn|spring)|for (?:an?|the|our|my|her|his|two|three|four|ten|\d+) (?:[\w'-]+ ){0,2}?(?:weeks?|weekend|days|nights|fortnight|month|summer|holidays?|half[- ]term|honeymoon|wedding)|(?:over|at|for) (?:easter|christmas|diwali|eid|new year)|instead))/,
  ],
  [
    'like',
    'likes like loves love enjoys enjoy adores prefers prefer fond fan favourite favorite into keen',
    /\b(?:(?<!\bwould |'d )likes|(?<=^|\b(?:i|we|they|really|also|both|do|not|never) )like|(?<!\bwould |'d )loves(?! nor)|(?<=^|\b(?:i|we|they|really|also|both|do|not|never|absolutely|just|still) )love(?! (?:nor|and|or|of|received|from)\b)|enjoys|(?<=^|\b(?:i|we|they|really|also|both|do|not|never|still) )enjoy|adores?|fond of|fan of|keen on|prefers?|is into|'m into|am into|crazy about) (?<v>.+)|\bfavou?rite (?<w>.+)/,
  ],
  [
    'dislike',
    'hates hate loathes loathe detest dislikes dislike stand detests avoids like likes abide bear stomach fan fond keen',
    /\b(?:hates?|dislikes?|detests?|loathes?|(?:can't|cannot|can not|couldn't|could never) (?:stand|bear|abide|stomach)|not keen on|doesn't like|does not like|don't like|do not like|not fond of|not a fan of|doesn't enjoy|does not enjoy|avoids?) (?<v>.+)/,
  ],
  [
    'hobby',
    'hobby hobbies collects knits paints draws gardens sews carves crochets photography birdwatching fishing fishes pottery chess gaming',
    /\bhobb(?:y|ies)(?: is| are| include)? (?<v>.+)|\b(?<w>(?:collects?|knits?|paints?|draws?|gardens|sews?|carves?|crochets?|embroiders?|whittles?|brews?|restores?|builds?) (?!(?:the|her|his|my|our|their|its?|them|me|him|us|kids|children|money|on|from|up|a (?:pension|salary|wage|blank|line))\b).+)|\b(?<x>photography|bird-?watching|fishing|pottery|chess|gaming|gardening|woodworking|knitting)\b/,
  ],
  [
    'instrument',
    'piano guitar violin cello drums flute clarinet saxophone trumpet harp bass ukulele accordion sings choir',
    /\b(?:plays?|playing|learning|practises|practices|bought|owns?) (?:the |an? )?(?<v>(?:\w+ )?(?:piano|guitar|violin|viola|cello|drums|flute|clarinet|saxophone|trumpet|trombone|harp|bass|ukulele|accordion|oboe|organ|banjo|mandolin|recorder)\b.*)|\bsings? (?<w>.+)/,
  ],
  [
    'smoking',
    'smoke smokes smoked smoker smoking nonsmoker cigarettes vapes',
    /\b(?<v>(?:does not|doesn't|don't|do not|no longer|never|stopped|quit|gave up)? ?(?:smokes(?! (?:\w+ )?(?:salmon|mackerel|fish|trout|eels?|meat|brisket|cheese|ham|bacon|ribs)\b)|(?<=\b(?:i|we|they|you|not|to|never|longer|still|and|doesn't|don't) )smoke(?! (?:alarm|detector|signal))|(?<!\b(?:with|to|by|for) (?:an? )?)(?:non-?|ex-?)?smoker|(?<!non-?)smoking(?! (?:jacket|room|area|ban))|smoked(?= (?:since|for|until|till)\b|$)|cigarettes|vap(?:es|ing)))\b/,
  ],
  ['commute', 'commutes commute', /\bcommut(?:es?|ing)\b(?<v>.*)|\b(?:cycles|walks|drives|takes the \w+) to work\b/],
  ['commute', 'work', /\b(?<v>(?:cycles|walks|drives|bikes|takes the [\w ]+|goes by \w+) to (?:work|the office))\b/],
  [
    'routine',
    'every usually always morning mornings evenings daily weekly sundays mondays saturdays tuesdays wednesdays thursdays fridays',
    /\b(?<v>(?:every (?:day|morning|evening|night|week|weekend|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday|other)|usually|each (?:morning|evening|week|month)|daily|on (?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends)).*)/,
  ],
  ['volunteering', 'volunteers volunteer volunteering', /\bvolunteer(?:s|ing)?\b(?<v>.*)/],
  [
    'car',
    'car drives tesla volvo toyota ford honda bmw audi vw volkswagen renault fiat peugeot skoda',
    /\b(?:drives?|owns?|has|have|bought|sold|got) (?:an? |the |his |her |my |their )?(?<v>(?:[\w-]+ ){0,3}(?:car|van|truck|suv|tesla|volvo|toyota|ford|honda|bmw|audi|vw|volkswagen|renault|fiat|peugeot|skoda|mazda|nissan|hyundai|kia|subaru)\b.*)|\b(?:the |my |our )?car (?<w>was sold|is an? .+|was (?:an? .+|sold|stolen|scrapped|written off).*)/,
  ],
  [
    'bicycle',
    'bike bicycle e-bike',
    /\b(?:rides?|owns?|has|bought|got|sold) (?:an? |the |his |her |my )?(?<v>(?:[\w-]+ ){0,3}(?:bike|bicycle|e-bike)\b.*)/,
  ],
  [
    'phone_model',
    'iphone smartphone android phone fairphone',
    /\b(?<v>(?:iphone|smartphone|android|fairphone|new phone)\b.*)/,
  ],
  [
    'computer',
    'laptop macbook thinkpad computer pc',
    /\b(?<v>(?:laptop|macbook|thinkpad|computer|pc)\b(?! (?:science|games?|engineering|studies|course|class|lab|shop|programming|vision|graphics|skills|literacy)\b).*)/,
  ],
  [
    'vehicle_plate',
    'plate registration reg',
    /\b(?:licen[cs]e plate|number plate|reg(?:istration)?(?: plate| number)?)(?: is|:)? (?<v>(?:\w+ ){0,3}?\w*\d.*)/,
  ],
  [
    'owns',
    'owns own bought campervan caravan motorhome boat narrowboat yacht canoe kayak piano telescope drone chainsaw allotment greenhouse timeshare share motorbike motorcycle projector printer dishwasher',
    /\b(?:owns|(?<=^|\b(?:i|we|they|to|doesn't|don't|not) )own|bought) (?<v>.+)|\b(?:has|have|'ve|got|keeps?) (?:(?:an?|two|three|her own|his own|my own|our own) )(?<w>(?:[\w-]+ ){0,2}?(?:campervan|caravan|motorhome|boat|narrowboat|yacht|canoe|kayak|piano|telescope|drone|chainsaw|allotment|greenhouse|time-?share|motorbike|motorcycle|projector|3d printer|dishwasher)s?\b(?=$|[,;.]| (?:in|on|at|called|named|and|or|from|with|that|which|who|by|near|for|but|now|moored|parked|outside|behind|since|i|he|she|we|they)\b).*)/,
  ],
  ['warranty', 'warranty guarantee', /\b(?<v>.*(?:warranty|guarantee).*)/],
  ['rent', 'rent', /\b(?:rent (?:is|was|went|has|goes|of|costs)|pays?) (?<v>.*\d.*)|\brent: (?<w>.*\d.*)/],
  ['mortgage', 'mortgage', /\bmortgage\b(?<v>.*)/],
  ['budget', 'budget', /\bbudget\b(?<v>.*)/],
  [
    'savings',
    'saves saving savings saved',
    /\b(?:savings?|(?:saves|saved|save)(?= (?:up|for|towards?|about|around|over|nearly|almost|money|some|half|each|every|enough|monthly|weekly|an? (?:little|bit|lot|third|fifth|tenth|quarter|few|hundred|thousand))\b| [£$€]?\d|$))\b(?<v>.*)/,
  ],
  [
    'bank',
    'bank banks banking account',
    /\b(?:banks? (?:is|with|at)|account (?:is )?(?:with|at)) (?<v>.+)|\bfor (?:\w+ )?(?<w>banking)/,
  ],
  ['debt', 'owes owe debt loan', /\b(?:owes?|debt|loan)\b(?<v>.*)/],
  [
    'subscription',
    'subscription subscribes subscribed membership',
    /\b(?:subscri(?:ption|bes?|bed)|membership)\b(?<v>.*)/,
  ],
  [
    'trip',
    'trip travels travelled holiday vacation flight flies flying went visiting visited train leaves cabin',
    /\b(?:trip|holiday|vacation|flight|train|flies|flying|travels?|travel(?:l)?ed|travel(?:l)?ing|went|journey|cruise) (?:(?!up |down |back )\w+ )?(?:to|in|on) (?<v>(?![€$£]?\d|bed\b|sleep\b|school\b|work\b|catch\b|planes?\b|the (?:office|station|airport)\b).+)|\bspent .{0,30}\b(?:in|on|at) (?<w>.+)/,
  ],
  [
    'trip',
    'away summers winters honeymooned every each',
    /\b(?:is|am|are|i'm|we're) away (?<v>(?:from|until|till|on|between) (?:the )?(?:\d|mon|tues|wednes|thurs|fri|satur|sun|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter).*)|^(?:(?:i|we|she|he|they) )?(?:summers|winters|honeymooned) in (?<w>(?!.* (?:is|are|was|were|gets?|makes?|tend) )(?!the (?:city|office))\w.+)|\b(?:go|goes) (?:back )?to (?<x>(?!(?:mass|church|work|bed|school|pilates|yoga|the (?:ballet|opera|gym|dentist|doctor|cinema|theatre|panto|office|same|pub))\b|(?:her|his|my|our|their) )[\w' ]{3,40}? (?:every|each|most) (?:years?|summers?|winters?|autumn|spring|easter|christmas|january|february|march|april|may|june|july|august|september|october|november|december)\b.*)/,
  ],
  [
    'visited',
    'visited been visiting back home',
    /\b(?:visited|been to|has been to) (?<v>.+)|(?:^|\b(?:is|am|are|i'm|we're|she's|he's) )(?:(?:just|only) )?(?:got |came )?(?:back|home) from (?<w>(?!(?:work|school|hospital|maternity|lunch|holidays?|leave|an?|the|her|his|my|our|injury|sick)\b)\w.+)/,
  ],
  [
    'reminder',
    'must needs need ought got',
    /^(?:(?:i|we|she|he|user) )?(?:must|needs? to|(?:has|have)(?: got)? to|ought to|got to) (?<v>(?:ring|call|phone|renew|pay|book|buy|pick up|collect|post|return|e-?mail|order|cancel|drop off|send|water|hand in) .*\b(?:(?:by|on|before|until) (?:the )?(?:\d|mon|tues|wednes|thurs|fri|satur|sun|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|noon|end)|tomorrow|tonight|today|this (?:week|month|evening|afternoon|morning)|next (?:week|month)).*)/,
  ],
  ['passport', 'passport', /\bpassport\b(?<v>.*)/],
  [
    'seat_preference',
    'seat aisle window',
    /\b(?<v>(?:aisle|window) seats?)\b|\b(?:prefers?|wants?|likes?|chooses?|picks?|books?|always|takes?|sits?|sitting|seat(?: preference)?:?|instead of) (?:(?:an?|the|by|at|on|in|near) ){0,3}(?<w>aisle|window)\b(?! (?:open|closed|shut|clean|box|sill))/,
  ],
  [
    'travel_mode',
    'train trains fly flying flies plane drive',
    /\b(?<v>(?:prefers?|takes?|avoids?|never|hates?|scared of|afraid of|instead of)[\w ]* (?:trains?|fly|flying|planes?|the car|driving|the train|night trains?)\b.*)/,
  ],
  [
    'phobia_of_flying',
    'flying flights planes flyer flier',
    /\b(?<w>(?:nervous|anxious|fearful|bad|terrible) fl[yi]er)\b|\b(?:afraid|scared|terrified|fear|frightened) of (?<v>flying|flights|planes)\b/,
  ],
  [
    'appointment',
    'appointment appointments dentist doctor check-up checkup physiotherapy haircut hairdresser mri scan test therapy',
    /\b(?<v>.*\b(?:appointment|check-?up|scan|mri|x-ray|eye test|(?:blood|smear|hearing) test|haircut|interview|consultation|physiotherapy|vaccination|check)\b.*)/,
  ],
  ['meeting', 'meeting meets meet call', /\b(?<v>.*\bmeet(?:ing|s)?\b.*)/],
  [
    'deadline',
    'deadline due submit',
    /\b(?<v>.*\b(?:deadline|is due|due (?:on|by|back)|due (?=\d|mon|tues|wednes|thurs|fri|satur|sun)|submit)\b.*)/,
  ],
  [
    'event',
    'concert wedding party birthday festival exhibition parents recital match conference reunion',
    /\b(?<v>.*\b(?:concert|wedding|(?<!\b(?:labour|green|conservative|liberal|democratic|republican|political|third|search|national|people's|of the \w+) |\bthird-)party|festival|exhibition|parents' evening|recital|conference|reunion|graduation)\b.*)/,
  ],
  [
    'reminder',
    'remind reminder remember forget',
    /\b(?:remind(?: me)?(?! (?:me )?of\b)|(?<!\bas an? (?:\w+ )?|\bis an? (?:\w+ )?|\band an? )reminder(?! (?:of|that|it)\b)|(?:(?<=^(?:please )?)|(?:must|needs? to|has to|have to) )remember|(?:don't|do not) (?:let (?:me|her|him) )?forget) (?:to )?(?<v>.+)/,
  ],
  [
    'goal',
    'wants want wanted goal aims aiming hopes hoping would d trying training dreams intends target means set saving keen determined bucket list day someday longs itching dying',
    /\b(?:(?:wants?|always wanted|longs?|itching|dying|aims?|aiming|hopes?|hoping|would (?:\w+ )?(?:like|love)|'d (?:\w+ )?(?:like|love)|trying|training|intends?|means|set (?:himself|herself|myself|out)|saving(?: up)?|keen|(?:is |am |'m )determined) to|(?:aims?|aiming|hopes?|hoping|training|longs?|saving(?: up)?) for|dreams? of|working towards?) (?<v>(?!be (?:addressed|answered|called|spoken|written|talked|told|greeted)\b).+)|\b(?:goal (?:is|of)|set (?:himself|herself|myself) (?:the|an?) (?:\w+ )?(?:target|goal) of|^(?:one|some) ?day,? (?:i|she|he|we|they)(?:'ll| will)|on (?:my|her|his|our) (?:bucket )?list(?: is)?)(?: to)? (?<w>.+)|^wants? (?<x>(?!to be (?:addressed|answered|called|spoken|written|talked|told|greeted)\b).+)/,
  ],
  [
    'plan',
    'dropped abandoned shelved scrapped ditched binned go given gave against',
    /\b(?:dropped|abandoned|shelved|scrapped|ditched|binned|let go of|given up(?: on)?|gave up(?: on)?) (?:(?:the|my|her|his|our|their|any|all|old|whole) ){0,2}(?:idea|plans?|dreams?|thoughts?|notion|hopes?|goals?|intention|ambitions?|aim) (?:of|to|for|that|about) (?<v>.+)|\bdecided against (?<w>\w.+)/,
  ],
  [
    'plan',
    'plans plan planning going decided',
    /\b(?:plans?|planning|(?:has|have|'ve) decided|is about|(?<=^|\b(?:am|is|are|i'm|we're|they're|she's|he's)(?: (?:not|also|still|now|definitely|finally))? )going) (?:to|on|for|a) (?<v>.+)/,
  ],
  [
    'resolution',
    'resolution resolved',
    /\bresolutions?\b(?: this year)?(?: is|:)? ?(?:to )?(?<v>.*)|\bresolved to (?<w>.+)/,
  ],
  [
    'answer_style',
    'answers answer replies reply emojis emoji bullet explanations explained concise formal informal tone metric units prices letters messages texts jokes small talk sources examples step steps details directness honest honesty straight jargon lists tables',
    /\b(?:prefers?|wants?|likes?|please|should|keep|give|gets|no|needs?|hates?|loves?|without|expects?|appreciates?|asks? for)\b(?<v>.*\b(?:answers?|repl(?:y|ies)|emojis?|bullet points?|explanations?|explained|concise|formal|informal|tone|responses|metric|units|prices|letters|messages|texts|jokes|small talk|sources|examples|step by step|details|jargon|straight|honest(?:y)?|lists|tables)\b.*)/,
  ],
  ['answer_style', 'call please', /^(?:please )?call me\b(?<v>.*)/],
  [
    'answer_style',
    'addressed answered spoken greeted written talked',
    /\b(?:wants?|prefers?|likes?|would like|'d like|hopes|expects) to be (?<v>(?:addressed|answered|spoken to|greeted|written to|talked to)\b.*)/,
  ],
  [
    'language_preference',
    'language answer answers reply replies respond write speak prefers prefer',
    /\b(?:answer|reply|respond|write|speak|prefers?|(?:answers|replies)) (?:to me |me )?in (?<v>(?:(?:british|american|plain|simple) )?(?:english|german|french|spanish|italian|norwegian|swedish|danish|dutch|portuguese|polish|hindi|tamil|urdu|bengali|punjabi|irish|welsh|arabic|turkish|japanese|korean|mandarin|chinese|russian|ukrainian|greek|finnish))\b/,
  ],
]
