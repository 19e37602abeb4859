import { expect, test } from 'vitest'
import { textVector } from '../../../recall/src/text-vectors.ts'
import { certainFrom, doubtOf, LIKELY_MIN, updateLikelihood, updateSigns } from './updates.ts'

const LIKELY = 0.6
const OWNER = { ownName: 'Ada Moss', userId: 'usr_1', vectorOf: textVector }
const likelihood = (newer: string, older: string) => updateLikelihood(newer, older, OWNER)
const replaces = (newer: string, older: string) => likelihood(newer, older) >= certainFrom(doubtOf(newer, older, OWNER))

test.each([
  ['The newsletter goes out monthly.', 'Down to a quarterly newsletter, monthly was too much.'],
  ['The cello stands in the hallway.', 'The hallway is too damp, so the cello stands upstairs now.'],
  ['The spare key is with the Hendersons.', 'Put the spare key under the blue pot because the Hendersons moved.'],
  ['Gets his eggs from the farm shop.', 'The farm shop closed, so he gets his eggs at the market.'],
])('estimates that an update is likely: %s', (older, newer) => {
  expect(likelihood(newer, older)).toBeGreaterThan(LIKELY)
})

test.each([
  ['one of several', 'Her sister Fleur is a pilot.', 'Her sister Agathe teaches maths.'],
  ['an addition', 'The workshop has a table saw.', 'The workshop also got a bandsaw.'],
  ['an intention', 'The worktop is oak.', 'Is thinking about a slate worktop.'],
  ['a short time', 'Gets off the tram at Marktplatz.', 'Gets off the tram at Nordtor this week.'],
  ['what is over anyway', 'Used to sing alto in the choir.', 'Sings tenor in the choir now.'],
  ['the same again', 'Sleeps on the left side of the bed.', 'Is back to sleeping on the left side of the bed.'],
  ['an allergy', 'Is allergic to peanuts.', 'Eats peanuts since the allergy test.'],
  ['where medicine is', 'Insulin pens are in the fridge.', 'The fridge broke, so milk is in the cellar now.'],
  ['where aid is', 'The EpiPen is in the kitchen drawer.', 'The kitchen drawer sticks, so it stays open now.'],
  ['an appointment', 'Dentist on 5 December 2026 at 9:00.', 'The dentist moved to Dock Street.'],
  ['what is measured, beside a target', 'My target weight is 60 kg.', 'I weigh 72 kg.'],
  ['a target, beside what is measured', 'Weighs 72 kg.', 'Target weight: 65 kg.'],
  ["another's amount", 'Weight: 62 kg.', "Bamse's weight: 31 kg."],
  ['the next event', 'Saw an ocelot on walk 3.', 'Saw an ocelot on walk 4.'],
  ['a near copy', 'Prefers window seats on flights.', 'Prefers window seats on long flights.'],
  ['another person', 'Is a vegetarian.', 'Selin is a vegetarian.'],
  ['nothing in common', 'Parks in bay 118.', 'Owns three records now.'],
])('gives no estimate or a low one for %s', (_, older, newer) => {
  expect(likelihood(newer, older)).toBeLessThan(LIKELY_MIN)
})

test('reads "the landline\'s been cut off" as about the landline, not about what it has', () => {
  const [cut, loose] = ["The landline's been cut off.", "The landline's socket is loose."]
  expect(likelihood(cut!, 'Calls from the landline.')).toBeGreaterThan(
    likelihood(loose!, 'Calls from the landline.') + 0.3,
  )
  expect(replaces(loose!, 'Calls from the landline.')).toBe(false)
})

test('finds a shared word the rarer, the less common it is', () => {
  const words = ['newsletter', 'card', 'dog', 'work']
  const rarities = words.map(
    (word) => updateSigns(`The ${word} is quarterly now.`, `The ${word} goes out monthly.`, OWNER)?.rarity,
  )
  expect(rarities[0]).toBeGreaterThan(rarities[1]!)
  expect(rarities).toEqual([...rarities].sort((a, b) => b! - a!))
})

