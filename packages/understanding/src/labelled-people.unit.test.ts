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

const ownersOf = (text: string, own: ReadonlySet<string> = OWN) =>
  new Set(
    readFacts(text, own)
      .facts.filter(({ attribute: { group } }) => group !== 'family')
      .map(({ subject }) => (subject.who === 'other' ? (subject.name ?? subject.relation) : subject.who)),
  )

test.each([
  ['Priya: size 38 shoes', 'priya'],
  ["Priya: can't have shellfish, swells up", 'priya'],
  ['Priya: type 1 diabetes since age six', 'priya'],
  ['Nino: bees’ stings make him swell', 'nino'],
  ['Tom: works nights at the Royal', 'tom'],
  ['Mia: swimming on Tuesdays at 4', 'mia'],
  ['Jonas - left-handed, plays drums', 'jonas'],
  ['Kwame – takes warfarin', 'kwame'],
  ['Kwame: warfarin 5 mg at night', 'kwame'],
  ['Sam: born 3 May 1990', 'sam'],
  ['Yuki, 7: football on Saturdays', 'yuki'],
  ['Tom & Mia: nut allergy', 'tom'],
  ['Priya Shah: vegetarian, works at BT', 'priya'],
  ['Wanjiru: my sister, lives in Nairobi', 'wanjiru'],
  ['Max: asthma', 'max'],
  ['Will: loves trains', 'will'],
  ['Hope: scared of dogs', 'hope'],
  ['Mrs Okafor: piano lessons on Mondays', 'okafor'],
  ["Gran: bad hip, can't do stairs", 'grandparent'],
  ['Gran: bad hip but loves dancing', 'grandparent'],
  ['Grandad: uses a wheelchair', 'grandparent'],
  ['Dad: Works nights', 'father'],
  ['Aunt: COPD, on oxygen', 'relative'],
  ['Dad: Parkinson’s since 2019', 'father'],
  ["Elene: cow's milk allergy since birth", 'elene'],
  ['Leila: nut allergy; hates rice', 'leila'],
  ['Zuri -- left-handed', 'zuri'],
  ['Notes on Zuri: left-handed', 'zuri'],
  ['For Zuri: size 38 shoes', 'zuri'],
  ['Zuri: EpiPen in her bag', 'zuri'],
  ['Zuri: hip replacement in May, I drive her', 'zuri'],
  ['Dad: hip replacement in May, I drive him', 'father'],
])('the facts of the note "%s" belong to %s', (text, bearer) => {
  expect(ownersOf(text)).toEqual(new Set([bearer]))
})

test.each([
  'Health: type 1 diabetes',
  'Humira: 40 mg every two weeks',
  'Symbicort: injections every month, 5 mg',
  'Rosuvastatin: takes it at night for asthma',
  'Augmentin: swells up',
  "Augmentin: can't have it",
  'Aubergines: throat itch, lips swell',
  'Studio: paint on Saturdays',
  'Wi-Fi: password on the fridge',
  'Netflix: standard plan, £10.99',
  'Zorbo: plan renews in May, subscription £10',
  'Duolingo: learning Spanish',
  'For Monday: learning Spanish',
  'Portishead: moved here in 2019',
  'Hands: left-handed',
  'Note: left-handed, plays drums',
  'Short-sighted: wears glasses',
  'Me: left-handed, plays drums',
  'Aisha: works nights at the Royal',
  'Priya: I owe her £20',
  'Nino: bees’ stings make me swell',
  'Hashimoto’s: levothyroxine every morning',
  'Hope: run a marathon in May',
  'Leila: nut allergy. I love rice and hate noise.',
])('the note "%s" states facts about the user', (text) => {
  expect(ownersOf(text)).toContain('self')
})

test.each([
  'Bosch dishwasher: leaks',
  'Landlord: Mr Ahmed',
  'Shoes: size 38',
  'Toyota: service due in May',
])('the note "%s" names no other person', (text) => {
  expect([...ownersOf(text)].filter((owner) => owner !== 'self')).toEqual([])
})

test('a label with a word for kin and no name gives no name', () => {
  const names = ["Dad: Parkinson's", 'Aunt: COPD', 'Mum: Works nights'].flatMap((text) =>
    readFacts(text).facts.flatMap(({ subject, attribute, value }) =>
      subject.who === 'other' ? [subject.name] : attribute.group === 'family' ? [value || undefined] : [],
    ),
  )
  expect(new Set(names)).toEqual(new Set([undefined]))
})
