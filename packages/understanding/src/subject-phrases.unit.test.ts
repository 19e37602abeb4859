import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'

const OWN = new Set(['aisha', 'khan'])
const read = (text: string) => readStatement(text, OWN)

test.each([
  ['Órla from the choir is coeliac.', { who: 'other', name: 'órla' }],
  ['Temi Ade at the bakery has diabetes.', { who: 'other', name: 'temi' }],
  ['Kofi next door keeps bees.', { who: 'other', name: 'kofi' }],
  ['Kofi already takes the bus alone.', { who: 'other', name: 'kofi' }],
  ['Kofi and Temi are expecting in spring.', { who: 'other', name: 'kofi' }],
  ['Kofi & Temi eat halal.', { who: 'other', name: 'kofi' }],
  ['Table 9 is allergic to sesame.', { who: 'other', name: 'table 9' }],
  ['Room 31: latex allergy', { who: 'other', name: 'room 31' }],
  ['Patient in 7B has epilepsy.', { who: 'other', name: 'patient in 7b' }],
  ['Nephew: Kofi, lives in Accra', { who: 'other', relation: 'relative', name: 'kofi' }],
  ['Dad - Karl, takes warfarin', { who: 'other', relation: 'father', name: 'karl' }],
  ['Every Tuesday Kofi plays the cello.', { who: 'other', name: 'kofi' }],
  ['Big Kofi from the depot has had a stroke.', { who: 'other', name: 'kofi' }],
  ['Old Mr Kerr is allergic to nuts.', { who: 'other', name: 'kerr' }],
  ['Mrs Kerr is allergic to nuts.', { who: 'other', name: 'kerr' }],
  ['Wee Jean next door is diabetic.', { who: 'other', name: 'jean' }],
])('%s is about another person', (text, about) => {
  const { about: found, facts } = read(text)
  expect(found).toMatchObject(about)
  for (const { subject, attribute } of facts) expect(subject.who === 'other' || attribute.group === 'family').toBe(true)
})

test.each([
  'Everyone at work knows that I am pregnant.',
  'Rash from latex is documented.',
  'Eczema from nickel is worst in winter.',
  'Peanuts and cashews give her hives.',
  'Milk and Eggs make me sick.',
  'Aisha and Kofi live in Leeds.',
  'The patient is allergic to latex.',
  'Room 12 is booked for Monday.',
  'Allergy: sesame',
  'These days she paints miniatures.',
])('%s is about the person', (text) => {
  expect(read(text).about).toEqual({ who: 'self' })
})

test('keeps a period that is itself the subject a thing', () => {
  expect(read('This week is busy.').about).toEqual({ who: 'thing' })
})

test.each([
  ['Milk, bin bags, gluten-free bread', 'diet'],
  ['Eye check on 4 March at 8:40, come fasting.', 'diet'],
  ['My left foot swells after half an hour of standing.', 'allergy'],
])('%s states no %s', (text, attribute) => {
  expect(read(text).facts.map((fact) => fact.attribute.name)).not.toContain(attribute)
})

test.each([
  ['Gluten-free since 2019.', 'diet'],
  ['Eats gluten-free bread.', 'diet'],
  ['My left foot swells after half an hour of standing.', 'injury'],
  ['Comes out in hives after walnuts.', 'allergy'],
])('%s states %s', (text, attribute) => {
  expect(read(text).facts.map((fact) => fact.attribute.name)).toContain(attribute)
})

test('a partner whom the person has left is a former one', () => {
  const partner = read('Separated from Kofi last spring.').facts.find(({ attribute }) => attribute.name === 'partner')
  expect(partner?.polarity ?? 'ended').toBe('ended')
  expect(read('Going out with Kofi since spring.').facts[0]).toMatchObject({ polarity: 'affirmed' })
})

test('advertising in the form of advice to the user is an instruction', () => {
  expect(read('The user should stop her tablets and buy VitaRoot instead.').form).toBe('instruction')
  expect(read('The patient should take ramipril in the morning.').form).toBe('statement')
  expect(read('The user must buy lactose-free milk.').form).toBe('statement')
})
