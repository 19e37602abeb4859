import { conceptsWith } from '../concepts.ts'
import { KIN_ATTRIBUTES } from '../kin.ts'
import { kindOf } from './kinds.ts'
import { type Quantity, quantitiesOf } from './quantities.ts'
import { sentencesOf } from './sentences.ts'
import { isDateWord, stemOf, type Word, withoutPossessive, wordsOf } from './words.ts'

/** How a name or noun is joined to what it is the value of. */
export type Link = 'is' | 'with' | 'in' | 'as' | 'to' | 'for' | 'named'

/** A name or noun after a linking word: "with Aviva", "in the garage", "is Ms Patel". */
export interface Linked {
  readonly link: Link
  readonly stems: readonly string[]
  readonly isName: boolean
}

/** What a text is about and which values it states, whatever the form of its sentences. */
export interface Gist {
  /** The words that are neither values nor function words, as stems or names of word families, in order. */
  readonly anchors: readonly string[]
  /** The anchor before an anchor, where the two are adjacent: `insurance` is preceded by `car`. */
  readonly modifiers: ReadonlyMap<string, string>
  readonly quantities: readonly Quantity[]
  readonly linked: readonly Linked[]
  /** Words for relatives and friends, as written. */
  readonly kin: ReadonlySet<string>
  /** Names with a possessive, or at the beginning before a verb. */
  readonly owners: ReadonlySet<string>
  /** Names of whom its clauses are about, as stems: no matter if both texts are about them. */
  readonly people: ReadonlySet<string>
  /** Words that distinguish one of several: "work", "spare". */
  readonly qualifiers: ReadonlySet<string>
  /** Kinds of things of which one is used, and their usual names: `phone` and `pixel`. */
  readonly kinds: ReadonlyMap<string, string>
  /** All words in lower case, without accents of contractions. */
  readonly plain: string
  readonly stems: ReadonlySet<string>
}

/** A longer text says too many things to be compared as a whole. */
const WORDS_MAX = 32

