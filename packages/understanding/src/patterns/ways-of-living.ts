import type { Pattern } from './pattern.ts'

const DWELLING =
  '(?:flat|apartment|house|cottage|place|farmhouse|bungalow|studio|room|bedsit(?:ter)?|backroom|flatshare|[12]bhk|cabin|annexe?|loft|barge|narrowboat|houseboat|caravan|trailer|yurt|condo|maisonette|penthouse|villa|chalet|terrace|semi|townhouse|duplex|digs|mobile home|farm|croft|homestead|boat)'
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)'
const ROAD =
  '(?:road|rd|street|st|avenue|ave|lane|drive|close|crescent|square|terrace|gardens|boulevard|quay|row|hill|court|way|place|mews|stra(?:ß|ss)e|weg|gasse|platz)'
const WORKS_AT =
  '(?:hospital|infirmary|clinic|school|college|university|academy|museum|library|brewery|bakery|factory|plant|mill|mine|port|airport|hotel|restaurant|café|cafe|bank|shop|store|supermarket|garage|theatre|theater|opera|ministry|council|city hall|town hall|court|embassy|institute|laboratory|lab|agency|studio|firm|company|newspaper|station|depot|warehouse|farm|vineyard|zoo|nursery|kindergarten|cathedral|church|shipyard|foundry|archives?|parlour|salon|pharmacy|surgery|practice|call cent(?:re|er)|charity)'
const DEGREES =
  '(?:bsc|ba|b\\.a\\.|msc|ma|mba|phd|doctorate|llb|llm|beng|meng|med|bed|bachelors?|masters?|diploma|associate degree)'
const ITS_KIN = '(?:child|son|daughter|boy|girl|baby|kid)'

/** A word that can be an occupation by its form. */
const OCCUPATION =
  '[\\w-]*(?:er|or|ist|ian|ant|ent|nurse|chef|cook|clerk|guard|guide|aide|intern|temp|lead|head|vet|host|hand|fellow|associate|executive|apprentice|trainee|pilot|judge|medic|coach|rep)'

