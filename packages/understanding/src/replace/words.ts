/** A word or number of a sentence. */
export interface Word {
  readonly text: string
  /** Lower case, with plain apostrophes. */
  readonly plain: string
  /** Begins with a capital letter. */
  readonly isCapital: boolean
  /** Follows a comma, colon, dash or parenthesis. */
  readonly isAfterPause: boolean
}

const WORD =
  /[,:;()–—"“”]|[€$£¥₹₽₩₺]?\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?[^\s,:;()–—"“”]*|[\p{L}\p{M}\p{N}+#&@€$£¥₹₽₩₺%][^\s,:;()–—"“”]*(?::\d+[^\s,;()]*)?/gu
const EDGE = /[.!?'’]+$/u
const CAPITAL = /^\p{Lu}/u

/** The words of a sentence in order, without punctuation. */
export function wordsOf(sentence: string): Word[] {
  const words: Word[] = []
  let isAfterPause = false
  for (const { 0: found } of sentence.matchAll(WORD)) {
    const text = found.replace(EDGE, '')
    if (text === '' || /^[,:;()–—"“”]/u.test(text)) {
      isAfterPause = true
      continue
    }
    words.push({
      text,
      plain: withoutCommas(text.toLowerCase().replace(/[’‘ʼ]/gu, "'")),
      isCapital: CAPITAL.test(text),
      isAfterPause,
    })
    isAfterPause = false
  }
  return words
}

/** "9000" of "9,000". */
function withoutCommas(plain: string): string {
  return plain.includes(',') ? plain.replace(/,(?=\d{3})/g, '') : plain
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    'went:go gone:go goes:go going:go ate:eat eaten:eat drank:drink drunk:drink drove:drive driven:drive rode:ride wrote:write ' +
    'written:write spoke:speak slept:sleep kept:keep met:meet taught:teach bought:buy sold:sell left:leave lost:lose gave:give ' +
    'given:give took:take taken:take made:make ran:run swam:swim sang:sing wore:wear flew:fly flown:fly flies:fly does:do did:do ' +
    'doing:do has:have had:have having:have is:be am:be are:be was:be were:be been:be being:be thought:think children:child kids:kid ' +
    'men:man women:woman wives:wife feet:foot teeth:tooth lying:lie dying:die studies:study studied:study glasses:glasses news:news ' +
    'tennis:tennis yes:yes gas:gas bus:bus this:this his:his its:its us:us always:always sometimes:sometimes paid:pay ' +
    'subscription:subscribe subscriptions:subscribe membership:member memberships:member flight:fly flights:fly pregnancy:pregnant insurer:insurance insurers:insurance banks:bank intolerant:intolerance allergic:allergy afraid:fear scared:fear frightened:fear'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** A form that is equal for most inflections of a word: `smok` for "smoke", "smokes" and "smoking". */
export function stemOf(plain: string): string {
  const known = IRREGULAR.get(plain)
  if (known) return known.length > 3 && known.endsWith('e') ? known.slice(0, -1) : known
  let stem = withoutPossessive(plain)
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`
  else if (stem.length > 4 && /(?:ss|sh|ch|x|z)es$/.test(stem)) stem = stem.slice(0, -2)
  else if (stem.length > 3 && /[^su]s$/.test(stem)) stem = stem.slice(0, -1)
  if (stem.length > 5 && stem.endsWith('ing')) stem = undoubled(stem.slice(0, -3))
  else if (stem.length > 4 && stem.endsWith('ied')) stem = `${stem.slice(0, -3)}y`
  else if (stem.length > 4 && stem.endsWith('ed')) stem = undoubled(stem.slice(0, -2))
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

/** The stems of the words of a text, in its order, with single spaces in between. */
export function stemsOf(text: string): string {
  return text.split(' ').map(stemOf).join(' ')
}

/** A word in lower case without the ending of a possessor: "omar" of "omar's". */
export function withoutPossessive(plain: string): string {
  return plain.endsWith("'s") ? plain.slice(0, -2) : plain
}

function undoubled(stem: string): string {
  return /([bdgklmnprt])\1$/.test(stem) && stem.length > 3 ? stem.slice(0, -1) : stem
}

const DATE_WORDS = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays ' +
    'january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct ' +
    'nov dec mon tue tues wed thu thur thurs fri sat today tomorrow yesterday tonight noon midnight am pm a.m p.m oclock weekday ' +
    'weekdays weekend weekends morning mornings evening evenings afternoon afternoons night week weeks month months year years day ' +
    'days hour hours minute minutes spring summer autumn winter daily weekly monthly yearly ago'
  ).split(' '),
)
/** Names of months (`m5`) and weekdays (`tue`) in full and abbreviated, in lower case. */
export const MONTHS_AND_DAYS: ReadonlyMap<string, string> = new Map(
  (
    'january:m1 february:m2 march:m3 april:m4 may:m5 june:m6 july:m7 august:m8 september:m9 october:m10 november:m11 ' +
    'december:m12 jan:m1 feb:m2 mar:m3 apr:m4 jun:m6 jul:m7 aug:m8 sep:m9 sept:m9 oct:m10 nov:m11 dec:m12 monday:mon ' +
    'tuesday:tue wednesday:wed thursday:thu friday:fri saturday:sat sunday:sun mondays:mon tuesdays:tue wednesdays:wed ' +
    'thursdays:thu fridays:fri saturdays:sat sundays:sun'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const WEEKDAYS = new Set('mon tue wed thu fri sat sun'.split(' '))

/** Whether a word tells when rather than what. */
export function isDateWord({ plain }: Word): boolean {
  return DATE_WORDS.has(plain) || /^\d/.test(plain)
}

/** Dates, weekdays and times that a sentence names, in a form that is equal for the same one. */
export function datesOf(words: readonly Word[]): ReadonlySet<string> {
  const dates = new Set<string>()
  for (const [at, { plain, isCapital }] of words.entries()) {
    const iso = /^\d{4}-(\d\d)-(\d\d)/.exec(plain)
    if (iso) dates.add(`${Number(iso[1])}-${Number(iso[2])}`)
    const month = MONTHS.indexOf(plain.slice(0, 3)) + 1
    const isMonth = month > 0 && (DATE_WORDS.has(plain) || (plain === 'may' && isCapital))
    if (isMonth) {
      const day = [words[at - 1], words[at + 1], words[at - 2]]
        .map((word) => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word?.plain ?? '')?.[1])
        .find(Boolean)
      dates.add(day ? `${month}-${Number(day)}` : `m${month}`)
    } else if (isCapital && WEEKDAYS.has(plain.slice(0, 3)) && DATE_WORDS.has(plain)) dates.add(plain.slice(0, 3))
    else if (/^(?:today|tomorrow|tonight|noon|midnight)$/.test(plain)) dates.add(plain)
    const time = /^(\d{1,2})(?:[:.h](\d\d))?(am|pm)?$/.exec(plain)
    const before = words[at - 1]?.plain ?? ''
    const half = time?.[3] ?? /^([ap])\.?m/.exec(words[at + 1]?.plain ?? '')?.[0]?.replace('.', '')
    if (time && (time[2] || half || before === 'at' || before === 'to' || before === 'till' || before === 'until')) {
      if (/^\d{1,2}$/.test(plain) && !half && DATE_WORDS.has(words[at + 1]?.plain ?? '')) continue
      dates.add(
        `t${(Number(time[1]) % 12) + (half?.startsWith('p') || Number(time[1]) > 12 ? 12 : 0)}:${time[2] ?? '00'}`,
      )
    }
  }
  return dates
}

/** The years that a sentence names. */
export function yearsOf(words: readonly Word[]): number[] {
  return words.filter(({ plain }) => /^(?:19|20)\d\d$/.test(plain)).map(({ plain }) => Number(plain))
}
