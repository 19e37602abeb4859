import type { Pattern } from './pattern.ts'

const PROFESSIONAL =
  '(?:doctor|gp|cardiologist|dentist|dietician|dietitian|nutritionist|diabetologist|endocrinologist|nephrologist|gastroenterologist|rheumatologist|neurologist|urologist|midwife|nurse|surgeon|specialist|consultant|clinic|hospital|physician)'
const CURRENCY =
  '(?:dollars?|bucks|euros?|pounds?|quid|francs?|kroner|kronor|crowns|złoty|zł|lei|lira|rubles|rupees|rand|naira|cedis?|shillings|reais|pesos|soles|yen|won|yuan|baht|dong|ringgit|dirhams?|riyals?|shekels|eur|usd|gbp|chf|pln|cad|aud)'
const SUM = `(?:[$£€₹¥₦] ?\\d[\\d.,]*k?|\\d[\\d.,]*(?:k| thousand| million)? ?(?:${CURRENCY}|[€£$])|\\d[\\d.,]*)`
const PERIOD =
  '(?:(?:per|a|an|each|every|/) ?(?:month|week|year|day|term|semester|hour|session|lesson|class|go|visit|head|person|night)|monthly|weekly|yearly|annually)'

/** More facts as people jot them down: who leads one's shift, what a doctor forbade, what things cost. */
export const JOTTED: readonly Pattern[] = [
  [
    'boss',
    'leader lead manager head supervisor foreman forewoman',
    /^(?:(?:my|our|her|his|the|new|current) ){0,2}(?:shift|team|line|section|floor|group|crew|ward|store|department) (?:leader|lead|manager|head|supervisor|foreman|forewoman)(?:'s name)?(?: is called| is named| is|:|,| called| named)? (?!(?:is|was|at|of|in|on|for|off|from|to|who|and|since|says?|said|goes|wants?|has|had|gets?|likes?|will|does|job|role|position)\b)(?<v>[\p{L}'-]{2,})/u,
  ],
  [
    'medicine',
    'gets given needs',
    /\b(?:gets?|is given|has to get|needs) (?:(?:half|a quarter of|an?|one|two|three|\d+(?:\.\d+)?|\d+ ?(?:mg|ml|units)(?: of)?|his|her|its|their|my) ){1,2}(?<v>(?:[\p{L}\d-]+ ){0,2}?(?:pills?|tablets?|capsules?|injections?|drops|syrup|patch|jabs?|insulin|shots? of [\p{L}\d]+)\b.*)/u,
  ],
  [
    'intolerance',
    'forbade forbidden banned put ruled struck allowed',
    new RegExp(
      `\\b${PROFESSIONAL} (?:has |have |had )?(?:(?:forbade|forbidden|banned|ruled out) (?:(?:me|her|him|us) )?|(?:put|ordered|took|taken) (?:me|her|him|us) off |struck )(?!(?:from|to|any|all)\\b|[\\p{L}]+ing\\b|(?:contact )?sports?\\b|work\\b|travel\\b|flights?\\b|alcohol\\b|[\\p{L}]+ \\d)(?<v>[\\p{L}' -]{3,40}?)(?= because| since| for| until| off| as |,|$)`,
      'u',
    ),
  ],
  ['alcohol', 'drop', /\b(?:has not|hasn't|have not|haven't|not) (?:touched|had|drunk) (?<v>a (?:single )?drop\b.*)/],
  [
    'alcohol',
    'wine beer spirits alcohol liquor booze',
    /^(?:(?:absolutely|strictly) )?(?<v>no (?:more )?(?:wine|beer|spirits|alcohol|liquor|booze) for (?:me|him|her|us)\b.*)/,
  ],
  [
    'sport',
    'row box fence wrestle surf kayak canoe skate climb bowl paddle sail ski snowboard',
    /\b(?:i|we) (?:also |still |now |mostly )?(?<v>(?:row|box|fence|wrestle|surf|kayak|canoe|skate|climb|bowl|paddle|sail|ski|snowboard)\b(?! (?:the|a|my|it|up|over|on (?:a|the) budget)\b).*)/,
  ],
  [
    'surgery',
    'hip knee shoulder valve kidney liver lens cornea',
    /\b(?:got|had|received|has|was given|given) (?:an? |the |her |his |my )?(?:new |artificial |replacement )(?<v>(?:left |right )?(?:hip|knee|shoulder|heart valve|valve|kidney|liver|lens|cornea)s?\b.*)/,
  ],
  [
    'disability',
    'kneel hears sees smell taste squat crouch',
    /\b(?<v>(?:cannot|can't|can no longer|unable to) (?:kneel|squat|crouch)\b.*|(?:hears?|sees?) (?:very |rather |quite )?(?:badly|poorly|little|nothing|almost nothing|hardly anything)\b.*|(?:has |have )?(?:no|lost (?:my|her|his|the)) sense of (?:smell|taste)\b.*)/,
  ],
  [
    'expense',
    'is are costs cost',
    new RegExp(
      `^(?!.*\\b(?:salary|wages?|pension|pays?|paid|earns?|income|grant|allowance|rent|mortgage|budget|savings?|debt|loan|price|fine|score|worth)\\b)(?:(?:the|my|our|her|his) )?(?<v>[\\p{L}'-]+(?: [\\p{L}'-]+){0,4}? (?:is|are|costs?(?: me| us| her| him)?) (?:about |around |roughly |now )?${SUM} ${PERIOD}(?![\\p{L}]).*)`,
      'u',
    ),
  ],
  [
    'owns',
    'motorbike motorcycle scooter moped boat kayak canoe dinghy yacht van truck tractor caravan pride',
    /^(?:my|his|her|our) (?:own )?(?:motorbike|motorcycle|scooter|moped|boat|kayak|canoe|dinghy|yacht|van|truck|tractor|caravan|pride(?: and joy)?) is (?:an? |the |my |her |his )?(?<v>(?!(?:in|at|on|being|broken|for|not|gone|very|too|old|new|that|when|hurt|important|bigger|everything)\b)[\p{L}\d'-]+ .+)/u,
  ],
  [
    'previous_home',
    'left moved',
    /\b(?:left|moved out of) (?:the |my |his |her |our )?(?<v>(?:student |university |uni )?(?:dorm|dormitory|halls|residence|hostel|flat-?share|house-?share)\b.*)/,
  ],
  [
    'answer_style',
    'first name names stuff mister surname',
    /^(?:please,? )?(?<v>(?:just )?first names? (?:only|is fine|will do|is enough|please|basis)\b.*|(?:skip|drop|forget|no need for|spare (?:me|us)) (?:the |all the )?(?:mr|mrs|ms|miss|dr|sir|madam)\b.*)/,
  ],
]
