import { expect, test } from 'vitest'
import { DAY_MS, engineWith, NOW, newEngine, row, search } from './test/rows.ts'

/* What a query finds beyond its own words: other readings, families, concepts, attributes and dates. */

test('returns nothing when nothing but function words matches', async () => {
  const engine = await engineWith([row('m3', 'this is alpha'), row('m1', 'beta is next', { pinned: true })])
  for (const query of ['!!!', 'what is delta', 'zeppelin'])
    expect(search(engine, query)).toMatchObject({ version: 1, ids: [], scores: [], keyword: [], hybrid: false })
  expect(search(engine, 'is this').ids).toContain('m3')
})

test.each([
  ['where do I live', 'Lives in Bergen', 'Life is short'],
  ['quality of life', 'Wants a quiet life', 'Leaves early'],
  ['which leaf is it', 'Raked the leaves', 'Left early'],
  ['when do I leave', 'The bus leaves at ten', 'Raked in May'],
  ['who is the founder', 'Founded a choir', 'Runs a shop'],
  ['what did I find', 'Found a ring', 'Lost a glove'],
  ['any allergy', 'Is allergic to nuts', 'Is tall'],
  ['dental care', 'Dentist at ten', 'Barber at ten'],
  ['failure', 'Failed the test twice', 'Passed the course'],
])('%s finds %s by another reading or a relative of the word', async (query, expected, other) => {
  const engine = await engineWith([row('m1', other), row('m2', expected), row('m3', 'Something else entirely')])
  expect(search(engine, query).ids[0]).toBe('m2')
})

test('finds the concept that a word or a phrase names', async () => {
  const engine = await engineWith([
    row('m1', 'Is married to Tom'),
    row('m2', 'Takes penicillin'),
    row('m3', 'Has hay fever'),
    row('m4', 'Bought a lamp'),
  ])
  expect(search(engine, 'husband').ids[0]).toBe('m1')
  expect(search(engine, 'medicine').ids[0]).toBe('m2')
  expect(search(engine, 'pollen').ids[0]).toBe('m3')
})

test('the idiom "for a living" does not ask where anybody lives', async () => {
  const rows = [row('m1', 'Kim lives in Ghent.'), row('m2', 'Lives by the canal.'), row('m3', 'Works as a cooper.')]
  expect(search(await engineWith(rows), 'what do I do for a living').ids[0]).toBe('m3')
})

test('a dish finds what cannot be eaten in it', async () => {
  const rows = [row('m1', 'Allergic to shellfish.'), row('m2', 'Allergic to dust.'), row('m3', 'Bought a lamp.')]
  expect(search(await engineWith(rows), 'is paella fine for her').ids[0]).toBe('m1')
})

test('first person, third person and the name of the user ask the same', async () => {
  const engine = newEngine()
  const rows = ['Plays the cello', 'Tom plays chess', 'Her sister Ada plays golf', 'Owns a boat'].map((content, i) =>
    row(`m${i}`, content),
  )
  await engine.apply('u', { from: null, to: 1, build: 'b', page: 0, ownName: 'Nora Vale', rows, last: true })
  const found = ['what do I play', 'what does she play', 'what does Nora play'].map((query) => search(engine, query))
  expect(found[0]!.ids[0]).toBe('m0')
  expect(found[1]).toEqual(found[0])
  expect(found[2]).toEqual(found[0])
})

test('the words of a relative date are not searched for', async () => {
  const engine = await engineWith([
    row('m1', 'Ran ten kilometres', { occurredAt: NOW - 8 * DAY_MS }),
    row('m2', 'Spent the last week of May in Rome', { occurredAt: NOW - 170 * DAY_MS }),
    row('m3', 'The week was long', { occurredAt: NOW - 90 * DAY_MS }),
  ])
  expect(search(engine, 'what did I do last week').ids).toEqual(['m1'])
})

