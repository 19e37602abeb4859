import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'

const HEALTH = new Set('allergy intolerance condition medicine pregnancy disability diet'.split(' '))
const ofHealth = (text: string) => readStatement(text).facts.filter(({ attribute }) => HEALTH.has(attribute.name))

test.each([
  'Patient in bed 4 was on warfarin; nearly missed the INR check last night.',
  'Lady in room 3 is diabetic.',
  'Woman in seat 14C has a nut allergy.',
  'Couple on table 8 are vegan.',
  'Table 12 tonight: sesame allergy, two vegans.',
  'Table 9 – coeliac, no gluten at all.',
  'Table 4, nut allergy.',
  'Room 12 diabetic, needs insulin at 8.',
  'Bed 3 on warfarin.',
  'Bed 7 had a seizure at 3.',
  'One patient has epilepsy.',
  'My patient Mr Kelly is on warfarin.',
  'My patient has type 2 diabetes.',
  'New patient: allergic to penicillin.',
  'New client, allergic to lavender oil.',
  "Client in the 3 o'clock slot is pregnant.",
  'First client today has epilepsy.',
  'A boy in my class has a nut allergy.',
  'A girl in year 4 is diabetic.',
  'Boy in reception has a bee sting allergy.',
  'One of the residents is on blood thinners.',
  'Resident in room 4 is on apixaban.',
  'Mrs Green in room 7 is allergic to latex.',
  'Student in my seminar is deaf.',
  'Party of six on Friday, one with a nut allergy.',
  'Booking for 20:00, one guest with a shellfish allergy.',
  'Wedding on Saturday: two vegans, one nut allergy.',
  'Two vegans and a coeliac are coming on Saturday.',
  'Cooking for eight on Sunday, one of them allergic to shellfish.',
])('says nothing of the health of the person: %s', (text) => {
  const found = ofHealth(text)
  expect(found).not.toEqual([])
  expect(found.filter(({ subject }) => subject.who === 'self')).toEqual([])
})

test.each([
  ['We have a Labrador, Moss, 11, on Metacam for his joints.', 'pet'],
  ["We've got a spaniel, Poppy, allergic to chicken.", 'pet'],
  ['Has an old pug with asthma.', 'pet'],
  ['Has a son, Theo, 5, on montelukast.', 'children'],
  ['Has a son allergic to eggs.', 'children'],
  ['We have a daughter, Ida, 7, allergic to eggs.', 'children'],
  ['We have a daughter, Ida, 7, lactose intolerant.', 'children'],
  ['Two daughters: Ida, 7, allergic to eggs, and Mia, 4.', 'children'],
  ['Two children: Ida (allergic to eggs) and Mia.', 'children'],
  ['Has a husband, Ben, on lithium.', 'partner'],
  ['Lives with her mother, 84, on warfarin.', 'mother'],
])('“%s” is of the health of their %s', (text, relation) => {
  const found = ofHealth(text)
  expect(found).not.toEqual([])
  for (const { subject } of found) expect(subject).toMatchObject({ who: 'other', relation })
})

test.each([
  'Has two kids, asthma, on montelukast.',
  'Has a cat, asthma, and is allergic to eggs.',
  'Has a brother and is allergic to eggs.',
  'Has a wife, Ana, and is allergic to eggs.',
  'Married, two kids, coeliac, on methotrexate.',
  'Dad of two, on lithium.',
  'Lives with his mother, allergic to penicillin.',
  'Mother of a boy, allergic to latex.',
  'The patient is allergic to penicillin.',
  'The patient has type 2 diabetes.',
  'Patient on warfarin since 2019.',
  'Client is vegan.',
  'Student at Leeds, has asthma.',
  'I have one nut allergy and one egg allergy.',
  'Has one severe allergy: penicillin.',
  'Moved in with my sister in May, allergic to her cat.',
  'A coeliac, so no gluten.',
  'Has a dog, a cat and a nut allergy.',
  'One of the reasons I left: my asthma.',
  'Two years on sertraline.',
  'A diabetic on insulin.',
  "I'm a woman with lupus.",
  'Woman, 45, on tamoxifen.',
  'Man in his fifties with diabetes.',
  'Single mum with epilepsy.',
  'One coeliac in the house: me.',
])('is of the health of the person: %s', (text) => {
  const found = ofHealth(text)
  expect(found).not.toEqual([])
  for (const { subject } of found) expect(subject).toEqual({ who: 'self' })
})

test.each([
  'Drives a white Transit van for the market runs.',
  'Drives a van for weekend trips.',
  'Drives a camper van in summer.',
])('reads a car, and no job: %s', (text) => {
  const names = readStatement(text).facts.map(({ attribute }) => attribute.name)
  expect(names).toContain('car')
  expect(names).not.toContain('job')
  expect(names).not.toContain('employer')
})
