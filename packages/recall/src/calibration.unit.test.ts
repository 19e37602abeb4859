import { expect, test } from 'vitest'
import { relevanceOf, scoresOf } from './calibration.ts'
import type { Evidence } from './evidence.ts'
import { engineWith, rowWith, search } from './test/rows.ts'

const NONE: Evidence = {
  strength: 0,
  answered: 0,
  nameMissing: 0,
  nameGap: 0,
  personMissing: 0,
  amountMissing: 0,
  sumMissing: 0,
  detailMissing: 0,
  headMissing: 0,
  modifierMissing: 0,
  unstated: 0,
  statedElsewhere: 0,
  smallTalk: 0,
  sentence: 0,
}

async function searchIn(contents: readonly (string | Parameters<typeof rowWith>[0])[], query: string) {
  const rows = contents.map((row, i) =>
    rowWith({ id: `m${i}`, occurredAt: i, batch: i, ...(typeof row === 'string' ? { content: row } : row) }),
  )
  return search(await engineWith(rows), query, { now: 1e12 })
}

test('relevance rises with what the best row covers and falls with what speaks against it', () => {
  const some = relevanceOf({ ...NONE, strength: 0.2 })
  expect(relevanceOf({ ...NONE, strength: 0.4 })).toBeGreaterThan(some)
  expect(relevanceOf({ ...NONE, strength: 0.2, answered: 0.4 })).toBeGreaterThan(some)
  expect(relevanceOf({ ...NONE, strength: 0.2, sentence: 0.3 })).toBeGreaterThan(some)
  for (const against of [
    'nameMissing',
    'nameGap',
    'personMissing',
    'amountMissing',
    'sumMissing',
    'detailMissing',
    'headMissing',
    'modifierMissing',
    'unstated',
    'statedElsewhere',
    'smallTalk',
  ] as const)
    expect(relevanceOf({ ...NONE, strength: 0.2, [against]: 1 })).toBeLessThan(some)
})

test('scores descend and never exceed the relevance', () => {
  const evidence = { ...NONE, strength: 0.4, answered: 0.4 }
  const scores = scoresOf(evidence, [5, 4, 4, 1, 0.01])
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  expect(scores[0]).toBeLessThanOrEqual(relevanceOf(evidence))
  expect(scores.at(-1)).toBeGreaterThan(0)
  expect(scoresOf(evidence, [5, 1])[0]).toBeGreaterThan(scores[0]!)
})

test('a question about somebody whom no row mentions is less relevant, and so is small talk', async () => {
  const contents = ['Marit is allergic to nuts', 'Olav likes good jokes', 'Works in Bergen']
  const known = await searchIn(contents, 'what is Marit allergic to')
  expect(known.relevance).toBeGreaterThan(0.7)
  expect((await searchIn(contents, 'what is Sigrid allergic to')).relevance).toBeLessThan(known.relevance / 2)
  expect((await searchIn(contents, 'tell me a good joke')).relevance).toBeLessThan(0.3)
  expect((await searchIn(contents, 'xylophone')).relevance).toBe(0)
})

test('the share of a score that neighbours lent is told apart', async () => {
  const together = (content: string, position: number) => ({ content, batch: 7, position })
  const filler = Array.from({ length: 30 }, (_, i) => `Filler ${i} with Ada about bread`)
  const { ids, neighbour } = await searchIn(
    [...filler, together('Ada plans the trip', 0), together('Ada saw whales', 1), together('The trip took days', 2)],
    'trip',
  )
  expect(neighbour[ids.indexOf('m30')]).toBeLessThan(0.5)
  expect(neighbour[ids.indexOf('m31')]).toBeGreaterThan(0.9)
})

test('rows with the same text and scope are listed once, the newest', async () => {
  const walks = Array.from({ length: 900 }, () => 'Walked in the park')
  const { ids, duplicates } = await searchIn(
    [...walks, { content: 'Walked in the park', scope: 'fitness' }, 'A long walk through the woods'],
    'walk',
  )
  expect(new Set(ids)).toEqual(new Set(['m899', 'm900', 'm901']))
  expect(duplicates[ids.indexOf('m899')]).toBe(899)
  expect(duplicates[ids.indexOf('m900')]).toBe(0)
})

test('an attribute that no row states makes an answer less likely, a generic word counts little', async () => {
  const rows = ['Library card number is 4711.', 'Favourite soup is borscht.', 'Works in a mill.']
  const stated = await searchIn([...rows, 'Passport number is X1.'], 'what is my passport number')
  const unstated = await searchIn(rows, 'what is my passport number')
  expect(unstated.relevance).toBeLessThan(stated.relevance - 0.1)
  const soup = await searchIn(rows, 'what is my favourite soup')
  const dance = await searchIn(rows, 'what is my favourite dance')
  expect(dance.relevance).toBeLessThan(soup.relevance - 0.1)
})

test('a detail that the row does not hold makes an answer less likely, the words that ask for what it states do not', async () => {
  const rows = ['Rides a steel bicycle to the mill.', 'Works for the harbour authority.', 'Favourite soup is borscht.']
  const employer = await searchIn(rows, 'who pays my salary')
  expect(employer.ids[0]).toBe('m1')
  const bicycle = await searchIn(rows, 'what do I ride')
  expect((await searchIn(rows, 'what colour is my bicycle')).relevance).toBeLessThan(bicycle.relevance)
  expect((await searchIn(rows, 'morning! how are you doing')).relevance).toBeLessThan(0.3)
  expect((await searchIn(rows, 'give me a recipe for soup')).relevance).toBeLessThan(0.3)
})

