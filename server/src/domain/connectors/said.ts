/*
 * How numbers become words. Pure: the providers measure in metres and seconds, people in kilometres and hours.
 */

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
]

const METRES: Record<string, number> = { m: 1, km: 1_000, mi: 1_609.344, yd: 0.9144, ft: 0.3048 }

/** `3 May 2026` of `2026-05-03`, the day as it was where it happened. */
export function saidDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[(month as number) - 1]} ${year}`
}

/** `1 h 5 min`, `52 min`, `45 s`. */
export function saidDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (!hours) return `${minutes} min`
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`
}

/** `10.2 km`; below a kilometre `400 m`. */
function saidDistance(metres: number): string {
  return metres < 1_000 ? `${Math.round(metres)} m` : `${saidNumber(Math.round(metres / 100) / 10)} km`
}

/** `8,432`, `72.4`: thousands apart, two decimals at most. */
export function saidNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/** Metres of a length in any unit the providers use; `undefined` for a unit nobody knows. */
export function inMetres({ qty, units }: { qty: number; units: string }): number | undefined {
  const metres = METRES[units]
  return metres === undefined ? undefined : qty * metres
}

/** A workout, whoever measured it. */
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

// The first that fits decides: what is said, and the scope below `fitness`.
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

/** The words of a sport's name, however it is spelt: `StandUpPaddling` is `stand up paddling`. */
function wordsOf(sport: string): string {
  const spaced = sport.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' ')
  return spaced.trim().toLowerCase()
}

/** What is said of a sport, and the scope it lives in: one of our own names, or the provider's made to fit. */
function sportOf(sport: string): { said: string; scope: string } {
  const words = wordsOf(sport)
  const known = SPORTS.find(([pattern]) => pattern.test(words))
  if (known) return { said: known[1], scope: `fitness.${known[2]}` }
  const slug = words.replace(/[^a-z0-9]+/g, '-').slice(0, 40)
  return { said: words ? `Did ${words}` : 'Worked out', scope: /[a-z0-9]/.test(slug) ? `fitness.${slug}` : 'fitness' }
}

/** One sentence: `Ran 10.2 km in 52 min on 3 May 2026 ("Morning run"), 120 m of climb.` */
export function saidWorkout(workout: Workout): { scope: string; content: string } {
  const { sport, day, name, metres, seconds, climbMetres, heartRate, energy } = workout
  const { said, scope } = sportOf(sport)
  // Cut by characters, not by their halves.
  const title = [...(name ?? '').replaceAll('"', "'").replace(/\s+/g, ' ').trim()].slice(0, NAME_CHARS_MAX).join('')
  const parts = [
    said,
    metres ? ` ${saidDistance(metres)}` : '',
    seconds ? ` ${metres ? 'in' : 'for'} ${saidDuration(seconds)}` : '',
    ` on ${saidDay(day)}`,
    title ? ` ("${title}")` : '',
    climbMetres && climbMetres >= 1 ? `, ${saidNumber(Math.round(climbMetres))} m of climb` : '',
    heartRate ? `, average heart rate ${Math.round(heartRate)}` : '',
    energy?.qty ? `, ${saidNumber(Math.round(energy.qty))} ${energy.units} burned` : '',
  ]
  return { scope, content: `${parts.join('')}.` }
}
