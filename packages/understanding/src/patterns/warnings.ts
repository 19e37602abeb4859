import type { Pattern } from './pattern.ts'

const ME = '(?:me|him|her|them|us)'
const MY = '(?:my|his|her|their|our)'
const I = '(?:i|he|she|they|we)'
const BODY = '(?:throat|tongue|lips?|face|eyes?|skin|mouth|airways?|chest|stomach|tummy|hands?|arms?|legs?|body|lungs?)'
const TAKES_IN =
  '(?:eats?|drinks?|touch(?:es)?|takes?|has|have|gets?|comes? near|breathes?|smells?|tries|tried|ate|drank|touched|took|had)'
const WORSE =
  '(?:blows?|swells?|puffs?|closes?|itch(?:es)?|burns?|tingles?|goes? (?:numb|red)|blisters?|breaks? out|flares?|tightens?|hurts?|rebels?|revolts?)'
const FOODS =
  '(?:meat|red meat|pork|beef|lamb|poultry|fish|dairy|milk|cheese|gluten|wheat|sugar|salt|carbs|eggs?|animal products|seafood|shellfish|onions?|garlic|alcohol|bread|soy|soya|nuts|caffeine)'
/** Endings of international nonproprietary names (WHO) that everyday words lack. */
const MEDICINE =
  '\\w{3,20}(?:triptan|statin|pril|sartan|olol|prazole|mycin|cillin|cycline|zepam|zolam|gliptin|gliflozin|glutide|umab|imab|ximab|tinib|parin|xaban|oxetine|dronate|thyroxine|tadine|rizine|solone|gabalin|bapentin|triptyline|formin|carbamide|semide|thiazide|dipine|trexate|lukast|tiapine|faxine|racetam|sulfasalazine|prednisone|salbutamol|salmeterol|formoterol|gestrel|estradiol|carbamazepine|grelor|fibrate|idone|talopram|traline)'

/** What must not be missed, as people warn of it in daily life. */
export const WARNINGS: readonly Pattern[] = [
  [
    'allergy',
    'hospital a&e emergency intensive ambulance sends send puts put lands land',
    new RegExp(
      `(?<v>[\\w' -]+?),? (?:always |once |would |could |will )?(?:puts?|lands?|landed|sends?|sent) ${ME} (?:straight |right |back |once )?(?:in|to|into) (?:the |an )?(?:hospital|a&e|er\\b|emergency|intensive care|ambulance)`,
    ),
  ],
  [
    'allergy',
    'if when whenever after',
    new RegExp(
      `\\b(?:if|when|whenever|every time|each time|once) ${I} ${TAKES_IN} (?<v>(?!up\\b|off\\b|older|home)[\\w' -]{2,40}?),? ${MY} ${BODY} ${WORSE}|\\b${MY} ${BODY} ${WORSE}(?: \\w+){0,2} (?:if|when|whenever|after|from|with) (?:${I} ${TAKES_IN} )?(?<w>(?!i\\b|he\\b|she\\b|they\\b|a long\\b|work|running|sport)[\\w' -]{2,40})`,
    ),
  ],
  [
    'allergy',
    'breaks break comes come swells swell wheezes wheeze itches itch',
    new RegExp(
      `\\b(?:breaks? out|comes? out in [\\w ]{2,20}?|swells? up|wheezes?|itches) (?:if|when|whenever|as soon as) ${I} ${TAKES_IN} (?<v>.+)`,
    ),
  ],
  [
    'allergy',
    'close closes closed shut shuts block blocks stop stops airway airways throat breathing',
    new RegExp(
      `(?<v>[\\w' -]+?) (?:closes?|shuts?|blocks?|stops?|tightens?) (?:up |off )?${MY} (?:throat|airways?|breathing|windpipe|chest)\\b`,
    ),
  ],
  [
    'intolerance',
    'sit sits no-go taboo bounds form',
    new RegExp(
      `(?<v>[\\w' -]+?) (?:(?:does|do)(?: not|n't)|never|don't) (?:really )?sits? (?:well|right) with ${ME}|(?<w>[\\w' -]+?) (?:is|are) (?:a |an absolute |strictly )?(?:no-go|taboo|out of bounds) for ${ME}\\b|\\b(?:cannot|can't|must not|mustn't) have (?<x>[\\w' -]+?) in any form`,
    ),
  ],
  [
    'medicine',
    'meds pens pen pillbox',
    /\b(?:on|takes?|taking|needs?|her|his|my|their|daily|morning|evening) (?<v>meds\b.*)|\b(?<w>(?:adrenaline|epinephrine|epi) ?-?pens?)\b|\bpill ?box:? (?<x>.+)/,
  ],
  [
    'medicine',
    'pill medicine',
    /^(?:(?:my|her|his) )?(?:pill box|medicine (?:box|cabinet|list))(?: (?:has|holds|contains))?:? (?<v>.+)/,
  ],
  [
    'medicine',
    'every each daily twice once three started put takes take on prescribed',
    new RegExp(
      `^(?<v>${MEDICINE})\\b(?=,| (?:every|each|daily|twice|once|three|at|in|with|for|since|\\d))|\\b(?:on|takes?|taking|started|prescribed) (?:(?!to )[\\w-]+ ){0,2}?(?<w>${MEDICINE})\\b`,
    ),
  ],
  [
    'condition',
    'easily bleeds bleed bruises bruise clots clot',
    /\b(?<v>(?:bleeds?|bruises?|clots?) (?:very |too )?(?:easily|badly))\b/,
  ],
  [
    'condition',
    'pressure cholesterol underactive overactive thyroid',
    /\b(?<v>blood pressure (?:is|runs|was found to be) (?:\w+ )?(?:high|low|up))\b|\b(?<w>(?:high|raised) cholesterol|cholesterol (?:is|runs) (?:\w+ )?high)\b|\b(?<x>(?:under|over)-?active (?:thyroid|bladder))\b/,
  ],
  [
    'pregnancy',
    'weeks months trimester along',
    /\b(?<v>(?:\d{1,2}|\w+) (?:weeks|months) (?:along|gone|pregnant))\b|\b(?<w>(?:first|second|third|last) trimester)\b/,
  ],
  [
    'diet',
    'eaten touched meat pork beef fish dairy alcohol plants plant gluten sugar milk eggs seafood shellfish out',
    new RegExp(
      `\\b(?:has|have)(?:n't| not) (?:eaten|touched|had) (?:any )?(?<v>${FOODS})\\b|^(?<w>${FOODS}(?:(?:,| and|, and) ${FOODS}){0,3}) (?:is|are) out\\b|\\b(?:lives?|living) (?:only |mostly )?on (?<x>plants|vegetables|fruit|raw food)\\b|\\b(?:doesn't|don't|does not|do not) do (?<y>${FOODS})\\b|\\b(?<z>${FOODS}) no\\.?$|\\boff (?<a>${FOODS}) (?:for|since)\\b`,
    ),
  ],
]
