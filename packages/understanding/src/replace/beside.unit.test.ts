import { expect, test } from 'vitest'
import { updateLikelihood } from './updates.ts'

test.each([
  ['Prefers to be called Marta, not Mrs Nowak.', 'Hates phone calls; text or email instead.'],
  ['Call me Marta.', 'Prefers email to phone calls.'],
])('how someone is called stays beside what is no name: %s', (older, newer) => {
  expect(updateLikelihood(newer, older)).toBe(0)
})

test.each([
  ['Call me Marta.', 'Call me Maz.'],
  ['My nickname is Bee.', 'Nobody calls me Bee any more.'],
])('another name can be an update: %s', (older, newer) => {
  expect(updateLikelihood(newer, older)).toBeGreaterThan(0.5)
})