test('reads statements in English though the own name is a word of another language', async () => {
  const engine = newEngine()
  const rows = [row('m30', "Dele's favourite team is Leeds."), row('m1', "Tola's favourite team is Derby.")]
  await engine.apply('u', { from: null, to: 1, build: 'b', page: 0, rows, last: true, ownName: 'Dele Obi' })
  expect(search(engine, "what's my favourite team").ids[0]).toBe('m30')
})

test('does not take the newest statement about any person for an answer about a named one', async () => {
  const engine = await engineWith([
    row('m90', 'Ada Berg is married to Olav Lie.'),
    row('m1', 'Kim Dahl is married to Tor Moe.'),
  ])
  expect(search(engine, 'Who is Ada Berg married to?').ids[0]).toBe('m90')
})

test('a question about the user prefers statements about the user to those that begin with a name in it', async () => {
  const rows = [
    row('m1', "Henrik's favourite band is Madrugada."),
    row('m2', "Henrik's sister is a vet."),
    row('m30', 'Broke up with Henrik.'),
  ]
  expect(search(await engineWith(rows), 'am I still with Henrik').ids[0]).toBe('m30')
})

test('"how old" asks for an age rather than for the word', async () => {
  const rows = [
    row('m1', 'The old mill is a museum now.'),
    row('m2', 'Emil, who is seven, likes frogs.'),
    row('m3', 'Likes chess.'),
    row('m4', 'Plays the oboe.'),
  ]
  expect(search(await engineWith(rows), 'how old is Emil').ids[0]).toBe('m2')
})

test('words that ask for a verdict are not searched for', async () => {
  const rows = [
    row('m1', 'My best friend is fine.'),
    row('m2', 'Sorbet makes my teeth ache.'),
    row('m3', 'Bought a lamp.'),
  ]
  expect(search(await engineWith(rows), 'is sorbet a good idea, or fine').ids[0]).toBe('m2')
})

test('what is next is not what has passed', async () => {
  const rows = [
    row('m30', 'Eye scan on 1 November 2026 at nine.'),
    row('m31', 'Eye scan on 9 December 2026 at nine, bring the old pictures along.'),
  ]
  expect(search(await engineWith(rows), 'when is my next eye scan').ids[0]).toBe('m31')
})

test.each([
  'am I free next Thursday evening',
  'am I busy next Thursday',
  'am I around next Thursday',
])('%s finds what is on every Thursday', async (query) => {
  const engine = await engineWith([
    row('m1', 'There are three trees around the busy yard.'),
    row('m2', 'Choir practice is on Thursdays at seven.'),
    row('m3', 'Reads on Sunday evenings.'),
  ])
  expect(search(engine, query).ids[0]).toBe('m2')
})

test('a day that has passed is none of a weekday that recurs', async () => {
  const engine = await engineWith([row('m1', 'Mended the gate.'), row('m5', 'Works from Monday to Thursday.')])
  expect(search(engine, 'what did I do yesterday').ids[0]).toBe('m1')
})

test('recognises a name with accents in a question', async () => {
  const rows = [row('m1', 'Siobhan is allergic to peanuts.'), row('m2', 'Gráinne is a friend from school.')]
  const plain = rows.map(({ content, ...rest }) => ({ ...rest, content: content.replace('á', 'a') }))
  const accented = search(await engineWith(rows), 'What is Gráinne allergic to?')
  expect(accented.relevance).toBeCloseTo(search(await engineWith(plain), 'What is Grainne allergic to?').relevance, 5)
})

test('a question about one person prefers statements that name them to stronger ones about others', async () => {
  const rows = [
    row('m1', 'Priya from accounts is vegan and is allergic to peanuts.'),
    row('m2', 'Theo comes out in hives from cashews.'),
    row('m3', 'Theo is in the second year.'),
    row('m4', 'Theo plays the flute.'),
  ]
  expect(search(await engineWith(rows), 'What should Theo not eat?').ids[0]).toBe('m2')
})
