import { expect, test } from 'vitest'
import { readFacts } from './statement.ts'

const ownFacts = (text: string) =>
  readFacts(text)
    .facts.filter(({ subject }) => subject.who === 'self')
    .map(({ attribute }) => attribute.name)

test.each([
  ["The landlord's number is 0411 555 090.", 'phone'],
  ["My accountant's address is 3 Mill Lane.", 'address'],
  ['The number of the plumber is 0411 555 091.', 'phone'],
  ["The club's mail is club@fencing.example.", 'email'],
  ['The piano teacher lives at 12 Elm Street.', 'home'],
  ['My suitcase weighs 21 kg.', 'weight'],
  ['The wardrobe is 190 cm tall.', 'height'],
  ["The parcel's weight is 3 kg.", 'weight'],
  ['My old laptop is dead.', 'death'],
])('"%s" is not a fact about the person', (text, attribute) => {
  expect(ownFacts(text)).not.toContain(attribute)
})

test.each([
  ['My number is 0411 555 092.', 'phone'],
  ["My phone's number is 0411 555 092.", 'phone'],
  ['My new address is 3 Mill Lane.', 'address'],
  ['The flat is in Ghent.', 'home'],
  ['The user weighs 71 kg.', 'weight'],
  ['My weight is 71 kg.', 'weight'],
  ['The scales say 71 kg.', 'weight'],
  ['I am 181 cm tall.', 'height'],
])('"%s" is a fact of the person', (text, attribute) => {
  expect(ownFacts(text)).toContain(attribute)
})