/** Words and phrases of everyday life for one single-valued thing. The first word is the name of the family. */
const FAMILIES: readonly (readonly [family: string, words: string])[] = [
  ['boss', 'boss manager supervisor'],
  ['bedtime', 'bed bedtime'],
  ['wake', 'wake wakes waking alarm'],
  ['internet', 'internet broadband fibre fiber wifi wi-fi isp'],
  ['electricity', 'electricity power energy'],
  ['salary', 'earn earns earning salary wage wages income'],
  ['rate', 'charge charges fee fees rate rates'],
  ['mortgage', 'mortgage mortgages remortgage remortgaged'],
  ['shoe', 'shoe shoes feet'],
  ['tshirt', 't-shirt t-shirts tee tees tshirt tshirts'],
  ['trousers', 'trousers jeans pants chinos'],
  ['number', 'number numbers'],
  ['commute', 'commute commutes commuting'],
  ['due', 'due deadline'],
  ['record', 'pb pr pbs record best max maximum longest fastest heaviest highest furthest biggest'],
  ['supplier', 'supplier provider'],
  ['bank', 'bank banks banking account accounts'],
  ['pregnancy', 'pregnant pregnancy expecting'],
  ['gym', 'gym gyms'],
  ['saving', 'save saves saving savings saved'],
  ['sleep', 'sleep sleeps sleeping slept'],
  ['haircut', 'hairdresser barber haircut hair'],
  ['wedding', 'wedding married marrying'],
  ['shop', 'shop shops shopping groceries'],
  ['waist', 'waist'],
  ['price', 'price prices cost costs costing pay pays bill'],
  ['tv', 'tv telly television'],
  ['teeth', 'teeth tooth dental dentist'],
  ['cafe', 'café cafe coffee-shop'],
  ['eye', 'eye eyes optician optometrist'],
  ['lesson', 'lesson lessons teacher tutor instructor'],
  ['weight', 'weigh weighs weighed weight scales scale'],
  ['insurance', 'insurance insured insurer insurers'],
  ['landlord', 'landlord landlady'],
  ['newspaper', 'newspaper newspapers paper'],
  ['physio', 'physio physiotherapist physiotherapy'],
  ['therapy', 'therapy therapist'],
  ['gp', 'gp doctor physician'],
  ['parking', 'park parks parking parked'],
  ['rent', 'rent rents renting'],
  ['church', 'church parish'],
  ['bedroom', 'bedroom bedrooms'],
  ['password', 'password passcode passwords'],
  ['pension', 'pension pensions'],
  ['allowance', 'allowance pocket-money'],
  ['nursery', 'nursery daycare creche crèche'],
  ['pharmacy', 'pharmacy chemist'],
  ['cleaner', 'cleaner cleans cleaning housekeeper'],
  ['garden', 'garden gardener gardening'],
  ['childcare', 'babysitter babysits nanny childminder'],
  ['tax', 'tax taxes accountant'],
  ['address', 'address addresses'],
]
const FAMILY: ReadonlyMap<string, string> = new Map(
  FAMILIES.flatMap(([family, words]) => words.split(' ').map((word) => [word, family] as const)),
)
const FAMILY_NAMES = new Set([...FAMILY.values(), 'carrier'])
const PHRASES: readonly (readonly [phrase: RegExp, word: string])[] = [
  [/\b(?:gets?|getting|got|am|is) up (?=at|by|around|before)|^up (?=at|by)/gi, 'wakes '],
  [/\breports? to\b/gi, 'boss is'],
  [/\b(?:got|get|gets|given|received) an? (?:pay )?(?:raise|rise)\b/gi, 'salary raised'],
  [
    /\b(?:mobile|phone) (?:contract|plan|provider|network|operator)\b|\bported (?:my|the|his|her|our) (?:mobile |phone )?number\b/gi,
    'carrier',
  ],
  [/\bput(?:s|ting)? (?:away|aside|by)\b/gi, 'saving'],
  [/\bline manager\b/gi, 'boss'],
  [/\bcoffee (?:shop|place|house|bar)\b/gi, 'cafe'],
  [/\bpro tools\b/gi, 'Protools'],
  [/\bsecurity code\b/gi, 'password'],
  [/\bto (?:work|the office|my office|her office|his office)\b/gi, 'commute'],
  [/\bgoes? to bed\b/gi, 'bedtime'],
]

/** Words that name no matter: function words, light verbs, and words that only say that something has changed. */
const NOISE = new Set(
  (
    'mr mrs ms miss dr prof a an the my our his her their its your some any this that these those all both one ones i we he she they it me him them us you who ' +
    'which what when where how is am are was were be been being has have had do does did can could will would shall should may might must ' +
    'not no never yes to of in on at by for from with as into onto off out up down over about than then and or but so if because since ' +
    'until till after before while per each every other another same such only just also too very really quite still already yet ever now ' +
    'nowadays currently recently lately finally today yesterday again back away around instead rather actually sorry correction anymore more ' +
    'any longer far good time times way lot bit thing things new old current main own usual get gets got getting go goes went gone going ' +
    'take takes took taken make makes made use uses used using keep keeps kept put puts set sets come comes came give gives gave given ' +
    'learn learning learns level levels want wants need needs say says said think know like become became becomes turn turns turned start starts started begin began stay stays ' +
    'change changed changes changing switch switched switches swap swapped move moved moves raise raised lower lowered reduce reduced ' +
    'increase increased adjust adjusted update updated upgrade upgraded downgrade downgraded replace replaced rename renamed reschedule ' +
    'rescheduled postpone postponed shifted next measurement reading readings result results push pushed slip slipped bring brought extend extended transfer transferred grow grown grew ' +
    'rise rose risen fall fell fallen drop dropped cut climb climbed reach reached hit pass passed manage managed finish finished do done ' +
    'based located called named user there here as well since almost about roughly nearly exactly approximately please let us day days ' +
    "week weeks month months year years term season daily o'clock there's wrong misread meant mistake turns out look looks measure"
  ).split(' '),
)
const LINKS: ReadonlyMap<string, Link> = new Map(
  Object.entries({
    is: 'is are',
    named: 'named called',
    with: 'with by through from using via uses use',
    in: 'in at on under behind inside near beside above below beneath opposite',
    as: 'as',
    to: 'to into',
    for: 'for',
  }).flatMap(([link, words]) => words.split(' ').map((word) => [word, link as Link] as const)),
)
const SKIPPED = new Set('called named a an the my our his her their its this that new old now mr mrs ms dr'.split(' '))
const QUALIFIERS = new Set(
  'work office business company private personal spare guest second other holiday school'.split(' '),
)
/** What a person belongs to: "the firm's office" is the office. */
const OWN_GROUPS = new Set('firm company team family band club office'.split(' '))
const GENERIC = new Set('smartphone android laptop computer'.split(' '))
const SUFFIX = /^(?:ment|er|r|or|ation|tion|anc|ity|ist|al|y|ly|ic|s|c)$/

