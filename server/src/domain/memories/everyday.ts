import { datesInMemory, dayOf } from '@memory-service/recall/dates'
import { tokenise } from '@memory-service/recall/tokens'
import { readFacts } from '@memory-service/understanding/statement'
import { isOfSafety, isOfSafetySeries } from './safety.ts'

/*
 * What an app may replace, for certain, of what the user or another app has stated: facts of a closed list, read by rules.
 * Whether health or safety depends on a statement cannot be read of all wordings, so that the list says what may be replaced
 * and not what may not.
 */

const EVERYDAY: ReadonlySet<string> = new Set(
  [
    'phone email address website social_handle home housing wifi_password move_date',
    'job employer workplace workdays industry job_search degree school university course certificate exam',
    'sport workout personal_best gym race food_like favourite_food favourite_drink favourite_restaurant',
    'favourite_colour favourite_book favourite_author favourite_film favourite_series favourite_music favourite_artist',
    'favourite_song favourite_game favourite_team favourite_place favourite_season like hobby instrument reads',
    'commute car bicycle phone_model computer camera vehicle_plate software rent budget subscription phone_plan internet',
    'trip wants_to_visit seat_preference airline_preference travel_mode appointment meeting deadline event reminder',
    'goal plan resolution wish',
  ].flatMap((names) => names.split(' ')),
)
/** Quantities that are measured again and again. */
const READINGS: ReadonlySet<string> = new Set(
  [
    'weight height shoe_size clothing_size blood_pressure resting_pulse steps running cycling_distance',
    'sleep_duration bedtime wake_time personal_best goal budget',
  ].flatMap((names) => names.split(' ')),
)

interface Stated {
  content: string
  scope: string
}

/** Whether an app may replace a statement of others: it states nothing but everyday facts about the user. */
export function isEveryday(stated: Stated): boolean {
  return statesOnly(stated.content, EVERYDAY) && !isOfSafety(stated)
}

/** Whether a text states nothing but everyday facts or readings about the user. */
export function isEverydayText(content: string): boolean {
  return statesOnly(content, EVERYDAY) || statesOnly(content, READINGS)
}

/** Whether an app may replace a statement of others by a newer reading of the same quantity. */
export function isEverydayReading(stated: Stated): boolean {
  return statesOnly(stated.content, READINGS) && !isOfSafetySeries(stated)
}

function statesOnly(content: string, names: ReadonlySet<string>): boolean {
  const { facts } = readFacts(content)
  if (!facts.length) return false
  // What takes place without a date may be care: "my nurse comes at 7".
  if (facts.some(({ attribute }) => attribute.group === 'schedule') && !namesDate(content)) return false
  return facts.every(({ attribute, subject }) => subject.who === 'self' && names.has(attribute.name))
}

/** Whether a text names a date, whichever. */
export function namesDate(content: string): boolean {
  return datesInMemory(tokenise(content), dayOf(0)).length > 0
}
