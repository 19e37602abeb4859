import { expect, test } from 'vitest'
import { textVector } from '../../recall/src/text-vectors.ts'
import { touchedBy, touchesOf } from './touched.ts'

const touchesIn = (ask: string) => touchesOf(ask, textVector(ask))

test.each([
  ['food', 'what goes with lamb chops'],
  ['food', 'order us a takeaway for tonight'],
  ['care', 'what should I tell the anaesthetist'],
  ['care', 'the paramedic wants a list before they drive off'],
  ['effort', 'a plan for my first half marathon'],
  ['travel', 'pack my suitcase for a week in Lisbon'],
] as const)('finds that a request touches %s: %s', (touch, ask) => {
  expect(touchesIn(ask)).toContain(touch)
})

test.each([
  'who is my landlord',
  'rename the spreadsheet',
  'which band do I play in',
  'translate this letter into Dutch',
])('finds that a request touches nothing: %s', (ask) => {
  expect(touchesIn(ask)).toEqual([])
})

test('puts care first in an emergency, whatever else a request touches', () => {
  expect(touchesIn('allergic reaction at dinner after the peanut soup')[0]).toBe('care')
  expect(touchesOf('he is choking on a sandwich', undefined)[0]).toBe('care')
})

test('finds probabilities for any text, with and without a vector', () => {
  for (const text of ['', '???', 'x'.repeat(5_000), 'お昼ご飯は何にしようか'])
    for (const vector of [undefined, textVector(text)])
      for (const share of Object.values(touchedBy(text, vector))) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
      }
})
