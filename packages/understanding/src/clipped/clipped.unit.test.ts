import { expect, test } from 'vitest'
import { judgeReplacement } from '../replace/judge.ts'
import { readStatement } from '../statement.ts'

function read(text: string): string[] {
  return readStatement(text).facts.map(
    ({ attribute, subject, value }) => `${subject.who === 'self' ? '' : 'other '}${attribute.name}=${value}`,
  )
}

test.each([
  [
    'Bristol since last autumn, a flat on Gloucester Road.',
    'home=bristol since last autumn, a flat on gloucester road',
  ],
  ['Porto has been home since the spring.', 'home=porto since the spring'],
  ['Posted to Catterick, sleeping in the barracks.', 'home=catterick, sleeping in the barracks'],
  ['I share a three-bedroom in Kreuzberg with Malik and Jonna.', 'housemates=malik and jonna'],
  ['Moved in with Lena in Altona.', 'home=altona'],
  ['Digs near the university in Durham.', 'home=digs near the university in durham'],
  ['Goodbye Dublin, hello Sligo for good!', 'home=sligo for good'],
  ['Relocated: Perth.', 'home=perth'],
  ['Promoted: site manager at Skanska', 'job=site manager at skanska'],
  ['On my own now: fractional CFO for three small firms.', 'job=fractional cfo for three small firms'],
  ['Third year of the BFA in film animation at Concordia.', 'degree=bfa in film animation at concordia'],
  ['Year 11 at Hillcrest', 'school=year 11 at hillcrest'],
  ['Reading law at Durham', 'university=law at durham'],
  ['Majoring in economics at McGill', 'degree=economics at mcgill'],
  ['My landlord is Mr Okafor.', 'landlord=mr okafor'],
  ["Landlord's letter: 9,950 a month from now on", 'rent=9,950 a month from now on'],
  ['My parents moved in with us', 'housemates=my parents'],
  ['All services run on Kubernetes.', 'software=kubernetes'],
])('reads "%s" as %s', (text, fact) => {
  expect(read(text)).toContain(fact)
})

test.each([
  ['Netflix since 2019, a flat fee of 9 euros', 'home'],
  ['Liverpool since I was six', 'home'],
  ["Back at my parents' in Osijek for Christmas", 'home'],
  ['Goodbye Windows, hello Linux', 'home'],
  ['Moved: Standup at 10', 'home'],
  ['Living with Lupus since 2010', 'housemates'],
  ['Shares a desk with Malik', 'housemates'],
  ['On my own now since Petra left', 'job'],
  ['Reading history at night', 'university'],
  ['BA flight to Nairobi', 'degree'],
  ['The landlord wants 500 from me for the carpet', 'rent'],
  ['My landlord is coming on Friday', 'landlord'],
  ['The database is down', 'software'],
])('reads no %2$s from "%1$s"', (text, attribute) => {
  expect(read(text).filter((fact) => fact.startsWith(`${attribute}=`))).toEqual([])
})

test.each([
  ['Lives in Leeds.', 'Bristol since last autumn, a flat on Gloucester Road.'],
  ['Rents a bed near Union Square in Madrid.', 'Gdansk since March, two rooms on Dluga Street'],
  ['Lives in Plymouth.', 'Posted to Catterick, sleeping in the barracks.'],
  ['Runs a yarn shop in Bath', "Shut the shop, it's workshops from here on."],
  ['BSc physics at Leeds, 1st year', 'BSc physics, Leeds, 2nd year.'],
  ['Rent: 9,200', "Landlord's letter: 9,950 a month from now on"],
  ['All services run on Kubernetes.', 'Moved everything to plain VMs, never want to see a cluster again.'],
])('"%s" is certainly replaced by "%s"', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBe('certain')
})

test.each([
  ['Lives in Leeds', 'Flat in Madrid booked for two nights'],
  ['Lives in Leeds', 'My brother is posted to Catterick.'],
  ['Works at Siemens', 'With Vodafone since May'],
  ['Runs a shop in Bath', 'Shut the shop early on Friday'],
  ['Rent: 900', "Landlord's letter: 400 for the broken window"],
  ['Rent: 900 a month', 'The yoga studio costs 45 a month'],
  ['Rent: 900 a month', 'My landlord wants 50 a month more'],
  ['Rent: 900 a month', 'I pay 60 a month for my flat parking'],
  ['Lives in London', 'Goodbye London, hello Ibiza!'],
  ['Lives in London', 'Apartment in Lisbon, 3rd floor, lift, check-in after 3 pm'],
  ['Works as a teacher', 'Next gig: drummer at the Blue Note'],
  ['Runs a yarn shop in Bath', 'Shut the shop for stocktaking'],
])('"%s" stays beside "%s"', (older, newer) => {
  expect(judgeReplacement(newer, older)).toBeUndefined()
})
