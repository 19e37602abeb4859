import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'

const OWN = new Set(['aisha', 'khan'])

/** `attribute` for a fact about the person, `relation.attribute` or `name.attribute` for others. */
function factsOf(text: string): string[] {
  return readStatement(text, OWN).facts.map(
    ({ attribute, subject }) =>
      (subject.who === 'other' ? `${subject.relation ?? subject.name}.` : '') + attribute.name,
  )
}

test.each([
  ['Shares a two-bedroom flat in Malmö with Petra.', 'home'],
  ['Shares a two-bedroom flat in Malmö with Petra.', 'roommate'],
  ["The user's apartment is in Quito.", 'home'],
  ["The customer's house is near Bergamo.", 'home'],
  ['He put down roots in Oaxaca.', 'home'],
  ['Our cabin stands on the shore of Lake Saimaa.', 'home'],
  ['Leads the night team at a foundry.', 'job'],
  ['She heads the archive of a county library.', 'job'],
  ['I am the warden of a youth hostel.', 'job'],
  ['Her uncle is a tug captain.', 'relative.job'],
  ['Out of work since the mill closed.', 'job'],
  ['Has three girls, all at primary school.', 'children'],
  ['My nephew Ola is eleven and collects stamps.', 'relative.age'],
  ['Lea is 7 and rides ponies.', 'lea.age'],
  ['Two goats graze behind the barn.', 'pet'],
  ['Four beagles, all rescues.', 'pet'],
  ['Fitz the spaniel must not eat wheat.', 'pet.intolerance'],
  ['Her other half is Marek.', 'partner'],
  ['Expecting triplets.', 'pregnancy'],
  ['Is 24 weeks along.', 'pregnancy'],
  ['Bulging disc in the lower back.', 'injury'],
  ['No heavy lifting until spring.', 'injury'],
  ['She must not kneel after the operation.', 'injury'],
  ['Cockles bring me out in spots.', 'allergy'],
  ['No codeine because of the asthma.', 'allergy'],
  ['Morphine is a no-go.', 'allergy'],
  ['Walks with a cane.', 'disability'],
  ['Is autistic.', 'condition'],
  ['Eats everything except liver.', 'food_dislike'],
  ['Panics in tunnels.', 'phobia'],
  ['The kids are allergic to feathers.', 'children.allergy'],
  ["Don't ring, I answer e-mails only.", 'answer_style'],
  ['Prefers texts to phone calls.', 'answer_style'],
])('%s', (text, expected) => {
  expect(factsOf(text)).toContain(expected)
})

test.each([
  ['Reads The Master Builder every winter.', 'degree'],
  ['Chemistry exam on 4 March in room B12.', 'medicine'],
  ['Dentist for Lea on 4 March at 9:00.', 'job'],
  ['Keeps two hives behind the shed.', 'allergy'],
  ['Runs the front desk at a hostel.', 'running'],
  ['Four goats live on the hill.', 'home'],
  ['Stays at home with a cold.', 'home'],
])('%s states no %s', (text, unexpected) => {
  expect(factsOf(text)).not.toContain(unexpected)
})
