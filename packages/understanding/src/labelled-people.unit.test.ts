import { expect, test } from 'vitest'
import { readFacts } from './statement.ts'

const OWN = new Set(['aisha', 'khan'])
const HEALTH = new Set(['health', 'food'])
const bearersOf = (text: string) =>
  readFacts(text, OWN)
    .facts.filter(({ attribute: { group } }) => HEALTH.has(group))
    .map(({ subject }) => (subject.who === 'other' ? (subject.name ?? subject.relation) : subject.who))

test.each([
  ['Tom: allergic to penicillin', 'tom'],
  ['Esi: tree nut allergy', 'esi'],
  ['Ravi: type 1 diabetic', 'ravi'],
  ['Carmen: vegetarian, no nuts', 'carmen'],
  ['James – allergic to cats', 'james'],
  ['Rose: severe latex allergy', 'rose'],
  ['Mrs Patel: allergic to nuts', 'patel'],
  ['Uncle Bob: coeliac', 'bob'],
  ['Ella (daughter): coeliac', 'ella'],
  ['Mum: lactose intolerant', 'mother'],
  ['Son (6): egg allergy', 'children'],
  ['Husband - type 2 diabetic', 'partner'],
  ['Daughter allergic to bees', 'children'],
  ['Kids: Leo has a nut allergy', 'leo'],
  ['Dinner guests: Felix is vegan', 'felix'],
  ['Dog: allergic to chicken', 'pet'],
])('"%s" is a note about %s', (text, bearer) => {
  expect(new Set(bearersOf(text))).toEqual(new Set([bearer]))
})

test.each([
  'Aisha: allergic to penicillin',
  'Health: allergic to penicillin',
  'Allergies: shellfish, latex',
  'Neurology: allergic to contrast',
  'Hospital: St Luke, allergic to iodine',
  'PMH: nut allergy',
  'Background: vegan, allergic to nuts',
  'Confirmed: allergic to bees',
  'Augmentin: severe allergy',
  'Keppra: no alcohol',
  'Ramadan: no alcohol',
  'Medical: epilepsy, takes lamotrigine',
  'Maya: I am allergic to nuts',
])('"%s" is a note about the person', (text) => {
  expect(new Set(bearersOf(text))).toEqual(new Set(['self']))
})

test.each([
  ["Huw Jones's mobile: 07700 900752.", 'huw'],
  ["Dr Bell's number is 07700 900752.", 'bell'],
  ["Pedro Okafor's mobile: 07700 900752.", 'pedro'],
])('what belongs to a person with a name in full is theirs: %s', (text, name) => {
  const [fact] = readFacts(text, new Set(['ada', 'okafor'])).facts
  expect(fact).toMatchObject({ attribute: { name: 'phone' }, subject: { who: 'other', name } })
})

test('what belongs to the user by the name in full is the user’s', () => {
  const { facts } = readFacts("Ada Okafor's mobile: 07700 900752.", new Set(['ada', 'okafor']))
  expect(facts[0]).toMatchObject({ attribute: { name: 'phone' }, subject: { who: 'self' } })
})
