import { KIN_ATTRIBUTES } from '../kin.ts'
import { type Assertion, keyOf, SELF } from './assertions.ts'
import { DETERMINERS } from './grammar.ts'
import { kindOf } from './kinds.ts'
import { HAIR_COLOURS, PETS } from './matters.ts'
import { isOnSomeDays } from './parts.ts'
import { numberOwned, practiceOf } from './practices.ts'
import { preferenceOf } from './preferences.ts'
import { stateOfTaste } from './tastes.ts'
import { stemOf } from './words.ts'

/** One of several states of a person that exclude one another, such as `smoking: no`. */
export interface State {
  /** Whose and which matter: equal for states that can exclude one another. */
  readonly key: string
  readonly value: string
}

/**
 * Matters of which one state is true at a time: a name, words of which one stands in every statement about it, and the
 * states with what states them, the first match first. Expressions match a clause in lower case without contractions.
 */
const MATTERS: readonly (readonly [
  matter: string,
  words: string,
  states: readonly (readonly [value: string, says: RegExp])[],
])[] = [
  [
    'smoking',
    'smoke smokes smoked smoking smoker smokers cigarette cigarettes tobacco nicotine pack packs non-smoker nonsmoker ex-smoker smoke-free',
    [
      ['', /^(?!.*\bcigarettes?\b).*\b(?:pipes?|cigars?|cigarillos?|shisha|hookah|weed|cannabis|marijuana|joints?)\b/],
      [
        'no',
        /\b(?:not|no longer|no more|never|quit|quits|stopped|gave up|given up|gives up|kicked|off|without|free of|done with|used to|former|ex)(?: [\w']+){0,4} (?:smok\w+|cigarettes?|tobacco|nicotine)|\b(?:threw|thrown|binned|chucked) (?:away )?(?:the|my|her|his|all) (?:tobacco|cigarettes|fags|lighter)\b|(?<!\b(?:to|with|for) (?:an? )?)\bnon-?smoker(?! (?:flat|house|home|room|flatmate|area|household))|\bsmoke-free\b(?! (?:home|house|flat|building|workplace|zone|area|environment|room|hotel|office|bar|pub|campus|car|household))|\bex-smoker/,
      ],
      [
        'yes',
        /\b(?:back to|back on|up to|down to|on) (?:[\w-]+ ){0,4}(?:packs?|cigarettes)\b|\b(?:started|took up|taken up|back to|resumed) (?:to )?(?:smoking|smoke)\b|\b(?:is|am) a (?:heavy |light |social |chain )?smoker/,
      ],
      [
        'yes',
        /\b(?:smokes|(?:i|we|they) smoke|(?:is|am|are) smoking)(?: again| now| about| around| up to| roughly| only| like| when| at| on| every| daily| cigarettes| \w+ cigarettes| roll-ups| rollies| menthols|,|$| an?\b| half| two| three| four| five| six| seven| eight| nine| ten| twelve| fifteen| twenty| thirty| \d)/,
      ],
      ['yes', /\b(?:packs?|cigarettes) (?:of cigarettes )?(?:a|per|each|every) (?:day|week)\b/],
    ],
  ],
  PETS,
  [
    'vaping',
    'vape vapes vaping vaper',
    [
      [
        'no',
        /\b(?:not|no longer|never|quit|quits|stopped|gave up|given up|gives up|off|without|done with|used to)(?: (?:the|to|smoking|smoke|cigarettes|and|or)){0,3} vap\w+/,
      ],
      [
        'yes',
        /\b(?:vapes|(?:i|we|they) vape|(?:started|took up|taken up|back to|resumed|is|am|are) (?:to )?vap(?:e|ing))\b/,
      ],
    ],
  ],
  [
    'alcohol',
    'drink drinks drinking glass glasses pint pints dram drinker drank alcohol alcoholic sober dry teetotal booze wine beer beers whisky whiskey gin vodka cocktails',
    [
      ['', /\b(?:alcohol-free|non-?alcoholic|soft drinks?)\b/],
      [
        'no',
        /\b(?:sober|teetotal(?:ler|er)?|on the wagon|(?:been|is|am) dry)\b|\bnot drink(?:ing)?(?: at all| any ?more| since| until|$)|\b(?:not|no longer|never|quit|stopped|gave up|given up|off|without|no|cut out|swore off)\b(?: \w+){0,3} (?:alcohol\w*|booze|(?:drinking|drinks?)(?: (?:any )?(?:alcohol|wine|beer|at all|any ?more|now)| (?:in|since|for|last|this) .*)?$|(?:drink(?:ing|s)?|have|has|touch(?:ed|es)?) (?:any |a drop of |a )?(?:alcohol|wine|beer|booze|drink|drop)\b)/,
      ],
      [
        'yes',
        /\b(?:drinks?|drinking|has|have|having|enjoys?|back (?:to|on)) (?:[\w-]+ ){0,5}(?:wine|beers?|whisk(?:e)?y|gin|vodka|alcohol|cocktails?|a drink|(?:glass(?:es)?|pints?|nips?|drams?|shots?) of(?! (?:water|milk|juice|orange|apple|tea|coke|cola|lemonade|squash|kefir|buttermilk|prawns?)\b) \S+)(?: [\w,]+){0,4} (?:every|most|each|daily|nightly|a (?:day|week|night)|with (?:dinner|meals|lunch)|on weekends|at (?:the )?weekends?|in the evenings?|again|now|occasionally|sometimes|regularly)\b|\bdrinks? (?:alcohol|socially|again|moderately|heavily)\b|\b(?:started|took up|resumed) (?:drinking|having (?:a |some )?(?:wine|beer|drink))|\b(?:is|am|are) drinking (?:heavily|again|a lot|every|too much)\b|\b(?:likes?|enjoys?) an? (?:beer|pint|drink|whisky|glass of wine) (?:after|in|with|at|before)\b/,
      ],
    ],
  ],
  [
    'pregnancy',
    'pregnant expecting pregnancy conceive baby twins boy girl born birth miscarriage miscarried due',
    [
      [
        'no',
        /\b(?:no longer|not) (?:pregnant|expecting)\b|\b(?:had|has had|welcomed|delivered) (?:the|my|her|our|their|a) (?:(?:healthy|little|first|second|third|new) )*(?:(?:baby|twins)\b|(?:baby )?(?:boy|girl)(?=$|[,.;]| (?:on|last|this|in|called|named|yesterday|today|at)\b))|\bgave birth\b|\bgiven birth\b|\b(?:baby|twins|little one) (?:[a-z]+ )?(?:is|was|were|are|has been|have been) (?:finally )?(?:born|here)\b|\b(?:baby|twins) (?:\w+ )?(?:has |have )?(?:finally )?arrived\b|\b(?:daughter|son|baby boy|baby girl|little (?:boy|girl)) (?:\p{L}+ )?(?:was|has been|is) (?:finally )?born\b(?!.*\b(?:19|20)\d\d)|\bmiscarr|\blost the baby\b/u,
      ],
      ['trying', /\btrying (?:for a baby|to (?:conceive|get pregnant|have a baby))\b/],
      [
        'yes',
        /\bpregnant\b|\bexpecting(?=$| (?:in|for|at)\b)|\bexpecting (?:a|an|her|my|our|their|his|twins|triplets|another)\b|\bbaby is due\b/,
      ],
    ],
  ],
  [
    'sleep quality',
    'sleep sleeps sleeping slept asleep insomnia',
    [
      [
        'poor',
        /\b(?:trouble|difficulty|difficulties|problems?|hard time|struggles?) (?:with )?(?:sleeping|falling asleep|sleep)\b|\b(?:has|have|suffers from|suffer from|with) insomnia\b|\bsleeps? (?:very )?(?:badly|poorly|terribly|little)\b|\b(?:can|do|does) (?:hardly |barely |not )(?:\w+ )?sleep(?: well)?\b/,
      ],
      [
        'good',
        /\bsleeps? (?:just |really |very |much |so much )?(?:fine|well|better|great|soundly|deeply|like a (?:baby|log|stone)|through)\b|\b(?:insomnia|sleep problems?) (?:is|are|has|have) (?:gone|over|better)\b/,
      ],
    ],
  ],
  [
    'place of work',
    'home remotely remote office site onsite on-site',
    [
      [
        'remote',
        /\b(?:work|works|working) (?:\w+ )?(?:from home|remotely)\b|\bfully remote\b|\bhome office (?:every|all)\b/,
      ],
      [
        'office',
        /\b(?:(?:(?:has|have|need|needs|required) to|must) (?:be|work|go) (?:back )?(?:in(?:to)?|at|from|to)|back (?:in|at|to)|(?:work|works|working) (?:\w+ )?(?:in|from|at)) the office\b|\bworks? (?:on-?site|on site)\b/,
      ],
    ],
  ],
  [
    'working time',
    'full-time part-time full part',
    [
      ['', /^(?!.*\b(?:work\w*|job|contract|position|employed|hours)\b)/],
      ['full', /\bfull[- ]time\b/],
      ['part', /\bpart[- ]time\b/],
    ],
  ],
  [
    'studying',
    'freshman sophomore junior senior undergraduate undergrad postgraduate student studies studying graduated graduate degree dropped finished',
    [
      [
        'no',
        /\b(?:has |have )?(?:just )?graduated\b|\bdropped out of (?:uni\w*|college|school)\b|\bfinished (?:(?:my|his|her|their) (?:degree|studies)|university|uni|college)\b/,
      ],
      [
        'yes',
        /\b(?:is|am) (?:still )?an? (?:[\w-]+ ){0,2}(?:student|undergrad(?:uate)?|postgraduate|freshman|sophomore)\b|\b(?:doing|studying for|working on|taking) (?:an?|my|her|his) (?:[\w-]+ )?(?:degree|bachelor|bachelor's|master's|masters|phd|doctorate)\b/,
      ],
    ],
  ],
  [
    'schooling',
    'kindergarten nursery daycare preschool schoolboy schoolgirl pupil first-grader school university uni college',
    [
      ['', /\b(?:teach\w*|works?|picks?|near|next to|drives?)\b/],
      [
        'kindergarten',
        /\b(?:goes to|go to|attends?|is (?:at|in)|starts?|started|loves) (?:a |the |her |his )?(?:[\w-]+ )?(?:kindergarten|nursery|daycare|preschool)\b/,
      ],
      [
        'secondary',
        /\b(?:goes to|go to|attends?|is (?:at|in)|starts?|started|moved (?:up )?to) (?:a |the |her |his )?(?:[\w-]+ )?(?:secondary|high|middle) school\b/,
      ],
      [
        'school',
        /\b(?:goes to|go to|attends?|is (?:at|in)|starts?|started) (?:primary |elementary )?school\b|\bis (?:now )?a (?:schoolboy|schoolgirl|pupil|first-grader)\b/,
      ],
      ['university', /\b(?:goes to|go to|attends?|is (?:at|in)|starts?|started) (?:uni|university|college)\b/],
    ],
  ],
  [
    'glasses',
    'glasses spectacles lenses laser lasered eyes',
    [
      [
        'no',
        /\b(?:no longer|not)\b.{0,24}\b(?:glasses|spectacles|lenses)\b|\beyes (?:were |was )?(?:lasered|corrected)\b|\blaser (?:eye )?surgery\b.{0,20}\beyes?\b/,
      ],
      ['yes', /\b(?:wears?|needs?|got|has|have) (?:\w+ ){0,2}(?:glasses|spectacles)\b/],
    ],
  ],
  [
    'car owned',
    'car cars',
    [
      [
        'no',
        /\b(?:has|have|own|owns|drives?) no car\b|\b(?:do|does) not (?:have|own|drive|need) (?:a|any) car\b|\bwithout a car\b|\bcar-free\b|\b(?:sold|got rid of) (?:my|his|her|our|their|the) (?:\w+ )?car\b/,
      ],
      [
        'yes',
        /\b(?:bought|got|has|have|owns?|leases?|drives?|purchased|picked up|collected|took delivery of|acquired) (?:myself |herself |himself |ourselves )?(?:an?|my|her|his|our|another) /,
      ],
    ],
  ],
  [
    'driving',
    'drive drives driving licence license',
    [
      [
        'no',
        /\b(?:can not|does not|do not|never learned to|never learnt to|no longer) drive(?!\w)(?: a car)?$|\blearning to drive\b|\b(?:taking|having) driving lessons\b|\b(?:has|have) (?:no|not got a) driv\w+ licen[cs]e\b|\blost (?:my|his|her) (?:driving )?licen[cs]e\b/,
      ],
      [
        'yes',
        /\b(?:passed|got|has|have|received) (?:my|his|her|their|the|a) driv\w+ (?:test|licen[cs]e)\b|\blearn(?:ed|t) to drive\b|\bcan drive now\b|\bdrives to\b/,
      ],
    ],
  ],
  [
    'having children',
    'child children childless kids kid baby son daughter twins mother father mum mom dad parent',
    [
      [
        'no',
        /\b(?:has|have|with) no (?:kids|children)\b|\bchildless\b|\b(?:do|does) not have (?:any )?(?:kids|children)\b/,
      ],
      [
        'yes',
        /^(?:(?:(?:i|we|she|he) )?(?:just |recently |finally )?(?:had|has had|have had|welcomed) (?:a|our|her|their|my) (?:(?:first|healthy) )*(?:baby|child|son|daughter|boy|girl|twins)|(?:(?:i|we|she|he) )?(?:became|become|has become|have become) (?:a )?(?:mother|father|mum|mom|dad|parents?))\b/,
      ],
    ],
  ],
  [
    'hair length',
    'hair bob crop cut shaved',
    [
      [
        'short',
        /\b(?:short|cropped|shaved) hair\b|\bhair (?:is |was )?(?:cut |cropped )?(?:very |really )?short\b|\b(?:got|has|wears) a (?:bob|pixie|buzz|crew) ?(?:cut)?\b|\bshaved (?:my|her|his) head\b/,
      ],
      ['long', /\blong(?: \w+){0,2} hair\b|\bhair (?:is|has grown|grew) (?:\w+ )?long\b|\bgrew (?:my|her|his) hair\b/],
    ],
  ],
  ['hair colour', 'hair hair colour color', HAIR_COLOURS],
]

/** A skill that a person has or does not have yet. */
const CANNOT =
  /\b(?:can not|learning to|unable to|does not|do not|never learned to|never learnt to|not able to) (?:yet )?(?<verb>swim|walk|talk|crawl|ski|skate|read|write|sail|ride a bike|cycle|cook|speak)(?: yet)?\b(?! (?:for|with|on|in|at|much|to|about|the|well))/
const CAN =
  /\b(?:learned|learnt) (?:how )?to (?<learned>swim|walk|talk|crawl|ski|skate|read|write|sail|ride a bike|cycle|cook|speak)\b|\bcan (?<can>swim|walk|talk|crawl|ski|skate|read|write|sail|ride a bike|cycle|cook|speak)\b(?! (?:to|for|about))|\b(?:first steps|(?<verb>swim|walk|ski|skate|read|cycle)s? (?:by (?:him|her|it|them)self|on (?:his|her|its) own|alone now))\b/

const BY_WORD = new Map<string, number[]>()
for (const [index, [, words]] of MATTERS.entries())
  for (const word of new Set(words.split(' ').flatMap((word) => [word, stemOf(word)])))
    BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), index])

