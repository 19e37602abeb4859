import { z } from 'zod'
import { invalid } from '../../foundation/errors.ts'
import { parse } from '../../foundation/parse.ts'
import { Time } from '../../foundation/times.ts'
import { ITEMS_MAX, type Item, MEASUREMENT_IMPORTANCE, ProviderId, WORKOUT_IMPORTANCE } from './item.ts'
import { formatDay, formatDuration, formatNumber, inMetres, workoutSentence } from './sentences.ts'

/*
 * Apple Health in the export format of the app Health Auto Export: metrics, each a list of points, and workouts. Both
 * versions of the format are accepted; they differ in the fields for a workout's heart rate, energy and elevation gain.
 */

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d))?$/

/** `2026-05-03 07:30:00 +0200`, or a day alone: the local day and time, and the instant in UTC. */
const Moment = z.string().transform((text, issues) => {
  const [, day = '', time = '00:00', offset = 'Z'] = MOMENT.exec(text) ?? []
  const at = Time.safeParse(`${day}T${time.padEnd(8, ':00')}${offset.replace(/(\d\d)(\d\d)$/, '$1:$2')}`)
  if (at.success) return { day, time: time.slice(0, 5), at: at.data }
  issues.addIssue({ code: 'custom', message: 'must be a time such as 2026-05-03 07:30:00 +0200, or a day' })
  return z.NEVER
})
type Moment = z.output<typeof Moment>

const NAME_CHARS_MAX = 100
const hours = z.number().min(0).max(48).nullish()
const Quantity = z.object({ qty: z.number(), units: z.string().max(NAME_CHARS_MAX).default('') })

const Metric = z.object({
  name: z.string().trim().min(1).max(NAME_CHARS_MAX),
  units: z.string().max(NAME_CHARS_MAX).default(''),
  data: z.array(z.unknown()),
})
const Point = z.object({ date: Moment, qty: z.number() })
const HeartRate = z.object({ date: Moment, Min: z.number(), Avg: z.number(), Max: z.number() })
const BloodPressure = z.object({ date: Moment, systolic: z.number(), diastolic: z.number() })
const Sleep = z
  .object({
    date: Moment,
    totalSleep: hours,
    asleep: hours,
    core: hours,
    deep: hours,
    rem: hours,
    sleepStart: Moment.nullish(),
    sleepEnd: Moment.nullish(),
  })
  .transform((night, issues) => {
    const stages = (night.core ?? 0) + (night.deep ?? 0) + (night.rem ?? 0)
    const slept = night.totalSleep || night.asleep || stages
    if (slept) return { ...night, slept }
    issues.addIssue({
      code: 'custom',
      path: ['asleep'],
      message: 'must be the total hours of sleep (totalSleep, asleep or stages)',
    })
    return z.NEVER
  })

const Workout = z.object({
  id: ProviderId.nullish(),
  name: z.string().trim().min(1).max(NAME_CHARS_MAX),
  start: Moment,
  end: Moment.nullish(),
  duration: z.number().nonnegative().nullish(),
  distance: Quantity.nullish(),
  activeEnergyBurned: Quantity.nullish(),
  activeEnergy: z.unknown().optional(),
  heartRate: z.object({ avg: Quantity.nullish() }).nullish(),
  avgHeartRate: Quantity.nullish(),
  elevationUp: Quantity.nullish(),
  elevation: z.object({ ascent: z.number(), units: z.string() }).nullish(),
})

const Export = z.object({
  data: z.object({ metrics: z.array(Metric).default([]), workouts: z.array(Workout).default([]) }),
})

/**
 * Parses an Apple Health export.
 * @throws Failure `validation_failed` with the path of each invalid field
 */
export function readAppleHealth(body: unknown): Item[] {
  const { metrics, workouts } = parse(Export, body).data
  const points = metrics.reduce((sum, { data }) => sum + data.length, 0)
  if (points + workouts.length > ITEMS_MAX)
    throw invalid('data', `must hold at most ${ITEMS_MAX} points and workouts`, 'too_big')
  if (!points && !workouts.length) throw invalid('data', 'must hold at least one metric point or workout', 'too_small')
  return [
    ...metrics.flatMap((metric, i) =>
      metric.data.map((point, j) => itemOfPoint(metric, point, ['data', 'metrics', i, 'data', j])),
    ),
    ...workouts.map(itemOfWorkout),
  ]
}

type Metric = z.output<typeof Metric>

