import type { Category } from '@memory-service/understanding/category'
import { CLOSE_HEALTH, type Section } from './brief-quotes.ts'
import { CLOSE_SAFETY } from './close-people.ts'

/* What a brief has space for. */

/** Statements about the health of people close to the user. */
export const CLOSE_SAFETY_MAX = 3
const HARM: readonly Category[] = ['reaction', 'condition', 'medicine', 'diet']
/** What of the user's own health comes before that of other people, beyond the quotas of each kind. */
const OWN_SAFETY =
  'allergy intolerance unread_reaction medicine unread_medicine condition unread_condition pregnancy disability injury surgery diet unread_diet'

const TASTES = 'alcohol food_dislike favourite_food hobby instrument sport like dislike reads favourite_music'

/**
 * What a brief quotes, in the order in which its space is given away: a section, attributes, the most of them, and the
 * categories that fit. Statements that are estimated to be of none of these come only in a later entry without any.
 */
export const QUOTAS: readonly (readonly [Section, string, number, (readonly Category[])?])[] = [
  ['health and diet', 'allergy intolerance unread_reaction', 3, HARM],
  ['home and work', 'home address housing unread_home', 1, ['home']],
  ['home and work', 'job employer business retirement unread_work', 1, ['job']],
  ['health and diet', 'condition pregnancy disability injury unread_condition', 2, HARM],
  ['health and diet', 'medicine unread_medicine', 2, HARM],
  ['health and diet', 'diet unread_diet', 1, ['diet', 'reaction']],
  ['people and pets', 'partner marital_status', 1],
  ['people and pets', 'children', 1],
  ['goals', 'goal resolution', 1, ['goal']],
  ['tastes', 'answer_style nickname language_preference', 2],
  ['health and diet', OWN_SAFETY, 3, [...HARM, 'diet', 'body']],
  ['home and work', 'employer job business university degree', 1, ['job']],
  [CLOSE_HEALTH, '', CLOSE_SAFETY_MAX],
  ['people and pets', 'children unread_relationship', 2],
  ['health and diet', OWN_SAFETY, 3],
  ['goals', 'goal resolution', 1],
  ['people and pets', 'pet', 1],
  ['people and pets', 'best_friend sibling mother father friend', 1],
  ['tastes', TASTES, 2],
  ['health and diet', 'unread_health unread_nutrition', 2],
  ['health and diet', 'phobia', 1],
  ['tastes', TASTES, 1],
]

/** Attributes that a brief is looked up by. */
export const BRIEF_ATTRIBUTES: readonly string[] = [
  ...new Set(QUOTAS.flatMap(([, attributes]) => attributes.split(' ').filter(Boolean))),
  ...CLOSE_SAFETY,
]