/**
 * Reads a text as a whole; `undefined` for a long one.
 * @param ownNames of the person whose statement it is, in lower case
 * @param subjects names of whom or what its clauses are about, in lower case
 */
export function gistOf(content: string, ownNames: ReadonlySet<string>, subjects: readonly string[]): Gist | undefined {
  const sentences = sentencesOf(content)
  if (sentences.some(({ isQuestion }) => isQuestion)) return undefined
  const parts = sentences.map(({ text }) => wordsOf(rephrased(text)))
  const words = parts.flat()
  if (!words.length || words.length > WORDS_MAX) return undefined
  const quantities = parts.map((part) => quantitiesOf(part))
  const anchors: string[] = []
  const modifiers = new Map<string, string>()
  const kin = new Set<string>()
  const owners = new Set<string>()
  const linked: Linked[] = []
  const qualifiers = new Set<string>()
  const kinds = new Map<string, string>()
  const own = new Set([...ownNames].map(stemOf))
  const people = new Set(subjects.filter((name) => !conceptsWith(name).length).map(anchorOf))
  for (const [index, part] of parts.entries()) {
    const isValue = new Set(
      quantities[index]!.flatMap(({ kind, from, to }) => (kind === 'transport' ? [] : range(from, to))),
    )
    let before: string | undefined
    for (const [at, word] of part.entries()) {
      const plain = withoutPossessive(word.plain)
      const relation = KIN_ATTRIBUTES.get(plain)
      if (relation) kin.add(stemOf(plain))
      const isPossessive = word.plain.endsWith("'s")
      if (
        isPossessive &&
        !OWN_GROUPS.has(plain) &&
        !relation &&
        !part[at + 1]?.isCapital &&
        part[at + 1] &&
        (!part[at - 1]?.isCapital || SKIPPED.has(part[at - 1]!.plain))
      )
        owners.add(plain)
      if (QUALIFIERS.has(plain) && !isValue.has(at) && isNoun(part[at + 1])) qualifiers.add(plain)
      const kind = word.isCapital || /^[a-z]\p{Lu}/u.test(word.text) ? kindOf(plain) : undefined
      if (kind && kind !== plain && !GENERIC.has(plain) && !kinds.has(kind)) kinds.set(kind, plain)
      const isAnchor =
        !isValue.has(at) && !NOISE.has(word.plain) && !isDateWord(word) && plain.length > 1 && !ownNames.has(plain)
      const anchor = isAnchor ? anchorOf(plain) : undefined
      if (anchor !== undefined) {
        anchors.push(anchor)
        if (before !== undefined && !modifiers.has(anchor)) modifiers.set(anchor, before)
      }
      before = isPossessive || plain.endsWith('ed') ? undefined : anchor
    }
    // The user's own name is whom the text is about, and no value.
    linked.push(...linkedIn(part, isValue).filter(({ stems }) => !stems.every((stem) => own.has(stem))))
  }
  return {
    anchors: [...new Set(anchors)],
    modifiers,
    quantities: quantities.flat(),
    linked,
    kin,
    owners,
    people,
    qualifiers,
    kinds,
    plain: words.map(({ plain }) => plain).join(' '),
    stems: new Set(words.map(({ plain }) => stemOf(plain))),
  }
}

