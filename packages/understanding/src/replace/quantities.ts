import { MONTHS_AND_DAYS, stemOf, type Word } from './words.ts'

/** Kinds of values that one thing has one of at a time. Two values are compared only if they are of one kind. */
export type ValueKind =
  | 'amount'
  | 'clock'
  | 'day'
  | 'frequency'
  | 'size'
  | 'ordinal'
  | 'colour'
  | 'level'
  | 'transport'
  | 'format'
  | 'sex'
  | 'tier'

/** A value and the words that state it. */
export interface Quantity {
  readonly kind: ValueKind
  readonly value: string
  readonly from: number
  readonly to: number
}

const NUMBERS: ReadonlyMap<string, string> = new Map(
  (
    'zero:0 single:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 ' +
    'fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 ' +
    'eighty:80 ninety:90 hundred:100 dozen:12'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
const ORDINALS = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'
    .split(' ')
    .map((word, at) => [word, String(at + 1)] as const),
)
/** Of these, an ordinal identifies one: "the third floor". After other words it is a day of the month. */
const ORDERED = new Set(
  'floor year grade class form season chapter level place division league row trimester semester term team draft edition version lesson week storey'.split(
    ' ',
  ),
)
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kg: 'kg kilo kilos kilogram kilograms',
    lb: 'lb lbs',
    g: 'g gram grams',
    km: 'km k kilometre kilometres kilometer kilometers',
    mile: 'mile miles mi',
    m: 'm metre metres meter meters',
    cm: 'cm centimetre centimetres centimeter centimeters',
    '%': '% percent per-cent',
    gb: 'gb gigabyte gigabytes tb',
    mg: 'mg milligram milligrams',
    mcg: 'mcg µg ug microgram micrograms',
    ml: 'ml l litre litres liter liters',
    money:
      'euro euros eur pound pounds dollar dollars usd gbp chf franc francs crown crowns rupee rupees yen yuan rand peso pesos kronor kroner zloty lira won',
    min: 'min mins minute minutes',
    hour: 'h hour hours hr hrs',
    day: 'day days',
    week: 'week weeks',
    month: 'month months',
    year: 'year years',
  }).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
)
/** Families of words that exclude one another. */
const FAMILIES: readonly (readonly [kind: ValueKind, words: string])[] = [
  [
    'colour',
    'red blue green yellow orange purple violet pink brown black white grey gray beige teal turquoise navy maroon crimson lilac lavender mint sage cream ivory gold silver burgundy magenta indigo khaki olive peach coral mustard terracotta blonde brunette auburn',
  ],
  ['level', 'beginner novice elementary basic intermediate advanced fluent native a1 a2 b1 b2 c1 c2'],
  ['size', 'xxs xs s m l xl xxl xxxl small medium large extra-large'],
  [
    'transport',
    'bus train tram metro tube underground subway bike bikes biking bicycle cycle cycles cycling walk walks walking foot car drive drives driving ferry scooter taxi motorbike moped e-bike carpool carpools carpooling bus',
  ],
  ['format', 'pdf pdfs spreadsheet spreadsheets excel csv markdown docx json xml html slides email'],
  ['sex', 'boy girl boys girls'],
  ['tier', 'free basic standard premium pro plus starter enterprise'],
]
const FAMILY: ReadonlyMap<string, ValueKind> = new Map(
  FAMILIES.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
)
const SAME: ReadonlyMap<string, string> = new Map(
  (
    'gray:grey small:s medium:m large:l extra-large:xl biking:bike bikes:bike bicycle:bike cycle:bike cycles:bike cycling:bike e-bike:bike ' +
    'walks:walk walking:walk foot:walk drive:car drives:car driving:car tube:metro underground:metro subway:metro carpools:carpool ' +
    'carpooling:carpool pdfs:pdf spreadsheets:spreadsheet excel:spreadsheet boys:boy girls:girl novice:beginner violet:purple'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
const PERIODS = new Set(
  'day days week weeks month months year years night nights morning mornings evening evenings'.split(' '),
)
const ADVERBS = new Set('daily weekly fortnightly biweekly monthly quarterly yearly nightly hourly'.split(' '))
const CLOCK_WORDS = new Set('noon midnight'.split(' '))
const BEFORE_CLOCK = new Set('at until till around by'.split(' '))
const NUMERIC = /^(?<currency>[€$£¥₹₽₩₺])?(?<digits>\d+(?:[.,]\d+)*)(?<unit>[a-z%€$£¥₹₽₩₺µ]{0,4})$/u
const RANGE = /^\d+(?:[.,]\d+)?[-–/]\d+(?:[.,]\d+)?$/u

/** The values that a sentence states, in order. A word belongs to one value at most. */
export function quantitiesOf(words: readonly Word[]): Quantity[] {
  const found: Quantity[] = []
  for (let at = 0; at < words.length; ) {
    const quantity =
      frequencyAt(words, at) ?? dayAt(words, at) ?? ordinalAt(words, at) ?? numberAt(words, at) ?? listedAt(words, at)
    if (quantity) found.push(quantity)
    at = quantity?.to ?? at + 1
  }
  return found
}

const plainAt = (words: readonly Word[], at: number) => words[at]?.plain ?? ''

/** "Every other week", "three days a week", "fortnightly". */
function frequencyAt(words: readonly Word[], at: number): Quantity | undefined {
  const word = plainAt(words, at)
  const make = (to: number): Quantity => ({
    kind: 'frequency',
    value: words
      .slice(at, to)
      .map(({ plain }) => NUMBERS.get(plain) ?? plain.replace(/s$/, ''))
      .join(' '),
    from: at,
    to,
  })
  if (ADVERBS.has(word)) return make(at + 1)
  if (word === 'every' || word === 'each') {
    const isSkipping = /^(?:other|second|third|fourth|two|three|four|\d+)$/.test(plainAt(words, at + 1))
    const end = at + (isSkipping ? 2 : 1)
    return words[end] && !/^(?:way|one|of|time|single)$/.test(words[end]!.plain) ? make(end + 1) : undefined
  }
  const isCount = word === 'once' || word === 'twice' || NUMBERS.has(word) || /^\d+$/.test(word)
  const isTimes = /^(?:times|days|nights|mornings|evenings|hours)$/.test(plainAt(words, at + 1))
  const per = at + (isTimes ? 2 : 1)
  if (!isCount || !(isTimes || word === 'once' || word === 'twice')) return undefined
  return /^(?:a|per|each|every)$/.test(plainAt(words, per)) && PERIODS.has(plainAt(words, per + 1))
    ? make(per + 2)
    : undefined
}

/** "Thursday", "20 May", "the 7th". */
function dayAt(words: readonly Word[], at: number): Quantity | undefined {
  const { plain: word, isCapital } = words[at]!
  const name = MONTHS_AND_DAYS.get(word)
  const isDay = (text: string) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(text)
  const make = (value: string, to: number): Quantity => ({ kind: 'day', value, from: at, to })
  if (name && isCapital) {
    const day = plainAt(words, at + 1)
    return name.startsWith('m') && isDay(day) ? make(`${name} ${Number.parseInt(day, 10)}`, at + 2) : make(name, at + 1)
  }
  if (!isDay(word)) return undefined
  const of = plainAt(words, at + 1) === 'of' ? at + 2 : at + 1
  const month = words[of]?.isCapital ? MONTHS_AND_DAYS.get(plainAt(words, of)) : undefined
  if (month?.startsWith('m')) return make(`${month} ${Number.parseInt(word, 10)}`, of + 1)
  return /\D$/.test(word) &&
    !ORDERED.has(plainAt(words, at + 1)) &&
    /^(?:the|on|to|until|by)$/.test(plainAt(words, at - 1))
    ? make(`d ${Number.parseInt(word, 10)}`, at + 1)
    : undefined
}

function ordinalAt(words: readonly Word[], at: number): Quantity | undefined {
  const word = plainAt(words, at)
  const value = ORDINALS.get(word) ?? /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1]
  if (value === undefined) return undefined
  const next = stemOf(plainAt(words, at + 1))
  return [...ORDERED].some((noun) => stemOf(noun) === next)
    ? { kind: 'ordinal', value, from: at, to: at + 1 }
    : undefined
}

/** "82 kg", "7:30", "€460", "four coffees", "3-6 month". */
function numberAt(words: readonly Word[], at: number): Quantity | undefined {
  const word = plainAt(words, at)
  if (CLOCK_WORDS.has(word)) return { kind: 'clock', value: word, from: at, to: at + 1 }
  const next = plainAt(words, at + 1)
  if (/^\d{1,2}[:h]\d\d$/.test(word)) return { kind: 'clock', value: word.replace('h', ':'), from: at, to: at + 1 }
  const groups = NUMERIC.exec(word)?.groups
  const digits = groups?.digits ?? (RANGE.test(word) ? word : NUMBERS.get(word))
  if (digits === undefined) return undefined
  const written = groups?.unit ?? ''
  const attached = groups?.currency ? 'money' : /^[€$£¥₹₽₩₺]$/.test(written) ? 'money' : UNITS.get(written)
  // "36C" is a size.
  if (/^[a-k]$/.test(written) && /^\d\d\p{Lu}$/u.test(words[at]!.text))
    return { kind: 'amount', value: word, from: at, to: at + 1 }
  if (written && !attached) return /^[ap]m$/.test(written) ? clock(digits + written, at + 1) : undefined
  const unit = attached ?? UNITS.get(next)
  const to = at + (attached === undefined && unit !== undefined ? 2 : 1)
  if (/^[ap]\.?m$/.test(next)) return clock(digits + next.replace('.', ''), at + 2)
  const isBare =
    unit === undefined &&
    /^\d{1,2}$/.test(digits) &&
    !/^[a-z]/.test(
      next.replace(/^(?:now|these|since|every|again|on|in|from|until|when|because|and|so|at|by|for|o'clock)$/, ''),
    )
  if (isBare && BEFORE_CLOCK.has(plainAt(words, at - 1)) && Number(digits) <= 24) return clock(digits, at + 1)
  const value = digits.replace(/,(?=\d{3}\b)/g, '').replace(',', '.')
  return { kind: 'amount', value: unit === undefined ? value : `${value} ${unit}`, from: at, to }

  function clock(value: string, end: number): Quantity {
    return { kind: 'clock', value, from: at, to: end }
  }
}

function listedAt(words: readonly Word[], at: number): Quantity | undefined {
  const { plain, text, isCapital } = words[at]!
  const kind = FAMILY.get(plain)
  if (!kind) return undefined
  // "L" is a size, "l" is not; "Olive" and "Coral" are names.
  if (kind === 'size' && plain.length < 3 && text !== text.toUpperCase()) return undefined
  if (kind === 'colour' && isCapital && at > 0) return undefined
  return { kind, value: SAME.get(plain) ?? plain, from: at, to: at + 1 }
}
