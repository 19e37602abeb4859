import { z } from 'zod'
import { invalid } from '../../foundation/errors.ts'
import { parse } from '../../foundation/parse.ts'
import { Time } from '../../foundation/times.ts'
import { ITEMS_MAX, type Item, ProviderId, WORKOUT_IMPORTANCE } from './item.ts'
import { workoutSentence } from './sentences.ts'

const SPORT_CHARS_MAX = 100

const amount = z.number().nonnegative().nullish()

/** The used fields of an activity of Strava's API (SummaryActivity and DetailedActivity). */
const Activity = z.object({
  id: ProviderId,
  name: z.string().nullish(),
  type: z.string().max(SPORT_CHARS_MAX).nullish(),
  sport_type: z.string().max(SPORT_CHARS_MAX).nullish(),
  distance: amount,
  moving_time: amount,
  elapsed_time: amount,
  total_elevation_gain: amount,
  average_heartrate: amount,
  start_date: Time,
  // Local wall-clock time, written as if it were UTC.
  start_date_local: z.iso.datetime({ offset: true, local: true }).nullish(),
})

const Activities = z.array(Activity).min(1).max(ITEMS_MAX)
const WRAPPERS = ['activities', 'activity', 'data'] as const

/**
 * Parses Strava data: one activity, a list of them, or either wrapped in an object.
 * @throws Failure `validation_failed` with the path of each invalid field as it was sent
 */
export function readStrava(body: unknown): Item[] {
  const at: string[] = []
  let found = body
  for (const wrapper of WRAPPERS)
    if (isObject(found) && !('id' in found) && wrapper in found) {
      found = found[wrapper]
      at.push(wrapper)
    }
  if (Array.isArray(found)) return parse(Activities, found, at).map(itemOf)
  if (!isObject(found)) throw invalid(at.join('.'), 'must be an activity or a list of activities')
  return [itemOf(parse(Activity, found, at))]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function itemOf(activity: z.output<typeof Activity>): Item {
  const { scope, content } = workoutSentence({
    sport: activity.sport_type || activity.type || 'Workout',
    day: (activity.start_date_local ?? activity.start_date).slice(0, 10),
    name: activity.name ?? undefined,
    metres: activity.distance ?? undefined,
    seconds: activity.moving_time || activity.elapsed_time || undefined,
    climbMetres: activity.total_elevation_gain ?? undefined,
    heartRate: activity.average_heartrate ?? undefined,
  })
  return {
    providerId: activity.id,
    scope,
    content,
    occurredAt: activity.start_date,
    importance: WORKOUT_IMPORTANCE,
  }
}
