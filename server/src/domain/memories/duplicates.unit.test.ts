import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areDuplicates, areNearCopies, parseStatement } from './duplicates.ts'

const same = (one: string, other: string) => areDuplicates(parseStatement(one), parseStatement(other))

describe('areDuplicates', () => {
  test.each([
    ['Runs along the river every Tuesday.', 'runs along the river every tuesday'],
    ['The user really likes green tea.', 'Likes green tea!'],
    ['I am allergic to walnuts.', 'The user is allergic to walnuts'],
  ])('returns true for "%s" and "%s"', (one, other) => expect(same(one, other)).toBe(true))

  test.each([
    ['Likes tea.', "Doesn't like tea."],
    ['Is allergic to nuts.', 'Is not allergic to nuts.'],
    ['Runs 5 km along the river before work every Tuesday.', 'Runs 10 km along the river before work every Tuesday.'],
    ['Moved to Berlin.', 'Moved from Berlin.'],
    ['Has a sister called Ada.', 'Has a sister called Eva.'],
    ['Likes tea.', ''],
    ['I am allergic to walnuts.', 'I was really just allergic to walnuts.'],
    ['Maya is my emergency contact.', 'Maya was my emergency contact.'],
    [
      'Allergic to walnuts, pecans, cashews, hazelnuts, almonds and soy.',
      'Allergic to walnuts, pecans, cashews, hazelnuts and almonds.',
    ],
    ['Uses the inhaler after running in the cold.', 'Uses the inhaler before running in the cold.'],
    ['The dog bit Leo.', 'Leo bit the dog.'],
    ['Takes ibuprofen before the aspirin.', 'Takes aspirin before the ibuprofen.'],
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

describe('areNearCopies', () => {
  const isCopy = (one: string, other: string) => areNearCopies(parseStatement(one), parseStatement(other))

  test.each([
    ['Prefers window seats on flights.', 'prefers window seats on flights'],
    ['I am allergic to peanuts.', 'The user is allergic to peanuts'],
    ['Prefers window seats on flights.', 'Prefers window seats on long flights.'],
    ['Runs with the neighbours on the weekend.', 'Runs with the neigbours on the weekend.'],
  ])('returns true for "%s" and "%s"', (one, other) => expect(isCopy(one, other)).toBe(true))

  test.each([
    ['Ran 5 km along the river before work.', 'Ran 8 km along the river before work.'],
    ['Had a long call with the accountant on Monday.', 'Had a long call with the accountant on Friday.'],
    ['Sees the physiotherapist about the knee in May.', 'Sees the physiotherapist about the knee in June.'],
    ['Waters the plants on the balcony two times.', 'Waters the plants on the balcony three times.'],
    ['Daughter Anna loves swimming in the pool at weekends.', 'Daughter Maria loves swimming in the pool at weekends.'],
    ['Takes the blue pills with breakfast every day.', "Doesn't take the blue pills with breakfast every day."],
    ['Lives in Berlin.', 'Lives in Berlin with two cats and a dog.'],
    ['Flew from Oslo.', ''],
  ])('returns false for "%s" and "%s"', (one, other) => expect(isCopy(one, other)).toBe(false))

  test('is reflexive and symmetric', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 8 }), fc.lorem({ maxCount: 8 }), (one, other) => {
        expect(isCopy(one, one)).toBe(true)
        expect(isCopy(one, other)).toBe(isCopy(other, one))
      }),
    )
  })
})
