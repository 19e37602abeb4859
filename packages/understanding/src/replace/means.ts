import { saidIn, withoutEnd, withoutLead } from './bare.ts'
import { computedOnce } from './computed-once.ts'
import { areOfOnePerson } from './persons.ts'
import { type Clause, isLasting, lastingClauseOf, type Reading } from './reading.ts'

/*
 * What a person uses for one purpose, of which one at a time is the usual: how they get about, what they read on, write with, pay
 * with, cook and heat with. Several can be true at once, so a newer text has to say that it is so now or again.
 */

interface Purpose {
  /** How its predicate begins, up to what is used. */
  readonly does: RegExp
  /** What is used, by name. */
  readonly means: Readonly<Record<string, RegExp>>
  /** Words for what is used that belong to no other purpose: "back on vinyl". */
  readonly own?: RegExp
}

const SCREENS = {
  tablet: /^(?:tablet|ipad)$/,
  'e-reader': /^(?:kindle|kobo|e-?readers?|e-?books?)$/,
  phone: /^(?:phone|smartphone|mobile)$/,
  computer: /^(?:laptop|computer|pc|screen|macbook)$/,
}
const ABOUT: Purpose['means'] = {
  scooter: /^mobility scooter$/,
  wheelchair: /^(?:wheelchair|power ?chair)$/,
  frame: /^(?:rollator|zimmer(?: frame)?|walking frame|walker)$/,
  crutches: /^crutches$/,
  stick: /^(?:stick|cane|walking stick)$/,
  tricycle: /^(?:tricycle|trike)$/,
  bike: /^(?:bike|bicycle|e-bike|pushbike)$/,
  moped: /^(?:moped|motor ?scooter|vespa|motorbike|motorcycle)$/,
  'e-scooter': /^e-scooter$/,
  car: /^(?:car|van|pickup)$/,
  bus: /^(?:bus|buses)$/,
  train: /^(?:train|tram|metro|tube|underground|subway)$/,
  taxi: /^(?:taxis?|cabs?|uber)$/,
  foot: /^foot$/,
}
/** Who needs it goes by no other means, and need not say "now". */
const AIDS: ReadonlySet<string> = new Set(['scooter', 'wheelchair', 'frame'])

const PURPOSES: readonly Purpose[] = [
  {
    does: /^read(?:s|ing)?(?: (?:books?|novels?|everything|(?:(?:the|my|his|her) )?(?:news|papers?|newspaper)))?(?: (?:on|in|with|as))? /,
    means: {
      ...SCREENS,
      paper: /^(?:paper(?:backs?)?|print|(?:printed|paper|real|proper|physical|library) books|hardbacks?)$/,
    },
    own: /^(?:(?:printed|paper|real|physical) books|paperbacks|print|e-?books?|e-?readers?|kindle)$/,
  },
  {
    does: /^(?:writ(?:es?|ing)(?: (?:(?:my|his|her|the) )?(?:diary|journal|letters|notes|poems|stories|novels|drafts|lists|everything))?|tak(?:es|ing) notes|keep(?:s|ing)? (?:my|his|her|a) (?:diary|journal)) (?:on|in|with|by) /,
    means: {
      ...SCREENS,
      hand: /^(?:hand|pen and paper|longhand|paper|(?:paper )?notebooks?|(?:fountain )?pen|pencil)$/,
      typewriter: /^typewriter$/,
    },
    own: /^(?:pen and paper|longhand|paper notebooks?|typewriter)$/,
  },
  {
    does: /^listen(?:s|ing)? to (?:(?:music|albums|songs|everything)(?: (?:on|with|via))? )?/,
    means: {
      streaming: /^(?:spotify|apple music|tidal|deezer|youtube music|streaming)$/,
      vinyl: /^(?:vinyl|records|lps|turntable|record player)$/,
      cds: /^(?:cds?|cd player)$/,
      cassettes: /^(?:cassettes?|tapes?|walkman)$/,
    },
    own: /^(?:vinyl|cds|cassettes|spotify)$/,
  },
  {
    does: /^pay(?:s|ing)?(?: (?:for )?(?:everything|(?:(?:my|his|her|the) )?(?:shopping|groceries|bills)))? (?:in |by |with )?/,
    means: {
      cash: /^(?:cash|coins)$/,
      card: /^(?:card|credit card|debit card|contactless)$/,
      phone: /^(?:phone|watch|apple pay|google pay)$/,
      cheque: /^cheques?$/,
    },
    own: /^(?:cash|cheques)$/,
  },
  {
    does: /^cook(?:s|ing)?(?: everything)? (?:on|with|over) /,
    means: {
      gas: /^gas(?: hob| stove| cooker)?$/,
      electricity: /^electric(?: hob| stove| cooker)?$/,
      induction: /^induction(?: hob| stove| plate)?$/,
      wood: /^wood(?: fire| stove)?$/,
    },
  },
  {
    does: /^heat(?:s|ing)?(?: (?:the |my |our |his |her )?(?:house|flat|home|place|cottage))? (?:with|by|on) /,
    means: {
      oil: /^oil$/,
      gas: /^(?:natural )?gas$/,
      wood: /^(?:wood|logs|pellets|wood stove)$/,
      coal: /^coal$/,
      electricity: /^(?:electricity|storage heaters|electric radiators)$/,
      'heat pump': /^(?:(?:ground|air) source )?heat pump$/,
      district: /^district heating$/,
    },
  },
  {
    does: /^shav(?:es?|ing) (?:with|using) /,
    means: {
      electric: /^electric (?:razor|shaver)$/,
      safety: /^safety razor$/,
      straight: /^(?:straight razor|cut-throat(?: razor)?)$/,
      disposable: /^disposables?(?: razors?)?$/,
    },
  },
  {
    does: /^(?:wash(?:es|ing) up|do(?:es)? the (?:dishes|washing[- ]up)|wash(?:es)? the dishes|us(?:es?|ing)) (?:by |with |in )?/,
    means: { hand: /^hand$/, dishwasher: /^dishwasher$/ },
  },
  {
    does: /^(?:(?:finds?|finding) (?:my|his|her|the) way|navigat(?:es?|ing)) (?:with|by|using|on) /,
    means: { map: /^(?:paper )?maps?$/, phone: /^(?:phone|google maps)$/, satnav: /^(?:sat-?nav|gps)$/ },
  },
  {
    does: /^(?:shoot(?:s|ing)?|tak(?:es|ing) (?:photos|pictures)|photograph(?:s|ing)?) (?:on |with )?/,
    means: { film: /^(?:film|35mm|medium format)$/, digital: /^(?:digital|digital camera|dslr|mirrorless)$/ },
    own: /^(?:film|35mm)$/,
  },
  {
    does: /^(?:get(?:s|ting)? (?:about|around)|(?:goes|going) everywhere|mov(?:es|ing) (?:about|around)) (?:town )?(?:on|by|in|with) /,
    means: ABOUT,
  },
  { does: /^(?:commut(?:es?|ing)(?: to work)?|(?:gets?|go|goes) (?:to|into) work) (?:on|by|in|with) /, means: ABOUT },
]
const GETS_ABOUT = PURPOSES.at(-2)!
const COMMUTES = PURPOSES.at(-1)!
const TO_WORK: Readonly<Record<string, RegExp>> = {
  bike: /^(?:cycles?|bikes?) (?:to|into) work$/,
  foot: /^walks? (?:to|into) work$/,
  car: /^drives? (?:to|into) work$/,
}
const RIDES =
  /^(?:rides? |(?:walks?|goes)(?: (?:about|around|everywhere))? (?:with|on) )(?:an? |my |his |her |the )?(?:(?:electric|old|adult|new) )?(?<what>\p{L}[\p{L} -]{2,20}?)(?: everywhere| around| about)?$/u
