import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { updateLikelihood } from './updates.ts'

test.each([
  ['Step counter: 6,210 steps on 18 November 2026.', 'Step counter: 4,880 steps on 19 November 2026.'],
  ['Sleep tracker: 5 h 40 min on the night to 20 November.', 'Sleep tracker: 7 h 05 min on the night to 21 November.'],
  ['Roster: long day on 29 November 2026.', 'Roster: long day on 30 November 2026.'],
])('“%s” stays after “%s”', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBeUndefined()
  expect(updateLikelihood(newer, older)).toBe(0)
})

test.each([
  ['Weight: 82 kg on 3 May.', 'Weight: 79 kg on 10 June.', 'series'],
])('“%s”, then “%s”: %s', (older, newer, expected) => {
  expect(judgeReplacement(newer, older)).toBe(expected)
})
