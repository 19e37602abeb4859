import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

test.each([
  ['Works in Leeds.', 'Sold the flat in Leeds.'],
  ['Studies in Leeds.', 'Sold the house in Leeds.'],
  ['Loves Rome.', 'Cancelled the trip to Rome.'],
  ['Swims in the sea.', 'Sold the flat by the sea.'],
  ['Goes skiing in Davos.', 'Gave up the room in Davos.'],
  ['Has a garden in Leeds.', 'Finished the course in Leeds.'],
])('"%s" stays true after "%s"', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBeUndefined()
})

test.each([
  ['Has a house in Leeds.', 'Sold the house in Leeds.'],
  ['Lives in a flat in Leeds.', 'Gave up the flat in Leeds.'],
  ['Is planning a trip to Rome.', 'Cancelled the trip to Rome.'],
  ['Takes a pottery class on Mondays.', 'Quit the pottery class.'],
  ['Has an account at Barclays.', 'Closed the Barclays account.'],
])('"%s" is over after "%s"', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBe('certain')
})

test("a person's own name is not an animal's name", () => {
  const context = { ownName: 'Mei Tan' }
  expect(judgeReplacement('Mei sold her violin.', 'No animals are allowed where Mei lives.', context)).toBeUndefined()
  expect(judgeReplacement('Mei sold her old books.', 'Mei is a night owl.', context)).toBeUndefined()
})
