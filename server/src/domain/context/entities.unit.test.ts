import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Entities, openTagger, readEntities } from './entities.ts'
import { haveInCommon, similarityOf, wordingOf } from './likeness.ts'
import { linksOf, strongestOf } from './link.ts'

const entitiesOf = await openTagger()
const nobody: ReadonlySet<string> = new Set()
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
  const [before] = await readEntities([{ id: 'mem_1', content: 'Ada called.' }], nobody)
  const [after] = await readEntities([{ id: 'mem_1', content: 'Tom called.' }], nobody)
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
  await readEntities(memories, nobody)
  reading = false
  expect(turns).toBeGreaterThan(1)
})

test('leaves out the user under the own names, but not another person of the same family name', async () => {
  const contents = ['Aisha met Tom in Leeds.', 'Aisha Khan called.', 'Omar Khan called.', 'The user called.']
  const memories = contents.map((content, i) => ({ id: `mem_own${i}`, content }))
  const read = await readEntities(memories, new Set(['aisha', 'khan']))
  expect(read.map(({ person }) => person)).toEqual([['tom'], [], ['omar'], []])
  expect(read.map(({ subject }) => subject)).toEqual([undefined, undefined, 'omar', undefined])
})

const apart = { sameBatch: false, similarity: 0.1, haveInCommon: false }

test('linksOf returns each kind of link once, strongest first, and none without common entities', () => {
  const mine = { ...none, person: ['ada', 'tom'], topic: ['car'], subject: 'car' }
  expect(linksOf({ mine, theirs: none, ...apart })).toEqual([])
  expect(linksOf({ mine, theirs: mine, sameBatch: true, similarity: 0.5, haveInCommon: true })).toEqual([
    { relation: 'person', weight: 0.91 },
    { relation: 'subject', weight: 0.6 },
    { relation: 'similar', weight: 0.5 },
    { relation: 'session', weight: 0.4 },
  ])
})

test('linksOf links memories of one call only if they have something in common', () => {
  const relationsOf = (pair: Partial<Parameters<typeof linksOf>[0]>) =>
    linksOf({ mine: none, theirs: none, ...apart, sameBatch: true, ...pair }).map(({ relation }) => relation)
  expect(relationsOf({})).toEqual([])
  expect(relationsOf({ haveInCommon: true })).toEqual(['session'])
  const topic = { ...none, topic: ['car'] }
  expect(relationsOf({ mine: topic, theirs: topic })).toEqual(['session', 'topic'])
})

test('strongestOf has the first relation, and a weight that grows with each link and stays within 0 and 1', () => {
  expect(strongestOf([])).toBeUndefined()
  const link = fc.record({
    relation: fc.constantFrom('topic' as const, 'person' as const),
    weight: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(link, { minLength: 1 }), link, (links, more) => {
      const [before, after] = [strongestOf(links)!, strongestOf([...links, more])!]
      expect(after.relation).toBe(links[0]!.relation)
      expect(before.weight).toBeGreaterThanOrEqual(0)
      expect(after.weight).toBeLessThanOrEqual(1)
      expect(after.weight).toBeGreaterThanOrEqual(before.weight)
    }),
  )
})

describe('the words of two texts', () => {
  const wording = (content: string) => wordingOf(content, new Set(['aisha']))

  test.each([
    ['Runs along the river on Tuesdays', 'Runs along the river on Fridays', true],
    ['Aisha likes tea', 'Aisha likes running', false],
    ['Booked the dentist for Monday', 'Booked a flight to Lisbon', false],
    ['Allergic to peanuts', 'Plays the cello', false],
  ])('%s / %s: similar is %s', (one, other, similar) => {
    expect(similarityOf(wording(one), wording(other)) >= 0.3).toBe(similar)
  })

  test('have in common a word or a concept, but not the own name or a general verb', () => {
    expect(haveInCommon(wording('Takes amoxicillin'), wording('Allergic to antibiotics'))).toBe(true)
    expect(haveInCommon(wording('Allergic to antibiotics'), wording('Takes amoxicillin'))).toBe(true)
    expect(haveInCommon(wording('Booked the dentist'), wording('Booked a flight'))).toBe(true)
    expect(haveInCommon(wording('Plays the cello'), wording('Runs along the river'))).toBe(false)
    expect(haveInCommon(wording('Aisha likes tea'), wording('Aisha likes running'))).toBe(false)
  })
})
