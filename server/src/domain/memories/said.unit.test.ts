import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sayTheSame, whatIsSaid } from './said.ts'

const same = (one: string, other: string) => sayTheSame(whatIsSaid(one), whatIsSaid(other))

test.each([
  ['Runs along the river every Tuesday.', 'runs along the river every tuesday'],
  ['The user really likes green tea.', 'Likes green tea!'],
  ['Takes the train to work on Mondays and Thursdays', 'On Mondays and Thursdays takes the train to work'],
])('%s — and — %s say the same', (one, other) => expect(same(one, other)).toBe(true))

test.each([
  ['Likes tea.', "Doesn't like tea."],
  ['Is allergic to nuts.', 'Is not allergic to nuts.'],
  ['Runs 5 km along the river before work every Tuesday.', 'Runs 10 km along the river before work every Tuesday.'],
  ['Moved to Berlin.', 'Moved from Berlin.'],
  ['Has a sister called Ada.', 'Has a sister called Eva.'],
  ['Likes tea.', ''],
])('%s — and — %s do not', (one, other) => expect(same(one, other)).toBe(false))

test('every text says what it says itself, and likeness has no direction', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 8 }), fc.lorem({ maxCount: 8 }), (one, other) => {
      expect(same(one, one)).toBe(true)
      expect(same(one, other)).toBe(same(other, one))
    }),
  )
})
