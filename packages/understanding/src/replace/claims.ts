import { type Assertion, keyOf } from './assertions.ts'
import { HYPOTHETICAL, PAST, TEMPORARY } from './cues.ts'
import { templateOf } from './templates.ts'
import { topicClaim } from './topics.ts'
import { placeIn, stemsIn, wordsIn } from './values.ts'
import { stemOf, type Word } from './words.ts'

/** A value of an attribute of which one subject has one at a time. */
export interface Claim {
  /** Whose and which: equal for claims that can replace one another. */
  readonly key: string
  /** The stems of the value's words. */
  readonly value: ReadonlySet<string>
  /** What a different value that is stated later means. */
  readonly strength: 'certain' | 'likely' | 'series'
  /** Only a statement that says it changes something is certain to replace it. */
  readonly needsChange: boolean
  /** Its attribute is only known by its verb. */
  readonly isFrame?: boolean
}

interface Rule {
  readonly attribute: string
  readonly of: RegExp
  readonly strength?: Claim['strength']
  readonly needsChange?: boolean
  /** The value names a place, an organisation or somebody. */
  readonly isName?: boolean
}

const AUX =
  '(?:(?:has|have|had|is|am|are|been|be|was|got|gets|now|currently|still|just|recently|finally|already|officially|really|mostly|usually|normally|always|again|both|happily|all|do|does) )*'
const rule = (attribute: string, source: string, rest: Omit<Rule, 'attribute' | 'of'> = {}): Rule => ({
  attribute,
  of: new RegExp(`^${AUX}(?:${source})`, 'u'),
  ...rest,
})