/** Homes, work, studies, family and pets, in the less usual wordings of daily life. */
export const WAYS_OF_LIVING: readonly Pattern[] = [
  [
    'home',
    'home base resident sticks dwells dwell domiciled domicile put settled upped lives live lodgings digs residing resettled relocation roots',
    /(?:^(?:my |her |his |our )?home (?:is|these days is|now is|for now is)|\bupped sticks (?:to|for)|(?:has |have )?put up (?:in|at)|(?:a |now a |now )?resident (?:of|in)|domiciled in|dwell(?:s|ing)? (?:in|on|at)|made (?:my|her|his|our|their) (?:base|home) in|(?:my|her|his|our|their) base is|resettled in|lodgings (?:in|at)|digs (?:in|at|are in|are at)|(?:have|has) landed in|set up home in|living quarters are in) (?<v>(?!being\b|where\b|not\b|me\b|you\b|him\b|her\b|us\b|it\b|them\b|a (?:cab|taxi|doctor|meeting))[^,]+)/,
  ],
  [
    'home',
    'rents rent renting leases leasing bought owns has have got lives live living occupies occupy shares share moved',
    new RegExp(
      `\\b(?:rent(?:s|ing)?|leas(?:es|ing)|(?:bought|owns?|has|have|'ve got|got)(?! (?:an? |the |her |his |my |our |their )?(?:[\\w'-]+ ){0,3}?(?:boat|cabin|caravan|trailer|chalet|yurt)\\b)|liv(?:es?|ing) (?:out )?(?:in|on|aboard)|occup(?:y|ies)|moved (?:in|on)to|stays? in) (?:an? |the |her |his |my |our |their )?(?:(?!holiday|second|weekend|summer|ski)[\\w'-]+ ){0,3}?${DWELLING}(?: (?:of (?:my|her|his|our|their) own|number \\w+|called \\w+|block))? (?:in|on|at|near|behind|above|outside|overlooking|by|off|below|across|just outside|close to) (?<v>(?!the (?:market|moment|weekends?|side|loan|wall)).+)`,
    ),
  ],
  [
    'home',
    'shifted lives live living bungalow flat house cottage apartment studio room bedsit bedsitter townhouse',
    new RegExp(
      `\\bshifted to (?<a>(?:an?|the|my|our|his|her|their) (?:[\\w-]+ ){0,2}?${DWELLING}\\b.*|[^,.;]{2,30}, (?:renting|rents|living|sharing)\\b.*)|\\bliv(?:es?|ing) (?:just )?off (?<b>(?!(?:the )?(?:land|grid|sea|internet|web)\\b|(?:my|his|her|their|our|a|an)\\b)(?:the )?(?:[\\w'-]+ ){0,3}?${ROAD}\\b.*)|\\b(?:i'm|is|am|are|we're) (?:now )?in (?:an? |our own |my own )(?:[\\w-]+ ){0,2}?${DWELLING} (?:in|near|outside) (?<c>.+)`,
    ),
  ],
  [
    'home',
    'lives live living based back',
    /\b(?:liv(?:es?|ing)|based|settled|been) (?:\w+ )?(?:out|up|down|over|off|round|just|somewhere|halfway|high|deep|right|near|close) (?:\w+ )?(?:in|on|at|near|of|by|from|outside|up) (?<v>(?!it\b|with\b|pocket|money).+)|\bback (?:living )?in (?<w>(?!the (?:gym|office|game|saddle|day|job|black|red)|bed|time|school|town|touch|shape|hospital|march|may|june|july|april|\d)[^,]+?)(?: for good| again| now| since .+)$/,
  ],
  [
    'address',
    'road rd street st avenue ave lane drive close crescent square terrace gardens boulevard quay row hill court way place mews straße strasse weg gasse platz rue via calle door number',
    new RegExp(
      `(?<![:.\\d])\\b(?<v>\\d{1,4}[a-z]?,? (?!and\\b|or\\b|to\\b|until\\b|minutes\\b|the\\b)(?:[\\w'’.-]+ ){1,4}${ROAD}\\b.*)|\\b(?<w>(?:\\d{1,4} )?(?:rue|via|calle|avenida|rua|piazza|viale) [\\w'’ -]{3,40})|\\b(?:front door|house number|door) is (?:number )?(?<x>.*\\d.*)|\\b(?:lives?|living|house|flat) (?:at|on|in) (?<y>(?:[\\w'’.-]+ ){1,3}${ROAD})\\b`,
    ),
  ],
  [
    'job',
    'stacks mends mending serves practises practices looks manages runs does teaches lectures keeps sorts delivers drives cuts lays pours welds cleans cooks waits nurses guards teaching living money job day',
    /\b(?<v>(?:stacks shelves|serves as (?!(?:an? |the )?(?:(?:constant|great|good|strong|daily|powerful|welcome|gentle) )?(?:source|reminder|symbol|inspiration|motivation|way|example|role model|backdrop|their|his|her|my|our|happy|place|sign|escape|outlet|hobby|therapy)\b)(?:an? |the )?[\w -]{3,30}|practi[sc]es (?:law|medicine|dentistry|architecture|accountancy)|does (?:the )?(?:accounts|books|bookkeeping|cleaning|admin|payroll|data entry|deliveries|night duty|the night shift|security)|delivers (?:parcels|post|mail|newspapers|pizzas?|groceries|letters|babies)|waits (?:tables|on tables)|lays (?:bricks|tiles|floors|carpets|pipes|cable)|sorts (?:mail|letters|parcels)|keeps (?:the )?(?:books|accounts) for|works the [\w ]{3,30}|mans the [\w ]{3,30})\b.*)|\b(?:makes?|making|made|earns?|earning) (?:a|my|her|his|our|their) (?:living|money|keep|bread) (?:as |from |by |with )?(?<w>.+)|\b(?:day|main|first|second|full-time|current|present) job is (?<x>.+)|\b(?:looks?|looking) after (?<y>(?:the )?(?:boilers|machines|servers|patients|residents|accounts|gardens|grounds|livestock|animals|toddlers|elderly)[\w ]* (?:at|in|for) .+)/,
  ],
  [
    'job',
    'qualified trained retrained appointed contract hired apprentice intern junior senior assistant deputy chief head lead staff',
    /\b(?:just |newly |recently )?(?:qualified|retrained|registered|licensed|certified|employed|engaged|taken on|appointed|signed on|contracted) (?:.{0,40} )?as (?:an? |the )?(?<v>[\w -]{3,40})|^(?:an? )?(?<w>(?:apprentice|trainee|junior|senior|assistant|deputy|chief|lead|staff|freelance|retired|head) [\w -]{3,40}) (?:at|in|for|with|on) .+/,
  ],
  [
    'business',
    'runs run owns own founded set opened launched',
    /\b(?:runs?|owns?|own|founded|set up|sets up|opened|started|co-owns|manages) (?:an? |her |his |my |our |their |the )?(?:own )?(?:[\w-]+ ){0,3}?(?<v>(?:parlou?r|bookshop|florist|consultancy|firm|brewery|gallery|nursery|kennels?|cattery|stables|stand|food truck|van|b&b|guest house|hostel|deli|butcher's|butchers|pharmacy|boutique|laundry|launderette|campsite|riding school|dance school|driving school|theatre company|record label|press|publishing house|podcast studio|online shop|web shop|(?!every\b|very\b|lottery|battery|robbery|surgery\b|misery|delivery|recovery|discovery|archery|jewell?ery|cutlery|crockery|embroidery|stationery|machinery|celery)[a-z]+(?:ery|erie))\b.*)|\b(?:founded|set up|sets up|opened|launched) (?:up )?(?:her|his|my|our|their) own (?<w>(?!(?:eyes|home|house|room|bedroom|office|garden|account|bank|computer|laptop|phone|letter|wifi|network|profile|page|blog|channel)\b)[\w'-]+.*)/,
  ],
  [
    'employer',
    'with at for staff salary contract employer joined joins hired took working engineer nurse teacher teaches lectures works',
    new RegExp(
      `\\bon (?:the )?staff (?:at|of) (?<v>.+)|\\bdraws (?:a|his|her|my) (?:salary|wage|pay) from (?<w>.+)|^(?:(?:i'm|she's|he's|i am|she is|he is|we're|is|am|now|still|currently) ){1,2}with (?<x>(?:the )?(?!my|her|his|me|us|him|them|a\\b|an\\b|child|you|it|this|that|someone|twins|friends|family)[\\w&' .-]{2,40}?)(?: now| since .+| these days| again|$)|\\bjoined (?<y>(?:the )?(?!my|her|his|me|us|him|them|a\\b|an\\b|in\\b|up\\b|hands|forces|gym|choir|club|the (?:gym|choir|club|army reserve|band|team))[\\w&' .-]{2,40}?) (?:in (?:${MONTH}|\\d{4})|last (?:month|year|week)|this (?:month|year)|as .+|two .+ ago)|\\b(?:is|am|'m|as|works) an? (?!(?:key |main )?witness|guest|visitor|patient|customer|reminder|stepping|(?:[\\w-]+ ){0,3}?(?:student|resident|parent|client)\\b)(?:[\\w-]+ ){0,4}?${OCCUPATION} (?:at|for|with) (?<z>(?:the )?(?!him\\b|us\\b|them\\b|me\\b|bigger|home|heart|night|least|present|times|my|her|his|a\\b|an\\b|the moment|weekends|\\d)[\\w&'. -]{2,50})|\\b(?:teaches|lectures|nurses|cooks|cleans|tutors|coaches|guards|translates|works|employed|researches)\\b[\\w ,'-]{0,40}? (?:at|for|in) (?<a>(?:the |a |an )?(?:[\\w'&.-]+ ){0,4}?${WORKS_AT}\\b.*)|\\b(?:teaches|lectures|nurses|cooks|tutors|coaches)\\b[\\w ,'-]{0,40}? (?:at|for) (?<b>(?:st |the )?(?!home|night|weekends|fun|friends|free|her|his|my|\\d)\\w.*)`,
    ),
  ],
  [
    'workdays',
    'works work working off free lates earlies nights weekends alternate shifts rota duty week day days tuesday monday wednesday thursday friday saturday sunday',
    /\b(?:works?|working|on duty|in the office|at work|shifts?) (?:only |every |from |on )?(?<v>(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:,? (?:to|through|till|until|and|-) .+|\b.*))|\b(?:does|works?|on) (?<w>(?:alternate|every other|only|all) weekends?|lates|earlies|nights|days|the (?:night|late|early|day) shift)\b|\b(?<x>(?:\w+) days on,? (?:and )?\w+ (?:days )?off)\b|\b(?<y>(?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:is|are) (?:my|her|his|the) (?:free|off|rest) day)|\b(?:has|have|gets?|takes?) (?<z>(?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:off|free)|(?:every )?(?:second|other) \w+day off)|\b(?:a|her|his|my) (?<a>(?:three|four|five|six|\d)-day week)\b/,
  ],
  [
    'boss',
    'answer answers orders line superior foreman led managed',
    /\b(?:answers?|accountable) to (?<v>(?:mrs?|ms|dr|captain|professor)?\.? ?\w.+)|\b(?:gets?|takes?) (?:his|her|my) orders from (?<w>.+)|\b(?:line manager|superior|foreman|team lead|head of department|supervisor) (?:is|was|:) ?(?<x>.+)|\b(?:managed|supervised|led) by (?<y>.+)/,
  ],
  [
    'salary',
    'takes earns pay paid salary gross net wage month year hour',
    /\b(?:takes? home|brings? (?:home|in)|earns?|on|paid|gets?|pays (?:me|her|him)|makes?|clears?|nets?) (?:about |around |roughly |some )?(?<v>[€$£]?\d[\d.,]*k?(?: ?(?:euros?|dollars?|pounds?|francs?|kroner|zloty|zlotys|€|\$|£))? (?:a|per|an|each) (?:month|year|hour|week|day)\b(?! (?:on|for|towards) (?:rent|the)).*)|\b(?:salary|wage|wages|pay) (?:is|of|:) (?<w>.*\d.*)/,
  ],
  [
    'previous_job',
    'spent was ex former once stint career used before past life',
    /\bspent (?:\w+ ){1,3}(?:years?|months?|decades?|seasons?) (?:as|at|with|in|on|working) (?<v>.+)|^(?:i |she |he )?(?:was|were) (?:once )?an? (?<w>[\w -]{3,40}?) (?:before|until|till|for \w+ (?:years|decades)|in (?:my|her|his) (?:twenties|thirties|youth))\b|^ex-(?<x>(?!husband|wife|boyfriend|girlfriend|partner)[\w -]+)|\b(?:in a (?:former|past|previous) (?:life|career)|earlier career|first career)\b(?<y>.*)/,
  ],
  [
    'retirement',
    'retired retirement pension pensioner gave stopped work working',
    /\b(?:gave up|stopped|finished|quit|packed in) (?<v>work(?:ing)?)\b|\b(?:drew|draws|drawing|living on|lives on) (?:a|my|her|his) (?<w>pension)\b|\b(?<x>pensioner)\b/,
  ],
  [
    'degree',
    `bsc ba msc ma mba phd doctorate llb llm beng meng bachelor bachelors master masters diploma read graduated graduate degree took holds`,
    new RegExp(
      `\\b(?:has|have|holds?|hold|got|took|earned|did|does|doing|finished|completed|working on|studying for|wrote|with) (?:an? |the |her |his |my )?(?:first-class |second )?(?<v>${DEGREES}(?:'s)?\\b.*)|^(?:i |she |he )?(?:read|studied) (?<w>(?:[a-z]+(?: and [a-z]+)?) (?:at|in) (?!bed|the (?:bath|park|evening|train)|home|night|school)\\w.*)|\\b(?:graduate|alumn(?:us|a)) (?:of|in|from) (?<x>.+)`,
    ),
  ],
  [
    'university',
    'medical law art business read studied university college uni faculty freshman sophomore undergraduate postgraduate',
    /\b(?:at|in|attends?|goes to) (?<v>(?:medical|law|business|art|drama|dental|nursing|vet|film|music) (?:school|college)\b.*)|^(?:i |she |he )?(?:read|studied) (?:[a-z]+(?: and [a-z]+)?) (?:at|in) (?<w>(?!bed|the (?:bath|park|evening|train)|home|night|school)\w.*)|\b(?:is|am|'m) an? (?<x>(?:undergraduate|postgraduate|freshman|sophomore|phd student|doctoral student|exchange student)\b.*)/,
  ],
  [
    'skill',
    'dab hand handy knack gifted expert fluent proficient skilled',
    /\b(?:dab hand at|handy with|knack for|gifted at|expert (?:in|at)|proficient in|skilled (?:in|at)|a whizz? (?:at|with)|useless at|hopeless at|no good at) (?<v>.+)/,
  ],
  [
    'learning_language',
    'textbook tutor duolingo babbel lessons class classes goes language',
    /\b(?<v>(?:spanish|french|german|italian|portuguese|dutch|norwegian|swedish|danish|finnish|polish|czech|russian|ukrainian|greek|turkish|arabic|hebrew|hindi|japanese|chinese|mandarin|korean|vietnamese|thai|swahili|welsh|irish|english|icelandic|romanian|hungarian|croatian) (?:textbook|tutor|teacher|lessons?|class(?:es)?|course|evening class|flashcards|homework|on duolingo|on babbel))\b/,
  ],
  [
    'languages',
    'bilingual trilingual multilingual gets converses understands speaks mother language tongue',
    /\b(?:bilingual|trilingual|multilingual|polyglot)\b(?:[: ,(]+)?(?:in )?(?<v>.*)|\bgets by in (?<w>.+)|\b(?:converses?|writes|dreams|prays|counts) in (?<x>(?:\w+ and )?(?:spanish|french|german|italian|portuguese|dutch|norwegian|swedish|danish|finnish|polish|czech|russian|ukrainian|greek|turkish|arabic|hebrew|hindi|japanese|chinese|mandarin|korean|tamil|urdu|basque|catalan|welsh))\b/,
  ],
  [
    'partner',
    'steady item courting wed hitched vows girlfriend boyfriend fiancé fiancee fiancée love relationship married together shacked civil single split divorce',
    /\bgoing steady with (?<v>.+)|\band (?<w>\w+) are (?:an item|together|a couple|engaged|married)\b|\b(?:is courting|courting|in love with|got hitched (?:to|with)|exchanged vows with|shacked up with|civil partnership with|in a civil partnership with|lives? together with|moved in with (?=her boyfriend|his girlfriend|my boyfriend|my girlfriend)) ?(?<x>.+)|\b(?:has|have|got|'ve got|found) (?:an? |my |a new )?(?<y>(?:girlfriend|boyfriend|partner|fiancée?|husband|wife)\b.*)|\b(?<z>(?:not|never) in a relationship|no (?:partner|boyfriend|girlfriend|husband|wife))\b/,
  ],
  [
    'marital_status',
    'single widow widower divorced married unmarried engaged split divorce own bachelor celibate',
    /\b(?:is|am|'m|been|remains|still|now|happily|on) (?:an? )?(?:own since the )?(?<v>single|widow|widower|divorcee|unmarried|divorced|married|engaged|bachelor|spinster|celibate|separated|split|divorce)\b|\bnot in a (?<w>relationship)\b|\b(?:on (?:my|her|his) own) since (?<x>the (?:split|divorce|break-?up|separation))/,
  ],
  [
    'children',
    'firstborn dad mum mom father mother parent bringing raising children kids boys girls son daughter baby twins became',
    new RegExp(
      `\\b(?:my|her|his|their|our) (?:firstborn|eldest|youngest|middle child|only child) (?:is|was|,|named|called) ?(?<v>.+)|\\b(?:became|become|becoming) an? (?<w>(?:dad|mum|mom|father|mother|parent)\\b.*)|\\b(?:bringing up|raising|brings up|raises) (?:an? |two |three |four |her |his |my |their )?(?<x>(?:\\w+ )?(?:${ITS_KIN}|children|kids|boys|girls|sons|daughters|twins)\\b.*)|\\b(?:has|have) no (?<y>children|kids)\\b|\\b(?<z>childless|no children|no kids|child-free)\\b`,
    ),
  ],
  [
    'sibling',
    'only child youngest eldest oldest middle twin siblings brothers sisters',
    /\b(?:is|am|'m) (?:an? |the )?(?<v>only child|(?:youngest|eldest|oldest|middle) (?:of|child)\b.*|(?:one|second|third) of (?:two|three|four|five|six|seven|eight) (?:children|siblings|brothers|sisters))|^(?:the )?(?<w>(?:youngest|eldest|oldest) of (?:two|three|four|five|six|seven|eight|nine|ten)\b.*)|^(?<x>only child)\b|\bhas (?:a |an |two |three |four |five |no )(?:\w+ )?(?<y>twin|siblings?|brothers?|sisters?)\b/,
  ],
  [
    'pet',
    'snake python gecko parrot grey cockerel rooster mutt mongrel aquarium terrarium lizard iguana bees hive hives pets koi rat rats mice chinchilla axolotl budgies cockatoo pug boxer malinois shiba lurcher mongrels cat dog pup',
    /\b(?:has|have|'ve got|got|keeps?|owns?|shares? (?:the|a|her|his|my) (?:flat|house|home) with|lives with|adopted|looks after|bred|breeds|rescued) (?:an? |two |three |four |some |the |her |his |my |several )?(?:[\w-]+ ){0,3}?(?<v>(?:snakes?|python|geckos?|african grey|cockerel|rooster|mutt|mongrels?|aquarium|terrarium|lizard|iguana|bees|bee hives|hives|koi|rats?|mice|chinchillas?|axolotls?|budgies|cockatoo|pug|boxer dog|malinois|shiba|lurchers?|tarantula|stick insects|pup)\b(?! (?:skin|problem|infestation)).*)|\b(?:our|my|her|his|their) (?:mutt|mongrel|pup|cat|dog|tabby|tom|lurcher)(?: is|,| is called|'s name is) (?<w>.+)|^(?<x>no pets)\b|\b(?:has|have|keeps?) no (?<y>pets)\b/,
  ],
  [
    'vet',
    'vet vets veterinary',
    /\b(?:vet|vets|veterinary (?:practice|clinic|surgeon))(?: is|:| at| near)+ (?<v>.+)|\b(?:takes?|brings?) (?:the|her|his|my|our) (?:\w+ )?(?:dog|cat|rabbit|horse|parrot|pets?)s? to (?<w>.+)/,
  ],
  [
    'birthday',
    'born birthday turns candles',
    new RegExp(
      `\\b(?:born|birthday|arrived|came into the world|turns? \\w+)\\b.{0,20}? (?<v>(?:on )?(?:the )?\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}\\b.*|(?:on )?${MONTH} \\d{1,2}\\b.*)|\\bbirthday (?:is |falls )(?:on |in )?(?<w>.+)`,
    ),
  ],
  [
    'hometown',
    'grew raised brought childhood roots hails native originally born bred',
    /\b(?:hails? from|born and bred in|born and raised in|brought up in|roots (?:are )?in|reared in|spent (?:my|her|his) (?:childhood|youth|early years) (?:in|on|near)) (?<v>.+)/,
  ],
  [
    'nationality',
    'citizen citizenship passport national naturalised naturalized nationality',
    /\b(?:dual |holds? |has |have |is an? |am an? |became an? |travels on an? )?(?<v>(?!(?:my|her|his|our|their|your|the|an?|new|old|first|current|valid|expired|biometric|dual|no|senior|second|honorary|lost)\b)[\w-]+(?: and [\w-]+)?) (?:citizen(?:ship)?|passport(?: holder)?|national(?=$|,| (?:by|since|from birth|and|with|living|who|now)\b))\b|\bnaturali[sz]ed (?:in|as) (?<w>.+)/,
  ],
  [
    'emergency_contact',
    'emergency accident call ring kin',
    /\b(?:next of kin)(?: is|:)? (?<v>.+)|\bin (?:an emergency|case of emergency|an accident),? (?:please )?(?:call|ring|phone|contact|notify|inform) (?<w>.+)|\bif (?:anything|something) happens,? (?:please )?(?:call|ring|phone|contact|tell) (?<x>.+)/,
  ],
]
