import { KIN_PATTERN, THING_FOR_CHILDREN } from '../kin.ts'
import type { Pattern } from './pattern.ts'

/** Identity, contact, home, work, learning, family, friends and pets. */
export const LIFE: readonly Pattern[] = [
  [
    'name',
    'name',
    /^(?:my |the user's |full |first |last )*name is (?<v>(?!(?:on|in|at|to|not|spel\w+|pronounced|misspel\w+|wrong|missing)\b)[^,]+?)(?= and (?:i'm|i am|am)\b|,|$)/,
  ],
  [
    'nickname',
    'call called nickname known goes go',
    /^(?:please )?call (?:him|her|them) (?<w>(?!back\b|again\b|on\b|at\b|when\b|if\b|before\b|after\b|in\b|tomorrow\b|every\b|and\b|about\b)\p{L}+)|\b(?:call me|is called by|goes by(?! (?:an? |the )?(?:train|rail|sea|road|scooter|bus|car|bike|bicycle|boat|ferry|plane|air|tram|metro|tube|taxi|foot|night|coach|itself|quickly|fast|so)\b)|^i go by(?! (?:the|a|an|my (?!middle|first|last|second|maiden|stage)|his|her|your|what|gut|feel|instinct|train|bus|car|bike|bicycle|boat|ferry|plane|air|tram|metro|tube|taxi|foot)\b)|known as|nickname is|nicknamed|be called) (?<v>.+)/u,
  ],
  ['pronouns', 'pronouns', /\bpronouns (?:are )?(?<v>.+)|(?<w>\w+\/\w+) pronouns/],
  [
    'gender',
    'gender woman man nonbinary non-binary trans',
    /\b(?:is|am|'m|identifies as) (?:a |an )?(?<v>(?:trans(?:gender)? )?(?:woman|man)|non-?binary)\b/,
  ],
  [
    'age',
    'years age aged turned turns',
    /\b(?:is|am|'m|now) (?:(?<v>\d{1,3}|\w+) years old|(?<u>\d{1,3})$)|(?:^|, |\b(?:is|am|'m|now|user|man|woman|male|female|my|her|his) )aged? (?:is )?(?<w>\d{1,3})\b|\btur(?:ns|ned) (?<x>\d{1,3}|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b(?! (?:pages?|times|degrees|corners?|heads|people|per|minutes|hours|km|kg|percent|euros|dollars|pounds|of|into)\b)/,
  ],
  [
    'birthday',
    'birthday born birth',
    /\b(?:birthday|birth ?date|date of birth)(?: is| falls)?(?: on)?:? (?<v>.+)|\bborn (?:on |in )(?<w>[^,]*\d.*|january.*|february.*|march.*|april.*|may.*|june.*|july.*|august.*|september.*|october.*|november.*|december.*)/,
  ],
  ['birthplace', 'born birthplace', /\bborn (?:and raised )?in (?<v>[^\d,]+)|\bbirthplace is (?<w>.+)/],
  [
    'hometown',
    'grew raised hometown originally from',
    /\b(?:grew up|raised|was brought up) (?:in|near|on) (?<v>.+)|\bhometown is (?<w>.+)|\b(?:originally|comes|come|is|am|'m) from (?<x>(?!(?:her|his|my|our|their|its|the (?:same|heart|fact|app|shop)|being|having|getting|helping|within|work|inside)\b).+)/,
  ],
  [
    'nationality',
    'nationality citizen citizenship',
    /\bnationality is (?<v>.+)|\bcitizen(?:ship)? of (?<x>.+)|\b(?<w>(?!dual |senior |honorary |a )\w+) citizen(?!ship)|\bcitizenship\b/,
  ],
  [
    'native_language',
    'native mother tongue first',
    /\b(?:native language|mother tongue|first language)(?: is)? (?<v>.+)|\bnative (?<w>\w+) speaker/,
  ],
  [
    'languages',
    'speaks speak fluent spoken bilingual languages',
    /\b(?:speaks?|fluent in|bilingual in|languages are) (?<v>(?:a little |some |fluent |basic |good )?(?!to\b|with\b|at\b|about\b|softly|slowly|up\b).+)/,
  ],
  [
    'phone',
    'phone number mobile cell',
    /\b(?:phone|mobile|cell)(?: phone)?(?: number)?(?: is|:| changed to| has changed to)+ (?<v>.*\d[\d ()/.-]{4,}.*)/,
  ],
  ['email', 'email e-mail mail', /(?<![@\w.+-])(?<v>[\w.+-]+@[\w-]+\.[\w.-]+)|\be-?mail(?: address)? is (?<w>.+)/],
  ['address', 'address', /\baddress is (?<v>.+)|\baddress: (?<w>.+)/],
  [
    'emergency_contact',
    'emergency',
    /\bemergency contact(?: is)?:? (?<v>.+)|(?<w>.+) is (?:the|my|her|his) emergency contact/,
  ],
  [
    'home',
    'live lives living lived moved moving moves move shifted relocated resides reside based settled home now currently residence resident rents rent farm house flat apartment place cottage studio',
    /\b(?:live|lives|living|reside|resides|residing|based|settled|stays|staying permanently) (?:now |currently |again |alone |together |still |happily |with \w+ (?:and \w+ )?|with (?:my|her|his|their|the|our) [\w -]{1,30}? ){0,3}(?:in|at|on|near|outside|above|by(?! (?:\d|(?:january|february|march|april|may|june|july|august|september|october|november|december|noon|midnight|tomorrow|tonight|next|then|now|card|cash|cheque|check|bank|transfer|direct|standing|post|phone|hand|the (?:end|beginning|first|last|\d)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b))) (?<v>(?!home\b|fear|peace|hope|harmony|the moment|present).+)|\b(?:moved?|moves|moving|made the move|(?:have|has|'ve|'s) shifted|relocated|relocating|relocates|emigrated|transferred|settled down)(?: (?!everything\b|all\b|it\b|them\b|things\b|stuff\b|files\b|data\b|notes\b|photos\b|money\b|servers?\b|services\b)\w+)? (?:back )?(?:from .+? )?(?:to|into) (?<w>(?!a new (?:role|team|job|position)|the (?:rhythm|music)|\d|(?:next|this|last) |(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|tomorrow|another (?:day|time|date)).+)|\b(?:i'm|is|am|are|we're) (?:now|currently|these days) in (?<z>.+)|\brents? (?:an? |the )?(?:\w+ )?(?:studio|flat|apartment|room|house|cottage|place) (?:in|near|at) (?<s>.+)|^(?:resident (?:of|in|at)|(?:(?:my|our|her|his|their|the) )?(?:farm|house|flat|apartment|home|place|cottage|studio) is (?:in|outside|near|just outside|by|on)) (?<u>.+)|^(?:(?:my|our|her|his|their|the|[\w-]+'s) )?(?:new |current )?(?:home|residence) (?:is|set to) (?:now )?(?:in |near )?(?<x>.+)|\bhome (?:town|city) is now (?<y>.+)/,
  ],
  [
    'home',
    'home start',
    /\b(?:is|am|'m|are|been|feels?) at home in (?<v>(?!the (?:kitchen|world|water|saddle|country|city)\b).+)|\bhome base is (?:in )?(?<w>.+)|\bma(?:de|king) a (?:new|fresh) (?:start|life|home) in (?<x>.+)/,
  ],
  [
    'housing',
    'flat apartment house condo studio rents owns dorm',
    /\b(?:rents?|owns?|renting|bought|lives? in|living in) (?:a|an|the|his|her|their|my|our) (?<v>[^,]*\b(?:flat|apartment|house|condo|studio|dorm|farmhouse|cottage|loft|houseboat)\b.*)/,
  ],
  [
    'housemates',
    'shares share sharing',
    /\b(?:shares?|sharing) (?:an?|the|her|his|my|our) (?:\w+ )?(?:flat|apartment|house|place|room|dorm) with (?<v>.+)/,
  ],
  ['housemates', 'housemates flatmates roommates housemate flatmate roommate', /\b(?:house|flat|room)mates?\b(?<v>.*)/],
  ['wifi_password', 'wifi wi-fi', /\bwi-?fi\b.*\b(?:password|key|code|network)\b(?<v>.*)/],
  ['home_fact', 'heating boiler kitchen garden balcony', /\b(?:heating|boiler|kitchen|garden|balcony)\b(?<v>.*)/],
  [
    'job',
    'started starting began trained training promoted hired retrained switched became role position title',
    /\b(?:(?:started|starting|began|training|promoted|hired|retrained|retraining|qualified|trained)(?: (?!going\b|to\b)\w+)?|switched (?:careers?|jobs?|profession|fields?|professionally)) (?:as|to) (?:an? |the )?(?<v>(?!run|swim|learn|play|eat|use|get|be|work\b|feel|go\b|take\b|(?:stay|keep|improve|build|make|help|have|see|gain|lose|do|try|think|look|compete|climb|hike|cycle|row|stretch|share|explore|create|volunteer)\b)[\w -]+)|^(?:new |current )?(?:role|job|position|job title|title|occupation)\s*[:=-] ?(?<w>.+)/,
  ],
  [
    'job',
    'took over bills day days',
    /\b(?:took|taken|takes) over as (?:the |an? )?(?<v>.+)|\bpays? the bills (?:with|by|as) (?:an? )?(?<w>.+)|\bday job:? (?:is |as |being )?(?:an? )?(?<x>.+)|\bspends? (?:my|her|his|their) (?:work(?:ing)?)? ?days as (?:an? )?(?<y>.+)/,
  ],
  [
    'job',
    'works work working job worked teaches drives occupation profession freelance freelancer employed',
    /\b(?:works?|working|worked|employed|freelances?) (?:\w+ )?as (?:an? |the )?(?<v>.+)|\b(?:job|occupation|profession|position|role|job title)(?: now)? is (?:as )?(?:an? )?(?<w>.+)|\b(?:new|started a|started|began a|took a|got a|accepted a|has a)(?: new)? (?:job|role|position) as (?:an? )?(?<x>.+)/,
  ],
  [
    'job',
    'farms farm teaches teach drives drive manages lectures lecture nurses consults designs repairs sells tutors coaches interprets translates cleans guards edits',
    /\b(?<v>farms? (?:sheep|cattle|cows|pigs|goats|wheat|vegetables|potatoes|land|\d)|(?:teach(?:es)?|lectures?|tutors?|coaches|consults|nurses) (?!(?:me|us|my|our|him|his|her|himself|herself|them|their)\b)[\w ]{2,40}|drives? (?:an? |the )?(?:bus|buses|lorry|lorries|trucks?|taxis?|cabs?|trams?|trains?|ambulances?|vans?)\b(?! for (?:the )?(?:[\w-]+ ){0,2}?(?:runs|trips?|camping|shopping|errands|holidays?|weekends?|outings|travels?)\b)|manages? (?:an? |the )[\w ]{2,40}|(?:designs|repairs|sells|interprets|translates|cleans|guards|edits) [\w ]{2,40} (?:at|for)\b)/,
  ],
  [
    'employer',
    'works work working job employed employer joined hired taken started',
    /\b(?:works|working|(?<!\b(?:volunteer(?:ing)?|voluntary|charity|unpaid|hard|good|great|of|at|the|his|her|their|my|our|balancing|balance) )work|employed|interns?|job)\b(?! (?:hard|out|together|like|well|fine|great|perfectly|wonders|on (?:an? |the |his |her |my |our |their )?(?:[\w'-]+ ){0,3}?(?:project|skills?|health|fitness|goals?|improving|getting|being|building)\b)|towards?\b)(?: [\w-]+){0,8}? (?:at|for|by|(?<!\bwork(?:s|ing)? )with) (?<v>(?!(?:passionate |other |different |some |many )?(?:people|others|someone|friends|passion|joy|care|love|deadlines|him|her|us|them|me|bigger)\b|home\b|night|the office|weekends|least|the moment|noon|once|\d|weekends|hours|half\b|quarter\b|(?:five|six|seven|eight|nine|ten|eleven|midnight|dawn|lunchtime)\b).+)|\b(?:hired|taken on|started) as (?:[\w-]+ ){1,5}?(?:at|by|for|with) (?<y>.+)|\bemployer is (?<w>.+)|\bjoined (?<x>\p{L}[\w ]+ as (?:an? )?[\w ]+)/u,
  ],
  [
    'workplace',
    'office workplace remotely remote hybrid home',
    /\b(?:office|workplace|desk) (?:is )?(?:in|at|on) (?<v>.+)|\bwork(?:s|ing)? (?<w>remotely|from home|from the office|hybrid.*)/,
  ],
  [
    'workdays',
    'works shift shifts days mondays tuesdays wednesdays thursdays fridays part-time full-time',
    /\b(?:works?|on(?! (?:mon|four|three))) (?<v>(?:part-time|full-time|(?:night|day|early|late|morning|evening)[ -]shifts?|nights|shifts|four days.*|three days.*|mondays.*))/,
  ],
  [
    'previous_job',
    'used worked formerly previously former years',
    /\bwas (?:an? )?(?<u>[a-z][\w ]{2,40}?) for (?:\w+ ){1,2}years\b|\b(?:used to (?:be|work)|formerly|previously|worked|was) (?:as |an? |at |for )+(?<v>(?!(?:little |young |small )?(?:kid|child|boy|girl|teen|teenager|baby|part|bit|member|fan|great|good|huge|big|lot|very|nice|real|really|tough|fun|wonderful|success|while)\b).+)|\bformer (?<w>.+)/,
  ],
  ['salary', 'earns salary paid', /\b(?:earns?|salary is|gets paid|is paid|makes) (?<v>.*\d.*)/],
  ['retirement', 'retire retired retires retirement', /\b(?:retired|retires?|retirement)\b(?<v>.*)/],
  [
    'business',
    'runs owns opened business company startup shop studio café cafe restaurant agency practice bakery farm salon workshop garage clinic hotel guesthouse pub bar kiosk stall founded',
    /\b(?:runs?|owns?|founded|started|has|have|opened|manage(?:s|d)?) (?:a|an|her|his|their|my|our)(?: own)? (?<v>[\w -]*(?:business|company|start-?up|shop|studio|café|cafe|restaurant|agency|practice|bakery|farm|salon|workshop|garage|clinic|hotel|guesthouse|pub|bar|kiosk|stall))\b/,
  ],
  [
    'job_search',
    'looking applied applying interview job-hunting',
    /\b(?:looking for|hunting for|searching for|wants?) (?:a )?(?:new )?(?<v>(?:job|work|position|role)\b(?! ?(?:clothes|boots|shoes|gloves|trousers|shop|top|surface|visa|out|model)\b).*)|\bapplied (?:for|to) (?<w>.+)/,
  ],
  [
    'degree',
    'degree bachelor bachelors master masters phd graduated diploma doctorate',
    /\b(?<v>(?:bachelor(?:'s|s)?|master(?:'s|s)|master(?= (?:of|in|degree))|degree|phd|doctorate|diploma|graduated)\b.*)/,
  ],
  [
    'university',
    'university college studies study studying studied student',
    /\bstudent of (?<u>[\w ]+)|\b(?:stud(?:y|ies|ying|ied)|enrolled) (?<v>(?!for\b)[\w ]+)|\b(?:at|attends?|went to) (?<w>[\w ]*(?:university|college)[\w ]*)/,
  ],
  [
    'school',
    'year grade form',
    /\b(?:in|is in|am in|'m in) (?<v>(?:(?:year|grade|form) \d{1,2}|(?:\d{1,2}(?:st|nd|rd|th)|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)) (?:year|grade|form))\b.*)/,
  ],
  [
    'school',
    'school',
    /\b(?:goes to|went to|attends?|attended|at|started|starts) (?<v>(?!the school\b)[\w' ]*school[\w ]*)/,
  ],
  [
    'course',
    'course class lessons lesson classes workshop',
    /\b(?:taking|takes?|attends?|attending|enrolled in|signed up for|started|doing|does) (?:an? |the )?(?<v>[\w -]*(?:course|class|classes|lessons?|workshop)\b.*)/,
  ],
  [
    'learning_language',
    'learning learns',
    /\b(?:learning|learns?|is studying) (?:to speak )?(?<v>spanish|french|german|italian|portuguese|dutch|norwegian|swedish|danish|finnish|polish|czech|russian|ukrainian|greek|turkish|arabic|hebrew|hindi|japanese|chinese|mandarin|korean|vietnamese|thai|swahili|welsh|irish|english|latin|icelandic|romanian|hungarian)\b/,
  ],
  [
    'skill',
    'can able knows learned learnt swim play plays',
    /\b(?:(?<!\b(?:you|it|that|which|they|this) )(?:can|cannot|can't)|able to|knows? how to|learn(?:ed|t|s)? (?:how )?to|never learn(?:ed|t) to) (?<v>(?!eat|drink|have|take|stand|abide|bear|stomach|come|only|wait|be\b|(?:never|hardly|barely|always|hear|smell|feel|believe|remember|recall|decide|tell|imagine|afford|complain|wait|sleep)\b|make (?:an? |the )?(?:\w+ )?(?:difference|impact|change)|(?:rely|see|help|relax|express|enjoy|handle|relate|connect)\b)\w+.*)/,
  ],
  ['licence', 'licence license permit', /\b(?<v>[\w' ]*\b(?:licen[cs]e|permit)\b.*)/],
  ['certificate', 'certificate certification certified', /\b(?<v>certifi(?:cate|cation|ed)\b.*)/],
  [
    'marital_status',
    'married single divorced widowed engaged separated',
    /\b(?:is|am|'m|got|has been|been|now|are|was) (?:now |recently |happily |newly )?(?<v>married|single|divorced|widowed|engaged|separated)\b|^(?<w>widowed|divorced|separated|married)\b(?! (?!to |with |in |since |for |at |on |now|again|and |but |last |this |man\b|woman\b|without )[a-z]+)/,
  ],
  [
    'partner',
    'married engaged dating partner relationship together marry broke split seeing',
    /\b(?:been|is|am|'m|'s|started) seeing (?!double\b|things\b|stars\b|red\b|dr\b|doctor|an?\b|the\b|his\b|her\b|my\b|their\b|how\b|what\b|that\b|if\b|more\b|less\b|some\b)(?<u>\p{L}+)(?= (?:for|since|again|now|from|on)\b|$)|\b(?:married|engaged) to (?:(?:an?|the|my|her|his) )?(?<v>(?!be\b|get\b)\p{L}+)|\bmarried (?<y>(?!(?:to|in|on|at|for|since|with|without|by|when|before|after|during|around|until|and|but|or|an?|the|my|his|her|our|their|last|this|next|one|two|three|twice|once|again|now|young|early|late|couples?|life|m[ae]n|wom[ae]n|people|friends|over|about|almost|nearly|abroad|online|there|here|then|that|who|january|february|march|april|may|june|july|august|september|october|november|december|someone|somebody|\p{L}+ly)\b)\p{L}+)|\b(?:is dating|dating|in a relationship with|together with|going out with) (?<w>.+)|\b(?:broke|split) up with (?<x>.+)/u,
  ],
  [
    'partner',
    'life love seeing dating going half',
    /\bshar(?:es?|ing) (?:my|her|his|their) life with (?<v>\p{L}+)|\b(?:fell|falling|fallen|is|am|'m|are) (?:madly |deeply |head over heels )?in love with (?<w>(?!the\b|an?\b|this\b|my\b|her\b|his\b|it\b|how\b|all\b)\p{L}+)$|\bin love with (?<u>(?!the\b|an?\b|this\b|my\b|her\b|his\b|it\b|how\b|all\b)\p{L}+), an?\b|\b(?:seeing|dating|going out with) an? (?:[\w-]+ ){1,2}(?:called|named) (?<x>\p{L}+)|\b(?:other|better) half is (?<y>\p{L}+)/u,
  ],
  [
    'anniversary',
    'anniversary married wed wedding',
    /\banniversary(?: is)?(?: on)? ?(?<v>.*)|\b(?:got |were |was )?(?:married|wed) (?:in|on) (?<w>(?:\d|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter).*)/,
  ],
  [
    'children',
    'children kids child son daughter sons daughters twins triplets teenagers teens stepson stepdaughter stepsons stepdaughters foster fosters fostering expecting',
    new RegExp(
      `\\b(?:has|have|had|'ve got|got|adopted|foster(?:s|ed|ing)?|(?:mother|father|parent|mum|mom|mam|dad) (?:of|to)|raising) (?:(?!class\\b|team\\b|group\\b|choir\\b|squad\\b|of\\b|with\\b|for\\b|to\\b)[\\w-]+ ){0,4}?(?<v>(?:children|kids|child|(?:step)?sons?|(?:step)?daughters?|twins|triplets|teenagers|teens|boys|girls|baby)\\b(?!${THING_FOR_CHILDREN}).*)`,
    ),
  ],
  [
    'children',
    'mother father mum mom mam dad parent stepmother stepfather stepmum stepmom stepdad',
    /^(?:single |proud |foster |step)?(?:mother|father|mum|mom|mam|dad|parent) (?:of|to) (?<v>(?!the\b|my\b|her\b|his\b).+)|\b(?:is|am|'m|became|as) (?:an? )?(?:step|foster )?(?:mother|father|mum|mom|mam|dad|parent) (?:to|of) (?<w>.+)/,
  ],
  ['death', 'died dies death passed dead funeral', /\b(?<v>died|passed away|is dead|death of.*|death|funeral)\b.*/],
  ['best_friend', 'best', /\bbest (?:friend|mate)(?: is)?(?: called| named)? (?<v>.+)/],
  [
    'pet',
    'dog cat puppy kitten rabbit hamster parrot horse pony tortoise budgie pet pets fish hens chickens dogs cats called named',
    /\b(?:has|have|got|adopted|owns?|keeps?|the|a|our|my|her|his|new|'s) (?:an? |two |three |four |five |\d+ |[\w-]+ ){0,3}?(?<v>(?:dog|cat|puppy|kitten|rabbit|hamster|parrot|horse|pony|tortoise|budgie|pet|goldfish|hens|chickens|guinea pig)s?\b.*)|\b(?:has|have|got|adopted|owns?|keeps?) an? (?:[\w-]+ ){0,3}?(?<w>(?:labrador|retriever|collie|terrier|poodle|spaniel|shepherd|dachshund|beagle|husky|bulldog|corgi|dalmatian|inu|schnauzer|rottweiler|chihuahua|pug|greyhound|whippet|doodle|siamese|ragdoll|tabby|canary|cockatiel|parakeet|gecko|ferret|gerbil|turtle|snake|donkey|alpaca)\b.*)/,
  ],
  [
    'pet_breed',
    'labrador retriever collie terrier poodle spaniel shepherd dachshund beagle husky bulldog corgi dalmatian siamese persian maine ragdoll tabby breed',
    /\b(?<v>[\w ]*(?:labrador|retriever|collie|terrier|poodle|spaniel|shepherd|dachshund|beagle|husky|bulldog|corgi|dalmatian|siamese|persian|maine coon|ragdoll|tabby|breed)\b(?!'s pie))/,
  ],
  [
    'vet',
    'vet veterinarian',
    /(?<!\b(?:an?|as|be|become|is) (?:\w+ )?)\bvet(?:erinarian)?(?:'s)?(?: is| name is)? (?<v>(?!(?:for|school|nurse|student|bills?|visits?|check(?:-?up)?|appointment|once|twice|every|on|last|this|next|tomorrow|today|yesterday|prescribed|says|said|and)\b).+)/,
  ],
  [
    'religion',
    'adventist baptist methodist mormon evangelical christian muslim jewish buddhist hindu catholic protestant atheist sikh church mosque synagogue prays',
    /\b(?:is|am|'m) (?:an? |a practising )?(?<v>adventist|baptist|methodist|mormon|evangelical|christian|muslim|jewish|jew|buddhist|hindu|catholic|protestant|orthodox|atheist|agnostic|sikh|quaker|lutheran)\b|\bgoes to (?<w>church|mosque|synagogue|temple)/,
  ],
  [
    'politics',
    'votes vote voted party politics',
    /\bvote[sd]?(?: for)? (?<v>(?!(?:by|in|on|at|early|online|against|every|whenever|never|always)\b).+)|\bmember of the (?<w>[\w ]*party)/,
  ],
]

/** A person or pet close to the person, wherever a clause names them: "her partner Jonas", "husband is called Felix". */
export const CLOSE_ONE = new RegExp(
  `(?<own>\\b(?:my|our|her|his|their|the|a|an) |^)(?:(?:older|elder|younger|little|big|oldest|youngest|eldest|new|current|best|two|three|only|late) )?(?<kin>${KIN_PATTERN})(?!${THING_FOR_CHILDREN})(?:'s name is|,? (?:is |are )?(?:called|named)|,|:| is| are)? (?<name>\\S+)`,
  'gu',
)
