import { datesInMemory, dayOf } from '@memory-service/recall/dates'
import { tokenise } from '@memory-service/recall/tokens'
import { type Fact, readFacts } from '@memory-service/understanding/statement'
import { isPlainFact } from './plain-fact.ts'
import { isPlainReading } from './plain-reading.ts'
import { isOfSafety, isOfSafetySeries } from './safety.ts'

/*
 * What an app may replace, for certain, of what the user or another app has stated: facts of a closed list, read by rules.
 * Whether health or safety depends on a statement cannot be read of all wordings, so that the list says what may be replaced
 * and not what may not. The statement must also be in its plain form, since a clause or a word beside the fact may matter.
 */

const EVERYDAY: ReadonlySet<string> = new Set(
  [
    'phone email address website social_handle home housing wifi_password move_date',
    'job employer workplace workdays industry job_search degree school university course certificate exam',
    'sport workout personal_best gym race food_like favourite_food favourite_drink favourite_restaurant',
    'favourite_colour favourite_book favourite_author favourite_film favourite_series favourite_music favourite_artist',
    'favourite_song favourite_game favourite_team favourite_place favourite_season like hobby instrument reads',
    'commute car bicycle phone_model computer camera vehicle_plate software rent subscription phone_plan internet',
    'trip wants_to_visit seat_preference airline_preference travel_mode appointment meeting deadline event reminder',
    'plan',
  ].flatMap((names) => names.split(' ')),
)
/** Quantities that are measured again and again. */
const READINGS: ReadonlySet<string> = new Set(
  [
    'weight height shoe_size clothing_size blood_pressure resting_pulse steps running cycling_distance',
    'sleep_duration bedtime wake_time personal_best',
  ].flatMap((names) => names.split(' ')),
)

interface Stated {
  content: string
  scope: string
}

/** Whether an app may replace a statement of others: it states nothing but an everyday fact about the user. */
export function isEveryday(stated: Stated): boolean {
  return saysEveryday(stated.content) && !isOfSafety(stated)
}

/** Whether a text states nothing but an everyday fact or readings about the user. */
export function isEverydayText(content: string): boolean {
  return saysEveryday(content) || saysReadings(content)
}

/** Whether an app may replace a statement of others by a newer reading of the same quantity. */
export function isEverydayReading(stated: Stated): boolean {
  return saysReadings(stated.content) && !isOfSafetySeries(stated)
}

function saysEveryday(content: string): boolean {
  const facts = factsOf(content, EVERYDAY)
  if (!facts) return false
  const isAppointment = facts.some(({ attribute: { group, name } }) => group === 'schedule' || name === 'plan')
  // What takes place without a date may be care: "my nurse comes at 7".
  if (isAppointment && !namesDate(content)) return false
  const isWork = facts.every(({ attribute: { group } }) => group === 'work')
  return isPlainFact(content, isAppointment ? 'appointment' : isWork ? 'work' : 'other')
}

function saysReadings(content: string): boolean {
  return factsOf(content, READINGS) !== undefined && isPlainReading(content)
}

/** The facts that a text states; `undefined` unless all are about the user and of some attributes. */
function factsOf(content: string, names: ReadonlySet<string>): readonly Fact[] | undefined {
  const { facts } = readFacts(content)
  const isOfNames = facts.every(({ attribute, subject }) => subject.who === 'self' && names.has(attribute.name))
  return facts.length && isOfNames ? facts : undefined
}

/** Whether a text names a date, whichever. */
export function namesDate(content: string): boolean {
  return datesInMemory(tokenise(content), dayOf(0)).length > 0
}
