import type { Pattern } from './pattern.ts'

const BANKS =
  'revolut monzo n26 barclays hsbc santander chase lloyds natwest halifax nationwide starling swedbank nordea citibank commerzbank ing sparkasse postbank raiffeisen unicredit rabobank wells handelsbanken pko vantage wise'
const CARRIERS =
  'vodafone o2 ee orange verizon t-mobile at&t telekom telefonica movistar giffgaff lebara lycamobile proximus swisscom telia telenor'
const SERVICES =
  'netflix spotify hulu audible deezer tidal disney hbo prime youtube hellofresh economist guardian times magazine newspaper newsletter box podcast sky apple kindle patreon substack'
const GYMS = 'mcfit puregym fitness gym gold planet anytime crossfit ymca leisure basic-fit virgin'
const CARS =
  'land rover range defender mini polestar rivian isuzu dodge chrysler gmc cadillac buick acura infiniti saab seat cupra smart mitsubishi daihatsu bentley maserati alfa jaguar byd tacoma camry prius rav4 qashqai golf passat panda punto transit focus mondeo fiat ford hyundai toyota honda citroën citroen renault peugeot volvo skoda tesla bmw audi mazda nissan kia ioniq pick-up pickup wheels'
const HEALTH_HOUSES = '(?:surgery|practice|medical cent(?:re|er)|clinic|health cent(?:re|er)|doctors)'
const WORKPLACE =
  '(?:work|the (?:office|hospital|factory|plant|depot|shop|station|lab|laboratory|site|studio|school|clinic|bakery|farm|warehouse|university|campus|library|museum|mill|mine|port|yard|airport)|school|college|uni|university|campus)'

