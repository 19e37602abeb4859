import { KIN_PATTERN } from '../kin.ts'
import type { Pattern } from './pattern.ts'

const HOUSING =
  '(?:flat|apartment|house|room|studio|cottage|place|condo|houseboat|bungalow|farm|village|farmhouse|townhouse|cabin|duplex|bedsit|caravan|narrowboat|loft|one-bed|two-bed|three-bed)'
const CARS =
  'volkswagen skoda toyota honda hyundai mazda nissan dacia fiat peugeot citroen citroën renault opel vauxhall audi bmw mercedes porsche ' +
  'maruti mahindra daewoo scania kenworth freightliner mitsubishi isuzu holden subaru suzuki lexus volvo ford jeep chevrolet tesla corsa fiesta corolla yaris civic octavia clio kia'
const LANGUAGES =
  'spanish|french|german|italian|portuguese|dutch|norwegian|swedish|danish|finnish|polish|czech|russian|ukrainian|greek|turkish|' +
  'arabic|hebrew|hindi|japanese|chinese|mandarin|korean|vietnamese|thai|swahili|welsh|irish|english|malay'
const PARTED =
  '(?:called it quits|separated|split up|split|broke up|broken up|parted(?: ways)?|divorced|got divorced|gone our separate ways|went our separate ways|no longer together|together|engaged|got engaged|got married|tied the knot|a couple)'

