import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { slotsOf } from './slots.ts'
import { contextOf, foundEitherWay } from './test/pairs.ts'
import { LIKELY_MIN, updateLikelihood } from './updates.ts'

/** Two of several: both are true, whichever is stated later. */
const OF_SEVERAL = [
  // Numbered.
  ['Thought of harbour and saffron on day 4.', 'Thought of harbour and saffron on day 604.'],
  ['Thought of saffron and harbour on day 4.', 'Thought of harbour and saffron on day 604.'],
  ['Entry 3 of the diary: rain all day.', 'Entry 4 of the diary: rain all day.'],
  ['Slept badly on night 2 of the trip.', 'Slept badly on night 3 of the trip.'],
  ['Felt dizzy in session 3.', 'Felt dizzy in session 6.'],
  ['Cried during chapter 4.', 'Cried during chapter 9.'],
  ['Note 12 about the garden.', 'Note 13 about the garden.'],
  ['Paid 40 euros for lesson 3.', 'Paid 45 euros for lesson 4.'],
  ['Had pasta on day 5 of the trip.', 'Had pasta on day 6 of the trip.'],
  ['Sprint 11: shipped the login page.', 'Sprint 12: shipped the search page.'],
  ['Visit 2 to the physio went well.', 'Visit 3 to the physio went badly.'],
  // Counted or measured.
  ['Ran 3 kilometres on a day in May.', 'Ran 4 kilometres on a day in May.'],
  ['Ran 8 km in 41 minutes along the river.', 'Ran 12 km in 63 minutes along the river.'],
  ["Dinner with Mia at Luigi's cost 41 euros.", "Dinner with Mia at Luigi's cost 58 euros."],
  ['Paid 32 euros at the pharmacy.', 'Paid 17 euros at the pharmacy.'],
  ['Spent 45 euros on groceries.', 'Spent 61 euros on groceries.'],
  ['Cycled 32 km to the lake with Jan.', 'Cycled 28 km to the lake with Jan.'],
  ['Slept 6 hours.', 'Slept 8 hours.'],
  ['Drank 2 litres of water.', 'Drank 3 litres of water.'],
  ['Meditated for 10 minutes.', 'Meditated for 20 minutes.'],
  ['Wrote 800 words of the thesis.', 'Wrote 1,200 words of the thesis.'],
  ['Earned 120 euros babysitting.', 'Earned 80 euros babysitting.'],
  ['Won 3-1 against the Tigers.', 'Lost 2-4 against the Tigers.'],
  ['The train was 20 minutes late.', 'The train was 45 minutes late.'],
  ['Had 3 beers with Omar.', 'Had two beers with Omar.'],
  ['Donated 50 euros to the food bank.', 'Donated 30 euros to the food bank.'],
  ['The call with Ines took 40 minutes.', 'The call with Ines took 15 minutes.'],
  ['Flew to Porto for 90 euros.', 'Flew to Porto for 140 euros.'],
  ['Rode 40 km on the new bike.', 'Rode 65 km on the new bike.'],
  ['Groceries came to 54 euros.', 'Groceries came to 61 euros.'],
  ['Coffee with Bea: 7 euros.', 'Coffee with Bea: 9 euros.'],
  ['The car was serviced for 240 euros.', 'The car was serviced for 310 euros.'],
  ['The roof was repaired in 2016.', 'The roof was repaired in 2022.'],
  ['She called her mother on Monday evening.', 'She called her mother on Thursday evening.'],
  ['Taxi to the airport: 38 GBP', 'Taxi from the airport: 44 GBP'],
  ['Workout: 45 minutes, legs.', 'Workout: 30 minutes, arms.'],
  // Entries of a log.
  ['Breakfast: porridge with banana.', 'Breakfast: eggs on toast.'],
  ['Gratitude: the sun on the balcony.', 'Gratitude: a letter from Bea.'],
  ['Shopping: milk and eggs.', 'Shopping: soap and rice.'],
] as const

test.each(OF_SEVERAL)('keeps both %j and %j', (one, other) => {
  const context = contextOf('Ada')
  expect(foundEitherWay(one, other, 'Ada')).toEqual([])
  expect(updateLikelihood(one, other, context)).toBeLessThan(LIKELY_MIN)
  expect(updateLikelihood(other, one, context)).toBeLessThan(LIKELY_MIN)
})

test.each([
  ['Is on day 4 of the antibiotics course.', 'Is on day 6 of the antibiotics course.'],
  ["I'm in week 20 of my pregnancy.", "I'm in week 24 of my pregnancy."],
  ['Reached level 12 in Duolingo.', 'Reached level 13 in Duolingo.'],
  ['Week 3 of the marathon plan now.', 'Week 5 of the marathon plan now.'],
  ['Lunch: school canteen.', 'Lunch: own box, quit the canteen.'],
  ['Lunch: two cheese sandwiches.', 'Lunch: salad, off cheese.'],
  ['Rent is 900 euros.', 'Rent is 950 euros.'],
  ['Tipped the scales at 84 kilos.', 'Tipped the scales at 79 kilos.'],
  ['The gym costs 30 euros a month.', 'The gym costs 35 euros a month.'],
  ['Resting pulse was 61.', 'Resting pulse was 57.'],
])('still replaces %j by %j, which lasts', (older, newer) => {
  const context = contextOf('Ada')
  const isReplaced =
    judgeReplacement(newer, older, context) !== undefined || updateLikelihood(newer, older, context) >= LIKELY_MIN
  expect(isReplaced).toBe(true)
})

test('what is one of several has no attribute by which all entries of a log would be compared', () => {
  const attributes = (content: string) => slotsOf(content, 'Ada').filter((slot) => !slot.startsWith('w:'))
  expect(attributes('Thought of harbour and saffron on day 4.')).toEqual([])
  expect(attributes('Taxi: 14 euros.').filter((slot) => slot.includes('measured'))).toEqual([])
})