test.each([
  ['The newsletter goes out monthly.', 'The newsletter is quarterly now.'],
  ['Room 207.', 'Room 311, because of the noise.'],
  ['Cortisone shot on 30 November 2026 at 8:00.', 'The shot is on 14 December 2026.'],
])('signs are between 0 and 1: %s', (older, newer) => {
  const signs = updateSigns(newer, older, OWNER)!
  expect(Object.values(signs).every((value) => value >= 0 && value <= 1)).toBe(true)
})

test.each([
  ['Illustrator hero is Beatrix Potter.', 'Illustrator hero is Isol.'],
  ['Plate number is ABC 123.', 'The new plate reads LSR 907.'],
])('is high without a word of change: %s', (older, newer) => {
  expect(likelihood(newer, older)).toBeGreaterThan(LIKELY)
})

test.each([
  ['a value of the blood', 'Fasting sugar is 131.', 'Fasting sugar is down to 102 now.'],
  ['an allergy', 'Tuna gives me a rash.', 'I am no longer allergic to tuna.'],
  ['a medicine', 'Aspirin 75 mg in the morning.', 'Clopidogrel instead of aspirin now.'],
  ['several things', 'The newsletter goes out monthly. Printing is cheap.', 'The newsletter is quarterly now.'],
  ['without a word of change', 'Illustrator hero is Beatrix Potter.', 'Illustrator hero is Isol.'],
  [
    'another matter with a word in common',
    'Keeps pigeons on the roof.',
    'With panels on the roof, the bill is lower now.',
  ],
  ['the number of a business', 'My phone is 555 0171.', 'The electrician can be reached on 555 0182.'],
  ["one's own number", 'Call the vet on 555 0193.', 'I have a new phone number: 555 0107.'],
  ['a target', 'Weight is 71 kg.', 'Target weight is 65 kg.'],
  ['some days', 'The gate code is 7712.', 'The gate code is 9914 on Sundays.'],
  ['another exclusion', 'No crisps in the lunch box.', 'No fizzy drinks in the lunch box.'],
  ['a thing of another kind', 'The plumber answers on 021 555 020.', 'The locksmith answers on 021 555 071.'],
  ['a note about another person', '62 kg on the gym scale.', 'Radka 71 kg on the same gym scale.'],
  ['a denial of another day', 'Runs along the river every Friday.', 'Does not run along the river every Tuesday.'],
  ['a thing of another person', "Magda's mobile is 512 555 031.", 'It is over with Magda, he is with Ola now.'],
])('does not suffice to replace: %s', (_, older, newer) => {
  expect(replaces(newer, older)).toBe(false)
})

test.each([
  ['something else about a person', 'Priya is my landlady.', 'Priya bought a new van.'],
  ['an event of an animal', 'Bella is our spaniel.', 'Bella had puppies.'],
  ['another number', 'Gate 4 is shut at night.', 'Gate 9 got a new lock.'],
  ['another day', 'Swims on Mondays.', 'Stopped swimming on Thursdays.'],
  ['what happened once', 'The talk was dull.', 'The talk got cancelled.'],
  ['what is over elsewhere', 'Rents a locker at the pool.', 'Gave up the locker at the airport.'],
  ['the other side', 'The left hinge squeaks.', 'The right hinge is fine again now.'],
])('no estimate replaces a statement for %s', (_, older, newer) => {
  expect(replaces(newer, older)).toBe(false)
})

test('asks for a higher estimate of a long statement, which says several things', () => {
  const short = 'The Beetle rusted through and was scrapped.'
  const long = `${short.slice(0, -1)}, and she spent the afternoon with an aunt who had learned to drive in it.`
  const doubts = [short, long].map((newer) => doubtOf(newer, 'Gets around in an old Beetle.', OWNER))
  expect(doubts).toEqual(['none', 'some'])
  expect(certainFrom('some')).toBeGreaterThan(certainFrom('none'))
})

test.each([
  ['Gets around in an old Beetle.', 'The Beetle rusted through and was scrapped.'],
  ['The newsletter goes out monthly.', 'The newsletter is quarterly now.'],
  ['The fence is painted green.', 'The fence has been repainted, it is blue now.'],
])('suffices where the matter is named and has changed: %s', (older, newer) => {
  expect(doubtOf(newer, older, OWNER)).toBe('none')
  expect(likelihood(newer, older)).toBeGreaterThan(LIKELY)
})

