import type { Pattern } from './pattern.ts'

const ORGAN =
  '(?:heart|kidneys?|liver|lungs?|thyroid|blood sugar|sugar|cholesterol|blood pressure|iron|bones?|joints?|hearing|sight|eyesight|memory|balance|circulation|immune system|spine|prostate|bladder|bowels?|pancreas|immune defences)'
const LIMB =
  '(?:knees?|back|shoulders?|ankles?|wrists?|hips?|neck|elbows?|foot|feet|hands?|legs?|arms?|ribs?|thumbs?|fingers?|toes?|hamstrings?|achilles|calf|groin|collarbone)'
const SPECIALIST =
  '(?:dentist|doctor|gp|physio(?:therapist)?|optician|vet|hairdresser|barber|cardiologist|dermatologist|neurologist|rheumatologist|gyna?ecologist|midwife|orthodontist|hygienist|oncologist|surgeon|consultant|specialist|osteopath|podiatrist|urologist|ent|eye doctor|nurse|chiropodist|therapist|counsellor|psychologist|psychiatrist)'
const AILMENT =
  '(?:asthma|migraines?|eczema|reflux|heartburn|gout|hives|psoriasis|hay fever|seizures?|palpitations|breathing|sinuses|stomach|skin|allergies)'
const ALCOHOLS =
  '(?:whisky|whiskey|wine|beer|gin|rum|vodka|brandy|port|sherry|prosecco|champagne|cider|stout|ale|lager|cocktails?|pint|nightcap|tipple|schnapps|spritz|negroni|martini)'

