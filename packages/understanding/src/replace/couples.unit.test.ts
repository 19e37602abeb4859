import { expect, test } from 'vitest'
import { contextOf } from './test/pairs.ts'
import { updateLikelihood } from './updates.ts'

const OWN_NAME = 'Vera Holm'
const likelihood = (older: string, newer: string) => updateLikelihood(newer, older, contextOf(OWN_NAME))

test.each([
  [
    'Judith and Gustav are getting married in Tallinn on April 14.',
    'Nadia and Anna are getting married in Lyon in May.',
  ],
  ['Ines and Bruno are getting married in Porto.', 'Otto and Bruno are getting married in Ghent.'],
  ['Ines and Bruno live in Porto.', 'Kaja and Otto live in Ghent.'],
  ['Ines, Bruno and Lea live in Porto.', 'Kaja & Otto live in Ghent.'],
  ['Ines and Bruno have twins.', 'Kaja and Otto have a son.'],
  ['Omar and Lise run a bakery in Aarhus.', 'Per and Anniken run a bakery in Bergen.'],
  ['The Müllers live in Porto.', 'The Hansens live in Ghent.'],
  ['Aunt Rosa and Uncle Pino are moving to Bari.', 'Aunt Lina and Uncle Carlo are moving to Turin.'],
  ['My friends Ines and Bruno are getting married in Porto.', 'My friends Kaja and Otto are getting married in Ghent.'],
  ['Both Ines and Bruno work at the port.', 'Both Kaja and Otto work at the station.'],
  ['Ines and her husband live in Porto.', 'Kaja and her husband live in Ghent.'],
])('what is so of some people stays so beside the same of others: %s %s', (older, newer) => {
  expect(likelihood(older, newer)).toBe(0)
})

test.each([
  ['of the same people', 'Ines and Bruno live in Porto.', 'Bruno and Ines live in Lisbon now.'],
  ['of perhaps the same people', 'Ines and her husband live in Porto.', 'Ines and Bruno live in Ghent.'],
  ['of the user', 'Vera and Otto live in Porto.', 'Vera and Kaja live in Lisbon.'],
  ['of days', 'Monday and Friday are free for the gym.', 'Tuesday and Friday are free for the gym.'],
  ['that others do now what they did', 'Ines and Bruno are our neighbours.', 'Kaja and Otto are our neighbours now.'],
])('a statement %s is estimated', (_, older, newer) => {
  expect(likelihood(older, newer)).toBeGreaterThan(0)
})