test('suffices for another amount, and never for a number that tells apart', () => {
  expect(replaces('On the scales: 57 kg.', 'On the scales: 55 kg.')).toBe(true)
  expect(replaces('Session 4 was fine.', 'Session 3 was fine.')).toBe(false)
})

test.each([
  ['a fate', 'Gets around in an old Beetle.', 'The Beetle rusted through and was scrapped.'],
  ['a change in other words', 'Belongs to the tea circle.', 'Said goodbye to the tea circle and is done with it.'],
])('a high estimate suffices for %s', (_, older, newer) => {
  expect(replaces(newer, older)).toBe(true)
})

test.each([
  ['an addition', 'Has a table saw.', 'Also got a bandsaw next to the table saw.'],
  ['a short time', 'Gets off the tram at Marktplatz.', 'Got off the tram at Nordtor this week.'],
  ['a medicine', 'Aspirin 75 mg in the morning.', 'Aspirin is gone, Clopidogrel it is.'],
  ['the same frame without a word of change', 'Pastime: surfing.', 'Pastime: crochet.'],
])('no estimate suffices for %s', (_, older, newer) => {
  expect(replaces(newer, older)).toBe(false)
})

test.each([
  ['another number', 'Locker 208 holds my skates.', 'Gave up locker 311.'],
  ['another person', 'Plays chess with Tom.', 'Has stopped playing chess with Ana.'],
  ['a relative', 'Sunita has a twin sister.', "Sunita's father has retired."],
  ['what happened once', 'Crashed the Audi in 2021.', 'Got rid of the Audi.'],
])('gives a low estimate for %s of one name', (_, older, newer) => {
  expect(likelihood(newer, older)).toBeLessThan(LIKELY_MIN)
})

test.each([
  ['Memory 0 of the box', 'Memory 3 of the box'],
  ['Read book 2 of the series.', 'Read book 3 of the series.'],
  ['Owns flat 3 in Elm Street.', 'Owns flat 5 in Elm Street.'],
  ['Had session 4 of the course.', 'Had session 5 of the course.'],
  ['Rents garage 12 behind the station.', 'Rents garage 14 behind the station.'],
])('replaces nothing that differs in a number without a unit: %s', (older, newer) => {
  expect(replaces(newer, older)).toBe(false)
})

test('a name that begins with an accented letter owns what it stands before', () => {
  expect(doubtOf('It is over with Élodie', "Élodie's mobile is an old Nokia")).toBe('decisive')
})

test('only the beginning of a long text is compared', () => {
  const [newer, older] = ['Rents a room in Lund now', 'Rents a room in Malmö']
  const long = (text: string, end: string) => `${text} ${'and sings there '.repeat(50)}${end}`
  const doubt = doubtOf(long(newer, ''), long(older, ''))
  expect(doubtOf(long(newer, 'with a limit of 5 tablets'), long(older, ''))).toBe(doubt)
  expect(updateLikelihood(long(newer, 'x'), long(older, 'y'))).toBe(updateLikelihood(long(newer, ''), long(older, '')))
})

test.each([
  ['My tutor is Dr. Ilse Baum.', 'Dr. Baum only answers mails on weekdays.'],
  ['My flatmate is Piotr.', 'Piotr collects old radios.'],
])('a statement about a party that the older one names is no update of it: %s', (older, newer) => {
  expect(likelihood(newer, older)).toBe(0)
})

test('that a named party has left can be an update', () => {
  expect(likelihood('Piotr moved to another office.', 'Shares an office with Piotr.')).toBeGreaterThan(0)
})

test.each([
  ['Drinks a pot of green tea before long hearings.', 'Has not drunk coffee since 2020.'],
  ['Drinks milk.', 'No longer drinks beer.'],
  ['Eats rice every day.', 'No longer eats cheese.'],
])('is 0 if only another food or drink is over: %s', (older, newer) => {
  expect(likelihood(newer, older)).toBe(0)
})

test.each([
  ['Drinks two espressos a day.', 'Has not drunk coffee since May.'],
  ['Drinks wine with dinner.', 'Gave up alcohol.'],
])('is high if the kind of food or drink is over: %s', (older, newer) => {
  expect(likelihood(newer, older)).toBeGreaterThan(LIKELY)
})