function itemOfPoint(metric: Metric, value: unknown, at: PropertyKey[]): Item {
  const { date, occurredAt = date.at, content } = measurement(metric, value, at)
  return {
    // A metric for a whole day has the same id in whichever time zone it is sent again.
    providerId: `${metric.name} ${date.day}${date.time === '00:00' ? '' : ` ${date.time}`}`,
    scope: scopeOf(metric.name),
    content,
    occurredAt,
    importance: MEASUREMENT_IMPORTANCE,
  }
}

function measurement(
  { name, units }: Metric,
  value: unknown,
  at: PropertyKey[],
): { date: Moment; content: string; occurredAt?: string } {
  if (name === 'sleep_analysis') {
    const night = parse(Sleep, value, at)
    return { date: night.date, occurredAt: (night.sleepEnd ?? night.date).at, content: sleepSentence(night) }
  }
  if (name === 'heart_rate') {
    const { date, Min, Avg, Max } = parse(HeartRate, value, at)
    const range = `${formatNumber(Math.round(Min))} to ${formatNumber(Math.round(Max))}`
    return { date, content: `Heart rate ${formatNumber(Math.round(Avg))} on average (${range}) ${on(date)}.` }
  }
  if (name === 'blood_pressure') {
    const { date, systolic, diastolic } = parse(BloodPressure, value, at)
    return { date, content: `Blood pressure ${formatNumber(systolic)}/${formatNumber(diastolic)} mmHg ${on(date)}.` }
  }
  const { date, qty } = parse(Point, value, at)
  return { date, content: `${quantityPhrase(name, qty, units)} ${on(date)}.` }
}

function on({ day, time }: Moment): string {
  return `on ${formatDay(day)}${time === '00:00' ? '' : ` at ${time}`}`
}

function sleepSentence({ date, slept, deep, rem, sleepStart, sleepEnd }: z.output<typeof Sleep>): string {
  const span = sleepStart && sleepEnd ? ` (${sleepStart.time} to ${sleepEnd.time})` : ''
  const stages = [deep ? `${formatHours(deep)} deep` : '', rem ? `${formatHours(rem)} REM` : ''].filter(Boolean)
  return `Slept ${formatHours(slept)} on ${formatDay(date.day)}${span}${stages.length ? `, ${stages.join(', ')}` : ''}.`
}

const formatHours = (hours: number) => formatDuration(hours * 3_600)

// Phrases for common metrics; other metrics use their own name.
const PHRASES: ReadonlyMap<string, (qty: string, units: string) => string> = new Map(
  Object.entries({
    step_count: (qty) => `Walked ${qty} steps`,
    walking_running_distance: (qty, units) => `Walked and ran ${qty} ${units}`,
    cycling_distance: (qty, units) => `Cycled ${qty} ${units}`,
    flights_climbed: (qty) => `Climbed ${qty} flights of stairs`,
    active_energy: (qty, units) => `Burned ${qty} ${units} by moving`,
    apple_exercise_time: (qty, units) => `Exercised for ${qty} ${units}`,
    weight_body_mass: (qty, units) => `Weighed ${qty} ${units}`,
    mindful_minutes: (qty, units) => `Meditated for ${qty} ${units}`,
  }),
)

function quantityPhrase(name: string, qty: number, units: string): string {
  const number = formatNumber(qty)
  const phrase = PHRASES.get(name)
  if (phrase) return phrase(number, units)
  const words = name.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${number}${units && units !== 'count' ? ` ${units}` : ''}`
}

const FITNESS = /^(step_count|flights_climbed|active_energy|apple_exercise_time|vo2_max)$|_distance$/

function scopeOf(metric: string): string {
  if (metric === 'sleep_analysis') return 'sleep'
  if (metric.startsWith('dietary_')) return 'nutrition'
  return FITNESS.test(metric) ? 'fitness' : 'health'
}

function itemOfWorkout(workout: z.output<typeof Workout>): Item {
  const { id, name, start, end, distance, elevationUp, elevation } = workout
  const climb = elevationUp ?? (elevation ? { qty: elevation.ascent, units: elevation.units } : undefined)
  const { scope, content } = workoutSentence({
    sport: name,
    day: start.day,
    metres: distance ? inMetres(distance) : undefined,
    seconds: workout.duration || (end ? (Date.parse(end.at) - Date.parse(start.at)) / 1_000 : undefined),
    climbMetres: climb && inMetres(climb),
    heartRate: (workout.heartRate?.avg ?? workout.avgHeartRate)?.qty,
    energy: workout.activeEnergyBurned ?? Quantity.safeParse(workout.activeEnergy).data,
  })
  return {
    providerId: id ?? `${name} ${start.at}`,
    scope,
    content,
    occurredAt: start.at,
    importance: WORKOUT_IMPORTANCE,
  }
}
