import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

/* Whom "he" and "she" mean where the clause before names another beside the person. */

const judged = (older: string, newer: string) => judgeReplacement(newer, older, { ownName: 'Ngozi Eze' })

test.each([
  ['Lives in Dartmouth.', 'Divorced from Emeka since 2021; he lives in Calgary.'],
  ['Lives in Dartmouth.', 'Divorced from Emeka. He lives in Calgary.'],
  ['Works at Shell.', 'Married to Tom; he works at BP.'],
  ['Drives a Golf.', 'Lives with Ana; she drives a Fiat.'],
  ['Lives in Kent.', 'Has a brother, Tom; he lives in Leeds.'],
  ['Lives in Kent.', 'Met Ola at work; she lives in Bow.'],
  ['Lives in Kent.', 'I am divorced from Emeka. He lives in Calgary.'],
])('“%s” stays true after “%s”', (older, newer) => {
  expect(judged(older, newer)).toBeUndefined()
})

test.each([
  ['Lives in Dartmouth.', 'Ngozi is divorced from Emeka. She lives in Calgary now.'],
  ['Lives in Dartmouth.', 'She is divorced from Emeka; she lives in Calgary now.'],
  ['Lives in Dartmouth.', 'Sold the house. She lives in Calgary now.'],
])('“%s” is replaced by “%s”', (older, newer) => {
  expect(judged(older, newer)).toBe('certain')
})
