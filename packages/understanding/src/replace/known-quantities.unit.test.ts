import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { slotsOf } from './slots.ts'

const OWN = { ownName: 'Nadia' }

test.each([
  ['BP 146/91.', 'BP 128/82 at the chemist.'],
  ['Blood pressure was 150 over 95.', '132/84 at the doctor.'],
  ['I am 71 kg.', '68 kg at the medical.'],
  ['I weighed 59 kilo.', 'Midwife wrote 64 kilo.'],
  ['92 kilo.', '86 kilo, the belt is too long.'],
  ['64 kg.', 'Diet works, 61 kg.'],
  ['190 lbs this week.', '184 lbs this week.'],
  ['Twelve stone five.', 'Eleven stone thirteen at the clinic.'],
  ['Tomás weighs 80 kilo.', 'Tomás on the new scale: 76.5.'],
  ['Tomás: 80 kg.', 'Scale showed Tomás 77 kg.'],
  ['My INR was 3.1.', 'INR of 2.2 this time.'],
  ['GPA 3.0.', 'GPA after last sem: 3.3.'],
  ['Long sugar 8.0.', 'Long sugar 7.2, doctor praised me.'],
  ['HbA1c 7.7.', 'A1c came down to 6.9.'],
  ["Nadia's savings: 60,000 kr.", 'Savings book says 75,000 kr.'],
  ['Credit score 610.', 'Credit score: 655 as of May.'],
])('reads %j and %j as readings of one quantity', (older, newer) => {
  expect(['series', 'certain']).toContain(judgeReplacement(newer, older, OWN))
  expect(slotsOf(newer, OWN.ownName).some((slot) => slotsOf(older, OWN.ownName).includes(slot))).toBe(true)
})

test.each([
  ['another person’s', 'BP 146/91.', 'My father’s BP 128/82.'],
  ['another named person’s', 'Tomás: 80 kg.', 'Scale showed Lena 61 kg.'],
  ['a goal', '71 kg.', 'Goal weight 65 kg.'],
  ['what is lifted', '71 kg at the medical.', 'Bench press 75 kg.'],
  ['what is bought', '71 kg.', 'Bought 60 kg of cement.'],
  ['luggage', '71 kg.', 'Suitcase 62 kg.'],
  ['meals', 'Sugar 6.1 fasting.', 'Sugar 8.8 after lunch.'],
  ['other lab values', 'LDL 3.9.', 'HDL 1.3.'],
  ['sugar and long-term sugar', 'Sugar 7.0.', 'Long sugar 6.4.'],
  ['a range to stay within', 'INR 2.4.', 'INR target 3.0.'],
  ['a change by an amount', '71 kg.', 'Lost 3 kg.'],
  ['weights too far apart', 'I have 94 kilo.', '23 kg at the check-in counter.'],
  ['birth weight', 'The baby is 6 kg.', 'The baby was 3.4 kg at birth.'],
  ['dated values', 'BP 146/91 on 3 May.', 'BP 128/82 on 9 May.'],
])('reads %s as another quantity', (_, older, newer) => {
  expect(judgeReplacement(newer, older, OWN)).toBeUndefined()
})