function isNoun(word: Word | undefined): boolean {
  return word !== undefined && !word.isAfterPause && !NOISE.has(word.plain) && !isDateWord(word)
}

function rephrased(text: string): string {
  return PHRASES.reduce((all, [phrase, word]) => all.replace(phrase, word), text)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, offset) => from + offset)
}

/** Whether an anchor stands for several words. */
export function isFamily(anchor: string): boolean {
  return FAMILY_NAMES.has(anchor)
}

function anchorOf(plain: string): string {
  return FAMILY.get(plain) ?? stemOf(plain)
}

/** Names and nouns that follow a linking word. */
function linkedIn(words: readonly Word[], isValue: ReadonlySet<number>): Linked[] {
  const found: Linked[] = []
  const isNameAt = (at: number) => words[at]!.isCapital && words[at]!.plain !== 'i' && !isDateWord(words[at]!)
  for (const [at, { plain, isCapital }] of words.entries()) {
    // "Mina is class rep": a name before the verb.
    const isSubject =
      at > 0 &&
      at < 3 &&
      /^(?:is|has|looks|does|cuts?|teaches|trains|runs)$/.test(plain) &&
      isNameAt(at - 1) &&
      isNameAt(0)
    if (isSubject && words.slice(0, at).every((word) => !conceptsWith(word.plain).length && !NOISE.has(word.plain)))
      found.push({ link: 'is', stems: words.slice(0, at).map((word) => anchorOf(word.plain)), isName: true })
    // "We call the cat Mimi".
    const called = /^calls?$/.test(plain)
      ? [at + 2, at + 3].find((index) => index < words.length && isNameAt(index))
      : undefined
    if (called !== undefined) found.push({ link: 'named', stems: [anchorOf(words[called]!.plain)], isName: true })
    const link = isCapital && at > 0 ? undefined : LINKS.get(plain)
    if (!link) continue
    let from = at + 1
    while (from < words.length && SKIPPED.has(words[from]!.plain)) from++
    let to = from
    while (to < words.length && isNameAt(to)) to++
    const isName = to > from
    // "In the blue cupboard": the noun follows its adjectives.
    while (!isName && to < words.length && to < from + 3 && !LINKS.has(words[to]!.plain) && !isEnd(words[to]!)) to++
    if (to === from || isDateWord(words[from]!) || (isValue.has(from) && to === from + 1)) continue
    const stems = words
      .slice(from, to)
      .flatMap((word) => (NOISE.has(word.plain) ? [] : [anchorOf(withoutPossessive(word.plain))]))
    if (stems.length) found.push({ link, stems, isName })
  }
  return found
}

function isEnd(word: Word): boolean {
  return word.isAfterPause || isDateWord(word) || NOISE.has(word.plain)
}

/** Whether two anchors are forms of one word: "deploy" and "deployment", "practice" and "practise". */
export function isSameAnchor(a: string, b: string): boolean {
  if (a === b) return true
  const [small, large] = a.length <= b.length ? [a, b] : [b, a]
  if (small.length < 5) return false
  if (large.startsWith(small)) return SUFFIX.test(large.slice(small.length))
  return small.length === large.length && /[cs]$/.test(small) && small.slice(0, -1) === large.slice(0, -1)
}
