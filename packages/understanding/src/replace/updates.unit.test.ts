import { expect, test } from 'vitest'
import { updateFeatures, updateLikelihood } from './updates.ts'

const LIKELY = 0.4
const OWNER = { ownName: 'Ada Moss', userId: 'usr_1' }
/** No other statement of the store has the word. */
const rare = () => 2
const likelihood = (newer: string, older: string, countOf: (word: string) => number | undefined = rare) =>
  updateLikelihood(newer, older, OWNER, countOf)

test.each([
  ['The newsletter goes out monthly.', 'Down to a quarterly newsletter, monthly was too much.'],
  ['Electricity comes from Stromkraft.', 'Changed over to GreenVolt for electricity.'],
  ['The spare key is with the Hendersons.', 'Put the spare key under the blue pot because the Hendersons moved.'],
  ['Swims twenty lengths in the morning.', 'Up to thirty-two lengths in the pool now.'],
])('estimates that an update is likely: %s', (older, newer) => {
  expect(likelihood(newer, older)).toBeGreaterThan(LIKELY)
})

test.each([
  ['one of several', 'Her sister Fleur is a pilot.', 'Her sister Agathe teaches maths.'],
  ['an addition', 'The workshop has a table saw.', 'The workshop also got a bandsaw.'],
  ['an intention', 'The worktop is oak.', 'Is thinking about a slate worktop.'],
  ['a short time', 'Gets off the tram at Marktplatz.', 'Gets off the tram at Nordtor this week.'],
  ['what is over anyway', 'Used to sing alto in the choir.', 'Sings tenor in the choir now.'],
  ['the same again', 'Sleeps on the left side of the bed.', 'Is back to sleeping on the left side of the bed.'],
  ['an allergy', 'Is allergic to peanuts.', 'Eats peanuts since the allergy test.'],
  ['an appointment', 'Dentist on 5 December 2026 at 9:00.', 'The dentist moved to Dock Street.'],
  ["another's amount", 'Weight: 62 kg.', "Bamse's weight: 31 kg."],
  ['nothing in common', 'Parks in bay 118.', 'Owns three records now.'],
])('gives no estimate or a low one for %s', (_, older, newer) => {
  expect(likelihood(newer, older)).toBeLessThan(LIKELY)
})

test('is lower the more statements of the store have the common words', () => {
  const [older, newer] = ['The newsletter goes out monthly.', 'The newsletter is quarterly now.']
  const estimates = [2, 3, 5, 20].map((count) => likelihood(newer, older, () => count))
  expect(estimates).toEqual([...estimates].sort((a, b) => b - a))
  expect(estimates[0]).toBeGreaterThan(estimates[3]!)
  expect(likelihood(newer, older, () => undefined)).toBe(estimates[3])
})

test('features are between 0 and 1', () => {
  const features = updateFeatures('The newsletter is quarterly now.', 'The newsletter goes out monthly.', OWNER, rare)!
  expect(Object.values(features).every((value) => value >= 0 && value <= 1)).toBe(true)
})
