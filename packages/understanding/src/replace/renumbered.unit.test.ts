import { expect, test } from 'vitest'
import { foundEitherWay, foundReplacement } from './test/pairs.ts'

/** The same state with another number. */
const RENUMBERED = [
  ['Wears size 3 nappies.', 'Wears size 4 nappies now.'],
  ['Daily step goal: 8,000', 'Daily step goal: 10,000'],
  ['Has been sober for 60 days.', 'Has been sober for 100 days.'],
  ['Is ranked 34th at the club.', 'Is ranked 21st at the club.'],
  ['My desk is on the third floor.', 'My desk is on the fifth floor.'],
  ['Drinks four cups of tea a day.', 'Drinks one cup of tea a day.'],
  ['Smokes ten cigarettes a day.', 'Smokes four cigarettes a day.'],
] as const

/** Numbers that tell apart what is stated, or that are of two occasions. */
const APART = [
  ['Room 12 is booked for the choir.', 'Room 14 is booked for the choir.'],
  ['Bus 12 goes to the harbour.', 'Bus 14 goes to the harbour.'],
  ['Locker 3 has the skis.', 'Locker 4 has the skis.'],
  ['Has a meeting at 9:15.', 'Has a meeting at 10:00.'],
  ['Has 3 exams today.', 'Has 2 exams today.'],
  ['Her son is 4.', 'Her daughter is 6.'],
  ['Takes insulin at 8.', 'Takes insulin at 12.'],
  ['Ibuprofen: 8:00', 'Ibuprofen: 14:00'],
  ['Nap: 9:00', 'Nap: 13:00'],
  ['Marathon: 3:45', 'Marathon: 3:30'],
  ['My colleague works in room 3.', 'My colleague works in room 5.'],
  ['Needs vitamin B1.', 'Needs vitamin B2.'],
  ['Has a daughter aged 4.', 'Has a daughter aged 7.'],
  ['My nephew is in year 3.', 'My nephew is in year 5.'],
  ['The bus leaves at 7:10.', 'The bus leaves at 7:40.'],
  ['Drinks coffee at 7.', 'Drinks coffee at 15.'],
  ['Is in seat 4 of row 12.', 'Is in seat 9 of row 3.'],
  ['Felt tired after lap 3.', 'Felt tired after lap 5.'],
  ['Mood: anxious in the morning', 'Mood: calm in the evening'],
  ['Sleepiness: low in the morning', 'Sleepiness: high at night'],
] as const

/** What a label says of parts of the day, which is its value. */
const PARTS_OF_DAY = [
  ['Work shift: mornings only', 'Work shift: nights only'],
  ['Shift: in the morning', 'Shift: in the evening'],
] as const

test.each([...RENUMBERED, ...PARTS_OF_DAY])('after %j, %j is a newer value', (older, newer) => {
  expect(foundReplacement(older, newer, 'Ada')).toBeDefined()
})

test.each(APART)('%j and %j are both true', (one, other) => {
  expect(foundEitherWay(one, other, 'Ada')).toEqual([])
})
