/** What a fact says about a person. */
export interface Attribute {
  readonly name: string
  readonly group: Group
  /** Whether one person has at most one current value, so that a new value replaces the old one. */
  readonly isSingle: boolean
  /** Whether missing it can harm the person: allergies, conditions, medicines, diet, safety. */
  readonly isSafety: boolean
}

export type Group =
  | 'identity'
  | 'contact'
  | 'home'
  | 'work'
  | 'learning'
  | 'family'
  | 'friends'
  | 'pets'
  | 'health'
  | 'body'
  | 'food'
  | 'fitness'
  | 'sleep'
  | 'tastes'
  | 'habits'
  | 'possessions'
  | 'money'
  | 'travel'
  | 'schedule'
  | 'goals'
  | 'beliefs'
  | 'assistant'

/**
 * Each line: a group, then its attributes. `!` marks attributes with a single value, `*` those that are a matter of
 * safety.
 */
const VOCABULARY = `
identity: name! nickname! pronouns! gender! age! birthday! birthplace! nationality! native_language! languages star_sign!
contact: phone! email! address! emergency_contact! social_handle website!
home: home! hometown! previous_home housing! housemates landlord! household! move_date! home_fact wifi_password! access
work: job! employer! workplace! workdays! colleague boss! previous_job job_search! salary! industry! retirement! business
learning: degree! school! university! course skill licence! certificate learning_language exam award document
family: partner! marital_status! anniversary! children parent mother! father! sibling grandparent grandchild in_law relative ex_partner death
friends: friend best_friend! neighbour roommate
pets: pet pet_breed pet_age vet!
health: allergy* intolerance* condition* medicine* disability* pregnancy!* injury* symptom* surgery doctor! dentist!
health: therapist! insurance! blood_type!* vaccination mental_health* phobia*
body: height! weight! shoe_size! clothing_size! ring_size! hair! eyes! tattoo glasses! handedness! blood_pressure! resting_pulse!
food: diet!* food_like food_dislike* drink_like alcohol!* caffeine! favourite_food! favourite_drink! favourite_restaurant! cooking
fitness: sport workout personal_best gym! steps running cycling_distance race
sleep: sleep_duration! bedtime! wake_time! sleep_fact
tastes: favourite_colour! favourite_book favourite_author favourite_film favourite_series favourite_music favourite_artist
tastes: favourite_song favourite_game favourite_team! favourite_place favourite_season! like dislike hobby instrument reads
habits: routine smoking!* commute! habit volunteering
possessions: car! bicycle phone_model! computer! camera! vehicle_plate! owns warranty software
money: rent! mortgage! budget! savings bank! debt subscription expense phone_plan! internet! investment pension tax
travel: trip visited wants_to_visit passport! seat_preference! airline_preference! travel_mode phobia_of_flying
schedule: appointment meeting deadline event reminder
goals: goal plan resolution wish
beliefs: religion! politics! value
assistant: answer_style! assistant_name! language_preference! tone_preference!
`

/** All attributes by name, in the order of the vocabulary. */
export const ATTRIBUTES: ReadonlyMap<string, Attribute> = parse(VOCABULARY)

function parse(vocabulary: string): Map<string, Attribute> {
  const attributes = new Map<string, Attribute>()
  for (const line of vocabulary.trim().split('\n')) {
    const [group, names] = line.split(': ') as [Group, string]
    for (const entry of names.split(' ')) {
      const name = entry.replace(/[!*]+$/, '')
      attributes.set(name, { name, group, isSingle: entry.includes('!'), isSafety: entry.includes('*') })
    }
  }
  return attributes
}