/** Health, food, drink, sleep, sizes and fears, in the less usual wordings of daily life. */
export const WAYS_OF_FEELING: readonly Pattern[] = [
  [
    'allergy',
    'adrenaline epinephrine autoinjector bracelet antihistamine no tolerates reacts avoided',
    /\bcarries (?:an? )?(?:adrenaline|epinephrine|auto-?injector|antihistamines?)(?: (?:for|because of|against|in case of) (?<v>.+))?|\b(?:is|are) (?:an? )?(?:absolute |strict |definite )?(?:no|no-no|taboo) for (?<w>me|him|her|them)\b|\btolerates no (?<x>.+)|(?<y>[\w' -]+?) (?:is|are) to be avoided\b/,
  ],
  [
    'allergy',
    'brings bring triggers trigger causes worsens sets aggravates',
    new RegExp(
      `(?<v>[\\w' -]+?) (?:brings? on|triggers?|causes?|worsens?|sets? off|aggravates?) (?:my|her|his|their) (?:\\w+ )?${AILMENT}`,
    ),
  ],
  [
    'intolerance',
    'bloats bloat handle straight leave forbidden permitted allowed',
    /(?<v>[\w' -]+?) bloats? (?:me|him|her)\b|\b(?:cannot|can't|doesn't|does not) handle (?<w>(?!stress|conflict|pressure|criticism|crowds|heat|cold|change|noise|it\b|that\b)[\w-]+)|\b(?:told|ordered|advised|doctor|consultant|gp|nurse|surgeon) to (?:leave out|cut out|cut down on|avoid|give up|stay off|do without) (?<x>.+)|(?<y>[\w' -]+?) (?:is|are) (?:strictly )?(?:forbidden|not permitted|not allowed|banned)\b/,
  ],
  [
    'condition',
    'heart kidney kidneys liver lungs lung thyroid sugar cholesterol pressure iron bones joints hearing sight eyesight memory circulation immune spine prostate bladder pancreas plate skull hole haemophiliac hemophiliac fits',
    new RegExp(
      `\\b(?:my|her|his) (?<v>${ORGAN} (?:is|are) (?:\\w+ )?(?:failing|weak|bad|poor|high|low|underactive|overactive|damaged|enlarged|going|gone|brittle|worn|impaired|fragile|diseased|not (?:good|right|what)))\\b|^(?<w>(?:bad|weak|poor|failing|damaged|enlarged|high|low) ${ORGAN})\\b|\\b(?:has|have|had|with|got) (?:an? )?(?<x>(?:high|low|raised|irregular|hole in (?:the|her|his)|leaky|enlarged|weak|bad|fatty|failing|brittle) (?:\\w+ )?${ORGAN}|hole in (?:the|her|his|my) heart)\\b|\\b(?<y>ha?emophiliac)\\b|\\btakes (?<z>fits)\\b|\\bmetal (?<a>plate|pins?|rod) in (?:my|her|his)\\b`,
    ),
  ],
  [
    'medicine',
    'injection infusion jab drip dose shot chemotherapy chemo radiotherapy dialysis treatment tablet tablets pill pills',
    /\b(?:has|have|gets?|needs?|receives?) (?:an? |the |her |his |my )?(?:weekly|daily|monthly|fortnightly|regular|nightly|yearly|two|three) (?<v>[\w -]{0,24}(?:injections?|infusions?|jabs?|drip|doses?|shots?|tablets?|pills?))\b|\b(?:having|undergoing|getting|receiving|started|on|has|needs) (?<w>(?:chemo(?:therapy)?|radiotherapy|immunotherapy|dialysis|hormone treatment))\b|\b(?:doctor|gp|consultant|hospital|psychiatrist) (?:has )?(?:put|started|prescribed) (?:me|him|her) (?:on )?(?<x>.+)/,
  ],
  [
    'injury',
    'dodgy bad gammy stiff frozen plaster cast sling splint brace nursing pulled trapped cracked recovering',
    new RegExp(
      `\\b(?:has|have|had|with|got|'ve got) (?:an? |her |his |my )?(?<v>(?:dodgy|bad|gammy|trick|sore|stiff|weak|frozen|cracked|broken|trapped|swollen) (?:\\w+ )?${LIMB})\\b|\\b(?<w>(?:my|her|his) (?:left |right |lower |upper )?${LIMB} (?:is|are) (?:still )?in (?:plaster|a cast|a sling|a splint|a brace))|\\bnursing an? (?<x>(?!baby|newborn)[\\w -]+)|\\brecovering from an? (?<y>(?:broken|fractured|torn|sprained|dislocated) .+)`,
    ),
  ],
  [
    'disability',
    'sight hearing eye ear frame lost blind deaf arm leg',
    /\b(?:lost|losing|loses|no) (?<v>(?:the |her |his |my )?(?:sight|hearing|use of|an? (?:arm|leg|hand|eye|foot)|one (?:arm|leg|hand|eye))\b.*)|\b(?:uses?|needs?) an? (?<w>walking frame|white cane|hearing aid|stairlift)\b/,
  ],
  [
    'pregnancy',
    'expecting months weeks gone due baby',
    /\b(?:is|are|am|'m) expecting (?<v>(?:in|this|next|soon|again|for)\b.*|$)|\b(?<w>(?:\w+) (?:months|weeks) (?:gone|pregnant))\b|\bbaby(?: is|'s)? due (?<x>.+)|\bdue date(?: is|:)? (?<y>.+)/,
  ],
  [
    'phobia',
    'sight foot pieces dizzy fear freeze panic panics shake tremble dread dare heights lifts needles dogs',
    /\b(?:goes to pieces|passes out|freezes|panics|screams|shakes|trembles) (?:at|in|on|when|near|around) (?:the sight of )?(?<v>.+)|\b(?:can't|cannot|won't|will not|dare not|daren't) (?:set foot in|go up|go into|look at|touch|be near) (?<w>(?:an? |any |the )?(?:lifts?|elevators?|planes?|tunnels?|caves?|towers?|ladders?|spiders?|snakes?|dogs?|needles?|blood|water|cellars?)\b.*)|(?<x>[\w' -]+?) (?:makes?) (?:me|him|her) (?:dizzy with fear|freeze|panic|shake|tremble)\b/,
  ],
  [
    'diet',
    'jain jewish muslim passes lips lives live rastafarian adventist mormon root',
    /\b(?:is|am|'m|being|as) (?:an? )?(?<u>jain|seventh-day adventist|rastafarian)\b|^(?<v>jain)\b|(?<w>[\w ]+?) never passes (?:her|his|my) lips|\b(?:lives?|surviv(?:es?|ing)) on (?<x>(?!a\b|the\b|my\b|her\b|his\b|benefits|pension|[a-z]+ (?:street|road|lane|avenue)|campus|board|own)[\w ,]+)/,
  ],
  [
    'surgery',
    'bladder tonsils out hip knee knife removed taken appendix gallbladder wisdom teeth',
    /\b(?:my|her|his) (?<v>(?:gall ?bladder|tonsils|appendix|wisdom teeth|spleen|adenoids|womb) (?:were |was )?(?:taken )?(?:out|removed))\b|^(?:an? )?(?<w>new (?:hip|knee|valve|kidney|lens))\b|\bunder the knife(?: for (?<x>.+))?/,
  ],
  [
    'blood_type',
    'positive negative rhesus',
    /\b(?:is|am|'m|blood|type|group|has)(?: an?)? (?<v>(?:a|b|ab|o|0)[ -]?(?:rh(?:esus)?[ -]?)?(?:positive|negative))\b|\b(?<w>rhesus[ -](?:positive|negative))\b/,
  ],
  [
    'food_dislike',
    'thing picks near face leaves stand taste keen tastes appetite plate',
    /(?<v>[\w' -]+?) (?:is|are)(?: really|n't| not) (?:her|his|my) (?:thing|taste|cup of tea)\b|\bpicks (?:out )?(?:the |all the )?(?<w>[\w ]+?) (?:out of|off)\b|\b(?:won't|wouldn't|will not|cannot|can't|couldn't) (?:go near|face|swallow|be made to eat|look at) (?<x>(?!the (?:edge|road)|heights|it\b|a (?:dog|plane|lift))[\w -]+)$|\bhates the (?:taste|smell|texture) of (?<y>.+)|\bleaves (?:the |all the )?(?<z>crusts?|vegetables|sprouts|mushrooms|onions|olives|peas|fat)\b/,
  ],
  [
    'like',
    'weakness partial live mad soft sucker addicted keen thing passionate nuts daft hooked',
    /\b(?:weakness for|partial to|could live on|mad (?:about|on|for)|soft spot for|sucker for|addicted to|nuts about|daft about|hooked on|wild about|passionate about|can't get enough of|big on|thing for|devoted to|never says no to) (?<v>.+)/,
  ],
  [
    'hobby',
    'mad makes model keeps bees orchids metal weekends spends goes passionate nuts',
    /\b(?:mad|passionate|nuts|crazy|daft) about (?<v>(?!him\b|her\b|me\b|you\b|it\b|them\b).+)|\b(?:makes|builds|flies|races|paints|collects) (?<w>(?:model|miniature|radio-controlled|remote-controlled|scale) .+)|\bkeeps (?<x>bees)\b|\bgoes (?<y>(?!to\b|by\b|on\b|in\b|for\b|out\b|home\b|into\b|through\b|straight\b|right\b|up\b|down\b|away\b|back\b|off\b|over\b|around\b|about\b|well\b|with\b|without\b|under\b|at\b|abroad|everywhere|against|mad)(?:\w+ )?\w+ing\b.*)|\bspends (?:most |all )?(?:her |his |my |the )?(?:weekends|evenings|sundays|saturdays|holidays|free time|spare time) (?<z>\w+ing\b.*)/,
  ],
  [
    'alcohol',
    'whisky whiskey wine beer gin rum vodka brandy port sherry prosecco champagne cider stout ale lager cocktail cocktails pint nightcap tipple dry alcohol martini',
    new RegExp(
      `\\b(?:likes?|loves?|enjoys?|partial to|has|have|having|drinks?|nurses|orders) (?:an? |the |some |his |her |my |good |glass of |drop of |odd ){0,3}(?<v>${ALCOHOLS}\\b(?! (?:sauce|vinegar|cake|gums?|glasses|cellar|bar|town|authority)).*)|\\b(?<w>dry) since\\b|\\bnever touches (?<x>alcohol|drink|a drop)\\b`,
    ),
  ],
  [
    'smoking',
    'fags fag cigs cigarettes smokes roll-ups',
    /\b(?<v>(?:packed in|gave up|quit|on|off|smokes?) (?:the )?(?:fags?|cigs|roll-ups|cigarettes))\b|\bsmokes (?<w>(?!(?:\w+ )?(?:salmon|mackerel|fish|trout|eels?|meat|brisket|cheese|ham|bacon|ribs)\b).+)/,
  ],
  [
    'caffeine',
    'coffee espresso tea caffeine decaf cups cup cappuccino latte',
    /\b(?:runs on|lives on|off|cut out|gave up|given up|down to|only|no|needs?|drinks?|has|gets through|starts the day with) (?:an? |her |his |my |the |two |three |four |five |six |ten |single |double |strong |black |white |cups? of |pots? of |\d+ )*(?<v>(?:coffee|espresso|tea|caffeine|decaf|cappuccino|latte|flat white|americano)s?\b(?! (?:roaster(?:y|ies)|shops?|bars?|tables?|machines?|makers?|grinders?|plantations?|company|firm|brand|sets?|towels?|rooms?|houses?)\b).*)/,
  ],
  [
    'appointment',
    'dentist doctor gp physio physiotherapist optician vet hairdresser barber cardiologist dermatologist neurologist rheumatologist gynaecologist midwife orthodontist hygienist oncologist surgeon consultant specialist osteopath podiatrist urologist nurse therapist counsellor psychologist psychiatrist mot service session fitting viewing',
    new RegExp(
      `^(?:(?:my|her|his|the|next|new) )?(?<v>(?:${SPECIALIST}|mot|car service|fitting|viewing)(?: (?:at|with|on|in|for|visit|session|slot))?\\b.{0,40}\\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|\\d{1,2}(?::\\d\\d| ?[ap]m|(?:st|nd|rd|th)? (?:january|february|march|april|may|june|july|august|september|october|november|december))).*)|\\b(?:sees?|seeing|booked in (?:with|at|for)|due at) (?:the |her |his |my |an? )?(?<w>(?:\\w+ )?${SPECIALIST}\\b.*\\d.*)`,
    ),
  ],
  [
    'trip',
    'booked spent flies flying sails off back reserved tickets holiday weekend easter christmas summer winter',
    /\b(?:booked|reserved|rented) (?:an? |the |her |his |our |two |flights? (?=to))?(?<v>(?:flights?|cottage|hotel|trip|room|holiday|cruise|cabin|villa|apartment|campsite|tickets?|ferry|train)\b.{0,20}?\b(?:in|to|at|for|near|on)\b.+)|\bspent (?:the |an? |last |her |his |my |our |most of )?(?<w>(?:easter|christmas|new year|summer|winter|autumn|spring|week(?:end)?|fortnight|month|holidays?|honeymoon|\w+ (?:days|weeks|months)|january|february|march|april|may|june|july|august|september|october|november|december)(?: \w+)? (?:in|on|at|around|along|with) (?!bed|hospital|the (?:office|job|sofa)).+)|^off to (?<x>.+)|\b(?:flies|flying|sails|sailing|leaving|leaves) (?:out )?(?:to|for) (?<y>(?!work|school|the office|home)[\w ]+)/,
  ],
  [
    'height',
    'foot feet ft tall cm metres',
    /\b(?:is|am|'m|stands|measures) (?:about |nearly |almost |over |just )?(?<v>(?:four|five|six|seven|[4-7]) ?(?:foot|feet|ft|')(?: ?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven))?)\b/,
  ],
  [
    'shoe_size',
    'feet foot shoe',
    /\b(?:feet|foot) (?:is|are) (?:an? )?(?:size )?(?<v>\d{1,2}(?:[.,]5|½)?)\b|\btakes (?:an? )?(?<w>\d{1,2}(?:[.,]5)?) in (?:shoes|boots|trainers)/,
  ],
  [
    'clothing_size',
    'wears takes',
    /\b(?:wears|takes|is) an? (?<v>(?:xs|s|m|l|xl|xxl|small|medium|large|extra large))$/,
  ],
  [
    'glasses',
    'glasses contacts specs spectacles lenses sighted varifocals bifocals',
    /\b(?:wears?|needs?|without|has|got|uses?) (?:his |her |my |an? pair of |new |reading |thick )?(?<v>(?:glasses|contacts|contact lenses|specs|spectacles|varifocals|bifocals)\b.*)|\b(?<w>(?:short|long|near|far)-?sighted)\b/,
  ],
  [
    'emergency_contact',
    'anything something happens emergency wrong call ring',
    /\b(?:call|ring|phone|contact|notify|tell) (?<v>.+?) (?:if (?:anything|something) (?:happens|goes wrong)|in an emergency|in case of (?:an )?emergency)/,
  ],
  [
    'wifi_password',
    'router network wlan',
    /\b(?:router|network|wlan|guest network) (?:password|key|code)(?: is|:)? (?<v>.+)/,
  ],
  [
    'award',
    'gold silver bronze champion runner-up first second third came',
    /\b(?:took|won|earned|got|claimed) (?<v>(?:gold|silver|bronze|first place|second place|third place|first prize)\b.*)|\b(?<w>runner-up|(?:\w+ )?champion) (?:in|at|of|for) .+|\bcame (?<x>(?:first|second|third) (?:in|at) .+)/,
  ],
  [
    'travel_mode',
    'board fly flies flying plane planes train rail',
    /\b(?:refuses to|won't|will not|never|doesn't|does not|hates to|no longer) (?<v>(?:board|fly|flies|take|takes|go by|get on)(?: an? | the )?(?:planes?|flights?)?\b(?! (?:part|off|care|place)).{0,20}\b(?:planes?|fly|flies|air)?)$|\b(?:goes|travels?|prefers to go) everywhere by (?<w>train|rail|bus|car|bike)\b/,
  ],
  [
    'phobia_of_flying',
    'board fly flying plane planes',
    /\b(?:refuses to|won't|will not|terrified to|scared to|afraid to|too scared to) (?:board an? |get on an? |set foot on an? )?(?<v>plane|fly|aeroplane|airplane)\b(?! (?!again|at all|any|because|since|alone|unless|for fear|and|or|but)\w)|\b(?:panics|faints|cries) on (?<w>planes|flights)\b/,
  ],
  [
    'sleep_fact',
    'sleeper sleep sleeps insomniac snorer',
    /\b(?:is|am|'m) (?:an? )?(?<v>(?:terrible|awful|bad|good|great|light|heavy|deep|poor|restless|fitful) sleeper|insomniac|snorer)\b/,
  ],
  [
    'wake_time',
    'rises rise up sun dawn lark half past',
    /\b(?:rises?|gets up|wakes?(?: up)?|is up|up) (?<v>(?:with the (?:sun|lark|birds)|at dawn|at first light|before (?:dawn|sunrise|six|seven|five)|at half past \w+|at quarter (?:to|past) \w+|early))\b/,
  ],
  [
    'insurance',
    'insured insurer insurance policy cover covered',
    /\b(?:insured|covered) (?:with|by|at|through) (?<v>.+)|\b(?:health|car|home|life|travel|pet|dental|contents|liability) insurance(?: is)?(?: with| from| at|:) (?<w>.+)|\b(?:has|have|took out|takes out|holds?) (?:an? )?(?<x>(?:health|car|home|life|travel|pet|dental|contents|liability) (?:insurance|cover|policy)\b.*)/,
  ],
  [
    'answer_style',
    'direct blunt concise honest frank succinct informal friendly address talk write speak explain answer reply keep metric imperial celsius fahrenheit plain formal brief short long sources',
    /^(?:please )?(?:talk|write|speak|explain(?: things)?|answer|reply|respond) (?:to (?:me|her|him) |me )?(?<v>(?:(?:as if|like) .+|in (?:metric|imperial|plain|simple|full|short|bullet|celsius|fahrenheit|lists?)|briefly|simply|formally|with (?:sources|examples)|without (?:jargon|emojis?|jokes))\b.*)|\b(?:wants?|expects?|likes?|needs?) (?:the )?(?<w>(?:sources?|examples?|evidence|references|facts|numbers) (?:with|for|behind|first|in)\b.*)|^(?:please )?be (?<x>(?:direct|blunt|brief|concise|honest|frank|succinct|formal|informal|friendly)\b.*)|^(?:please )?address (?:me|her|him) (?<y>(?:as|by)\b.*)/,
  ],
  [
    'reads',
    'bedside nightstand bookmark reading halfway chapters',
    /\b(?:bedside table|nightstand|bookmark(?:ed)?|halfway through|in the middle of|chapters? (?:\w+ )?(?:of|into))(?:[: ]+)(?<v>(?!the (?:move|divorce|night|week|year|job|course|project)).+)/,
  ],
  [
    'goal',
    'set bent vowed resolved determined saving training deposit keen sworn chasing',
    /\b(?:set on|bent on|vowed to|resolved to|has sworn to|sworn to|determined to|out to|chasing|training for|in training for|saving(?: up)? for|saving(?: up)? to) (?<v>.+)/,
  ],
  [
    'favourite_team',
    'club team side',
    /^(?:my|her|his|our) (?:club|team|side)(?: is|:|,) (?<v>(?!in\b|at\b|called\b|small|big|the best).+)/,
  ],
  [
    'age',
    'will be turning years old',
    /\b(?:will be|is going to be|turning|turns|is nearly|is almost|just turned) (?<v>\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?)(?= (?:in|on|next|this|soon|years)|$)/,
  ],
]
