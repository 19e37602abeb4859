import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'

const medicinesOf = (text: string) =>
  readStatement(text).facts.flatMap(({ attribute, subject, value, polarity }) =>
    attribute.name === 'medicine' && subject.who === 'self' && polarity === 'affirmed' ? [value] : [],
  )

test.each([
  ['Levothyroxine is 88 mcg now.', 'levothyroxine'],
  ['Elvanse is now 70 mg.', 'elvanse'],
  ['Zanubra is now 70 mg.', 'zanubra'],
  ['Allopurinol was increased to 300 mg.', 'allopurinol'],
  ['My allopurinol has gone up to 300 mg.', 'allopurinol'],
  ['Sertraline went from 50 to 100 mg.', 'sertraline'],
  ['The ramipril was doubled to 10 mg.', 'ramipril'],
  ['Eltroxin is up to 125.', 'eltroxin'],
  ['Lantus is 18 units at night now.', 'lantus'],
  ['Doc switched me from metformin to Jardiance.', 'jardiance'],
  ['The doctor changed amlodipine to losartan 50.', 'losartan'],
  ['Doctor swapped my amlodipine for losartan.', 'losartan'],
  ['Changed from citalopram to escitalopram.', 'escitalopram'],
  ['Switched to Ozempic from Victoza.', 'ozempic'],
  ['fostair stopped, on symbicort', 'symbicort'],
  ['Stopped fluoxetine, on venlafaxine now.', 'venlafaxine'],
])('%s says that %s is taken', (text, medicine) => {
  expect(medicinesOf(text).join()).toMatch(new RegExp(`^${medicine}`))
})

test.each([
  'Ritu is now 70 kg.',
  'My flight is now 70 minutes late.',
  "Mum's levothyroxine is 88 mcg now.",
  "Rex's prednisolone is 5 mg now.",
  'Caffeine is 80 mg per cup.',
  'Sodium is 140 mg per serving.',
  'LDL is now 120 mg/dl.',
  'Caspar is up to 125 puzzles.',
  'Doctor switched clinics.',
  'Doctor took me off metformin.',
  'The study gave 300 mg of allopurinol to mice.',
  'I switched from Nike to Adidas.',
  'The pharmacy changed its hours to 9 to 5.',
])('%s says of no medicine that it is taken', (text) => {
  expect(medicinesOf(text)).toEqual([])
})
