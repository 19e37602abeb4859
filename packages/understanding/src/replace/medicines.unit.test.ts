import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

test.each([
  ['Takes a baby aspirin every morning.', 'Aspirin was stopped when the blood thinner began.'],
  [
    'I take 20 mg of isotretinoin every day for my acne.',
    'The isotretinoin course is over, no more tablets for my skin.',
  ],
  ['The user takes 65 mg of iron a day for anaemia.', 'The doctor stopped the iron, haemoglobin is normal.'],
  ['Takes 50 mg of topiramate daily against migraine.', 'The neurologist replaced topiramate with an injection.'],
  ['Is on lamotrigine.', 'Was weaned off lamotrigine in spring.'],
  ['Takes aspirin.', 'Aspirin was stopped in May.'],
  ['Takes aspirin daily.', 'Dr Pickering took her off the aspirin.'],
  ['Uses a steroid inhaler twice a day.', 'No longer needs the steroid inhaler.'],
  ['Dad takes statins.', "Dad's statins were stopped."],
])('“%s” is over after “%s”', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBe('certain')
})

test.each([
  ['Takes aspirin.', 'Stopped the aspirin reminders.'],
  ['Takes aspirin.', 'Wants to stop taking aspirin.'],
  ['Takes aspirin.', 'Aspirin was stopped for two weeks.'],
  ['Takes aspirin.', 'The doctor said not to stop the aspirin.'],
  ['Takes aspirin.', 'Dad stopped taking aspirin.'],
  ['Takes aspirin.', 'Maria stopped taking aspirin.'],
  ['Takes aspirin.', "Tom's aspirin was stopped."],
  ['Dad takes statins.', 'Stopped taking statins.'],
  ['Takes iron tablets and vitamin D.', 'Stopped the iron tablets.'],
  ['Takes metformin.', 'Ran out of metformin on Sunday.'],
  ['Takes metformin.', 'Is on metformin instead of insulin.'],
])('“%s” stays after “%s”', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBeUndefined()
})

test.each([
  ['Takes 500 mg of metformin twice a day.', 'Metformin 1000 mg, morning and evening.', 'certain'],
  ['Takes 2.5 mg of ramipril in the morning.', 'Ramipril: one 5 mg tablet with breakfast.', 'certain'],
  ['Takes 500 mg of metformin in the morning.', 'Takes 850 mg of metformin at night.', undefined],
])('“%s”, then “%s”: %s', (older, newer, expected) => {
  expect(judgeReplacement(newer, older)).toBe(expected)
})
