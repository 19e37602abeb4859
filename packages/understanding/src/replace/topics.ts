import { type Assertion, keyOf, type Owner, SELF } from './assertions.ts'
import type { Claim } from './claims.ts'
import { kindOf } from './kinds.ts'
import { textOf } from './predicate.ts'
import { canonicalRole, isRoleTopic } from './roles.ts'
import { stemsIn } from './values.ts'
import { datesOf, isDateWord, stemOf, type Word } from './words.ts'

/** Attributes under several names: each line a key and the words of its names; the words in brackets distinguish. */
const ALIASES = `
phone: phone number mobile cell telephone cellphone contact handy tel sim card [work office private home landline business emergency personal second]
email: email e-mail mail address [work office private home business school university personal second]
home: address home residence street city town postal place living [previous parents holiday summer second]
job: job occupation profession position role title career
employer: employer company [name]
weight: weight body
wake time: wake-up wakeup alarm time clock
bedtime: bedtime
shoe size: shoe size
clothing size: clothes clothing dress size
phone provider: phone mobile plan provider contract carrier operator network tariff
internet: internet broadband fibre fiber provider connection isp
name: name surname full legal [first last middle maiden user nick family]
day off: day off free [weekday]
hours: hours time times [working opening office business visiting consultation school]
`
interface Alias {
  readonly key: string
  readonly words: ReadonlySet<string>
  readonly qualifiers: ReadonlySet<string>
}
const ALIAS: readonly Alias[] = ALIASES.trim()
  .split('\n')
  .map((line) => {
    const [, key, words, qualifiers] = /^([\w ]+): ([^[]+)(?:\[(.*)\])?$/.exec(line)!
    return { key: key!, words: new Set(words!.trim().split(' ')), qualifiers: new Set(qualifiers?.split(' ')) }
  })
/** The words that alone make a topic this attribute. */
const HEADS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['phone', new Set('phone number mobile cell telephone cellphone tel landline sim'.split(' '))],
  ['email', new Set('email e-mail mail'.split(' '))],
  ['home', new Set('address home residence'.split(' '))],
  ['job', new Set('job occupation profession position role career'.split(' '))],
  ['employer', new Set('employer company'.split(' '))],
  ['weight', new Set(['weight'])],
  ['wake time', new Set('wake-up wakeup alarm'.split(' '))],
  ['bedtime', new Set(['bedtime'])],
  ['shoe size', new Set(['shoe'])],
  ['clothing size', new Set(['dress', 'clothing', 'clothes'])],
  ['phone provider', new Set('plan provider contract carrier operator network tariff'.split(' '))],
  ['internet', new Set('internet broadband fibre fiber isp'.split(' '))],
  ['name', new Set(['name', 'surname'])],
  ['day off', new Set(['off'])],
  ['hours', new Set(['hours'])],
])

/** Heads of topics that a person can have several of at once. */
const MULTIPLE = new Set(
  (
    'hobby pastime leisure interest allergy intolerance condition diagnosis medication medicine prescription symptom injury child friend language ' +
    'skill goal dream plan wish idea hope fear note reminder event task todo tip quote memory fact thing problem issue appointment ' +
    'meeting trip visit holiday vacation member fan example part one some lot half end beginning reason way point story book film ' +
    'movie song recipe course class lesson subject subscription pet dog cat brother sister cousin colleague son daughter aunt uncle ' +
    'niece nephew neighbour neighbor talent strength weakness habit routine rule preference value opinion thought feeling question ' +
    'answer result experience achievement award certificate purchase gift present project client customer student patient toy game ' +
    'photo picture party concert wedding birthday flight train booking reservation ticket order day week weekend morning evening ' +
    'daughter kid grandchild grandson granddaughter godchild relative ancestor contact photo view taste smell sound rest majority spirit ' +
    'speak collect like love eat drink read own teach play know watch grow breed recreation passion craft sport instrument tongue'
  )
    .split(' ')
    .map(stemOf),
)
const DEFINITE = /^(?:the|this|that|these|those|an?|some|every|any|no)$/
const RELATIONAL = /^(?:of|where|who|which|that|favou?rite|preferred|for)$/
/** Heads before "of" that name one of several. */
const SEVERAL_OF = new Set(
  'member fan example part one some lot half child son daughter brother sister friend student colleague cousin beginning reason way'.split(
    ' ',
  ),
)
/** Heads of topics whose value is a plain noun or adjective. */
const VALUED = new Set(
  (
    'type kind colour color name language sport position genre size price field capital title status brand model flavour subject ' +
    'religion continent currency height length width age gender breed nationality style format density speed level rank grade ' +
    'favourite favorite preferred diet plan provider carrier network operator shift seat username handle login nickname id'
  )
    .split(' ')
    .map(stemOf),
)
const IDENTIFIERS =
  /\b(?:phone|number|mobile|cell|telephone|handy|fax|pager|extension|whatsapp|address|code|password|pin|plate|birthday|account|passport|iban|e-?mail|id|size|dose|dosage|name|username|rent|salary|price|fee|budget|age|time|bedtime|address)\b/
