import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'

const OWN = new Set(['aisha', 'khan'])

const factsOf = (text: string) =>
  readStatement(text, OWN).facts.map(
    ({ attribute, subject }) =>
      (subject.who === 'other' ? `${subject.relation ?? subject.name ?? 'other'}.` : '') + attribute.name,
  )

test.each([
  ['Left Witteveen; I am at Arup Amsterdam now.', 'employer'],
  ["I left Tesco and I'm at Aldi now.", 'employer'],
  ['Got the deputy principal job in Kerry, started in September.', 'job'],
  ['I got the manager position at Lidl.', 'job'],
  ['Bad left knee since the marathon in 2022.', 'injury'],
  ['Dodgy shoulder, no overhead lifts.', 'injury'],
  ['Bouldering at Neoliet on Wednesday evenings.', 'sport'],
  ['Bowling league every Thursday night at Poelking.', 'sport'],
  ['Sea swimming at Blackrock, all year.', 'sport'],
  ["Sold the house; we're in a condo in Centerville now.", 'home'],
  ['Single mam to Oisín (9) and Caoimhe (6).', 'children'],
  ['Engaged!! Dan proposed in Kochi', 'marital_status'],
  ['I collect model trains.', 'hobby'],
  ['We are expecting a boy in April.', 'pregnancy'],
  ["We're expecting our second in May.", 'pregnancy'],
])('%s states %s', (text, fact) => {
  expect(factsOf(text)).toContain(fact)
})

test.each([
  ['Left Paris; I am at Gare du Nord now.', 'employer'],
  ['Left Anna; I am at the station now.', 'employer'],
  ['Left the keys at Tesco.', 'employer'],
  ['Got the driver job description.', 'job'],
  ['Bad back office software.', 'injury'],
  ['Tennis match on Sunday.', 'sport'],
  ["We're in a hotel in Rome now.", 'home'],
  ['I collect the kids at three.', 'hobby'],
  ['I collect rent from the tenants.', 'hobby'],
  ['Expecting a parcel.', 'pregnancy'],
  ['We are expecting a second opinion in May.', 'pregnancy'],
])('%s does not state %s', (text, fact) => {
  expect(factsOf(text)).not.toContain(fact)
})
