import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

test.each([
  ['Choir rehearsal on 5 December.', 'No rehearsal on 5 December, the hall is flooded.'],
  ['Choir rehearsal on 5 December.', 'The conductor has moved the choir rehearsal to 8 December.'],
  ['Babysitting for Ana on 5 December.', 'Ana does not need babysitting on 5 December after all.'],
  ['Flight to Rome on 5 December.', "I won't be flying on 5 December."],
  ['Call with Marguerite on 1 December at 14:00.', "Marguerite won't be calling on 1 December, she'll write."],
  ['Wants to sell the boat.', 'The boat has been sold.'],
  ['Examines two cadets on 1 December at 14:00.', 'The exam of the cadets set for 1 December will not take place.'],
])('“%s” is called off or moved by “%s”', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBe('certain')
})

test.each([
  ['Dinner with Tom on 5 December.', "Tom won't bring the kids on 5 December."],
  ['Dinner with Tom on 5 December.', 'No dessert for the dinner on 5 December.'],
  ['Dinner with Tom on 5 December.', "Tom doesn't need a lift on 5 December."],
  ['Flight to Rome on 5 December.', 'Is not flying business on 5 December.'],
  ['Flight to Rome on 5 December 2026.', "I won't be flying on 5 December 2027."],
  ['Physio on 5 December.', 'Physio on 5 December will not hurt.'],
  ['Flight to Rome on 5 December.', 'Tom will not be flying on 5 December.'],
  ['Babysitting for Ana on 5 December.', 'Tom does not need babysitting on 5 December.'],
  ['Dentist on 5 December.', 'Tom moved his dentist to 8 December.'],
  ['Wants to sell the boat.', "Tom's boat has been sold."],
  ['Choir rehearsal on 5 December.', 'Moved the sofa to the hall on 8 December.'],
  ['Maths exam on 5 December.', 'Dr Lim has put the physics exam on 8 December.'],
])('“%s” stays after “%s”', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBeUndefined()
})