const PLACED = new Set(
  'in at on under underneath behind beside with near next inside above opposite below beneath between outside'.split(
    ' ',
  ),
)
const LINK = new Set(
  'is are was were now currently still has have been just recently again fixed capped raised lowered increased reduced cut bumped upped brought adjusted changed to called named renamed be set as down up since at went back dropped rose fell increased decreased improved climbed grew came stands sits parked kept stored hidden'.split(
    ' ',
  ),
)
/** What a provider serves: "my insurance is with AOK". */
const SERVED = new Set(
  'insurance account contract internet electricity mortgage pension loan phone mobile banking'.split(' '),
)
const CALLED = new Set(['called', 'named', 'renamed'])
/** Says that it is over, or is dated: other rules read it. */
const OTHER = new Set(
  'cancelled canceled off postponed moved put rescheduled died dead not no gone over sold planned broken lost'.split(
    ' ',
  ),
)
const ADVERBIAL = new Set('since because says said when after until'.split(' '))

/** The value of what an assertion is about: "My favourite colour is green", "Weight: 62 kg", "The key is under the mat". */
export function topicClaim({ owner, topic, predicate, words, isLabelled }: Assertion): Claim | undefined {
  if (!predicate.length) return undefined
  const attribute = attributeOf(topic)
  let at = 0
  let isCalled = false
  const verb = predicate[0]!.plain
  if (
    !isLabelled &&
    !/^(?:is|are|was|has|have|now|changed|still|currently|got|went|dropped|rose|fell|increased|decreased|improved|climbed|grew|came|stands|sits)$/.test(
      verb,
    )
  )
    return undefined
  while (at < predicate.length && !predicate[at]!.isCapital && LINK.has(predicate[at]!.plain)) {
    isCalled ||= CALLED.has(predicate[at]!.plain)
    at++
  }
  // "Came in at 61".
  if (predicate[at - 1]?.plain === 'came' && /^(?:in|out|back)$/.test(predicate[at]?.plain ?? '')) at += 2
  if (/^(?:at|to)$/.test(predicate[at]?.plain ?? '') && /^[€$£¥₹]?\d/.test(predicate[at + 1]?.plain ?? '')) at++
  const rest = predicate.slice(at)
  const [first] = rest
  if (!first || (!first.isCapital && OTHER.has(first.plain)) || ADVERBIAL.has(first.plain)) return undefined
  // "Her mobile has a plan with 40 GB" tells a part of it.
  const isPart = /^(?:has|have)$/.test(verb) && at === 1 && /^(?:an?|the|no|my|her|his)$/.test(first.plain)
  if (
    topic.length === 1 &&
    THINGS.has(topic[0]!.plain) &&
    !IDENTIFIER.test(textOf(rest)) &&
    !isPart &&
    verb !== 'was'
  ) {
    const claim = kindOfTopic(owner, topic[0]!.plain, rest)
    if (claim) return claim
    if (/ed$/.test(first.plain) || attribute === 'phone') return undefined
  }
  const isDated = rest.every((word) => isDateWord(word) || PLACED.has(word.plain) || word.plain === "o'clock")
  if (
    isDated &&
    !(attribute && TIMES.has(attribute)) &&
    !/^\d+[.,/]\d/.test(first.plain) &&
    datesOf(rest).size &&
    !/\d{3}/.test(rest.map(({ plain }) => plain).join(''))
  )
    return undefined
  const head = headOf(topic)
  // A note without a determiner is about the person: "Landlord is Mr Brown".
  const isRelational =
    owner !== undefined ||
    !DEFINITE.test(words[0]?.plain ?? '') ||
    words[1]?.plain === 'new' ||
    topic.some(({ plain }) => RELATIONAL.test(plain))
  const isNumber = /\d/.test(first.plain) || (rest.length > 1 && !first.isCapital && /^\d/.test(rest[1]!.plain))
  if (verb === 'was' && !isNumber && !predicate.some(({ plain }) => plain === 'changed' || plain === 'renamed'))
    return undefined
  // "Was 56 bpm on 3 June": true of that day whatever is measured later.
  if (verb === 'was' && isNumber && [...datesOf(rest)].some((date) => /^\d+-/.test(date))) return undefined
  const isOne = topic.some(({ plain }) => RELATIONAL.test(plain))
    ? !SEVERAL_OF.has(stemOf(head))
    : !isMultiple(topic) || topic[0]!.plain === 'best'
  if (!isOne && !attribute && !isCalled && !(head === 'plan' && topic.length > 1)) return undefined
  const text = topic.map(({ plain }) => plain).join(' ')
  const value = stemsIn(rest)
  if (!value.size) return undefined
  const named = SERVED.has(topic[0]!.plain) && head === 'provider' ? topic.slice(0, 1) : topic
  const role = isRoleTopic(topic) ? canonicalRole(text) : undefined
  // "Weigh-in 23 October: 86.5 kg": the day does not belong to what is measured.
  const undated = MEASURED.has(named[0]!.plain)
    ? named.filter((word) => !isDateWord(word) && word.plain !== 'may')
    : named
  const name = attribute ?? (role ?? textOf(undated)).split(' ').map(stemOf).join(' ')
  // "The author of Dune": a fact about a named thing, not about the person.
  const isNamedThing =
    !owner &&
    topic.some(({ plain }) => RELATIONAL.test(plain)) &&
    topic.some(({ isCapital }, index) => isCapital && index > 0) &&
    !MULTIPLE.has(stemOf(head))
  const ownerKey = isNamedThing ? '~' : keyOf(owner ?? SELF)
  const claim = (kind: string, strength: Claim['strength']): Claim => ({
    key: `${ownerKey}|${name}${kind}`,
    value,
    strength,
    needsChange: role !== undefined && role !== text && name === 'gp',
  })
  if (attribute === 'home' && !rest.some(({ isCapital }) => isCapital)) return undefined
  // "My number is in a Nokia now", "my phone is on silent".
  if (attribute === 'phone' && !/\d/.test(textOf(rest))) return undefined
  if (attribute) return claim('', attribute === 'weight' ? 'series' : 'certain')
  if (isCalled) return claim(isRoleTopic(topic) ? '' : ' called', 'certain')
  if (isNumber) return claim('', IDENTIFIERS.test(text) ? 'certain' : 'series')
  if (/^(?:with|from|by|at)$/.test(first.plain) && rest[1]?.isCapital && SERVED.has(head)) return claim('', 'certain')
  if (!isLabelled && PLACED.has(predicate[at - 1]?.plain ?? '')) return undefined
  if (!isLabelled && PLACED.has(first.plain) && !first.isCapital) return claim(' at', 'likely')
  if (head.endsWith('s') && verb === 'are' && !/^favou?rite /.test(text)) return undefined
  if (isLabelled) return claim('', 'certain')
  const isNamed = rest.some(({ isCapital }) => isCapital)
  if (!isRelational && !IDENTIFIERS.test(text))
    return isNamed && topic.some(({ isCapital }, index) => isCapital && index > 0) ? claim('', 'certain') : undefined
  const isValued = topic.some(({ plain }) => VALUED.has(stemOf(plain)))
  return isNamed || isValued ? claim('', 'certain') : undefined
}

