import { GROUP_RULES } from './rules-of-groups.ts'
import { HOME_RULES } from './rules-of-homes.ts'
import { ENROLLED, SCHOOL_RULES } from './schools.ts'

/** How the predicate of a person states an attribute of which one has one value at a time. */
export interface Rule {
  readonly attribute: string
  /** Matches the predicate in lower case from its verb on, without auxiliaries. The named groups are the value. */
  readonly of: RegExp
  readonly strength: 'certain' | 'likely' | 'series'
  /** Only a statement that says it changes something replaces an earlier one. */
  readonly needsChange: boolean
  /** The value names a location, an organisation or a person. */
  readonly isName: boolean
}

export type Source = readonly [
  attribute: string,
  verbs: string,
  of: RegExp,
  ...flags: ('series' | 'likely' | 'change' | 'name')[],
]

const SOURCES: readonly Source[] = [
  ...GROUP_RULES,
  ...HOME_RULES,
  ['debt', 'owe owes', /^owes? (?:about |around )?(?!.* to )(?<v>[€$£¥₹₽₩₺]?\d.*)/, 'series'],
  [
    'phone',
    'reach reached reachable called phoned rung texted contacted',
    /^(?:reach(?:ed|able)?|called|phoned|rung|texted|contacted) (?:me |him |her )?(?:by phone )?(?:at|on|under) (?<v>\+?\d.+)/,
  ],
  [
    'name',
    'go goes going went renamed changed took',
    /^(?:go(?:es)?|going|went) (?:back )?by (?:the name )?(?<v>.+)|^(?:renamed|changed (?:my|his|her|its|their) name to|took the name) (?<w>.+)|^took (?:on )?the (?:sur|last |married |family )name (?<x>[^ ]+)/,
    'name',
  ],
  [
    'clothing size',
    'wear wears take takes',
    /^(?:wears?|takes?) (?:a )?(?:clothes? )?(?:(?:in )?size )(?<v>[\w.-]+)(?: (?:in )?(?:clothes|clothing))?(?: now| since .*| these days)?$/,
  ],
  [
    'shoe size',
    'wear wears take takes need needs',
    /^(?:wears?|takes?|needs?) (?:a )?(?:(?:shoe )?size )?(?<v>\d[\d.,]*)(?: in)? (?:shoes|boots|trainers|sneakers)\b/,
  ],
  [
    'salary',
    'earn earns make makes',
    /^(?:earns?|makes?) (?:about |around |roughly )?(?<v>[€$£¥₹₽₩₺]?\d(?: ?[\d.])*(?: ?[a-z€$£¥₹₽₩₺]+)?) (?:a|an|per|each|every) (?:month|year|hour|week|annum)(?: now| since .*| after tax| before tax)?$/,
  ],
  ['boss', 'report reports', /^reports? to (?<v>.+)/, 'name'],
  [
    'working time',
    'went gone go goes cut reduced dropped switched changed moved scaled',
    /^\w+ (?:(?:my|her|his|their) (?:working )?(?:hours|week|time) )?(?:back |down |up |over )*to (?:an? )?(?<v>[\w.,]+ (?:days?|hours?) (?:a|per|each|every) week|(?:one|two|three|four|five|six|\d)-day week|full[ -]time|part[ -]time)\b/,
  ],
  ['working time', 'part-time full-time gone went', /^(?:(?:gone|went) )?(?<v>part-time|full-time)$/],
  [
    'working time',
    'work works working',
    /^work(?:s|ing)? (?:on )?(?<v>(?:mondays?|tuesdays?|wednesdays?) to (?:thursdays?|fridays?|saturdays?)|full[ -]time|part[ -]time)(?: now| again)?$/,
  ],
  ['working time', 'work works', /^works? (?:only |about )?(?<v>[\w.,]+ (?:days?|hours?)) (?:a|per|each|every) week\b/],
  [
    'rent',
    'pay pays',
    /^pays? (?:about |around |roughly )?(?<v>[€$£¥₹₽₩₺]?\d(?: ?[\d.])*(?: ?[a-z€$£¥₹₽₩₺]+)??)(?: a month| per month| monthly)?(?: in| for| of)?(?: the)? rent\b/,
  ],
  [
    'shifts',
    'work works working went go goes switched changed moved transferred swapped rotated on',
    /^(?:works?|working|(?:went|goe?s?|switched|changed|moved|transferred|swapped|rotated)(?: (?:down|up|back|over))* to|on(?= (?:the |nights|days)))(?: on)?(?: the)? (?<v>(?:day|night|early|late|evening|morning|split|rotating) shifts?|nights|days)\b/,
  ],
  ['age', '# turned', /^(?<v>[\w-]+)(?: years old)?(?: now)?$|^turned (?<x>[\w-]+)/],
  [
    'weight',
    'weigh weighs weighed weighing',
    /^weigh(?:s|ed|ing)?(?: in)?(?: (?:at|about|around|only|roughly|down|up|to)){0,3} (?<v>\d.*)/,
    'series',
  ],
  [
    'weight',
    '# down up at about around nearly',
    /^(?:(?:down|up|at|to|about|around|nearly) ){0,2}(?<w>\d[\d.,]* ?(?:kg|kilos?|pounds|lbs|stone)\b.*)/,
    'series',
  ],
  ['height', '#', /^(?<v>\d[\d.,]* ?(?:m|cm|ft|feet|metres?|meters?)?(?: \d+)?) tall/],
  [
    'steps',
    'walk walks average averages averaging makes take takes',
    /^\w+ (?:about |around |on average )?(?<v>\d[\d.,]* (?:\d+ )?steps)\b/,
    'series',
  ],
  [
    'sleep duration',
    'sleep sleeps get gets getting average averages averaging has have sleeping',
    /^(?:sleeps?|sleeping|(?:gets?|getting|averag(?:es?|ing)|has|have)(?=.* sleep\b)) (?:(?:about|around|only|just|for|roughly) ){0,2}(?<v>[\w.,]+ (?:and a half )?hours?)\b/,
    'series',
  ],
  [
    'wake time',
    'get gets wake wakes rise rises',
    /^(?:gets? up|wakes? up|wakes?|rises?) (?:(?:every|each) \w+ )?(?:(?:at|around|about) ){1,2}(?<v>.+)/,
  ],
  ['bedtime', 'go goes in turn turns', /^(?:goe?s? to bed|in bed|turns? in) (?:(?:at|around|about|by) ){1,2}(?<v>.+)/],
  [
    'vehicle',
    'drive drives driving',
    /^\w+ (?:around (?:in )?)?(?:an? |my |his |her |our |the |their )(?!(?:bus|lorry|truck|taxi|cab|tram|train|ambulance|van|hard bargain)\b)(?!.* to )(?<v>.+)$/,
  ],
  [
    'commute',
    'take takes taking switched back drive drives driving cycle cycles cycling walk walks walking bike bikes ride rides go goes get gets commute commutes travel travels run runs use uses',
    /^(?!tak(?:es?|ing) (?!.*\b(?:bus|tram|train|metro|tube|subway|underground|car|bike|bicycle|ferry|boat|taxi|cab|uber|scooter|moped|motorbike|shuttle|coach|minibus|line|lift|[su]-bahn|rer|lrt|bart|mrt|monorail|trolley|funicular|cable|streetcar|motorway|\w*\d\w*)\b))(?!\w+ (?:the|my|our|his|her|a) (?:dogs?|kids?|children|son|daughter|boys?|girls?|twins|baby)\b)(?!(?:goe?s?|gets?|travels?) to (?:work|the office|school|university|uni|college|campus)(?: only)? on \w+days?\b)(?:(?:back|switched) to )?(?<v>.+?) to (?:work|(?:the|my|her|his|our) (?:office|workshop|studio|lab|factory|plant|depot|mill|shipyard)|school|university|uni|college|campus)\b(?<w>.*)/,
  ],
  [
    'commute',
    'go goes',
    /^goe?s? by (?<v>van|car|bus|train|tram|bike|ferry|metro|tube|subway|scooter|boat|motorbike|moped)(?: now| again| these days| instead| because .+| since .+)?$/,
    'likely',
  ],
  [
    'commute',
    'switched changed moved',
    /^(?:switched|changed|moved)(?: over)? to (?:the |an? |my |her |his )?(?<v>[a-z-]+) for (?:the|my|her|his|our) (?:commute|way to work|journey to work)\b/,
  ],
  [
    'commute',
    'commute commutes commuting',
    /^commut\w+ (?:by|on|in|via) (?:an? |the |my |his |her )?(?<v>(?:(?!(?:on|in|at|from|to|with|by|for|and|or|when|if|via|between|now|again)\b)[\w-]+ ){0,3}?[\w-]+)(?: now| again| these days| instead)?$/,
  ],
  ['bank', 'bank banks banking', /^\w+ (?:with|at) (?<v>.+)/, 'name'],
  ['bank', 'went gone go returned switched', /^\w+ (?:back )?to (?<w>.+) for (?:my |his |her )?banking/, 'name'],
  ['vote', 'vote votes', /^votes? (?:for )?(?<v>.+)/, 'name'],
  [
    'gym',
    'train trains work works lift lifts',
    /^(?:trains?|works? out|lifts?) at (?!(?:altitude|home|work|night|noon|dawn|lunch(?:time)?|weekends|an?|\d+)\b|the (?:office|hotel|park|beach|weekend)\b)(?<v>.+)/,
  ],
  [
    'study',
    'studies studying study major majors majoring majored',
    /^\w+ (?:in )?(?!at |in |for |with )(?<v>.+)/,
    'change',
  ],
  ...SCHOOL_RULES,
  [
    'housemates',
    'live lives living share shares',
    /^(?:lives?|living|shares? (?:a|the|his|her|my|our) (?:flat|house|apartment|room)) (?:together )?(?:with (?<v>.+)|(?<w>alone|on (?:my|his|her) own))/,
    'change',
  ],
  [
    'coffee',
    'drink drinks take takes like likes have has my his her',
    /^(?:(?:drinks?|takes?|likes?|has|have) )?(?:my|his|her) (?:coffee|espresso) (?<v>(?:with|without|black|white|strong|sweet|hot|iced|plain)\b.*)/,
  ],
  [
    'tea',
    'drink drinks take takes like likes have has my his her',
    /^(?:(?:drinks?|takes?|likes?|has|have) )?(?:my|his|her) tea (?<v>(?:with|without|black|white|strong|weak|sweet|plain)\b.*)/,
  ],
  ['study', 'enrolled', ENROLLED],
  [
    'officemate',
    'share shares',
    /^shares? (?:an?|the|my|her|his) (?:office|desk|room) with (?<v>.+)/,
    'change',
    'name',
  ],
  ['home', 'back', /^back (?:home )?in (?<v>.+)/, 'name'],
  ['working time', 'back down up', /^(?:back|down|up) to (?<v>[\w.,]+ (?:days?|hours?)) (?:a|per|each|every) week\b/],
  ['city of work', 'works work transferred', /^(?:works?|transferred) (?:in|to) (?:the )?(?<v>.+)/, 'name'],
  [
    'gp',
    'see sees go goes registered',
    /^(?:sees?|goe?s? to|registered (?:with|at)) (?<v>dr [^ ]+)(?: now| these days| instead(?: of .+)?| since .+)?$/,
    'change',
    'name',
  ],
  ['home', 'at', /^at (?<v>\d+\w? \p{L}.*)/u, 'name'],
  ['bank', 'has have', /^(?:has|have) (?:an? |my |his |her )?(?:\w+ )?account (?:with|at) (?<v>.+)/, 'name'],
  ['height', 'grown measures measure', /^(?:grown to|measures?) (?<v>\d[\d.,]* ?(?:m|cm|ft|feet|metres?|meters?)\b.*)/],
  [
    'year of study',
    'in started starts moved entered began',
    /^(?:in|started|starts|entered|began|moved (?:up )?(?:in)?to) (?:(?:my|his|her|their|the) )?(?:(?<v>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|final|last|clinical|pre-?clinical|placement|foundation|intern|internship|\d\w*) (?:year|grade|class|form|semester|sem|trimester)\b|(?:year|grade|class|form|semester) (?<w>\d+\w?)\b)/,
  ],
  [
    'doctor',
    'see sees go goes',
    /^(?:sees?|goe?s? to) (?<v>dr [^ ]+) (?:for|about) (?<of>(?!an? |(?:the )?(?:first|second) )[^,]{2,30}?)(?: now| these days| instead)?$/,
    'name',
  ],
  [
    'motorbike',
    'ride rides riding',
    /^rid(?:es?|ing) (?:an? |my |his |her )(?!.* (?:to|for|at|in|on) )(?<v>.+)$/,
    'change',
    'name',
  ],
  ['name', 'called', /^called (?<v>[^ ]+)(?: again| now)$/, 'name'],
  [
    'name',
    'took',
    /^took (?:(?:up|on) )?(?:my|her|his|their) (?:husband|wife|partner)'s (?:sur|last |family )?name,? (?<v>[^ ]+)/,
    'name',
  ],
  ['name', 'call calls', /^calls? (?:me|him|her) (?<v>[^ ]+)/, 'name'],
  ['pronoun', 'use uses go goes', /^(?:uses?|goe?s? by) (?<v>\w+\/\w+)(?: pronouns)?\b/],
  ['tea', 'drink drinks', /^drinks? tea (?<v>(?:with|without|black|strong|weak|sweet|plain)\b.*)/],
  ['coffee', 'drink drinks', /^drinks? coffee (?<v>(?:with|without|black|strong|sweet|plain)\b.*)/],
  ['parking', 'park parks', /^parks? (?:in|at|on|by) (?<v>.+)/],
  [
    'favourit team',
    'support supports root roots cheers',
    /^(?:supports?|roots? for|cheers for) (?<v>.+)/,
    'change',
    'name',
  ],
]

/** Rules by the word that their predicate begins with; `#` for a number. */
export const RULES: ReadonlyMap<string, readonly Rule[]> = byVerb()

function byVerb(): ReadonlyMap<string, readonly Rule[]> {
  const rules = new Map<string, Rule[]>()
  for (const [attribute, verbs, of, ...flags] of SOURCES) {
    const rule: Rule = {
      attribute,
      of,
      strength: flags.includes('series') ? 'series' : flags.includes('likely') ? 'likely' : 'certain',
      needsChange: flags.includes('change'),
      isName: flags.includes('name'),
    }
    for (const verb of verbs.split(' ')) rules.set(verb, [...(rules.get(verb) ?? []), rule])
  }
  return rules
}
