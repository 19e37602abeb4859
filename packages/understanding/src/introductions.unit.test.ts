import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'

const OWN = new Set(['ines', 'carvalho'])

function valuesOf(text: string): string {
  return readStatement(text, OWN)
    .facts.filter(({ attribute, subject }) => /^(?:name|age|job)$/.test(attribute.name) && subject.who === 'self')
    .map(({ attribute, value }) => `${attribute.name} ${value}`)
    .sort()
    .join(', ')
}

test.each([
  ['My name is Ines and I am 34.', 'age 34, name ines'],
  ["I'm Ines, 67 years young, from Dayton, Ohio.", 'age 67, name ines'],
  ['Ines here, 38, a Galway girl.', 'age 38, name ines'],
  ['Ines Carvalho, 34, she/her', 'age 34, name ines carvalho'],
  ['Ines Carvalho (34), engineer.', 'age 34, job engineer, name ines carvalho'],
  ["Hi, I'm Ines, I'm 19 and I paint.", 'age 19, name ines'],
  ['My name is Ines Carvalho and I am 52, an accountant from Kumasi.', 'age 52, job accountant, name ines carvalho'],
  ['Hello! I am Ines, a 41-year-old chef.', 'age 41, job chef, name ines'],
  ['Ines, thirty-four, from Coimbra', 'age thirty-four, name ines'],
  ['Retired bus driver, 67, Dayton.', 'age 67'],
  ['29F, Leicester', 'age 29'],
  ['52 y/o, married', 'age 52'],
  ["I'm 45 with two teenagers.", 'age 45'],
])('%s introduces the person with %s', (text, values) => {
  expect(valuesOf(text)).toBe(values)
})

test.each([
  'Tiago, 34, from Porto.',
  "I'm German, 34 of us came.",
  'My name is on page 34.',
  'Bus 34, from the station.',
  'Chef knife, 34, from IKEA',
  'Engine driver, 8 stops.',
  'I am 34 weeks pregnant.',
  'I have sixth years this year so May is mad.',
  "I'm 34 km from home.",
  'Our house is 120 years old.',
  'Ines is on bus 34.',
  'This is Ines, my daughter.',
])('%s introduces no one', (text) => {
  expect(valuesOf(text)).not.toMatch(/age|name/)
})
