import { expect, test } from 'vitest'
import { foundEitherWay, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Nadia'

/** Statements of which the second says that it is not on the day of the first. */
test.each([
  ['Lunch with Ruth on 3 April 2026.', 'Ruth has the flu, no lunch on 3 April 2026.'],
  ['The heating engineer comes on 1 December 2026.', 'Heating man is ill, comes not 1 December 2026.'],
  ['We drive to Lisbon on 20 July 2026.', 'Mother has it with the knee, Lisbon first on 10 August 2026.'],
  ['Car inspection on 5 May 2026.', 'The inspection of 5 May 2026 I had to annul.'],
  ['Respite week at Lake House from 2 June 2026.', 'Lake House is full, respite week starts 16 June 2026.'],
  ['Quiz 2 in algebra on 4 May 2026.', 'Lec moved quiz 2 to 11 May 2026.'],
  ['Van licence renewal on 4 May 2026.', 'The office rebooked my van renewal to 18 May 2026.'],
  ['Cataract operation on 10 May 2026 in Merlin Park.', 'They rang, the cataract is pushed to 31 May 2026.'],
  ['Exam in biology on 17 June 2026.', 'Bio exam got bumped to 24 June 2026.'],
  ['Removal van on 30 June 2026.', 'Removal van only on 2 July 2026.'],
])('%s is replaced by: %s', (older, newer) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
})

test.each([
  ['the exam in another subject', 'Exam in biology on 17 June 2026.', 'Exam in chemistry moved to 24 June 2026.'],
  ['another quiz', 'Quiz 1 in algebra on 4 May 2026.', 'Lec moved quiz 2 to 11 May 2026.'],
  ['an illness alone', 'Lunch with Ruth on 3 April 2026.', 'Ruth has the flu.'],
  ['another matter of the day', 'Tattoo on 4 December 2026.', 'Dentist on 4 December 2026 is off.'],
  ["a child's", 'Dentist on 4 May 2026.', "My son's dentist moved to 11 May 2026."],
  ['a second one', 'Physio on 7 March 2026.', 'Physio on 14 March 2026.'],
  ['a habit', 'Kabaddi with the boys on weekends.', 'Kabaddi on 8 May 2026 is off, ground is under water.'],
  ['a refusal', 'Doctor on 5 March 2026.', 'The doctor said no to coffee on 5 March 2026.'],
])('reads %s as both true', (_, one, other) => {
  expect(foundEitherWay(one, other, OWN_NAME)).toEqual([])
})
