import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entities, openTagger, readEntities } from './entities.ts'
import { closenessOf, linksOf } from './link.ts'

const entitiesOf = await openTagger()
const none: Entities = { person: [], place: [], organisation: [], thing: [], topic: [], subject: undefined }

test.each<[string, Partial<Entities>]>([
  ['Ada is her sister.', { person: ['ada'] }],
  ['My brother Tom lives in Leeds.', { person: ['tom'], place: ['leeds'] }],
  ['Met Dr. Maria Gonzalez at the Mayo Clinic in Rochester.', { person: ['maria'], organisation: ['mayo clinic'] }],
  ['Flights with Lufthansa to Tokyo.', { thing: ['lufthansa'], place: ['tokyo'] }],
  ['Allergic to peanuts', { topic: ['peanut'] }],
  ['The old car needs oil.', { subject: 'car' }],
  ['Runs every Tuesday', { place: [], person: [] }],
])('extracts the entities of "%s"', (text, entities) => {
  expect(entitiesOf(text)).toMatchObject(entities)
})

test('extracts nothing from a date, a number or a pronoun', () => {
  expect(entitiesOf('She met them on 3 May at 7 pm.')).toMatchObject({ person: [], thing: [], subject: undefined })
  expect(entitiesOf('…')).toEqual(none)
})

test('extracts the entities of an edited memory again', async () => {
  const [before] = await readEntities([{ id: 'mem_1', content: 'Ada called.' }])
  const [after] = await readEntities([{ id: 'mem_1', content: 'Tom called.' }])
  expect([before?.person, after?.person]).toEqual([['ada'], ['tom']])
})

test('yields to the event loop while it processes many long texts', async () => {
  const memories = Array.from({ length: 80 }, (_, i) => ({
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
  expect(turns).toBeGreaterThan(1)
})

test('linksOf returns each kind of link once, strongest first, and none without common entities', () => {
  const mine = { ...none, person: ['ada', 'tom'], topic: ['car'], subject: 'car' }
  expect(linksOf({ mine, theirs: none, sameBatch: false, similarity: 0.1 })).toEqual([])
  expect(linksOf({ mine, theirs: mine, sameBatch: true, similarity: 0.5 })).toEqual([
    { relation: 'person', weight: 0.91 },
    { relation: 'subject', weight: 0.6 },
    { relation: 'similar', weight: 0.5 },
    { relation: 'session', weight: 0.4 },
  ])
})

test('closenessOf grows with each link and stays within 0 and 1', () => {
  const link = fc.record({
    relation: fc.constant('topic' as const),
    weight: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(link), link, (links, more) => {
      const [before, after] = [closenessOf(links), closenessOf([...links, more])]
      expect(before).toBeGreaterThanOrEqual(0)
      expect(after).toBeLessThanOrEqual(1)
      expect(after).toBeGreaterThanOrEqual(before - 1e-12)
    }),
  )
})
