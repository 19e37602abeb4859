import { THING_OF_KIND } from '../possessives.ts'
import type { Pattern } from './pattern.ts'

/** What follows "runs" on foot, but not "runs a shop", "runs late", "runs in the family". */
const RUN =
  '(?:(?:about|around|roughly|over|nearly|up to) )?(?:(?:\\d[\\d.,]*|an?|three|four|five|six|ten) ?(?:k|km|kilomet(?:re|er)s?|miles?|minutes?|hours?|times|days|laps)\\b|half an hour|(?:every|each|most) (?:other )?(?:day|morning|evening|night|week|weekend|lunch|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|daily(?=$|,| in| along| before| after)|regularly|once|twice|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|on weekends|cross-country|(?:an? |the |her |his |my )?(?:[\\w-]+ ){0,3}?(?:marathons?|ultras?|10k|5k|parkrun|relay|trails?)\\b|(?:along|round|around) (?:the|our|her|his|my) (?!clock|house)|for (?:fun|fitness|charity|exercise|pleasure|(?:half )?an hour|\\d+ (?:min|hours|km|miles)|(?:the|her|his|my|our) (?:\\w+ )?(?:club|school|county|country))|with (?:the|an?|her|his|my|our) (?:[\\w-]+ ){0,3}?(?:club|group|harriers|striders|roadrunners|runners|dogs?|squad)\\b|before (?:work|breakfast|dawn)|after work|(?:in|on) the (?:mornings?|evenings?|beach|park|woods|hills|forest|treadmill|track)|to (?:work|the office))'
/** Doctors of one field, by how people call them. */
const SPECIALISTS =
  'cardiologist endocrinologist rheumatologist dermatologist neurologist nephrologist urologist oncologist haematologist hematologist ' +
  'gastroenterologist pulmonologist allergist allergologist immunologist gynaecologist gynecologist gynae gyno obgyn ophthalmologist ' +
  'hepatologist pneumologist paediatrician pediatrician obstetrician orthopaedist orthopedist podiatrist geriatrician proctologist ' +
  'diabetologist neurosurgeon surgeon urogynaecologist otolaryngologist radiologist phlebologist angiologist'
const SPECIALIST = `(?:${SPECIALISTS.split(' ').join('|')})`
const TITLED = "(?:dr|doctor|prof|professor|mr|mrs|ms|miss|sister)\\b\\.? [\\w'-]+(?: [\\w'-]+){0,2}"