/** What the predicate of a person says, in lower case. `v` is the value. */
const RULES: readonly Rule[] = [
  rule(
    'home',
    "(?:lives?|living|resid(?:es?|ing)|based|settled|stays?|camps? out) (?:(?!in |at |on |near )[\\w']+ ){0,4}(?:in|at|on|near|outside|by) (?<v>.+)",
    { isName: true },
  ),
  rule(
    'home',
    '(?:(?:has|have|got|found|bought|rents?|owns?|took|moved into) )?(?:my|his|her|their|our|a|an) (?:(?:own|new|little|small|big|bigger|smaller|one-bed|two-bed|shared) ){0,2}(?:place|flat|apartment|house|condo|studio|home|room) (?:of (?:my|his|her|their|our) own )?(?:in|at|near|on) (?<v>.+)',
    { isName: true },
  ),
  rule(
    'home',
    "(?:moved|relocated|relocating|emigrated|settled|moved house|moved home|moved back|returned)(?: (?!to |into |from )[\\w']+){0,4}?(?: from .{1,40}?)? (?:back )?(?:to|into|in) (?<v>.+)",
    { isName: true },
  ),
  rule(
    'home',
    '(?:made|makes|calls?|called) (?:(?:my|his|her|their|our) home in )?(?<v>.+?)(?: (?:my|his|her|their|our))? home',
    { isName: true },
  ),
  rule(
    'phone',
    '(?:(?:can|may) be |be )?reach(?:ed|able)? (?:me |him |her )?(?:by phone )?(?:at|on|under) (?<v>\\+?\\d.+)',
  ),
  rule(
    'name',
    '(?:go(?:es)?|going|went) (?:back )?by (?:the name )?(?<v>.+)|(?:renamed|changed (?:my|his|her|its|their) name to|took the name) (?<w>.+)',
    { isName: true },
  ),
  rule(
    'age',
    '(?<v>\\d{1,3}|[a-z]+(?:-[a-z]+)?) years old|(?<w>\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\\w+)?)(?: now)?$|turned (?<x>[\\w-]+)(?: .*)?$',
  ),
  rule(
    'weight',
    'weigh(?:s|ed|ing)?(?: in)?(?: (?:at|about|around|only|roughly|down|up|to))* (?<v>\\d.*)|(?:(?:down|up|at|to) )*(?<w>\\d[\\d.,]* ?(?:kg|kilos?|pounds|lbs|stone)\\b.*)',
    { strength: 'series' },
  ),
  rule('height', '(?<v>\\d[\\d.,]* ?(?:m|cm|ft|feet|metres?|meters?)?(?: \\d+)?) tall'),
  rule(
    'steps',
    '(?:walks?|does|averag(?:es?|ing)|makes|takes) (?:about |around |on average )?(?<v>\\d[\\d.,]* (?:\\d+ )?steps).*',
    { strength: 'series' },
  ),
  rule(
    'sleep duration',
    'sleeps? (?:(?:about|around|only|just|for|roughly) )*(?<v>[\\w.,]+ (?:and a half )?hours?).*',
    { strength: 'series' },
  ),
  rule('wake time', '(?:gets? up|wakes? up|wakes?|rises?) (?:(?:every|each) \\w+ )?(?:(?:at|around|about) )+(?<v>.+)'),
  rule('bedtime', '(?:goes to bed|go to bed|is in bed|am in bed|turns? in) (?:(?:at|around|about|by) )+(?<v>.+)'),
  rule(
    'vehicle',
    '(?:drives?|driving) (?:around (?:in )?)?(?:an? |my |his |her |our |the |their )(?!(?:bus|lorry|truck|taxi|cab|tram|train|ambulance|van)\\b)(?<v>(?:(?! to ).)+)$',
  ),
  rule(
    'commute',
    '(?:takes?|drives?|driving|cycl(?:es?|ing)|walks?|walking|bikes?|rides?|goes|go|gets?|commutes?|travels?|runs?|uses?) (?<v>.*?) ?to (?:work|the office|school|university|uni|college|campus)(?<w>.*)',
  ),
  rule(
    'bank',
    '(?:banks?|banking) (?:with|at) (?<v>.+)|(?:went|gone|go|returned|switched) (?:back )?to (?<w>.+) for (?:my |his |her )?banking',
    { isName: true },
  ),
  rule('vote', 'votes? (?:for )?(?<v>.+)', { isName: true }),
  rule('gym', '(?:trains?|works? out|lifts?) at (?<v>.+)'),
  rule('study', '(?:studies|studying|study|majors?|majoring|majored) (?:in )?(?<v>(?!at |in |for |with ).+)', {
    needsChange: true,
  }),
  rule(
    'school',
    '(?:attends?|goes to|go to|studies at|study at|enrolled at|studying at) (?<v>.*\\b(?:school|university|college|academy|uni|institute)\\b.*)',
  ),
  rule(
    'housemates',
    '(?:lives?|living|shares? (?:a|the|his|her|my|our) (?:flat|house|apartment|room)) (?:together )?(?:with (?<v>.+)|(?<w>alone|on (?:my|his|her) own))',
    { needsChange: true },
  ),
  rule('team', '(?:supports?|roots? for|is a fan of|cheers for) (?<v>.+)', { needsChange: true, isName: true }),
]
const WRITES_WITH =
  /^(?:(?:has|have|now|been|is|am|are|still|currently|always|usually|back) )*(?:to )?(?<verb>[a-z]+) (?<prep>with|on|in|at|by|for|from|under|to|through|via|around|against) (?<v>.+)$/u
const TAKES =
  /^(?:(?:has|have|now|been|is|am|are|still|currently|always|usually|back) )*(?:to )?(?<verb>[a-z]+) (?<v>.+)$/u
/** Verbs whose object with a preposition is the one current one. */
const SINGLE_FRAMES = new Set(
  'sleep on|sleep in|writ with|sit at|sit in|park in|park at|park on|pay with|train with|bank with|commut by|work from|shav with|see with|log with'.split(
    '|',
  ),
)
/** Verbs of which somebody can have many objects at once. */
const MULTIPLE = new Set(
  (
    'lik lov enjoy adore hat dislik play speak collect paint read own hav know eat drink react tolerat watch visit see go com be do ' +
    'cook bak grow wear listen follow learn teach help meet fear avoid need want think believ remember car travel fly hik walk run ' +
    'swim cycl climb danc sing draw knit sew build mak get giv bring tell say talk ask call feel look plan hop try dream ' +
    'work liv mov volunteer suffer cop struggl allerg belong subscrib support donat contribut can may must should will would could ' +
    'stay return leav start stop quit becom turn sell buy los mis find win ador prais die pass born dat marry'
  ).split(' '),
)

