import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { slotsOf } from './slots.ts'

const DAY_MS = 24 * 60 * 60_000
const NEWER_AT = Date.UTC(2026, 5, 1)
const CONTEXT = { newerAt: NEWER_AT, olderAt: NEWER_AT - 200 * DAY_MS, ownName: 'Mira Holt' }

function judge(older: string, newer: string) {
  return judgeReplacement(newer, older, CONTEXT)
}

function sharesSlot(older: string, newer: string): boolean {
  const slots = new Set(slotsOf(older, CONTEXT.ownName))
  return slotsOf(newer, CONTEXT.ownName).some((slot) => slots.has(slot))
}

test.each([
  ['Lives in Ghent.', 'Moved to Leuven.'],
  ['I work as a florist.', 'I became a paramedic.'],
  ['Married to Paulo.', 'Got divorced from Paulo.'],
  ['Choir practice is on Mondays.', 'Choir practice is now on Thursdays.'],
  ['My phone number is 555 0101.', 'My new number is 555 0199.'],
  ['The author of Dune is Frank Herbert.', 'The author of Dune is Agatha Christie.'],
  ['Has a ticket for the Nick Cave gig on 4 July.', 'The Nick Cave gig on 4 July was cancelled.'],
])('%s is replaced by: %s', (older, newer) => {
  expect(judge(older, newer)).toBe('certain')
  expect(sharesSlot(older, newer)).toBe(true)
})

test.each([
  ['Daughter Ines is four.', 'Son Teo is two.'],
  ['Is allergic to walnuts.', 'Is allergic to latex.'],
  ["Ana's number is 555 0101.", "Rui's number is 555 0102."],
  ['Lives in Ghent.', 'Is thinking of moving to Lille.'],
  ['Lives in Ghent.', 'Used to live in Lille.'],
])('%s is not replaced by: %s', (older, newer) => {
  expect(judge(older, newer)).toBeUndefined()
})

test('readings of one quantity are a series', () => {
  expect(judge('Weighs 70 kg.', 'Weighs 68 kg.')).toBe('series')
})

test('a statement that is older, or the same again, replaces nothing', () => {
  expect(judgeReplacement('Lives in Ghent.', 'Lives in Lille.', { newerAt: 1, olderAt: 2 })).toBeUndefined()
  expect(judge('Lives in Ghent.', 'lives in ghent')).toBeUndefined()
})