/** Health, the body, food, fitness and sleep. */
export const HEALTH: readonly Pattern[] = [
  [
    'allergy',
    'allergic allergy allergies anaphylaxis anaphylactic epipen epipens hives',
    new RegExp(
      `\\ballergic(?: reactions?)?(?: (?:to|from))? (?<v>.+)|(?<![\\w'])(?<w>${THING_OF_KIND}(?: protein)?|[\\w ,-]+) allerg(?:y|ies)|\\ballerg(?:y|ies)(?: to|:)? ?(?<x>.*)|\\b(?<y>(?:anaphyla\\w+|epipens?|(?<!\\b(?:bee|two|three|four|five|six|ten|his|her|our|my|the|new|of|\\d) )hives).*)`,
    ),
  ],
  [
    'allergy',
    'reacts react reaction attacks swells rash',
    /\b(?:reacts?|reaction) (?:\w+ )?(?:to|from|after) (?<v>.+)|\b(?:asthma attacks?|hives|a rash|swelling|breaks out) (?:\w+ )?(?:from|after|with) (?<w>.+)/,
  ],
  [
    'allergy',
    'hay fever pollen dander',
    /\b(?<v>hay fever.*|(?:birch|grass|tree|ragweed) pollen.*|pollen season.*|dander)/,
  ],
  [
    'intolerance',
    'intolerant intolerance coeliac celiac lactose gluten tolerate tolerates',
    new RegExp(
      `\\b(?<v>${THING_OF_KIND}(?: protein)?|(?!(?:i|is|am|are|was|been|be|not|very|highly|severely|also|an?)\\b)[\\w-]+)[ -]intoleran(?:t|ce)|\\bintolerant to (?<z>.+)|\\b(?<w>coeliac|celiac)\\b|\\b(?:does not|doesn't|cannot|can't|don't|not) tolerate (?<x>.+)|\\b(?<y>lactose|gluten)[ -]free\\b`,
    ),
  ],
  [
    'intolerance',
    'eat have digest stomach',
    /\b(?:can't|cannot|can not|must not|mustn't|may not|isn't allowed to|is not allowed to|not allowed to|shouldn't|should not) (?:eat|have|digest|drink) (?<v>.+)/,
  ],
  [
    'intolerance',
    'told allowed forbidden advised off-limits off limits stay away poisonous toxic poison deadly lethal fatal dangerous harmful unsafe bad',
    /\b(?:told|advised|warned|asked|ordered|supposed|allowed) (?:\w+ )?(?:not|never) to (?:eat|have|drink|touch|take) (?<v>.+)|\bstays? away from (?<w>(?!(?:alcohol|spirits|drink|drugs|beer|wine|booze|the \w+|people|crowds?|him|her|them|me|my|his)\b).+)|(?<x>.+?) (?:is|are) (?:strictly )?(?:off[- ]limits|forbidden|out of the question|not allowed|poison to)|(?<y>[\w' -]+?) (?:is|are|can be|would be) (?:\w+ )?(?:poisonous|toxic|poison|deadly|lethal|fatal|dangerous|harmful|unsafe|bad(?! \w+ (?:me|him|her|them|us)\b(?! ))) (?:for|to) (?!(?:you|children|people|humans|everyone|everybody|anyone|anybody|most|all|some|many|men|women|fish|cattle|livestock)\b)(?:me|him|her|them|us|(?:my|our|his|her|the) [\w -]+?|[^\s,.;]+(?<!s))(?=$|[,.;]| (?:and|because|since|as|too)\b)/,
  ],
  [
    'medicine',
    'take takes taking medication medicine tablet tablets pill pills mg prescribed inhaler insulin dose injection injects antidepressant statin',
    /\b(?!on (?:an?|the|my|his|her) (?:(?:drawing|graphics|old|new) )?tablet\b(?! (?:for|against|an?|every|each|daily|twice|once)\b))(?:takes?|taking|on|prescribed|uses?|injects?|started) (?:an? |the |his |her |my |half an? |one |two )?(?<v>[\w -]*(?:\d+ ?(?:mg|mcg|ml|µg|iu)\b|medication|medicine|tablets?|pills?|inhaler|insulin|injections?|antidepressants?|statins?|antibiotics|painkillers?|beta ?blockers?|thyroxine|metformin|ibuprofen|aspirin|warfarin|magnesium|iron|vitamin \w+|contraceptive).*)|\bmedication(?: is)?:? (?<w>.+)/,
  ],
  [
    'intolerance',
    'trigger triggers triggered worsens worsen aggravates aggravate flare flares',
    /(?<v>.+?) (?:can |may |could )?(?:triggers?|triggered|worsens?|aggravates?|brings? on|sets? off) (?:an? |his |her |my |their |the )?(?:[\w-]+ )?(?:flares?|flare-ups?|attacks?|migraines?|headaches?|seizures?|fits?|symptoms|reflux|heartburn|cramps|asthma|eczema|reactions?)\b/,
  ],
  ['intolerance', 'tolerated tolerate', /(?<v>[\w -]+?),? (?:(?:is|was|are) )?(?:not|badly|poorly) tolerated\b/],
  [
    'medicine',
    'mg mcg µg iu units injection injections infusion infusions tablet tablets capsule capsules inhaler pump patch patches od bd tds times',
    /^(?<w>(?!\w+s )[a-z][\w'-]+ (?:od|bd|tds|(?:three|four|five|six) times (?:a|per) day)\b.*)|^(?<v>(?!(?:i|she|he|they|we|my|her|his|no|the|ate|drank|took|had|used|bought|needs|wants|blood|glucose|cholesterol|sodium|salt|sugar|caffeine|protein|calories) )[a-z][\w'-]+(?: [a-z][\w'-]+){0,2}? ?(?:\d[\d.,]* ?(?:mg|mcg|µg|iu|units)\b(?!\/)|(?:injections?|infusions?|tablets?|capsules?|inhaler|pump|patch(?:es)?)(?=$|,| (?:every|each|once|twice|three|daily|weekly|before|after|at|when|as|in the|for)\b)).*)/,
  ],
  [
    'condition',
    'difficulty difficulties trouble problem problems issues loss',
    /\b(?<v>(?:swallowing|breathing|walking|balance|memory|kidney|heart|liver|bowel|bladder|prostate|thyroid|back|skin|hearing|sight|vision) (?:difficult(?:y|ies)|problems?|trouble|issues|loss)|(?:difficult(?:y|ies)|problems|trouble) (?:with )?(?:swallowing|breathing|walking|hearing|seeing|balance))\b/,
  ],
  // Endings of international nonproprietary names (WHO, "The use of stems in the selection of INN").
  [
    'medicine',
    'take takes taking took on prescribed use uses using injects started',
    /\b(?:takes?|taking|took|on|prescribed|uses?|using|injects?|started) (?:(?!to )\w+ ){0,2}?(?<v>\w{2,24}(?:triptans?|statins?|pril|sartan|olol|prazole|mycin|cillin|cycline|zepam|zolam|gliptin|gliflozin|glutide|umab|imab|tinib|parin|xaban|oxetine|profen|dronate|thyroxine|tadine|rizine|afil|solone|gabalin|bapentin|triptyline|formin)\b.*)/,
  ],
  [
    'allergy',
    'take',
    /\b(?:can't|cannot|must not|mustn't|may not|should not|shouldn't|never|isn't allowed to|is not allowed to|not allowed to) take (?<v>(?!part|place|off|it easy|time|photos|the (?:bus|car|train)).+)/,
  ],
  [
    'allergy',
    'gives give gave makes make causes cause brings sets',
    /(?<v>.+?) (?:gives?|gave|causes?|makes?|made|brings? on|sets? off) (?:me|him|her|them|us|[\w']+) .*\b(?:rash|hives|swell|swollen|sick|ill|itch|itchy|migraines?|headaches?|sneeze|vomit|throw up|cramps|bloated|wheeze|attacks?|shock|choke|blisters|palpitations)\b/,
  ],
  [
    'allergy',
    'confused dizzy drowsy faint nauseous delirious',
    /(?<v>[\w'-]+) (?:makes?|made) (?:me|him|her|them|us) (?:\w+ )?(?:confused|dizzy|drowsy|faint|nauseous|delirious)\b/,
  ],
  [
    'allergy',
    'hives rash swells swell itches itchy wheezes faints',
    /\b(?:hives|rash|swells?(?: up)?|itch(?:es|y)?|wheezes?|faints?|shock|blisters) (?:\w+ ){0,2}(?:from|after|with|when|to) (?<v>.+)/,
  ],
  [
    'allergy',
    'sensitive sensitivity badly',
    /\b(?:sensitive|sensitivity) to (?<v>(?!cold|light|noise|criticism).+)|\breacts? badly to (?<w>.+)/,
  ],
  [
    'condition',
    'trait syndrome disease disorder deficiency condition impairment insufficiency failure arrhythmia murmur infection',
    /^(?<u>[\w'-]+ (?:disease|syndrome|disorder))\b|\b(?:has|have|had|with|of|from|carr(?:y|ies)|carrier of) (?:an? |the )?(?<v>(?:[\w'-]+ ){1,4}(?:trait|syndrome|disease|disorder|deficiency|condition|impairment|insufficiency|failure|arrhythmia|murmur|infection))\b/,
  ],
  [
    'condition',
    'diagnosed suffers suffer suffering history prediabetes',
    /\b(?:suffers? from|suffering from|has a history of|living with) (?<v>.+)|\bdiagnosed with (?<u>.+?)(?=$|,| (?:by|in|at|on|since|when|last|this|after|as|the year|and on) )|\b(?<w>pre-?diabet(?:es|ic)|diagnosed)\b/,
  ],
  [
    'condition',
    'disc pressure heart kidney liver thyroid back hip knee pacemaker stent implant',
    /\b(?:has|have|had|has had|with) (?:an? |the )?(?<v>(?:slipped|herniated|bulging) disc.*|(?:high|low|raised) blood pressure|weak heart.*|(?:weak|bad|artificial|new) (?:heart|kidneys?|liver|hip|knee|back|lungs?)\b.*|pacemaker|stent|implant)|^(?<w>(?:high|low|raised) blood pressure)\b/,
  ],
  [
    'diet',
    'ramadan lent sabbath shabbat',
    /\b(?:observes?|observing|keeps?|fasts? (?:during|in|for)|fasting (?:during|in|for)) (?<v>ramadan|lent|(?:the )?sabbath|shabbat)\b/,
  ],
  ['condition', 'avoid must', /\b(?:must|has to|have to|needs to|should|told to) (?:always )?avoid (?<v>.+)/],
  [
    'injury',
    'broke broken injured injury sprained tore torn fractured ruptured twisted hurts hurt pain sore ache aches strained dislocated fell concussion',
    /^(?<u>(?:torn|ruptured|fractured|broken|sprained|dislocated|herniated|strained|cracked) (?:(?:left|right|lower|upper|the) ){0,2}[\w-]+.*)|\b(?:broke|broken|injured|sprained|tore|torn|fractured|hurt|strained|twisted|dislocated|ruptured|pulled) (?:a|an|his|her|my|their|the|left|right) (?<v>.+)|\b(?<w>(?:left |right |lower |upper )?(?:knee|back|shoulder|ankle|wrist|hip|neck|elbow|foot|hand|leg|arm|head|tooth|stomach)s?) (?:\w+ )?(?:hurts?|aches?|is sore|pains?|injury|pain)\b|\b(?:pain|ache|injury|trouble) (?:in|with|to) (?:the |his |her |my |their )?(?<x>.+)/,
  ],
  [
    'symptom',
    'headache headaches dizzy nausea fever cough tired fatigue',
    /\b(?<v>headaches?|dizz(?:y|iness)|nausea|fever|cough|fatigue)\b/,
  ],
  [
    'surgery',
    'surgery operation operated operate transplant replacement bypass biopsy caesarean',
    /\b(?<u>(?:hip|knee|shoulder|valve|joint|lens|elbow) replacement|heart bypass|biopsy|caesarean)\b|\b(?<v>[\w ]*(?:surgery|operation|transplant)\b.*)|\boperated on (?<w>.+)/,
  ],
  [
    'pregnancy',
    'pregnant pregnancy expecting due breastfeeding breastfeeds breast nursing',
    /\b(?<v>pregnan(?:t|cy).*)|\b(?<u>breast-?feed(?:s|ing)|nursing (?:an? |the |her |my )?(?:baby|newborn|infant|son|daughter))\b|\bexpecting (?<w>(?:a|an|her|their|our|twins|the) ?(?:\w+ )?(?:baby|child|twins|son|daughter|(?:boy|girl|first|second|third|fourth)(?= (?:child|baby|in|this|next|around|by|at|any)\b|$|,)).*)|\bbaby is due (?<x>.+)/,
  ],
  [
    'disability',
    'wheelchair deaf blind disability disabled hearing aid aids colour-blind colorblind prosthesis stutters',
    /\b(?<v>wheelchair|deaf|blind|colou?r[- ]?blind|hearing aids?|disab(?:led|ility)|prosthe\w+|stutters?|hard of hearing)\b/,
  ],
  [
    'phobia',
    'afraid scared fear fears phobia terrified claustrophobic claustrophobia frightened',
    /\b(?:afraid|scared|terrified|frightened|fear|fears) (?:of )?(?<v>(?!that\b).+)|\b(?<w>\w*phobi[ac])\b/,
  ],
  [
    'mental_health',
    'therapy burnout panic anxious depressed grief stressed',
    /\b(?<v>burn-?out|panic attacks?|depressed|in therapy|grieving|goes to therapy)\b/,
  ],
  [
    'doctor',
    'doctor gp physician cardiologist gynaecologist gynecologist dermatologist neurologist',
    /\b(?:doctor|gp|physician|cardiologist|gyna?ecologist|dermatologist|neurologist)(?:'s name)? is (?<v>(?!(?:very|so|really|not|away|great|good|nice|kind|lovely|strict|happy|pleased|worried|retir\w+|brilliant|fantastic|leaving|moving)\b).+)/,
  ],
  [
    'doctor',
    SPECIALISTS,
    new RegExp(
      `\\b${SPECIALIST}(?:'s name)?(?: is|:|,)?(?: called| named)? (?<v>${TITLED}.*)|\\b${SPECIALIST} (?:is )?(?:called|named) (?<w>.+)|\\b(?:sees?|seeing|saw|goes to|visits|treated by|under (?:the care of )?) ?(?:an?|the|his|her|my|their|our) (?:[\\w-]+ )?(?<x>${SPECIALIST}\\b(?! (?:appointment|friend|sister|brother)).*)|^(?<y>${TITLED}) is (?:now )?(?:my|her|his|our|their) (?:new )?${SPECIALIST}\\b`,
    ),
  ],
  ['dentist', 'dentist', /\bdentist(?:'s name)? is (?<v>.+)/],
  [
    'therapist',
    'therapist psychologist psychiatrist psychotherapist counsellor counselor physiotherapist physio osteopath chiropractor',
    /\b(?:sees?|seeing|goes to|has|visits) (?:an?|the|his|her|my|their) (?:\w+ )?(?<u>therapist|psychologist|psychiatrist|psychotherapist|counsell?or|physio(?:therapist)?|osteopath|chiropractor)\b(?! (?:friend|appointment))|\b(?:therapist|psychologist|psychiatrist|counsell?or|physio(?:therapist)?|osteopath|chiropractor) is (?:called )?(?<v>(?!(?:very|so|really|not|away|great|good|nice|kind|lovely|strict|happy|pleased|retir\w+|brilliant|fantastic|leaving|moving)\b).+)/,
  ],
  ['insurance', 'insurance insured', /\binsur(?:ance|ed) (?:is |with |at |number is )+(?<v>.+)/],
  ['blood_type', 'blood', /\bblood (?:type|group)(?: is)? (?<v>.+)/],
  [
    'vaccination',
    'vaccinated vaccination vaccine jab booster shot',
    /\b(?<v>(?:vaccinat\w+|vaccine|jab|(?<!\b(?:confidence|morale|mood|energy|ego|signal|spirit|self-esteem) )booster(?! (?:seat|cables?|club)\b))\b.*)/,
  ],
  [
    'height',
    'tall height m cm',
    /\b(?:am|is|'m) (?<u>[12][.,]\d\d ?m|1\d\d ?cm)\b|\b(?<v>\d[\d.,]{0,6} ?(?:m|cm|ft|feet|metres?|meters?|foot)?(?: \d{1,2})?) tall\b|\bheight(?: is|:)? (?<w>[12][.,]?\d\d? ?(?:m|cm)\b.*|\d ?(?:ft|feet|foot|')\b.*)|\bheight is (?<x>.+)/,
  ],
  [
    'weight',
    'weighs weigh weight weighed kilos kg',
    /\bweigh(?:s|ed|ing)?(?: in at| about| around)? (?<v>\d.*)|\bweight[^\d]{1,20}(?<w>\d.*)/,
  ],
  [
    'shoe_size',
    'shoe shoes boots feet trainers',
    /\bshoe size(?: is)? (?<v>.+)|\b(?:takes?|wears?|am|is|'m) (?:an? )?(?:(?:uk|us|eu) )?size (?<z>[\d.½]+) (?:shoes?|boots?|trainers?)\b|\bfeet are (?:an? )?(?<u>(?:(?:uk|us|eu) )?(?:size )?[\d.½]+)\b|^shoes?:? (?<y>(?:uk|us|eu)? ?\d.*)|\bwears? (?:a )?size (?<w>\S+) (?:shoes|boots)|\bshoes? in (?:a )?size (?<x>.+)/,
  ],
  [
    'clothing_size',
    'size jeans shirt shirts trousers jacket dress blouse jumper coat waist',
    /\b(?:jeans|trousers|shirts?|dress(?:es)?|jacket|blouse|jumper|coat|waist|collar)(?: (?:is|are)(?: an?)?|:) (?<u>(?:size )?(?:xx?s|xx?l|xs|s|m|l|xl|medium|large|small|\d{1,3}(?: (?:by|x|\/) \d{1,3})?)(?= (?:in|long|short|regular|slim|tall)\b|[,;.(]|$).*)|\b(?:clothing|clothes|dress|shirt|jeans|trouser|t-shirt|jacket|coat|wears?)(?: a)? size(?: is)? (?<v>.+)|\bsize (?<w>xs|s|m|l|xl|xxl|medium|large|small|\d+) (?:in|for) .+/,
  ],
  ['ring_size', 'ring', /\bring size(?: is)? (?<v>.+)/],
  ['hair', 'hair', /(?<![\w'])(?<v>[\w ]+) hair\b|'s hair is (?<w>.+)/],
  ['eyes', 'eyes', /\b(?:has|have|with) (?<v>\w+ eyes)\b/],
  [
    'glasses',
    'glasses lenses spectacles',
    /\bwears? (?<v>[\w ]*(?:glasses|contact lenses|contacts|lenses))|\b(?<w>new glasses|reading glasses)\b/,
  ],
  ['blood_pressure', 'pressure', /\bblood pressure\b[^\d]*(?<v>.*)/],
  ['resting_pulse', 'pulse heart', /\bresting (?:pulse|heart rate)\b[^\d]*(?<v>.*)/],
  ['tattoo', 'tattoo', /\btattoo\b(?<v>.*)/],
  [
    'diet',
    'vegetarian vegan pescatarian kosher halal keto paleo diet meat fish pork beef dairy gluten sugar eggs seafood shellfish onion onions garlic fasting gluten-free lactose-free plant-based flexitarian',
    /(?:^|, |\band )(?<u>no (?:meat|pork|beef|fish|dairy|gluten|sugar|eggs|seafood|shellfish|onions?|garlic))\b|\b(?<v>vegetarian|vegan|pescatarian|pescetarian|flexitarian|kosher|halal|keto|paleo|plant-based|gluten-free|lactose-free|dairy-free|low-carb|diet)\b|\b(?:eats? no|no longer eats?|doesn't eat|does not eat|do not eat|don't eat|avoids?|stopped eating|never eats?|gave up|without) (?<w>(?:\w+ )?(?:meat|pork|beef|fish|dairy|gluten|sugar|carbs|eggs|animal products|seafood|shellfish))\b/,
  ],
  [
    'food_dislike',
    'eat eats food',
    /\b(?:doesn't|does not|don't|do not|won't|no longer|never|can't stand|refuses to) eats? (?<v>.+)|\beats? no (?<w>.+)/,
  ],
  [
    'alcohol',
    'drink drinks alcohol wine beer sober teetotal drinking booze wagon',
    /\b(?<v>(?:does not|doesn't|do not|don't|no longer|never|stopped|quit|gave up) (?:drinks?|drinking)(?: alcohol)?)\b(?! coffee| tea| milk| cola| soda)|\b(?<w>sober|teetotal(?:ler)?|no alcohol|alcohol|off (?:the )?(?:drink|booze|bottle)|on the wagon|recovering alcoholic)\b|\bdrinks? (?<x>[\w ]*(?:wine|beer|whisky|whiskey|gin|cocktails?|cider).*)/,
  ],
  [
    'caffeine',
    'coffee caffeine espresso tea decaf',
    /\b(?:drinks?|has|have|needs?|cups? of|no|only|without) (?<v>(?!(?:\w+ )*(?:my|her|his|their|our) own )(?!(?:opened|started|founded|bought|sold|got|been|had|made|found|joined|left|moved|worked|learnt|learned|won|set|an? (?:[\w-]+ )?(?:coffee|tea|espresso) (?:machine|maker|grinder|shop|bar|table|plant|cup|set|roastery|room|house|garden))\b)[\w ,]*(?:coffee|caffeine|espresso|tea|decaf)\b(?! (?:roaster(?:y|ies)|shops?|bars?|tables?|machines?|makers?|grinders?|plantations?|companies|company|firm|brand|sets?|towels?|rooms?|houses?)\b).*)/,
  ],
  [
    'favourite_food',
    'food dish meal favourite favorite',
    /\bfavou?rite (?:food|dish|meal|dinner|breakfast|lunch|dessert|snack|cuisine|fruit|ice cream|pizza)\b(?: is)?:? (?<v>.+)/,
  ],
  [
    'favourite_drink',
    'drink favourite favorite',
    /\bfavou?rite (?:drink|beer|wine|cocktail|tea|coffee)\b(?: is)? (?<v>.+)/,
  ],
  [
    'favourite_restaurant',
    'restaurant favourite favorite',
    /\bfavou?rite (?:restaurant|café|cafe|bar|pub|bakery)\b(?: is)? (?<v>.+)/,
  ],
  ['cooking', 'cook cooks bakes bake baking cooking', /\b(?:cooks?|bakes?|baking|cooking) (?<v>.+)/],
  [
    'sport',
    'plays play side football soccer tennis basketball handball volleyball hockey golf badminton rugby cricket swims climbs boxing judo karate rowing rows skis skiing climbing surfing sails sailing fencing',
    /\b(?:plays?|playing|does|practi[sc]es|trains?|into) (?<v>(?:table )?(?:football|soccer|tennis|basketball|handball|volleyball|(?:ice |field )?hockey|golf|badminton|rugby|cricket|squash|baseball|softball|padel|boxing|judo|karate|aikido|yoga|pilates|fencing|crossfit|(?:five|six|seven|eight)-a-side)\b.*)|\b(?<w>swims?|climbs?|rows|skis|surfs|sails|boulders|fences) ?(?:\w+ ){0,2}(?:every|on|twice|three|at|in|with|regularly|competitively|once)\b.*/,
  ],
  [
    'workout',
    'workout training trains gym lifts yoga walks walk cycles cycle',
    /\b(?:walks?|cycles?|bikes?) (?:about |around |for )?(?<u>\d[\d.,]* ?(?:minutes|min|km|kilometres|kilometers|miles|hours?)\b.*)|\b(?:trains?|works? out|gym|workout|goes to the gym|lifts?) (?<v>.+)/,
  ],
  [
    'running',
    'run runs ran running jog jogs jogged jogging',
    new RegExp(
      `\\b(?:i|we) (?:run|jog) (?<v>${RUN}.*)|\\b(?:runs|ran|running|jogs|jogged|jogging):? (?<w>${RUN}.*)|\\b(?:goes|go) (?:running|jogging)\\b(?<x>.*)|\\bgoes for (?:an? )?(?:\\w+ )?(?:run|jog)\\b(?<y>.*)`,
    ),
  ],
  [
    'race',
    'marathon race triathlon run parkrun ironman',
    /(?<![\p{L}'’])(?<v>[\p{L}\d ]*(?:marathon|race|triathlon|10k|5k|parkrun|ironman|(?:great \p{L}+|fun|charity|park|sponsored) run)\b.*)/u,
  ],
  ['personal_best', 'best pb record', /\b(?:personal best|pb|personal record)\b(?<v>.*)/],
  ['steps', 'steps', /\b(?<v>[\d.,]+|\w+ thousand) steps\b/],
  [
    'sleep_duration',
    'sleeps sleep slept hours',
    /\b(?:sleeps?|slept)\b(?: (?:about|around|for|only|just|well|badly))* (?<v>[\w.,]+ (?:hours?|h)\b.*)|\bneeds? (?:about |at least )?(?<w>[\w.,]+ hours'? (?:of )?sleep\b.*)/,
  ],
  [
    'bedtime',
    'bed bedtime',
    /\b(?:goes|go) to bed\b(?<v>.*)|\bin bed (?:with [\w' ]{2,20} )?(?<w>(?:by|before|at|around|early|late)\b.*)|(?<!\bat )\bbedtime(?: is(?: at)?|:)? (?<x>.*(?:\d|early|late|nine|ten|eleven|midnight).*)/,
  ],
  [
    'wake_time',
    'wakes wake gets up alarm',
    /\b(?:wakes? up|gets? up|wakes?|alarm)(?: is)?(?: at| before| around| set for)* (?<v>.*\d.*|six.*|seven.*|five.*)/,
  ],
  [
    'sleep_fact',
    'sleeps sleep sleeper snores nap naps person night',
    /\b(?<v>(?:morning|evening|night) person|gets? up (?:once|twice|(?:two|three|four|several) times) (?:a|in the|at|every) night|(?:light|heavy|deep) sleeper|snores|naps?|sleeps? (?:with|on|badly|poorly|well|best|in).*)\b/,
  ],
]
