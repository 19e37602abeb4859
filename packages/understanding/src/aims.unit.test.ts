import { describe, expect, test } from 'vitest'
import { outcomeOf, readAimText } from './aims.ts'
import { NO_NAMES } from './names.ts'

const MIN = 0.6
const outcome = (aim: string, later: string, names = NO_NAMES) => outcomeOf(readAimText(aim), readAimText(later), names)

describe('the outcome of a goal', () => {
  test.each([
    ['Wants to get the boat licence.', 'Boat licence passed at the second go.'],
    ['Goal: bench press 100 kg.', 'Benched 100 kg, ticked off the list.'],
    ['Saving up for a motorbike.', 'Forget the motorbike, the insurance is insane.'],
  ])('of "%s" is stated by "%s"', (aim, later) => {
    expect(outcome(aim, later)).toBeGreaterThanOrEqual(MIN)
  })

  test.each([
    ['Wants to get the boat licence.', 'Her brother has a boat in Faaborg.'],
    ['Wants to run a marathon.', 'Had pasta the evening before the marathon of her sister.'],
    ['Wants to learn the cello.', 'Cello lesson on Wednesday at six.'],
  ])('of "%s" is not stated by "%s"', (aim, later) => {
    expect(outcome(aim, later)).toBeLessThan(MIN)
  })

  test('is not stated by what shares no word with it, or only the name of the user', () => {
    expect(outcome('Wants to run a marathon.', 'Passed with distinction.')).toBe(0)
    expect(outcome('Kwame wants to run a marathon.', 'Kwame has done it.', new Set(['kwame']))).toBe(0)
  })
})