/** Says of a child, and not of its mother, that it has come. */
const BORN = /\b(?:born|arrived|here)\b/

/** The states that an assertion says its subject to be in. */
export function statesOf(assertion: Assertion): State[] {
  const { plain, words, owner } = assertion
  if (!owner && !isNote(assertion)) return []
  const found: State[] = []
  const tried = new Set<number>()
  const whose = keyOf(owner ?? SELF)
  const add = (key: string, value: string) => {
    // "Our twins were born", "Mona's baby arrived", but not "my daughter had her baby".
    const isBirth = key === 'pregnancy' && value === 'no' && BORN.test(plain)
    const parent = isBirth ? /^(?:(?<of>.+) )?children$/.exec(whose)?.groups : undefined
    if (isBirth && owner?.relation === 'children' && owner.name !== undefined) {
      found.push({ key: `self|${key}`, value })
      return
    }
    found.push({ key: `${parent ? (parent.of ?? 'self') : whose}|${key}`, value })
  }
  for (const word of words)
    for (const index of BY_WORD.get(word.isCapital && kindOf(word.plain) === 'car' ? 'car' : word.plain) ??
      BY_WORD.get(stemOf(word.plain)) ??
      []) {
      if (tried.has(index)) continue
      tried.add(index)
      const [matter, , states] = MATTERS[index]!
      const value = states.find(([, says]) => says.test(plain))?.[0]
      // "From home on Fridays": other days can be otherwise.
      if (value && !(matter === 'place of work' && isOnSomeDays(plain))) add(matter, value)
    }
  const cannot = /\b(?:not|never|unable|learning)\b/.test(plain) ? CANNOT.exec(plain)?.groups?.verb : undefined
  if (cannot) add(`can ${cannot}`, 'no')
  else {
    const can = /\b(?:can|learn(?:ed|t)|first|himself|herself|itself|own|alone)\b/.test(plain) ? CAN.exec(plain) : null
    const verb = can && (can.groups!.learned ?? can.groups!.can ?? can.groups!.verb ?? 'walk')
    if (verb) add(`can ${verb}`, 'yes')
  }
  const taste = stateOfTaste(assertion) ?? practiceOf(assertion)
  if (taste) add(taste.key, taste.value)
  const preferred = preferenceOf(assertion)
  if (preferred) add(preferred.key, preferred.value)
  const number = numberOwned(assertion)
  if (number) add(`number ${number.of}`, number.count)
  return found
}

/** "Non-smoker since 2019", "the twins were born": a note without a subject, or about the user's child. */
function isNote({ words, predicate, plain }: Assertion): boolean {
  if (/^(?:the |our )?(?:baby|twins)\b/.test(plain)) return true
  const first = words[0]?.plain ?? ''
  return predicate.length === 0 && words.length <= 6 && !DETERMINERS.has(first) && !KIN_ATTRIBUTES.has(first)
}
