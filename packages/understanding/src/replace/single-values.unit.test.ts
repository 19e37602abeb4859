import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundEitherWay } from './test/pairs.ts'

const OWN_NAME = 'Robin Ashdown'

/** The same sentence about one thing with another value of the same kind. */
test.each([
  ['Her desk is on the third floor.', 'Her desk is on the sixth floor.'],
  ['The storage room is on the 2nd floor.', 'The storage room is on the 4th floor.'],
  ['The front door is red.', 'The front door is dark green.'],
  ['Bedroom walls are pale green.', 'Bedroom walls are terracotta.'],
  ['The parking space costs 30 euros a month.', 'The parking space costs 35 euros a month.'],
  ['The landlord is Señor Prieto.', 'The landlord is Señora Vidal.'],
  ['The accountant is Ms Adler.', 'The accountant is Piet Brandt.'],
])('reads that "%s" is replaced by "%s"', (older, newer) => {
  expect(judgeReplacement(newer, older, contextOf(OWN_NAME))).toBe('certain')
})

/** Both can be true, whichever is stated later. */
test.each([
  ['Her desk is on the third floor.', 'Her flat is on the sixth floor.'],
  ["Ana's desk is on the third floor.", "Tom's desk is on the sixth floor."],
  ['The front door is red.', 'The back door is green.'],
  ['The front door is red.', 'The front door is heavy.'],
  ['The neighbour is Tom.', 'The neighbour is Ana.'],
  ['The concert ticket costs 30 euros.', 'The concert ticket costs 45 euros.'],
  ['My dog is black.', 'My dog is white.'],
  ['The colours of the flag are red.', 'The colours of the flag are red and white.'],
  ['Dinner is 30 euros a head.', 'Dinner is 40 euros a head.'],
  ['The hotel room is on the third floor.', 'The hotel room is on the ninth floor.'],
  ['The deadline is on the 3rd.', 'The deadline is on the 9th of May next year.'],
])('does not read that "%s" and "%s" replace each other', (one, other) => {
  expect(foundEitherWay(one, other, OWN_NAME)).not.toContain('certain')
})