/** What everyday statements say that has become so, and the less usual forms of what is so. */
export const CHANGES: readonly Pattern[] = [
  [
    'home',
    'flat apartment house room studio cottage place condo houseboat bungalow village farmhouse townhouse cabin duplex bedsit caravan narrowboat loft bed',
    new RegExp(
      `\\b(?:rents?|renting|found|bought|took|own|owns|(?:has|have|got)(?= (?:a|an|my|her|his|our|their) (?:[\\w-]+ ){0,2}?(?:flat|apartment|room|studio|place|one-bed|two-bed|three-bed|bedsit|loft)\\b)|(?:swapped|traded|exchanged) [^,]{2,40}? for) (?:a|an|my|her|his|our|their) (?:[\\w-]+ ){0,2}?${HOUSING}(?: of (?:my|her|his|our|their) own)? (?:in|near|outside|at) (?<v>.+)|^(?:(?:my|our|her|his|the|[\\w-]+'s) )?(?:new )?${HOUSING} is (?:now )?(?:in|near|at) (?<w>.+)`,
    ),
  ],
  [
    'home',
    'settled calls call ended made left moved back home place',
    /\bsettled (?:down )?(?:in|near|into) (?<v>.+)|^(?:my|our|her|his|their) (?:own )?place is (?<c>an? .+)|\bcalls? (?<w>[^,]{2,30}) home\b|\bended up (?:living )?in (?<x>(?!(?:the |an? |my |her |his )?(?:hospital|clinic|a&e|er|icu|emergency|tears|trouble|debt|court|jail|prison|bed|ditch|bin|ambulance|argument|fight|last|second|third|first)\b)(?!.*\b(?:over|after|because|due to)\b).+)|\bmade (?<y>[^,]{2,30}) (?:my|our|her|his|their) (?:new )?home\b|\bleft for (?<z>[^,]{2,30}?) and (?:now )?lives?\b|\bmoved house\b(?<a>.*)|\b(?:back|gone back) to live in (?<b>.+)/,
  ],
  [
    'job',
    'position job role post made head living freelance self-employed promoted title',
    /\b(?:landed|found|got|took|accepted|started|offered) (?:an? |the |my |her |his )?(?:new )?(?:position|job|role|post)\b(?<v>.*)|\b(?:made|is now|am now|'m now|promoted to|become) (?:me |him |her )?(?<w>(?:an? |the )?(?:[\w-]+ )?(?:head|chief|deputy|team lead|manager|director|supervisor)\b.*)|^(?:(?:i|we|she|he|they|and|now) )*(?<x>(?:[a-z'-]+ ){2,7}?)for a living\b|\b(?:freelance|self-employed)\b(?<y>.*)/,
  ],
  [
    'employer',
    'headhunted recruited hired started joined founded company',
    /\b(?:headhunted|recruited|hired|employed|taken on) by (?<v>[^,]+)|\bstarted (?:work )?at (?<w>(?!the\b|\d|noon|home\b|school\b).+)|\bfounded (?<x>(?:my|her|his|our|their) own .+)/,
  ],
  [
    'partner',
    'quits separated split broke together engaged knot couple divorced dumped seeing met going ways left ex things parted',
    new RegExp(
      `^(?:[\\w-]+ and (?:i|me|[\\w-]+)|we(?:'ve|'re)?) (?:have |are |were |had |no longer )?(?<v>${PARTED}\\b.*)|\\b(?:going out|goes out|got together|called it quits|separated|split up|broke up|tied the knot|ended things|parted ways) (?:with|from) (?<w>.+)|\\b(?:dumped|left) (?<x>me|my (?:husband|wife|boyfriend|girlfriend|partner)|her (?:husband|boyfriend|partner)|his (?:wife|girlfriend|partner))\\b|(?:\\b(?:no longer|started|been|am|is|'m) |^)seeing (?<y>(?:an? (?:guy|man|woman|girl|boy)|someone|somebody)\\b.*|(?!double|stars|things|red|better|progress|results|spots)[\\w-]+(?: now| again| these days| any ?more)?$)|\\bmet (?<a>someone\\b.*)|\\b(?<b>(?:my|her|his) ex\\b.*)`,
    ),
  ],
  [
    'marital_status',
    'single married divorced separated relationship couple',
    /^(?<v>single|unattached)\b|\b(?<w>tied the knot|in a relationship|a couple(?! of\b| (?:times|weeks|days|months|years)\b))\b|\bgot (?<x>married|divorced|engaged)\b|\b(?<y>separated|divorced)$/,
  ],
  [
    'phone',
    'number sim reach reached call ring text tel',
    /^(?:(?:my|our|the|his|her|[\w-]+'s) )?(?:new |current )?(?:(?:phone|mobile|cell) )?number(?: is| has| was| now| changed| to|:|,| it's)* (?<v>\+?\d[\d ()/-]{4,})|\b(?:changed|switched|has a new|have a new|got a new) (?:my |her |his )?(?:(?:phone|mobile) )?(?:number|sim)\b(?<w>.*)|\b(?<!^(?:the|our|an?) (?!user )[a-z'’ -]{2,30} (?:can|may|could) (?:only )?be )(?:reach|call|ring|text|reached) (?:me |us )?(?:on|at|under) (?<x>\+?\d.*)|^tel\b\.? ?(?<y>\d.*)/,
  ],
  [
    'phone_model',
    'phone handset smartphone',
    /^(?:(?:my|her|his|[\w-]+'s) )?(?:new |old |current )?(?:phone|handset|smartphone) is (?:now )?an? (?<v>.+)|\b(?:new )?(?:phone|smartphone), an? (?<w>.+)/,
  ],
  [
    'phone_model',
    'iphone pixel galaxy fairphone oneplus xiaomi samsung nokia motorola huawei',
    /\b(?:has|have|'ve|got|owns?|bought|uses?|using|switched to|upgraded to|from|phone is(?: now)?|phone:|phone,) (?:an? |my |the |got |now |new |old )*(?<v>(?:iphone|pixel|galaxy|fairphone|oneplus|xiaomi|samsung|nokia|motorola|huawei)\b(?! (?:fridge|tv|television|watch|oven|monitor|tablet)).*)/,
  ],
  [
    'subscription',
    'netflix spotify hulu audible deezer tidal disney hbo streaming',
    /\b(?<v>(?:netflix|spotify|hulu|audible|deezer|tidal|disney|hbo|streaming)\b.*)/,
  ],
  [
    'diet',
    'eat eats eating meat keto carbs',
    /\b(?:eats?|eating) (?<v>(?:chicken|meat|everything|anything|fish|carbs)\b.*)|\b(?:given|gave|giving) up (?<w>meat\b.*)|\bnot eat (?:any )?(?<x>meat|animal products)|\bdon't eat (?:any )?(?<z>meat|animal products)|\b(?<y>keto(?:genic)?)\b/,
  ],
  [
    'weight',
    'kg kilos pounds lbs stone',
    /\b(?:down to|up to|at|now|weighs?|i'm|am|is|say|says|(?:came|comes|went|got|slimmed|dropped|is down|is up) to) (?<v>\d[\d.,]* ?(?:kg|kilos?|pounds|lbs|stone))\b/,
  ],
  [
    'car',
    CARS,
    new RegExp(
      `\\b(?:has|have|'ve|got|owns?|bought|buying|drives?|driving|sold|scrapped|leases?|car is(?: now)?|car:|car,|switched to|upgraded to) (?:an? |my |the |got |now )*(?:[\\w-]+ ){0,2}?(?<v>(?:${CARS.split(' ').join('|')})\\b.*)`,
    ),
  ],
  [
    'car',
    'drive drives driving',
    new RegExp(
      `\\b(?:drives?|driving) (?:an?|my|her|his|our|the) (?<v>(?!(?:[\\w-]+ ){0,2}(?:bus|minibus|lorry|truck|taxi|cab|tram|train|ambulance|van|tractor|forklift|tanker|coach|kids|children|team|business|grandchildren|family|${KIN_PATTERN})\\b|hard bargain|long way|few miles|lot\\b).+)`,
    ),
  ],
  [
    'favourite_team',
    'support supports root roots cheers fan allegiance supporter',
    /\b(?:roots? for|cheers? for) (?<v>(?!(?:my|her|his|our|their|the|me|him|people|others|each) ).+)|\b(?:an?|the) (?<w>(?!(?:(?:big|huge|massive|great|avid|real|true|lifelong|die-hard) )?(?:(?:science fiction|sci-fi|board|video|tv|rock|pop|k-pop|heavy) )?(?:movie|film|book|novel|fantasy|fiction|sci-fi|music|rock|pop|k-pop|metal|jazz|anime|comic|manga|game|gaming|series|show|nature|dog|cat|food|coffee|tea|ceiling|big|huge|massive|great|avid|new) )[\w ]{2,24}?) (?:fan|supporter)\b|\b(?:fan|supporter) of (?<x>.+)|\ballegiance to (?<y>.+)/,
  ],
  [
    'bank',
    'account accounts bank banks business banking',
    /\b(?:account|accounts) (?:is )?(?:at|with|to|from) (?<v>.+)|\b(?:changed|switched|moved|new) banks?\b(?<w>.*)|\bopened (?:one|an account) (?:at|with) (?<x>.+)|\b(?<y>closed (?:my|the|her|his) [\w ]*account)|\b(?:moved|took|taken|switched|transferred|shifted) (?:all )?(?:my|her|his|our|their) (?:business|banking) (?:from .{2,40} )?(?:over )?to (?<z>.+)/,
  ],
  [
    'phone_plan',
    'plan contract provider operator network tariff',
    /\b(?:phone|mobile)(?: phone)? (?<v>(?:plan|contract|provider|operator|network|tariff)\b.*)/,
  ],
  ['internet', 'internet broadband fibre', /\b(?:internet|broadband|fibre)\b(?<v>.*)/],
  ['insurance', 'insurer insured insurers insures', /\b(?:insurers?|insured|insures)\b(?<v>.*)/],
  [
    'doctor',
    'dr doctor doctors gp',
    /\b(?:sees?|seeing|goes to|go to|registered with|moved to|switched to|changed to|doctors? to) (?<v>dr\b.+)|\b(?:gp|doctor|doctors)(?: is| is now|:|,) (?<w>.+)|^(?<x>dr\b\.? [\w-]+) (?:now )?(?:looks after|treats|took over)|\b(?:new doctor|changed doctors?|switched doctors?)\b(?<y>.*)/,
  ],
  ['dentist', 'dentist dentists', /\bdentists?(?: is| is now|:|,| to)+ (?<v>.+)|\bnew dentist\b(?<w>.*)/],
  [
    'boss',
    'reports report under boss manager supervisor',
    /\breports? to (?<v>.+)|\bworks? under (?<w>.+)|\b(?:boss|manager|supervisor)(?: is| is now|:) (?<x>.+)|\btook over as (?:my|her|his|our) (?<y>boss|manager|supervisor)/,
  ],
  [
    'medicine',
    'mg mcg micrograms milligrams dose dosage',
    /\b(?<v>(?:\d[\d.,]{0,8} ?(?:mg|mcg|µg|micrograms|milligrams)(?!\/)|dos(?:e|age))\b.*)/,
  ],
  [
    'workdays',
    'week part-time full-time part full friday shift shifts nights hours',
    /\b(?:works?|working|hours|down|up|switched|reduced|gone|went|job|on|over|back)\b.{0,24}?\b(?<v>(?:(?:one|two|three|four|five|six|\d)[ -]days?(?: (?:a|per))? week|monday to friday|part[- ]time|full[- ]time|(?:day|night|early|late|morning|evening) shifts?|nights)\b.*)|^(?<w>(?:full|part)-time job)\b/,
  ],
  [
    'commute',
    'work office',
    /\b(?:go|goes|get|gets|ride|rides|cycles?|cycling|walks?|walking|drives?|driving|takes?|taking|commutes?)(?<v>(?: [\w'-]+){0,6}?) to (?:work|the office)\b/,
  ],
  [
    'gym',
    'gym gyms train trains works work lifts membership',
    /\b(?:trains?|works? out|lifts?) at (?<v>.+)|\bgyms?\b(?<w>.*)/,
  ],
  [
    'learning_language',
    LANGUAGES.split('|').join(' '),
    new RegExp(
      `\\b(?:takes?|taking|has|have|gave up|given up|gave up on|dropped|abandoned|quit|stopped|studies|study|studying|switched from|learn(?:s|ing)?) (?:on |my |her |his |learning |a |an )*(?<v>(?:${LANGUAGES})\\b(?! (?:food|wine|series|film|bank|company|times|independent|examiner|newspaper|music|dancing|coffee|breakfast|passport|citizenship|visa)).*)`,
    ),
  ],
  [
    'alcohol',
    'beer beers wine whisky gin',
    /\b(?:has|have|having|enjoys?|drinks?|drinking) (?:an? |some |two |three |half an? )?(?<v>(?:glass(?:es)? of |bottles? of )?(?:beers?|wine|whisky|gin)\b.*)/,
  ],
]
