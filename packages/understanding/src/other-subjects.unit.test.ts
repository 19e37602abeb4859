import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'

const OWN_NAMES: ReadonlySet<string> = new Set(['nadia', 'okafor'])

/** The facts about the user that a text states, without those that name a person close to the user. */
function ownFacts(text: string): string[] {
  const { facts } = readStatement(text, OWN_NAMES)
  return facts.flatMap(({ subject, attribute, value }) =>
    subject.who === 'self' && !['family', 'friends'].includes(attribute.group) ? [`${attribute.name}: ${value}`] : [],
  )
}

test.each([
  'Landlord moved to Spain.',
  'Hairdresser is Lulu on Mill Road.',
  'Upstairs neighbours moved to Canada.',
  'Old schoolfriend Pia runs a bakery in Turku.',
  'Client Hansen drinks no alcohol.',
  'Two people at work are pregnant.',
  'Both boys are allergic to penicillin.',
  'All my friends are married.',
  'The couple next door are getting divorced.',
  'Student of mine has epilepsy.',
  'Ama, Chidi’s wife, is from Kumasi.',
  'Mr Weiss, the landlord, is 80.',
  'Frau Lindner retires in summer.',
  'Guest on Friday: Oskar, vegan, no nuts.',
  'Dinner guests: Lea (coeliac), Tom (no pork).',
  'Our au pair is from Brazil and is vegetarian.',
  'Bogdan puts mustard on his sausages.',
  'Quyen puts peanut sauce on everything.',
  'Once thought about becoming a vegetarian.',
])('reads nothing about the user in “%s”', (text) => {
  expect(ownFacts(text)).toEqual([])
})

test.each([
  ['Dentist is vegan.', 'diet'],
  ['My tailor is on Mill Road.', 'address'],
  ['Her favourite author was born in Prague.', 'birthplace'],
  ['Drives her father to dialysis on Mondays.', 'condition'],
  ['Has to remind Mum to take her tablets.', 'medicine'],
  ['One of the mums at school works as a midwife.', 'job'],
])('in “%s”, what another is or has is not the user’s %s', (text, attribute) => {
  expect(ownFacts(text).filter((fact) => fact.startsWith(`${attribute}:`))).toEqual([])
})

test.each([
  ['Vet is Dr. Brandt.', 'vet: dr. brandt'],
  ['Therapist is Jan.', 'therapist: jan'],
  ['GP says I am prediabetic.', 'condition: prediabetic'],
  ['Landlord raised the rent to 1,200 euros.', 'rent: 1,200 euros'],
  ['Client is allergic to nuts.', 'allergy: nuts'],
  ['The patient has a penicillin allergy.', 'condition: penicillin allergy'],
  ['Both knees are arthritic.', 'condition: arthritic'],
  ['Nadia Okafor, the bus driver, lives in Mainz.', 'home: mainz'],
  ['Our house is on Mill Road.', 'address: on mill road'],
  ['Chloroquine gives him unbearable itching.', 'allergy: chloroquine'],
  ['Three nights a week she works as a bouncer.', 'job: bouncer'],
  ['Takes a baby aspirin every morning.', 'medicine: baby aspirin every morning'],
])('reads in “%s” about the user “%s”', (text, fact) => {
  expect(ownFacts(text)).toContain(fact)
})