const LEADING = new Set(
  'i now just only mostly always usually again is am are has have gone went returned reverted switched changed back to on with'.split(
    ' ',
  ),
)
const IS_BACK = /\b(?:back (?:on|to|with|in)|(?:returned|reverted) to)\b/
const IS_NOW = /\b(?:again|once more|now|these days|nowadays|from now on)\b/
const NOUN = /^(?:(?:an?|the|my|his|her|our) )?(?:(?:old|new|big|small|little|plain|second-hand|own|trusty) )*/
const SOMETIMES =
  /\b(?:sometimes|in (?:the )?(?:spring|summer|autumn|winter|rain|snow|holidays)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|on (?:good|bad|rainy|sunny|wet) days|at the (?:market|gym)|when|if|unless|except|but|while|at (?:work|home|school|night)|for (?:work|school|the)|also|too|or)\b/

/** "Milks by hand", "ploughs the field with oxen": work of which the tool is the usual one. */
const WORKS_WITH =
  /^(?<act>(?:milk|plough|plow|irrigate|water|mow|sew|grind|sweep|chop|harvest|sow|thresh|dig|hoe|deliver|iron|weave|spin|saw|churn|pump|till|weed|prune|transport|thresh|winnow|wash (?:clothes|the clothes|the laundry))s?(?: (?:the|my|her|his) \p{L}+)?) (?:with|by|using|on) (?<tool>.+)$/u

/** "Milks with a machine now" after "milks by hand". */
function usesOtherTool(said: string, known: string): boolean {
  const [next, before] = [said, known].map((text) => WORKS_WITH.exec(withoutEnd(withoutLead(text, LEADING)))?.groups)
  if (!next || !before || next.act !== before.act) return false
  // "With silk", "with vigour": a material or a manner is no tool.
  if (![next, before].every((groups) => IS_TOOL.test(groups.tool!))) return false
  const [tool, other] = [next, before].map((groups) => groups.tool!.replace(NOUN, ''))
  return tool !== other && ![tool, other].some((each) => PARTNER.test(each!) || each!.split(' ').length > 3)
}
const IS_TOOL = /^(?:hand|machine|van|bike|oxen|(?:an?|my|his|her|our) .+|\p{L}[\p{L} -]{2,20}s)$|^the (?!.* on$).+$/u
const PARTNER =
  /\b(?:and|or|love|care|help|pride|friends?|dad|mum|brother|sister|son|wife|husband|neighbou?rs?|\p{L}+days?|monday|weekends?|time|own)\b/u

