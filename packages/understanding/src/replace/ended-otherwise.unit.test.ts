import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'

test.each([
  ['Sertraline increased to 100 mg.', 'Came off sertraline completely.'],
  ['My sertraline was raised to 100 mg.', 'Stopped taking sertraline in October.'],
  ['Sertraline dose is now 100 mg.', 'I no longer take sertraline.'],
  ['Ramipril raised to 5 mg.', 'Ramipril was stopped because of a cough.'],
  ['Prednisolone tapered to 5 mg.', 'Finished the prednisolone.'],
  ['Girlfriend Xinyi studies medicine in Leuven.', 'Xinyi and I broke up in August.'],
  ['My boyfriend Tom works at BT.', 'Broke up with Tom.'],
  ['My husband Till is a teacher.', 'The divorce is final.'],
  ['Drives a green Morris Traveller to the shops.', 'No longer drives since his eyesight got worse.'],
  ['Drives an old VW Golf.', 'Gave up driving last year.'],
  ['Swims on Thursday mornings.', 'Gave up swimming because of my shoulder.'],
  ['Might be allergic to peanuts, awaiting the test.', 'Not allergic to peanuts after all, the test was negative.'],
  ['May be allergic to penicillin.', "Turns out I'm not allergic to penicillin."],
  ['Possible coeliac disease, biopsy pending.', 'Coeliac test came back negative.'],
])('“%s” is over after “%s”', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBe('certain')
})

test.each([
  ["Mum's sertraline was increased to 100 mg.", 'Came off sertraline.'],
  ['Sertraline increased to 100 mg.', 'Came off sertraline for a week.'],
  ['Sertraline increased to 100 mg.', 'Wants to come off sertraline.'],
  ['Insulin dose changed to 10 units.', 'Stopped the insulin reminders.'],
  ['My boyfriend Tom works at BT.', 'My brother and his wife broke up.'],
  ['My boyfriend Tom works at BT.', 'Broke up with Sam.'],
  ['My wife Ana is a nurse.', 'Ana and I nearly broke up.'],
  ['My wife Ana is a nurse.', 'If we ever get divorced, I keep the dog.'],
  ['My wife Ana is allergic to nuts.', 'Ana and I are divorced.'],
  ["Ana's sister is a nurse.", 'Ana and I broke up.'],
  ['Drives a Volvo.', 'No longer drives to work.'],
  ['Drives a Volvo.', 'Does not drive at night.'],
  ['Drives a Volvo.', 'Dad no longer drives.'],
  ['Drives a bus for a living.', 'No longer drives.'],
  ['Swims on Thursday mornings.', 'No longer swims on Mondays.'],
  ['Allergic to peanuts.', 'Not allergic to walnuts after all.'],
  ['Might be allergic to peanuts.', 'Not allergic to walnuts after all.'],
  ['Might be allergic to peanuts and eggs.', 'Not allergic to eggs after all.'],
  ['Allergic to nuts, might be allergic to eggs.', 'Not allergic to eggs after all.'],
  ['Theo might be allergic to peanuts.', 'Not allergic to peanuts after all.'],
  ['May be allergic to penicillin.', 'Might not be allergic to penicillin.'],
  ['Allergic to penicillin, tested in May 2019.', 'Penicillin allergy test came back negative.'],
])('“%s” stays after “%s”', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBeUndefined()
})