/** Names of things of which a person uses one, and their kinds. */
const THINGS: ReadonlyMap<string, string> = new Map(
  'phone:phone handset:phone smartphone:phone mobile:phone cell:phone car:car vehicle:car laptop:computer computer:computer browser:browser editor:editor'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
/** Digits of a number to call, in groups of two or more: "20 55 01 34". */
const IDENTIFIER = /\d{3}|\d\d(?:[ .-]\d\d){2}/
const TIMES = new Set([
  'wake time',
  'bedtime',
  'day off',
  'hours working',
  'hours opening',
  'hours office',
  'hours business',
])

/** "A car is what I save for", "my car is in Lisbon". */
const NO_BRAND =
  /^(?:what|where|how|who|why|that|when|in|at|on|with|under|near|from|by|for|off|out|back|not|too|so|as|like|behind|beside|outside|inside|parked|older|newer|better|i)$/

/** "My phone is a Nokia", "Car: Kia Niro": the brand that a thing is of. */
function kindOfTopic(owner: Owner | undefined, noun: string, value: readonly Word[]): Claim | undefined {
  const kind = THINGS.get(noun)!
  if (NO_BRAND.test(value[0]!.plain)) return undefined
  const isBrand = ({ text, plain, isCapital }: Word) =>
    (isCapital || /^[a-z]\p{Lu}/u.test(text)) && (kindOf(plain) ?? kind) === kind
  const brandAt = value.findIndex(isBrand)
  if (brandAt < 0 || brandAt > 4 || /ed$/.test(value[0]!.plain)) return undefined
  return { key: `${keyOf(owner ?? SELF)}|kind ${kind}`, value: stemsIn(value), strength: 'certain', needsChange: false }
}

/** What is measured again and again. */
const MEASURED = new Set('weigh-in weight waist pulse measurement steps'.split(' '))
const FREE_TIME = /^(?:free|spare) time$/

/** Whether a topic names something of which there can be several at once. */
export function isMultiple(topic: readonly Word[]): boolean {
  return MULTIPLE.has(stemOf(headOf(topic))) || FREE_TIME.test(topic.map(({ plain }) => plain).join(' '))
}

/** The attribute that a topic names, with what distinguishes it: `phone work` for "work mobile". */
function attributeOf(topic: readonly Word[]): string | undefined {
  const words = topic.map(({ plain }) => plain)
  for (const { key, words: names, qualifiers } of ALIAS) {
    if (!words.some((word) => HEADS.get(key)!.has(word))) continue
    if (!words.every((word) => names.has(word) || qualifiers.has(word))) continue
    const own = words.filter((word) => qualifiers.has(word) && !names.has(word))
    return [key, ...own].join(' ')
  }
  return undefined
}

/** The noun that a topic is about: "colour" of "favourite colour", "author" of "author of Dune". */
function headOf(topic: readonly Word[]): string {
  const at = topic.findIndex(({ plain }) => /^(?:of|where|that|who|which|for|in|on|at|to|with|produced)$/.test(plain))
  return topic[(at < 1 ? topic.length : at) - 1]!.plain
}
