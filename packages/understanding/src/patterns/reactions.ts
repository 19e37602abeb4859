import { CONDITION_OF_KIND, NAMED_CONDITION } from '../possessives.ts'
import type { Pattern } from './pattern.ts'

/** What a thing does to the body, after its name: "latex gloves, they bring me out in hives". */
export const IT_BRINGS = '(?:they|it|that|which) (?:always )?(?:brings?|makes?|gives?|causes?|puts?)'
const ME = '(?:me|him|her|them|us|[\\w-]+)'
const MY = '(?:my|his|her|their|our|the)'
const FELT =
  '(?:rash(?:es)?|hives|welts|spots|swell(?:s|ing)?|swollen|sick|ill|itch(?:ing|y)?|migraines?|headaches?|sneez(?:e|ing)|vomit(?:ing)?|throw(?:ing)? up|nausea|nauseous|diarrho?ea|cramps|bloated|bloating|wheez(?:e|ing|y)|breathless(?:ness)?|attacks?|shock|choke|choking|blisters|palpitations|dizz(?:y|iness)|hallucinat\\w+|seizures?|fits|drowsy|faint(?:ing)?|collapse|burning)'
/** What a body did, as a warning: "nearly killed me". */
const HARMED = `(?:(?:nearly|almost|could|would|can|might) (?:have )?kill(?:ed)? ${ME}|(?:put|landed|sent) ${ME} (?:in|to|into) (?:the )?(?:hospital|a&e|er\\b|emergency|intensive care)|(?:makes?|made) ${MY} (?:throat|tongue|lips?|face|eyes?|skin|mouth|airways?) (?:swell|close|itch|burn|tingle|puff)(?: up)?|(?:closed|closes|swelled|swells) (?:up )?${MY} (?:throat|airways?|face)|burns? ${MY} (?:skin|mouth|throat)|(?:is|are) (?:poison|deadly|lethal) (?:to|for) ${ME}|(?:makes?|made) ${ME} (?:stop breathing|go into shock|pass out|black out|collapse|swell up|come out in spots))`
const IMPLANTS =
  '(?:pacemaker|defibrillator|stents?|shunt|(?:cochlear |dental |hip |breast )?implants?|insulin pump|glucose (?:sensor|monitor)|metal (?:plate|rod|pin|clip)s?|titanium \\w+|(?:screws?|pins?|plates?|rods?) in (?:my|her|his|the) [\\w ]+|cpap\\b[\\w ]*|(?:artificial|mechanical|metal|prosthetic|replacement|donor|transplanted|bionic) (?:heart|lungs?|kidneys?|liver|hips?|knees?|valves?|legs?|arms?|eyes?|hand|foot|joint)\\b[\\w ]*)'
const ANIMAL_PRODUCTS =
  '(?:meat|red meat|pork|beef|lamb|chicken|fish|dairy|milk|gluten|wheat|sugar|salt|carbs|carbohydrates|eggs?|animal products|seafood|shellfish|onions?|garlic|alcohol|bread|fried food|processed food)'