/** What an assertion claims about its subject. */
export function claimsOf(assertion: Assertion): Claim[] {
  const { owner, topic, predicate } = assertion
  const claims: Claim[] = []
  if (topic.length) {
    const claim = topicClaim(assertion) ?? templateOf(assertion)
    return claim ? [claim] : []
  }
  if (!owner) return []
  const changed = changedTopic(assertion)
  if (changed) return [changed]
  const template = owner.name !== undefined || owner.relation !== 'self' ? templateOf(assertion) : undefined
  if (template) return [template]
  const text = predicate.map(({ plain }) => plain).join(' ')
  if (PAST.test(text) || HYPOTHETICAL.test(text)) return []
  const key = keyOf(owner)
  for (const { attribute, of, strength = 'certain', needsChange = false, isName } of RULES) {
    const match = of.exec(text)
    if (!match) continue
    const groups = match.groups!
    const written = [groups.v, groups.w, groups.x].filter((part) => part !== undefined).join(' ')
    if ((attribute === 'home' || attribute === 'job') && TEMPORARY.test(text)) continue
    const tail = wordsIn(written, predicate)
    const value = stemsIn(attribute === 'home' ? placeIn(tail) : tail)
    if (!value.size || (isName && !tail.some(({ isCapital, plain }) => isCapital || /^\d/.test(plain)))) continue
    if (claims.some((claim) => claim.key === `${key}|${attribute}`)) continue
    claims.push({ key: `${key}|${attribute}`, value, strength, needsChange })
  }
  if (!claims.length) {
    const claim = frameOf(text, predicate, key)
    if (claim) claims.push(claim)
  }
  return claims
}

/** "Has a new mobile number: 555", "changed my email address to a@b.example". */
function changedTopic(assertion: Assertion): Claim | undefined {
  const text = assertion.predicate.map(({ plain }) => plain).join(' ')
  const match =
    /^(?:now )?(?:(?:has|have|had|got|gets) (?:now )?(?:got )?(?:a|another) new (?<topic>[a-z -]{2,40}?)(?: (?:is|which is|it is|namely))? (?<value>\+?\d.*|[\w.+-]+@\S+)|(?:has |have )?(?:changed|updated|switched) (?:my|his|her|our|their|the) (?<of>[a-z -]{2,40}?) (?:from .+ )?to (?<to>.+))$/u.exec(
      text,
    )
  if (!match) return undefined
  const { topic, value, of, to } = match.groups!
  const all = assertion.predicate
  const named = (topic ?? of)!.split(' ').length
  const at = all.findIndex(({ plain }) => plain === (topic ?? of)!.split(' ')[0])
  const from = all.length - (value ?? to)!.split(' ').length
  return topicClaim({
    ...assertion,
    topic: all.slice(at, at + named),
    predicate: all.slice(from),
    isLabelled: true,
  })
}

/** "Writes with a fountain pen": a verb with a preposition, of which somebody has one object at a time. */
function frameOf(text: string, predicate: readonly Word[], key: string): Claim | undefined {
  const withPreposition = WRITES_WITH.exec(text)?.groups
  const groups = withPreposition ?? TAKES.exec(text)?.groups
  if (!groups) return undefined
  const verb = stemOf(groups.verb!)
  const frame = withPreposition ? `${verb} ${withPreposition.prep}` : verb
  const isSingle = SINGLE_FRAMES.has(frame)
  if (!isSingle && (MULTIPLE.has(verb) || verb.length < 2)) return undefined
  const value = stemsIn(wordsIn(groups.v!, predicate))
  if (!value.size) return undefined
  return { key: `${key}|${frame}`, value, strength: isSingle ? 'certain' : 'likely', needsChange: false, isFrame: true }
}
