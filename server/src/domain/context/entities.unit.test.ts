import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entities, entitiesOf, readEntities } from './entities.ts'
import { linksOf, nearness } from './link.ts'

const none: Entities = { person: [], place: [], organisation: [], thing: [], topic: [], subject: undefined }

test.each<[string, Partial<Entities>]>([
  ['Ada is her sister.', { person: ['ada'] }],
  ['My brother Tom lives in Leeds.', { person: ['tom'], place: ['leeds'] }],
  ['Met Dr. Maria Gonzalez at the Mayo Clinic in Rochester.', { person: ['maria'], organisation: ['mayo clinic'] }],
  ['Flights with Lufthansa to Tokyo.', { thing: ['lufthansa'], place: ['tokyo'] }],
  ['Allergic to peanuts', { topic: ['peanut'] }],
  ['The old car needs oil.', { subject: 'car' }],
  ['Runs every Tuesday', { place: [], person: [] }],
])('what "%s" is about', (text, about) => {
  expect(entitiesOf(text)).toMatchObject(about)
})

test('a day, a number and a pronoun are about nothing', () => {
  expect(entitiesOf('She met them on 3 May at 7 pm.')).toMatchObject({ person: [], thing: [], subject: undefined })
  expect(entitiesOf('…')).toEqual(none)
})

test('an edited memory is read anew', async () => {
  const [before] = await readEntities([{ id: 'mem_1', content: 'Ada called.' }])
  const [after] = await readEntities([{ id: 'mem_1', content: 'Tom called.' }])
  expect([before?.person, after?.person]).toEqual([['ada'], ['tom']])
})

test('many long texts leave others their turn', async () => {
  const memories = Array.from({ length: 40 }, (_, i) => ({
    id: `mem_long${i}`,
    content: `Ada met Tom in Leeds ${i}. `.repeat(50),
  }))
  let turns = 0
  let reading = true
  const count = () => {
    turns++
    if (reading) setImmediate(count)
  }
  setImmediate(count)
  await readEntities(memories)
  reading = false
  expect(turns).toBeGreaterThan(5)
})

test('links: the strongest first, each kind once, nothing where nothing is shared', () => {
  const mine = { ...none, person: ['ada', 'tom'], topic: ['car'], subject: 'car' }
  expect(linksOf({ mine, theirs: none, together: false, similarity: 0.1 })).toEqual([])
  expect(linksOf({ mine, theirs: mine, together: true, similarity: 0.5 })).toEqual([
    { relation: 'person', weight: 0.91 },
    { relation: 'subject', weight: 0.6 },
    { relation: 'similar', weight: 0.5 },
    { relation: 'session', weight: 0.4 },
  ])
})

test('nearness grows with every link and stays within 0 and 1', () => {
  const link = fc.record({
    relation: fc.constant('topic' as const),
    weight: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(link), link, (links, more) => {
      const [before, after] = [nearness(links), nearness([...links, more])]
      expect(before).toBeGreaterThanOrEqual(0)
      expect(after).toBeLessThanOrEqual(1)
      expect(after).toBeGreaterThanOrEqual(before - 1e-12)
    }),
  )
})