/** Health and diet in the words of warnings, charts and daily life, which the other patterns do not read. */
export const REACTIONS: readonly Pattern[] = [
  [
    'allergy',
    'they it that which',
    new RegExp(
      `\\b(?:can't|cannot|can not|never|don't|doesn't|won't|no longer) (?:wear|use|touch|eat|have|drink|handle|take)s? (?<v>[\\w' -]{2,30}?),? ${IT_BRINGS} ${ME} .*?\\b${FELT}\\b`,
    ),
  ],
  [
    'allergy',
    'causes cause caused gives gave give brings bring makes make made triggers left leaves vomiting nausea',
    new RegExp(
      `(?<v>[\\w' -]+?) (?:can |could |will |always )?(?:causes?|caused|gives?|gave|brings? on|triggers?|makes?|made|left|leaves) (?:in )?${ME} .*?\\b${FELT}\\b`,
    ),
  ],
  [
    'allergy',
    'killed kill hospital emergency swell swelled close closes burn burns poison deadly lethal breathing shock out collapse care',
    new RegExp(`(?<v>[\\w' -]+?),? (?:once |twice |has |have |always |they |it )?${HARMED}`),
  ],
  [
    'allergy',
    'given give prescribed administered administer prescribe',
    /(?<v>[\w' -]+?),? (?:and )?(?:must|may|can|should|is|are)(?: not|n't|not| never) (?:to )?(?:ever )?be (?:given|prescribed|administered)\b|\b(?:never|do not|don't) (?:give|prescribe|administer) (?:me|him|her|them|the (?:patient|user)) (?<w>.+)/,
  ],
  [
    'allergy',
    'chart file record bracelet notes card tag warns',
    /\b(?:chart|file|records?|bracelet|notes?|card|tag|wristband) (?:says?|reads?|states?|shows?|warns? of|warns? against|lists?)[: ]+(?:that )?(?<v>(?:no |an? )?(?:allerg\w+|reaction\w*|[\w -]*(?:cillins?|cyclines?|mycins?|sulfa|sulfonamides?|nsaids?|aspirin|ibuprofen|codeine|opioids?|morphine|latex|iodine|contrast|nuts?|penicillin|anaesthe\w+)).*)/,
  ],
  [
    'allergy',
    'hypersensitive sensitised sensitized anaphylactic near',
    /\b(?:hypersensitive|hypersensitivity|sensiti[sz]ed) to (?<v>.+)|\b(?:can't|cannot|mustn't|must not) (?:go|be|come|get) (?:anywhere )?(?:near|around) (?<w>(?!the (?:edge|shops?|sea|water)\b).+?)(?: without (?:sneezing|itching|wheezing|an? \w+).*)?$/,
  ],
  [
    'intolerance',
    'menu agree disagree disagrees upset upsets havoc through stomach tummy gut',
    new RegExp(
      `(?<v>[\\w' -]+?) (?:is|are|has been|have been) off the (?:menu|list|table)\\b|(?<w>[\\w' -]+?) (?:does(?: not|n't)|do(?: not|n't)|never) agrees? with ${ME}\\b|(?<x>[\\w' -]+?) (?:disagrees?|plays? havoc) with ${ME}|(?<y>[\\w' -]+?) (?:upsets?|turns?|hurts?) ${MY} (?:stomach|tummy|gut|insides|belly)\\b|(?<z>[\\w' -]+?) (?:goes|go|went) (?:right|straight) through ${ME}\\b`,
    ),
  ],
  [
    'intolerance',
    'steers steer keeps away banned orders advice without',
    /\b(?:steers? clear of|keeps? (?:well )?away from|has to do without|have to do without|is banned from|are banned from) (?<v>(?:eating |drinking )?(?!the\b|crowds|people|politics|trouble|social media)[\w ,'-]+?)(?:,? (?:on (?:doctor's|medical) (?:orders|advice)|because .+|since .+))?$/,
  ],
  [
    'medicine',
    'insulin inhaler statin antidepressant painkiller tablet tablets pill pills thinner thinners blockers steroids steroid hrt chemo chemotherapy methadone lithium immunosuppressants contraceptive antihistamines antihistamine epipen cortisone hormones therapy drops cream patches supplements vitamin',
    /\b(?:on|takes?|taking|uses?|using|needs?|carr(?:y|ies)|carrying|has|have|gets?|getting|given|injects?|prescribed|wears?) (?:an? |the |my |her |his |their |some |daily |weekly |regular |strong )*(?<v>(?:blood thinners?|beta[ -]?blockers?|the pill|steroids?|hrt|chemo(?:therapy)?|methadone|lithium|immunosuppressants?|antihistamines?|(?:adrenaline |epinephrine )?(?:auto-?injectors?)|cortisone|hormones?|hormone therapy|(?:blue |brown |rescue |steroid )?inhaler|eye drops|nicotine patches|insulin|antidepressants?|painkillers?|sleeping pills?|supplements|vitamin \w+)\b.*)|\b(?:insulin|inhaler|statin|antidepressants?|painkillers?|tablets?|pills?|medicines?|medication) (?:is|are|was swapped for|were swapped for|was changed to|has been changed to) (?<w>(?!in\b|on the\b|at\b|kept\b|stored\b|expensive|not\b).+)/,
  ],
  [
    'condition',
    'pacemaker defibrillator stent stents shunt implant implants pump sensor monitor metal titanium screws screw pins pin plate plates rod cpap artificial mechanical prosthetic replacement donor transplanted bionic',
    new RegExp(
      `\\b(?:has|have|had|got|with|'ve|carr(?:y|ies)|wears?|fitted with|given|needs?|lives? with|uses?|using|sleeps? with|received) (?:got |had )?(?:an? |two |the |my |her |his )?(?:[\\w-]+ )?(?<v>${IMPLANTS})`,
    ),
  ],
  [
    'condition',
    'kidney spleen gallbladder thyroid lung born discs disc vertebrae cartilage heartbeat rhythm',
    /\b(?:has|have|had|with|only|lives? with|got|lost) (?:only )?(?:an? |one |no )(?<v>(?:single |working )?(?:kidney|spleen|gallbladder|thyroid|lung))\b|\b(?<w>(?:two |three |four |a |a few |several )?(?:worn|slipped|bulging|herniated|crushed|fused|damaged|prolapsed)(?: \w+)? (?:discs?|vertebrae?|cartilage|hips?|knees?|joints?)\b.*)|\bborn (?:with|without) (?<x>(?!a silver|no\b).+)|\b(?<y>irregular (?:heartbeat|heart rhythm|pulse))\b/,
  ],
  [
    'condition',
    'remission stroke attack seizures fits blackouts hypos immunocompromised immunosuppressed positive migraine apnoea apnea spells snores',
    /\b(?:in|is in) (?<u>remission)\b|\b(?:had|survived|has had|suffered) (?:an? )?(?:minor |mild |small |major )?(?<v>(?:mini-)?stroke|heart attack|seizures?|blackouts?)\b|\b(?:has|have|gets?|suffers?(?: from)?|prone to) (?<w>seizures|fits|blackouts|hypos|fainting spells|dizzy spells)\b|\b(?:is|am|'m) (?<x>immunocompromised|immunosuppressed|hiv[- ]positive|in recovery|lactating)\b|\b(?<y>sleep apno?ea)\b/,
  ],
  [
    'condition',
    'palsy contracture contractures oesophagus esophagus phenomenon thyroiditis chorea sarcoma neuroma ataxia encephalopathy foot elbow knee ear cramp lung',
    new RegExp(`(?<v>${NAMED_CONDITION}|\\b${CONDITION_OF_KIND})`, 'u'),
  ],
  [
    'medicine',
    'wort',
    /(?:^|\b(?:on|takes?|taking|took|prescribed|uses?|using|started|tried) )(?<v>st\.? john's wort\b.*)/,
  ],
  [
    'symptom',
    'numb numbness tingling stiff stiffness spasms cramp cramps itches swelling bleeds breathless',
    /\b(?<v>(?:numb(?:ness)?|tingling|stiff(?:ness)?|spasms?|cramps?|breathless(?:ness)?)\b.*)/,
  ],
  [
    'pregnancy',
    'baby way carrying conceive ivf due trying nursing newborn lactating',
    /\b(?<v>baby (?:is )?on the way|carrying (?:twins|a child|a baby)|trying (?:to conceive|for (?:a|another) baby)|ivf|lactating)\b|\b(?:is|am|'m|be) due (?<w>(?:in|on) (?:january|february|march|april|may|june|july|august|september|october|november|december)\b.*(?:baby|child|boy|girl|twins).*)/,
  ],
  [
    'disability',
    'deaf lip sign hear ear eye sight blind amputee stairs step braille mobility scooter rollator crutches cochlear leg hearing',
    /\b(?<v>(?:profoundly|partially|half|stone|completely) deaf|lip[- ]?reads?|(?:uses?|communicates? in) (?:british |american )?sign language|(?:deaf|blind) in (?:one|the|my|her|his) .+|(?:partially|registered|legally) (?:blind|sighted)|amputee|limited mobility|mobility scooter|reads? braille|step-free)\b|\b(?:can't|cannot|can not|unable to|struggles to|can hardly|can barely) (?<w>(?:hear|see|(?:climb|manage|do) stairs|walk (?:far|long|without)|use (?:the )?stairs|stand for)\b.*)|\b(?:needs?|uses?) (?:an? )?(?<x>wheelchair|ramp|rollator|walking frame|hearing loop|large print)\b/,
  ],
  [
    'phobia',
    'petrified creeps freaks freak dreads dread terrify terrifies scare scares frighten frightens panic panics dizzy faints heights',
    new RegExp(
      `\\b(?:petrified|deathly afraid|scared stiff|in terror) of (?<v>.+)|(?<w>[\\w' -]+?) (?:gives?|give) ${ME} the creeps\\b|(?<x>[\\w' -]+?) (?:terrif(?:y|ies)|scares?|frightens?|freaks?) ${ME}(?: out)?\\b|\\bfreaks? out (?:in|at|on|when|around) (?<y>.+)|\\b(?:dreads?) (?<z>heights|needles|flying|lifts|elevators|spiders|dogs|crowds|blood|the dark|thunder|water|snakes|tunnels)\\b|\\bfaints? at (?<a>.+)|\\b(?:no head for|can't stand|cannot stand) (?<b>heights)\\b`,
    ),
  ],
  [
    'diet',
    'touch meat cut mostly only counts leaves off fasts fast intermittently fasting never went turned mix religious fodmap low ramadan beef pork fish dairy sugar carbohydrates carbs',
    new RegExp(
      `\\b(?:does not|doesn't|don't|do not|won't|never|no longer) touch(?:es)? (?<v>${ANIMAL_PRODUCTS})\\b|\\b(?:cut(?:s|ting)? out|left out|leaves? out|gave up|given up|off|counts?|cut down on|cutting down on|avoids?|steers? clear of) (?:all |most |the |his |her |my )?(?:red |processed |added |refined )?(?<w>${ANIMAL_PRODUCTS})\\b|\\bleaves? (?:the )?(?<x>sugar|salt|meat|bread) out\\b|\\b(?:has|have|had|'ve) never (?:eaten|touched|had) (?<y>${ANIMAL_PRODUCTS})\\b|\\beats? (?:mostly|only|nothing but|mainly) (?<z>(?!at\\b|in\\b|when\\b|out\\b|there\\b|once\\b|twice\\b|after\\b|before\\b|with\\b).+)|\\b(?<a>(?:fasts|(?:i|we|they) fast) on \\w+|fasts? (?:intermittently|until \\w+|every \\w+)|intermittent fasting|16:8|low[- ](?:salt|sugar|fat|carb|fodmap|sodium|protein|gi))\\b|\\b(?:no|without) (?<b>(?:red |white |raw |processed |added )${ANIMAL_PRODUCTS})\\b|\\b(?:does not|doesn't|don't|never) mix(?:es)? (?<c>meat and (?:milk|dairy))`,
    ),
  ],
  [
    'alcohol',
    'drinks drink booze abstains abstain drinker wine beer pints pint glass glasses spirits wagon gin whisky sober dry tipple',
    /\bdrinks? (?<v>(?:only|rarely|seldom|occasionally|socially|moderately|daily|heavily|too much|a lot|little|nothing stronger)\b.*)|\b(?<w>no (?:booze|alcohol|drink)\b.*)|\babstains?\b(?<x>.*)|\b(?<y>(?:social|heavy|light|moderate|occasional|problem) drinker)\b|\b(?:given|gave|giving|gives|swore|sworn) (?:up|off) (?:the )?(?<z>wine|beer|booze|spirits|drink|drinking|alcohol)\b|\b(?:has|have|drinks?|enjoys?|likes?) (?:about |around )?(?:an? |two |three |four |a couple of )?(?<a>(?:(?:glass(?:es)?|pints?|bottles?|cans?) of (?:red|white|wine|beer|ale|cider|lager|prosecco|stout)|pints?)\b.*)|\bfell off the (?<b>wagon)\b|\boff (?:the )?(?<c>sauce|booze|alcohol)\b/,
  ],
  [
    'smoking',
    'nicotine tobacco cigarettes cigarette cigars rolls smoked packs pack vape vapes vaping pipe shisha hookah snus cigs fags ciggies bidis beedis',
    /\b(?:kicked|quit|off|dropped|given up|gave up|without|stopped) (?:the |using )?(?<v>nicotine|tobacco|cigarettes|smoking|cigars|vaping)\b|\b(?:given up|gave up|quit|packed in|stopped smoking) (?:the |an? |his |her |my )?(?<u>pipe|shisha|hookah|snus|cigs|fags|ciggies|vapes?|bee?dis)\b|\brolls (?:his|her|my|their) (?<w>own\b.*)|\bnever (?<x>smoked)\b|\b(?<y>(?:an? |one |two |half a )?(?:packs?) (?:a|per) day|cigarettes a day)\b|\bsmokes? (?<z>.+)/,
  ],
  [
    'handedness',
    'handed hand hander southpaw',
    /\b(?<v>(?:left|right)[- ]hand(?:ed|er)|southpaw|ambidextrous)\b|\bwrites with (?:the|my|her|his) (?<w>(?:left|right)(?: hand)?)\b/,
  ],
]