/** Banks, contacts, cars, ways to work, employers, doctors, gyms and subscriptions, in forms that others do not read. */
export const SERVICES_USED: readonly Pattern[] = [
  [
    'bank',
    `${BANKS} bank banks banking union society iban savings account money`,
    /\b(?:banks? with|banking (?:at|with)|iban is with|account (?:is )?(?:held )?(?:with|at)|money (?:sits|is|lives|is kept|goes) (?:with|at|in|into)|moved (?:everything|my money|all (?:her|his|my) money) (?:over )?to|customer (?:of|at|with)|(?:changed|switched|moved) banks?,? (?:now |to )+) ?(?<v>.+)|\b(?:with|at|to|from|of|left|joined|uses?) (?:the |a )?(?<w>(?:[\w'-]+ ){0,3}?(?<!(?:food|blood|river|left|right|south|north|west|east|sand|bottle|memory|seed) )(?:bank(?! holiday| of the)|credit union|building society))\b/,
  ],
  [
    'email',
    'com org net de uk fr io co gmail hotmail outlook yahoo proton icloud edu example eu info me',
    /(?<![@\w.+-])(?<v>[\w.+-]+@[\w-]+\.[\w.-]+)/,
  ],
  [
    'phone',
    'number use try contact contacted reach reached call called dial phoned text texts texted rung ring rings phone mobile cell whatsapp sim',
    /\b(?<!^(?:the|our|an?) (?!user )[a-z'’ -]{2,30} (?:can|may|could) (?:only )?be )(?:number|contact(?:ed)?|reach(?:ed)?|call(?:ed)?|dial|phoned|text(?:s|ed)?|rung|ring|phone|mobile|cell|whatsapp|sim)\b[^@]{0,40}?(?<v>(?<!\d[.:])\+?\d[\d ()/-]{5,}\d)(?! ?(?:km|m|kg|euros?|dollars?|pounds?)\b)|^(?:please )?(?:use|try|dial) (?<w>\+?\d[\d ()/-]{5,}\d) (?:to|for|if|when)\b/,
  ],
  [
    'phone_model',
    'iphone pixel galaxy fairphone nokia motorola xperia sony samsung oneplus xiaomi huawei phone handset mobile',
    /\b(?:carry|carries|uses?|with|on|has|have|got (?:himself|herself|myself)|phone is|handset is|mobile is) (?:an? |the |my |her |his )?(?:old |new |second-hand |cheap )?(?<v>(?:iphone|pixel|galaxy|fairphone|nokia|motorola|sony xperia|xperia|samsung|oneplus|xiaomi|huawei)\b.*)|\b(?:phone|handset|mobile) is an? (?<w>.+)/,
  ],
  [
    'car',
    CARS,
    /\b(?:has|have|'ve|got|owns?|own|owner of|bought|buying|drives?|driving|leases?|leasing|about in|around in|for|swapped .{2,30} for|car is|wheels:|make|there's) (?:an? |my |the |his |her |our )?(?:[\w-]+,? ){0,3}?(?<v>(?:land rover|range rover|defender|(?<!\d )mini(?! (?:fridge|bar|golf|pump|break|marathon))|polestar|rivian|isuzu|dodge|chrysler|gmc|cadillac|buick|acura|infiniti|saab|seat (?=ibiza|leon|ateca|arona)|cupra|mitsubishi|daihatsu|bentley|maserati|alfa romeo|jaguar|byd|tacoma|camry|prius|rav4|qashqai|(?<!for |play )golf(?! clubs?| course| lessons| every| on| with| at| in)|passat|(?<=fiat )panda|punto|(?:ford )?transit|ford|fiat|hyundai|toyota|honda|citroën|citroen|renault|peugeot|volvo|skoda|tesla|bmw|audi|mazda|nissan|kia|ioniq|pick-?up)\b(?! (?:as|for \w+ years|since)\b).*)/,
  ],
  [
    'job',
    'drives drive driving lorry truck bus taxi cab tram train van ambulance tanker coach ferry skippers skipper captains flies pilots',
    /\b(?:drives?|driving) (?:an? |the )?(?:[\w-]+ ){0,2}?(?<v>(?:bus(?:es)?|lorr(?:y|ies)|trucks?|taxis?|cabs?|trams?|trains?|ambulances?|(?<!camper )vans?|tankers?|coach(?:es)?) (?!for (?:(?:the|my|her|his|our|their|an?) )?(?:[\w-]+ ){0,2}?(?:runs?|trips?|camping|shopping|errands|holidays?|weekends?|market|markets|outings|travels?|moving|surfing)\b|in (?:the )?(?:summer|winter|spring|autumn|holidays)\b)(?:for|in|between|on)\b.*)|\b(?<w>(?:skippers?|captains?|pilots?) (?:an? |the )?[\w -]{2,40})\b|\b(?<x>flies (?:planes|helicopters|cargo|passengers|for [\w ]+))\b/,
  ],
  [
    'job',
    'tunes restores repairs bakes builds sells paints makes grows breeds cuts fixes trains writes crewing charge position',
    /\b(?<v>(?:tunes|restores|repairs|bakes|builds|sells|paints|makes|grows|breeds|cuts|fixes|trains|writes|designs|tests|installs|services|fits) (?!for |with |at )[\w' -]{2,40} (?:for|at) (?!(?:the |an? )?(?:fun|home|weekends|christmas|friends|neighbou?rs?|family|parish|himself|herself|myself|her|his|my|us|them|hours|night|least|\d))\w)|\bin charge of (?<w>.+)|\b(?:holds?|has|took up|got) the (?:position|post|role|job) of (?<x>.+)|\bcrew(?:ing|s) (?<y>.+)|\b(?<z>[\w-]{3,20} by (?:trade|profession|training))\b/,
  ],
  [
    'employer',
    'payroll paycheck wages salary paid employed hired with for drives tunes years joined transferred switched trainer company',
    /\bon the payroll of (?<v>.+)|\b(?:paycheck|wages?|salary) comes? from (?<w>.+)|\b(?:paid|employed|hired|recruited) by (?<x>.+)|\b(?:been|am|is|'m) with (?<y>(?!my|her|his|me|us|him|them|a|an|the|child|you|it|this|that)\w[\w &.-]{1,40}?) (?:for|since) (?:\w+ )?(?:years?|months?|\d{4})|\b(?:tunes|restores|drives|drive|repairs|bakes|builds|sells|designs|writes|cooks|cleans|flies)\b.{2,60}? for (?<z>(?:the )?(?!fun|a\b|an\b|home|weekends|christmas|friends|family|her|his|my|us|them|hours|years|\d|me\b|it\b)\w.*)/,
  ],
  [
    'workdays',
    'off shift shifts days mondays tuesdays wednesdays thursdays fridays saturdays sundays midnight noon pm am hours nights',
    /\b(?<v>(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends)(?:(?:,| and| to) \w+days?)? off)\b|\b(?:i'm|is|am|'m|she's|he's) on (?:from|until|till) (?<w>.+)|\bdays? off (?:is|are) (?<x>.+)|\b(?:works?|working) (?:from )?(?<y>\d{1,2}(?::\d\d)? ?(?:am|pm)?(?: to | till | until |-)\d.*)|\b(?<z>(?:no work|never works?) (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/,
  ],
  [
    'commute',
    'work office hospital factory plant depot shop station lab site studio school college uni university campus bakery farm warehouse commute commutes',
    new RegExp(
      `\\b(?<v>(?:rides?|cycles?|cycling|bikes?|walks?|drives?|driving|takes?|catches|travels?|goes|go|commutes?|runs?|jogs?|carpools?|gets? (?:a lift|the \\w+)|rows?|ferr(?:y|ies))\\b(?!.{0,40}\\b(?:to take|my son|my daughter|the kids|the children|her son|his son)\\b)(?: [\\w:.'-]+){0,7}? to ${WORKPLACE})(?=$|[,;.]| (?:every|each|with|unless|when|in|on|by|and|because|now|from)\\b)|\\b(?:way|journey|ride|trip|drive|getting) to (?:work|the office) (?<w>.+)|\\bfor getting to (?<x>work)\\b`,
    ),
  ],
  [
    'doctor',
    'practice surgery patient patients registered clinic gp care practitioner doctor dr primary centre center',
    new RegExp(
      `\\b(?:registered|signed up|a patient|patient|patients) (?:at|with|of|in) (?<v>(?!the dentist)(?:dr\\b.+|.*\\b${HEALTH_HOUSES}\\b.*))|\\b${HEALTH_HOUSES} (?:that treats me|i go to|i use|is|we use) (?:is )?(?<w>.+)|\\b(?:gp|general practitioner|doctor|primary care (?:provider|doctor|physician)|family doctor)(?: is| to|:|,)+ (?<x>(?:dr\\b)?.+)|\\b(?:under the care of|looked after by|treated by) (?<y>dr\\b.+)|\\b(?<z>dr\\.? [\\w-]+)(?: \\w+){0,2} (?:looks after me|treats me|has taken (?:me|her|him) on|took (?:me|her|him) on|is (?:my|her|his) (?:gp|doctor))`,
    ),
  ],
  [
    'gym',
    `${GYMS} studio member joined membership`,
    /\b(?:member of|joined|pays? .{0,20}? to|swapped to|switched to|signed up (?:at|with|for)|goes to|go to|trains? at|works? out at|lifts? at|fitness studio is|gym is) (?<v>(?:the |a )?(?:[\w'-]+ ){0,3}?(?:mcfit|puregym|gym|fitness(?: \w+)?|ymca|leisure cent(?:re|er)|crossfit(?: \w+)?|basic-fit)\b.*)|\b(?:fitness studio|gym|health club)(?: is|:) (?<w>.+)/,
  ],
  [
    'subscription',
    `${SERVICES} subscribed unsubscribed signed renews receives pays post delivered plan`,
    /\b(?:subscribes? to|subscribed to|unsubscribed from|signed up for|signed up to|cancelled|canceled|pays? for|dropped|on the family plan of|gets?|receives?|takes?) (?:my |the |her |his |an? )?(?<v>(?:[\w'+-]+ ){0,3}?(?:netflix|spotify|hulu|audible|deezer|tidal|disney|hbo|prime|youtube premium|hellofresh|economist|guardian|new yorker|(?<=the |irish |sunday |new york |financial |hindustan |straits |economic )times|magazine|newspaper|newsletter|(?:veg|vegetable|fruit|coffee|cheese|meal|wine|flower) box|sky sports|apple tv|kindle unlimited|patreon|substack)\b.*)|\breceives? (?<w>.+) by post\b|\bmy (?<x>[\w +]+) renews in\b/,
  ],
  [
    'phone_plan',
    `${CARRIERS} gb plan sim contract`,
    /\b(?:on|with|at|from|to) (?:the |a |an )?(?<v>(?:\d+ ?gb plan|(?:vodafone|o2|verizon|t-mobile|telekom|movistar|giffgaff|lebara|lycamobile|proximus|swisscom|telia|telenor))\b.*)|\bsim[- ]only (?<w>.+)/,
  ],
  [
    'access',
    'key keys pin code passcode password combination alarm safe padlock locker spare',
    /\b(?<v>(?:spare |front[- ]door |house |back[- ]door |shed |office |car )?keys? (?:is|are|hangs?|lives?|lies?|under|behind|with|in)\b.*)|\b(?<w>(?:pin|passcode|password|code|combination)(?: (?:of|for|to|on) [\w' -]{2,40}?)? (?:is|are|:).*)|\b(?:leaves?|keeps?|hides?|hid|left) (?:an? |the |her |his |my )?(?<x>spare key\b.*)/,
  ],
  [
    'document',
    'expires expire runs run valid renewal renewed renew',
    /\b(?<v>[\w' -]*\b(?:card|licen[cs]e|permit|visa|certificate|passport|id|ticket|policy|contract)\b[\w' -]{0,20}\b(?:runs? out|expires?|is valid|valid (?:until|till)|needs? (?:renewing|to be renewed)|is due for renewal)\b.*)/,
  ],
  [
    'investment',
    'shares stocks invests invested etf etfs bitcoin crypto bonds funds fund portfolio',
    /\b(?:owns?|has|have|holds?|bought|invests? in|invested in|puts? .{0,20}? into) (?<v>(?:[\w' -]{0,30} )?(?:shares|stocks|etfs?|bitcoin|crypto|bonds|index funds?|funds)\b.*)/,
  ],
  [
    'pension',
    'pension pensions superannuation super kiwisaver ppf epf sipp 401k provident',
    /\b(?:pension|superannuation)\b(?<v>.*)|\b(?:my|her|his|our) super(?: fund)? (?:is|goes) (?:with|in|into|to) (?<w>.+)|\b(?<x>(?:kiwisaver|ppf|epf|sipp|401k|provident fund)\b.*)/,
  ],
  [
    'savings',
    'isa nest egg rainy aside',
    /\b(?<v>(?:cash )?isa\b.*|nest egg.*)|\b(?:puts?|putting|sets?|setting|put) (?<w>[€$£]?\d[\w€$£ .,]* aside.*)|\b(?:puts?|putting|sets?|setting) aside (?<x>.+)/,
  ],
  [
    'tax',
    'tax taxes assessment accountant',
    /\btax (?:number|id|return|class|code|adviser|advisor|office)\b(?<v>.*)|\b(?:files?|filed|filing|does|do|doing|pays?) (?:my |her |his |our |the )?(?:own )?(?<w>(?:taxes|self[- ]assessment)\b.*)|\b(?:my|our|her|his) (?:tax )?accountant(?: is|:|,| is called) (?<x>(?!on\b|in\b|at\b|away|an?\b|the\b|not\b|very\b|too\b|so\b|also\b|coming|calling).+)/,
  ],
]
