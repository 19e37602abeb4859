import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'
import { readStatement } from './statement.ts'

const OWN = new Set(['aisha', 'khan'])

/** `attribute` for a fact about the person, `relation.attribute` or `name.attribute` for others; `-` before what is over. */
function factsOf(text: string): string[] {
  return readStatement(text, OWN).facts.map(
    ({ attribute, subject, polarity }) =>
      (polarity === 'affirmed' ? '' : '-') +
      (subject.who === 'other' ? `${subject.relation ?? subject.name ?? 'other'}.` : '') +
      attribute.name,
  )
}

test.each([
  ['We shifted to Nagpur last month.', 'home'],
  ['Gave up the room in Leith, house in Perth now.', 'home'],
  ['He found his own unit in Dandenong.', 'home'],
  ['Szeged, Tarján, 4th floor, two rooms and a balcony.', 'home'],
  ['Res.: 14 Marina Close, Calabar.', 'home'],
  ['Address: Mill Lane 3, Cork (with my sister).', 'housemates'],
  ['She lives with her parents.', 'housemates'],
  ['Changed jobs: signalman at the harbour railway.', 'job'],
  ["Promoted! I'm the maintenance lead at the bottling plant.", 'job'],
  ["She's a nurse at the county hospital.", 'job'],
  ["Aisha left Brown's, she's a wildlife aide at the reserve.", 'job'],
  ['Supervises the evening porters at the general hospital.', 'job'],
  ['I left the mill and sew uniforms for the fire brigade.', 'job'],
  ['Left the council -> own physiotherapy practice.', 'business'],
  ['Peter and I signed the divorce.', 'marital_status'],
  ['Peter and I signed the divorce.', '-partner'],
  ['b. 4 May 1961, Tartu.', 'birthday'],
  ['b. 4 May 1961, Tartu.', 'birthplace'],
  ['Meds: levothyroxine 50.', 'medicine'],
  ['A pint on Fridays, no spirits since the operation.', '-alcohol'],
  ['Keep it brief, I read on my phone.', 'answer_style'],
  ['Tuesday badminton with the neighbours.', 'sport'],
  ['Water aerobics at the lido.', 'sport'],
  ['Best thing he cooks: lamb stew with prunes.', 'cooking'],
  ["My foreman's name is Mr Otieno.", 'boss'],
  ['Left hip is stiff, stairs are hard.', 'injury'],
  ['Sold the Vespa, bought a used Toyota Yaris.', 'car'],
  ['Landlord put the rent up to 700 a month.', 'rent'],
  ['Flat sold. New address: Oak Court, Leith.', 'home'],
  ['Dad remarried and lives in Lagos.', 'father.home'],
])('%s states %s', (text, fact) => {
  expect(factsOf(text)).toContain(fact)
})

test.each([
  ["Aisha's tutor lives in Derby.", 'home'],
  ['My landlady lives in Derby.', 'home'],
  ['Mum and dad live in Malmö.', 'home'],
  ['Mum and dad live in Malmö.', 'housemates'],
  ["Mum's address: Hillside 30, Turku.", 'address'],
  ["Dad's birthday is 3 May.", 'birthday'],
  ['Wanda waits tables at the Anchor.', 'job'],
  ['Jorge sells phone cases at the bus station.', 'job'],
  ['Shifted to nights at the depot.', 'home'],
  ['She shifted to oat milk.', 'home'],
  ['Dr Kiss, Fő utca 4, 2nd floor.', 'home'],
  ['Sold the house in Nagpur.', 'home'],
  ['My parents signed the divorce.', 'marital_status'],
  ['I used to ski and play tennis.', 'sport'],
  ['Wants her own clinic.', 'business'],
  ["Tom's teacher is ill.", 'job'],
  ['Sunday football on the telly.', 'sport'],
  ['Dad remarried and lives in Lagos.', 'home'],
  ['New address: me@example.com', 'home'],
])('%s does not state %s of the person', (text, fact) => {
  expect(factsOf(text)).not.toContain(fact)
})

const asksOf = (text: string) =>
  readQuestion(text, OWN)
    .asks.filter(({ weight }) => weight >= 0.6)
    .map(
      ({ attribute, subject }) => (subject.who === 'other' ? `${subject.relation ?? 'other'}.` : '') + attribute.name,
    )

test.each([
  ["what's my village", 'home'],
  ['what part of Leeds is our flat in', 'home'],
  ["what's mum's address", 'mother.address'],
  ["where's dad's office", 'father.workplace'],
  ['which lorry do I drive', 'car'],
  ["what's my biggest ambition", 'goal'],
  ['what do I take at night', 'medicine'],
  ['do I have any guinea pigs', 'pet'],
])('%s asks for %s', (text, attribute) => {
  expect(asksOf(text)).toContain(attribute)
})

test.each([
  ['what position do I play', 'job'],
  ['what do I do for exercise', 'job'],
  ['who is my landlady', 'rent'],
  ["where is my wife's grave", 'partner'],
  ["where is my wife's grave", 'partner.partner'],
  ['what did I give Ida for her birthday', 'birthday'],
  ['what make is my laptop', 'hobby'],
  ['who is our family doctor', 'children'],
])('%s does not ask for %s', (text, attribute) => {
  expect(asksOf(text)).not.toContain(attribute)
})
