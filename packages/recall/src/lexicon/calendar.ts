/* Words of dates, in normal form (see `normalise`). */

const MONTH_NAMES = [
  'january jan januar janvier enero janeiro gennaio januari января январь январе',
  'february feb februar fevrier febrero fevereiro febbraio februari февраля февраль феврале',
  'march mar marz mars marzo marco maart марта март марте',
  'april apr avril abril aprile апреля апрель апреле',
  'may mai mayo maio maggio mei мая май мае',
  'june jun juni juin junio junho giugno июня июнь июне',
  'july jul juli juillet julio julho luglio июля июль июле',
  'august aug aout agosto augustus августа август августе',
  'september sep sept septembre septiembre setembro settembre сентября сентябрь сентябре',
  'october oct oktober okt octobre octubre outubro ottobre октября октябрь октябре',
  'november nov novembre noviembre novembro ноября ноябрь ноябре',
  'december dec dezember dez decembre diciembre dezembro dicembre декабря декабрь декабре',
]

/** Month names to numbers, 1 to 12. */
export const MONTHS = numbered(MONTH_NAMES, 1)

/**
 * Month names that are ordinary words, too. They count as months only next to a day or year, or after a word such as
 * "in" or "last".
 */
export const AMBIGUOUS_MONTHS = new Set(['may', 'march', 'mar', 'mars', 'mai', 'sept', 'dec', 'mei', 'marco', 'jan'])

/** Weekday names to numbers, Sunday 0. */
export const WEEKDAYS = numbered(
  ['sunday sun', 'monday mon', 'tuesday tue tues', 'wednesday wed', 'thursday thu thurs', 'friday fri', 'saturday sat'],
  0,
)

/** Season names to their first month, on the northern hemisphere. Winter begins in the December before. */
export const SEASONS: ReadonlyMap<string, number> = new Map([
  ['spring', 3],
  ['summer', 6],
  ['autumn', 9],
  ['fall', 9],
  ['winter', 12],
])

/** Holidays on a fixed day: month, day. */
export const HOLIDAYS: ReadonlyMap<string, readonly [month: number, day: number]> = new Map([
  ['christmas', [12, 25]],
  ['xmas', [12, 25]],
  ['halloween', [10, 31]],
  ['valentine', [2, 14]],
  ['valentines', [2, 14]],
  ['weihnachten', [12, 25]],
  ['noel', [12, 25]],
  ['navidad', [12, 25]],
  ['silvester', [12, 31]],
])

/** Words to day offsets from today. */
export const DAY_OFFSETS: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tonight', 0],
  ['tomorrow', 1],
  ['tonight', 0],
  ['gestern', -1],
  ['heute', 0],
  ['hier', -1],
  ['aujourd', 0],
  ['ayer', -1],
  ['hoy', 0],
  ['ontem', -1],
  ['hoje', 0],
  ['ieri', -1],
  ['oggi', 0],
  ['gisteren', -1],
  ['вчера', -1],
  ['сегодня', 0],
])

/** Number words to numbers. */
export const QUANTITIES: ReadonlyMap<string, number> = new Map([
  ['a', 1],
  ['an', 1],
  ['one', 1],
  ['two', 2],
  ['couple', 2],
  ['three', 3],
  ['few', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['seven', 7],
  ['eight', 8],
  ['nine', 9],
  ['ten', 10],
  ['twelve', 12],
])

export const TIME_UNITS: ReadonlyMap<string, 'day' | 'week' | 'weekend' | 'month' | 'year'> = new Map([
  ['day', 'day'],
  ['days', 'day'],
  ['night', 'day'],
  ['nights', 'day'],
  ['week', 'week'],
  ['weeks', 'week'],
  ['weekend', 'weekend'],
  ['weekends', 'weekend'],
  ['month', 'month'],
  ['months', 'month'],
  ['year', 'year'],
  ['years', 'year'],
])

function numbered(names: readonly string[], first: number): ReadonlyMap<string, number> {
  return new Map(names.flatMap((line, i) => line.split(' ').map((name) => [name, i + first] as const)))
}

/** Words to offsets of a period from the current one. */
export const PERIOD_OFFSETS: ReadonlyMap<string, number> = new Map([
  ['last', -1],
  ['past', -1],
  ['previous', -1],
  ['this', 0],
  ['next', 1],
  ['coming', 1],
  ['upcoming', 1],
])

/** Parts of the day: "this evening" is today. */
export const DAY_PARTS: ReadonlySet<string> = new Set('morning noon midday afternoon evening night'.split(' '))

/** Whether a date can begin with this word. */
export function startsDate(word: string): boolean {
  return DATE_STARTERS.has(word)
}

const DATE_STARTERS: ReadonlySet<string> = new Set([
  ...MONTHS.keys(),
  ...WEEKDAYS.keys(),
  ...SEASONS.keys(),
  ...HOLIDAYS.keys(),
  ...DAY_OFFSETS.keys(),
  ...QUANTITIES.keys(),
  ...PERIOD_OFFSETS.keys(),
  'new',
  'easter',
  'thanksgiving',
])