/** What only some of it is done by: "reads the news on her phone". */
const OBJECT =
  /\b(?:diary|journal|letters|notes|poems|stories|novels|drafts|lists|news|newspaper|the papers?|bills|groceries|shopping)\b/

/** Whether a newer text says that something else is used for what an older one names, now or again. */
export function usesOtherMeans(newer: Reading, older: Reading): boolean {
  const [next, before] = [lastingClauseOf(newer), lastingClauseOf(older)]
  if (!next || !before || next.ending?.kind === 'ended' || before.ending) return false
  if (!areOfOnePerson(next, before)) return false
  const [said, known] = [saidIn(next), saidIn(before)]
  if (SOMETIMES.test(said) || SOMETIMES.test(known)) return false
  const [object, ofKnown] = [said, known].map((text) =>
    OBJECT.exec(text)?.[0].replace(/^(?:newspaper|the papers?)$/, 'news'),
  )
  if (object !== ofKnown || isOfOtherHouse(said!, known!)) return false
  const isNow = IS_NOW.test(said) || IS_BACK.test(said)
  if (isNow && usesOtherTool(said, known)) return true
  return PURPOSES.some((purpose) => {
    const [name, other] = [usesOf(before).get(purpose), usesOf(next).get(purpose)]
    if (name === undefined || other === undefined || name === other) return false
    if (purpose === GETS_ABOUT && (isByTheWay(known!, name, other) || isAidAndRide(name, other))) return false
    return isNow || (purpose === GETS_ABOUT && AIDS.has(other) && !AIDS.has(name))
  })
}

/** Who walks with a frame, or uses a wheelchair, takes the bus and the car, too. */
function isAidAndRide(name: string, other: string): boolean {
  const isAid = (means: string) => AIDS.has(means) || means === 'stick' || means === 'crutches'
  const isRide = (means: string) => /^(?:car|bus|train|taxi)$/.test(means)
  return (isAid(name) && isRide(other)) || (isRide(name) && isAid(other))
}

/** "Heats the cottage with wood" beside "heats the house with oil". */
function isOfOtherHouse(said: string, known: string): boolean {
  const [one, other] = [said, known].map(
    (text) => /\b(?:house|flat|cottage|workshop|sauna|caf[eé]|shop)\b/.exec(text)?.[0],
  )
  return one !== undefined && other !== undefined && one !== other
}

/** Who rides a bike, or walks with a stick, goes by other means, too; but not by those of one who cannot. */
function isByTheWay(known: string, name: string, other: string): boolean {
  if (AIDS.has(other)) return false
  return (
    RIDES.test(withoutEnd(withoutLead(known, LEADING))) ||
    ((name === 'stick' || name === 'crutches') && other !== 'stick')
  )
}

/** The name of what a predicate says is used for a purpose. */
function usedIn(said: string, purpose: Purpose): string | undefined {
  const plain = withoutLead(said, LEADING)
  const does = purpose.does.exec(`${plain} `)?.[0]
  if (does !== undefined) return nameOf(purpose, objectOf(plain.slice(does.length)))
  const bare = withoutEnd(plain)
  if (purpose === COMMUTES) return Object.keys(TO_WORK).find((name) => TO_WORK[name]!.test(bare))
  const what = purpose === GETS_ABOUT ? RIDES.exec(bare)?.groups?.what : undefined
  const name = what && nameOf(purpose, what)
  // A car, a bus or a train is ridden by the way.
  return name && /^(?:tricycle|bike|moped|e-scooter|stick|crutches|frame)$/.test(name) ? name : undefined
}

function nameOf({ means, own }: Purpose, what: string, isOwn = false): string | undefined {
  if (isOwn && !own?.test(what)) return undefined
  return Object.keys(means).find((name) => means[name]!.test(what))
}

/** What is used, without articles and what says that it is so now. */
function objectOf(said: string): string {
  const bare = withoutEnd(
    withoutLead(said, LEADING).replace(/^(?:paying|reading|listening to|shooting|writing) (?:on |in |with |by )?/, ''),
  )
  return bare.replace(NOUN, '')
}

/** What a clause says is used, by purpose. */
const usesOf = computedOnce((clause: Clause): ReadonlyMap<Purpose, string> => {
  const said = saidIn(clause)
  const isBack = IS_BACK.test(said)
  return new Map(
    PURPOSES.flatMap((purpose) => {
      const name = usedIn(said, purpose) ?? (isBack ? nameOf(purpose, objectOf(said), true) : undefined)
      return name === undefined ? [] : [[purpose, name] as const]
    }),
  )
})

/** The purpose that a clause names something for: statements of the same purpose are compared. */
export function purposeKeyOf(clause: Clause): string | undefined {
  if (!isLasting(clause)) return undefined
  const [purpose] = usesOf(clause).keys()
  return purpose && `means ${PURPOSES.indexOf(purpose)}`
}
