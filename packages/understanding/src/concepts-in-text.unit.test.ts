import { expect, test } from 'vitest'
import { conceptsIn, shareConcept } from './concepts-in-text.ts'

test.each([
  ['Takes amoxicillin', 'Allergic to antibiotics'],
  ['Married since 2012', 'The wife is a nurse'],
  ['Allergic to peanuts', 'Ate a peanut'],
])('%s shares a concept with: %s', (one, other) => {
  expect(shareConcept(conceptsIn(one), conceptsIn(other))).toBe(true)
  expect(shareConcept(conceptsIn(other), conceptsIn(one))).toBe(true)
})

test.each([
  ['Allergic to peanuts', 'Runs along the river'],
  ['', 'Takes amoxicillin'],
])('%s shares no concept with: %s', (one, other) => {
  expect(shareConcept(conceptsIn(one), conceptsIn(other))).toBe(false)
})

test('finds phrases', () => {
  expect(conceptsIn('Gave up sugar').named).toEqual(conceptsIn('gave up sugar').named)
  expect(conceptsIn('wants to give up').named).toContain('quit')
})
