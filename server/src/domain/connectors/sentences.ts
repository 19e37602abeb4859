/*
 * Turns measurements into sentences. Pure. Providers send metres and seconds; sentences use kilometres and hours.
 */

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
]

const METRES: ReadonlyMap<string, number> = new Map(
  Object.entries({ m: 1, km: 1_000, mi: 1_609.344, yd: 0.9144, ft: 0.3048 }),
)

/** `3 May 2026` for `2026-05-03`, the local day of the event. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[(month as number) - 1]} ${year}`
}

/** `1 h 5 min`, `52 min`, `45 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (!hours) return `${minutes} min`
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`
}

/** `10.2 km`; below a kilometre `400 m`. */
function formatDistance(metres: number): string {
  return metres < 1_000 ? `${Math.round(metres)} m` : `${formatNumber(Math.round(metres / 100) / 10)} km`
}

/** `8,432`, `72.4`: thousands separators, at most two decimals. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/** Converts a length to metres; `undefined` for an unknown unit. */
export function inMetres({ qty, units }: { qty: number; units: string }): number | undefined {
  const metres = METRES.get(units)
  return metres === undefined ? undefined : qty * metres
}

/** A workout in common terms of all providers. */
export interface Workout {
  /** `Run`, `TrailRun`, `Outdoor Cycling`. */
  sport: string
  day: string
  name?: string | undefined
  metres?: number | undefined
  seconds?: number | undefined
  climbMetres?: number | undefined
  heartRate?: number | undefined
  energy?: { qty: number; units: string } | undefined
}

// The first matching pattern decides the phrase and the scope below `fitness`.
const SPORTS: readonly [RegExp, string, string][] = [
  [/wheelchair/, 'Wheeled', 'wheelchair'],
  [/trail.?run/, 'Ran trails', 'run'],
  [/\brun/, 'Ran', 'run'],
  [/ride|cycl|bik/, 'Rode', 'ride'],
  [/swim/, 'Swam', 'swim'],
  [/hik/, 'Hiked', 'hike'],
  [/\bwalk/, 'Walked', 'walk'],
  [/strength|weight/, 'Lifted weights', 'strength'],
  [/\brow/, 'Rowed', 'row'],
  [/yoga/, 'Did yoga', 'yoga'],
  [/snowboard/, 'Snowboarded', 'ski'],
  [/\bski/, 'Skied', 'ski'],
  [/^workout$/, 'Worked out', 'workout'],
]
const NAME_CHARS_MAX = 200

/** Splits a sport's name into lower-case words: `StandUpPaddling` becomes `stand up paddling`. */
function wordsOf(sport: string): string {
  const spaced = sport.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' ')
  return spaced.trim().toLowerCase()
}

/** The phrase and the scope of a sport: known ones by table, others derived from the provider's name. */
function sportOf(sport: string): { phrase: string; scope: string } {
  const words = wordsOf(sport)
  const known = SPORTS.find(([pattern]) => pattern.test(words))
  if (known) return { phrase: known[1], scope: `fitness.${known[2]}` }
  const slug = words.replace(/[^a-z0-9]+/g, '-').slice(0, 40)
  return { phrase: words ? `Did ${words}` : 'Worked out', scope: /[a-z0-9]/.test(slug) ? `fitness.${slug}` : 'fitness' }
}

/** One sentence: `Ran 10.2 km in 52 min on 3 May 2026 ("Morning run"), 120 m of climb.` */
export function workoutSentence(workout: Workout): { scope: string; content: string } {
  const { sport, day, name, metres, seconds, climbMetres, heartRate, energy } = workout
  const { phrase, scope } = sportOf(sport)
  // Truncated by code points, so that no surrogate pair is split.
  const title = [...(name ?? '').replaceAll('"', "'").replace(/\s+/g, ' ').trim()].slice(0, NAME_CHARS_MAX).join('')
  const parts = [
    phrase,
    metres ? ` ${formatDistance(metres)}` : '',
    seconds ? ` ${metres ? 'in' : 'for'} ${formatDuration(seconds)}` : '',
    ` on ${formatDay(day)}`,
    title ? ` ("${title}")` : '',
    climbMetres && climbMetres >= 1 ? `, ${formatNumber(Math.round(climbMetres))} m of climb` : '',
    heartRate ? `, average heart rate ${Math.round(heartRate)}` : '',
    energy?.qty ? `, ${formatNumber(Math.round(energy.qty))} ${energy.units} burned` : '',
  ]
  return { scope, content: `${parts.join('')}.` }
}
