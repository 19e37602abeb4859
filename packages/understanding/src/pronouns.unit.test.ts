import { expect, test } from 'vitest'
import { namesIn } from './names.ts'
import { readStatement } from './statement.ts'

const OWN = namesIn('Kim Doe')

test.each([
  ["I live with Sam; he's allergic to nuts.", 'allergy', { who: 'other', relation: undefined, name: 'sam' }],
  ['I work with Ada. She is vegan.', 'diet', { who: 'other', relation: undefined, name: 'ada' }],
  ['Married to Tom. He works at Shell.', 'employer', { who: 'other', relation: 'partner', name: 'tom' }],
  [
    "Yusuf and I are a couple; he's training to be a chef.",
    'goal',
    { who: 'other', relation: undefined, name: 'yusuf' },
  ],
  [
    'I met an old colleague. He is allergic to nuts.',
    'allergy',
    { who: 'other', relation: undefined, name: undefined },
  ],
  ['Kim is married to Tom. She works at Shell.', 'employer', { who: 'self' }],
  ['User lives with Sam; he is allergic to nuts.', 'allergy', { who: 'self' }],
  ['Lives in Berlin. She works at Shell.', 'employer', { who: 'self' }],
  ['Her husband eats meat, but she is vegan.', 'diet', { who: 'self' }],
])('finds whom the pronoun means in %j', (text, name, subject) => {
  const found = readStatement(text, OWN).facts.filter(({ attribute }) => attribute.name === name)
  expect(found.at(-1)?.subject).toEqual(subject)
})

test.each([
  ['My father remarried; his wife is called Gisela.', 'partner'],
  ['My wife is Ana; her sister Zoe is a nurse.', 'sibling'],
  ['My brother Tom lives in Leeds. His son Max is five.', 'children'],
  ['My boss is German, and her husband works at SAP.', 'partner'],
  ['Her father remarried; his wife is called Gisela.', 'partner'],
  ['My sister moved to Rome. Her dog is called Rex.', 'pet'],
])('kin of others are none of the user: %s', (text, relation) => {
  const own = readStatement(text).facts.filter(({ subject }) => subject.who === 'self')
  expect(own.map(({ attribute }) => attribute.name)).not.toContain(relation)
})

test.each([
  ['Lives in Bath. Her husband is called Tom.', 'partner'],
  ['Works at SAP. Her son Max is five; her daughter is Ida.', 'children'],
  ['My wife is Ana. Our dog is called Rex.', 'pet'],
])('kin of the user stay: %s', (text, relation) => {
  const own = readStatement(text).facts.filter(({ subject }) => subject.who === 'self')
  expect(own.map(({ attribute }) => attribute.name)).toContain(relation)
})
