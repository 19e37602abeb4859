import { expect, test } from 'vitest'
import { textVector } from '../../../recall/src/text-vectors.ts'
import { contextOf, foundEitherWay, foundReplacement } from './test/pairs.ts'
import { certainFrom, doubtOf, updateLikelihood } from './updates.ts'

/* Statements that tell what has become otherwise by a fate, by a return, by another name or by another occupation. */

const OWN_NAME = 'Kim Doe'
const CONTEXT = { ...contextOf(OWN_NAME), vectorOf: textVector }

const REPLACED: readonly (readonly [older: string, newer: string])[] = [
  // Animals.
  ['Has a mouse called Pip.', 'Pip the mouse did not survive the operation.'],
  ['Has a turtle called Tank.', 'Kim found Tank dead in the pond.'],
  ['I have a gerbil, Biscuit.', 'We buried Biscuit under the lilac.'],
  ['Has a hamster called Otto.', 'Gave Otto the hamster to a classmate.'],
  ['Has a finch called Vivaldi.', 'Vivaldi was caught by a hawk.'],
  ['Has no pets.', 'Adopted a kitten called Saffron.'],
  ['We do not have any animals.', 'We got a puppy.'],
  // Other names.
  ['The choir is called High Notes.', 'The choir has been renamed Open Voices.'],
  ['The street is called Mill Lane.', 'Mill Lane was renamed Turing Way.'],
  ['Our darts team is called Bullseye.', 'Our darts team plays under the name Treble Makers.'],
  // As it was before.
  ['Buys vegetables at the supermarket.', 'Buys vegetables at the market again.'],
  ['Runs before breakfast.', 'Is back to running after work.'],
  ['Sleeps on a mattress.', 'Sleeps in a hammock again.'],
  // Work.
  ['I sell carpets at Weber.', 'I was hired as a clerk at the town hall.'],
  ['Paints houses for Malerei Kurz.', 'Works as a bus driver.'],
  ['Works in marketing at Brandt.', 'Was made redundant.'],
  ['I am a carpenter.', 'I retired in March.'],
  // Homes.
  ['Lives in Osaka.', 'Has made Kobe home.'],
  ['I am with Telia for my mobile.', 'I switched to Telenor for my mobile.'],
  ['Is on the weekend rota.', 'Is off the weekend rota for good.'],
  ['Takes milk in his tea.', 'Drinks his tea black now.'],
  ['I keep 12 goats.', 'I keep 9 goats.'],
  // Appointments.
  ['We prune the vines on 3 May.', 'Because of the frost we prune on 12 May instead.'],
  ['The diving course starts on 3 May.', 'The diving course starts later, on 24 May.'],
  ['The concert is on 3 May.', 'The concert on 3 May will not happen.'],
  ['Goes to the regatta on 3 May.', 'Returned her ticket for the regatta on 3 May.'],
  ['Hike with Bea on 3 May.', 'Bea is ill, so no hike on 3 May.'],
  ['The dishwasher will be delivered on 4 May.', 'Delivery of the dishwasher delayed until 11 May.'],
]

test.each(REPLACED)('reads %j as replaced by %j', (older, newer) => {
  expect(['certain', 'series']).toContain(foundReplacement(older, newer, OWN_NAME))
})

const BOTH: readonly (readonly [one: string, other: string])[] = [
  ['Has a horse called Stella.', 'Stella is a friend from school.'],
  ['Has a dog called Bello.', 'We buried the time capsule under the oak.'],
  ['Has a cat.', 'Got a dog.'],
  ['Plays chess at the club.', 'Plays tennis in the park again.'],
  ['Runs on Mondays.', 'Runs on Thursdays again.'],
  ['Buys bread at Backhaus Kurz.', 'Works as a nurse.'],
  ['Bakes cakes for Bea.', 'Works as a nurse.'],
  ['Has no pets.', 'Got a cat bed for her sister.'],
]

test.each(BOTH)('reads %j and %j as both true', (one, other) => {
  expect(foundEitherWay(one, other, OWN_NAME)).not.toContain('certain')
})

test.each([
  ['I do not eat gluten.', 'I am eating bread and pasta again.'],
  ['Drinks oat milk.', "Has returned to cow's milk."],
  ['Surf club: Onda Norte.', 'Surf club has a new name: Maré Alta.'],
])('an estimate suffices for what is otherwise now: %j, %j', (older, newer) => {
  expect(updateLikelihood(newer, older, CONTEXT)).toBeGreaterThanOrEqual(0.8)
  expect(doubtOf(newer, older, CONTEXT)).toBe('none')
})

test.each([
  ["The childminder's number is 021 555 0140.", 'My work phone is 085 555 0190 now.'],
  ['Takes singing lessons.', 'Stopped taking dance lessons.'],
  ['Eats oats for breakfast.', 'Eats salad for lunch now.'],
])('an estimate does not suffice for another matter: %j, %j', (older, newer) => {
  expect(updateLikelihood(newer, older, CONTEXT)).toBeLessThan(certainFrom(doubtOf(newer, older, CONTEXT)))
})
