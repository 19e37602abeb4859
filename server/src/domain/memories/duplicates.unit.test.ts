import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areDuplicates, parseStatement } from './duplicates.ts'

const same = (one: string, other: string) => areDuplicates(parseStatement(one), parseStatement(other))

describe('areDuplicates', () => {
  test.each([
    ['Runs along the river every Tuesday.', 'runs along the river every tuesday'],
    ['The user really likes green tea.', 'Likes green tea!'],
    ['Takes the train to work on Mondays and Thursdays', 'On Mondays and Thursdays takes the train to work'],
  ])('returns true for "%s" and "%s"', (one, other) => expect(same(one, other)).toBe(true))

  test.each([
    ['Likes tea.', "Doesn't like tea."],
    ['Is allergic to nuts.', 'Is not allergic to nuts.'],
    ['Runs 5 km along the river before work every Tuesday.', 'Runs 10 km along the river before work every Tuesday.'],
    ['Moved to Berlin.', 'Moved from Berlin.'],
    ['Has a sister called Ada.', 'Has a sister called Eva.'],
    ['Likes tea.', ''],
  ])('returns false for "%s" and "%s"', (one, other) => expect(same(one, other)).toBe(false))

  test('is reflexive and symmetric', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 8 }), fc.lorem({ maxCount: 8 }), (one, other) => {
        expect(same(one, one)).toBe(true)
        expect(same(one, other)).toBe(same(other, one))
      }),
    )
  })
})