test('general knowledge is less relevant, unless a row holds what its answer would contain', async () => {
  const rows = ['Watches the harbour regatta every June.', 'The heat pump hums at night.', 'Likes jazz.']
  expect((await searchIn(rows, 'who won the harbour regatta in 2011')).relevance).toBeLessThan(0.3)
  const won = await searchIn([...rows, 'Olav won the harbour regatta in 2011.'], 'who won the harbour regatta in 2011')
  expect(won.relevance).toBeGreaterThan(0.7)
  expect((await searchIn(rows, 'how does a heat pump work')).relevance).toBeLessThan(0.3)
  expect((await searchIn(rows, 'hi, what do I like')).relevance).toBeGreaterThan(0.5)
})

test('a word is no name beside an article, or if it is a verb of what the user does', async () => {
  const others = ['Likes jazz.', 'Grew up in Skien.', 'Takes the ferry to work.', 'Takes the stairs.']
  const supplement = await searchIn([...others, 'Vitamin D, 4000 units a day.'], 'which vitamin do I take')
  expect(supplement.ids[0]).toBe('m4')
  expect(supplement.relevance).toBeGreaterThan(0.6)
  const car = await searchIn([...others, 'Off-road car is a 2015 Nissan.'], 'what year is the Frontier car')
  const person = await searchIn([...others, 'Off-road car is a 2015 Nissan.'], "what year is Frontier's car")
  expect(car.ids[0]).toBe('m4')
  expect(car.relevance).toBeGreaterThan(person.relevance + 0.2)
})

test('a row that does not state the attribute is less relevant if another row states it', async () => {
  const others = ['Likes jazz.', 'Has a parrot.', 'My flatmate Kim cannot stand cheese.']
  const query = 'what does Kim do for a living'
  const unstated = await searchIn([...others, 'Onur works as a baker.'], query)
  const stated = await searchIn([...others, 'Kim works as a baker.'], query)
  expect(stated.ids[0]).toBe('m3')
  expect(unstated.relevance).toBeLessThan(stated.relevance - 0.1)
})

test.each([
  ['what is the alarm code', 'The bike lock code is 7719.', 'The alarm code is 7719.'],
  ['where is the key to the cellar', 'The shed key hangs by the paint.', 'The cellar key hangs by the paint.'],
])('for %j, a row about another one is less relevant', async (query, without, having) => {
  const others = ['Likes jazz.', 'Grew up in Skien.', 'Has a parrot.']
  const stated = await searchIn([...others, having], query)
  expect(stated.ids[0]).toBe('m3')
  expect(stated.relevance).toBeGreaterThan(0.8)
  expect((await searchIn([...others, without], query)).relevance).toBeLessThan(stated.relevance - 0.1)
})

test('a row that begins with the name of a person has a name', async () => {
  const rows = ['Likes jazz.', 'Grew up in Skien.', 'Lin is lactose intolerant.']
  expect((await searchIn(rows, 'who is lactose intolerant')).relevance).toBeGreaterThan(0.9)
})

test.each([
  ['what did the boat cost', 'The boat is a clinker boat from 1994.', 'Paid 8,500 euros for the boat.'],
  ['how much is my rent', 'Rents two rooms in a house of 1921.', 'The rent is £640 a month.'],
  ['what colour is my bicycle', 'The bicycle has seven gears.', 'The bicycle is dark green.'],
  ['what is my e-mail address', 'Answers e-mail on Fridays only.', 'E-mail goes to ada@example.com.'],
  ['what is the code of the gate', 'The gate has a code since the burglary.', 'The code of the gate is 7714.'],
  ['when does the choir meet', 'Founded a choir with Olav.', 'The choir meets on Tuesdays.'],
])('for %j, a row without such an answer is less relevant than one that has it', async (query, without, having) => {
  const others = ['Likes jazz.', 'Grew up in Skien.', 'Has a parrot.']
  const stated = await searchIn([...others, having], query)
  const unstated = await searchIn([...others, without], query)
  expect(stated.ids[0]).toBe('m3')
  expect(unstated.relevance).toBeLessThan(stated.relevance - 0.2)
})

test.each([
  ['which newspaper do I read', 'Follows a Danish crime series.', 'Reads the Herald, a newspaper of four pages.'],
  ['do I have a dishwasher', 'Has a house with a new roof.', 'Has a dishwasher with a new door.'],
  ['who is my lawyer', 'My neighbour is Ida Holm.', 'My lawyer is Ida Holm.'],
  ['when is my dentist appointment', 'Meets the choir on Tuesday at six.', 'Meets the dentist on Tuesday at six.'],
])('for %j, a row about something else is less relevant than one that has the noun', async (query, without, having) => {
  const others = ['Likes jazz.', 'Grew up in Skien.', 'Keeps a parrot.']
  const stated = await searchIn([...others, having], query)
  expect(stated.ids[0]).toBe('m3')
  expect((await searchIn([...others, without], query)).relevance).toBeLessThan(stated.relevance - 0.2)
})

test('a row with one word of the query is less relevant than one with all of them', async () => {
  const others = ['Likes jazz.', 'Grew up in Skien.', 'Keeps a parrot.']
  const strong = await searchIn([...others, 'Sails to the lighthouse with Olav in June.'], 'sail lighthouse Olav')
  const weak = await searchIn([...others, 'Olav paints.'], 'sail lighthouse Olav')
  expect(weak.relevance).toBeLessThan(strong.relevance - 0.2)
})
