import { coversAny } from '@memory-service/scopes'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { DAY_MS, engineWith, NOW, newEngine, row, search } from './test/rows.ts'
import type { IndexRow } from './types.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('ranks by the number and rarity of matching words', async () => {
  const engine = await engineWith([
    row('m1', 'likes long walks'),
    row('m2', 'likes tea'),
    row('m3', 'walks to work, likes tea'),
  ])
  expect(search(engine, 'tea after walks').ids[0]).toBe('m3')
  expect(search(engine, 'tea after walks').ids).toHaveLength(3)
})

test('scores are between 0 and 1, descending, and measure the matched share of the query', async () => {
  const engine = await engineWith([row('m1', 'plays the cello'), row('m2', 'cello strings'), row('m3', 'a garden')])
  const { scores, keyword } = search(engine, 'cello strings')
  expect(scores[0]).toBeGreaterThan(0.6)
  expect(scores[0]!).toBeGreaterThan(scores[1]!)
  expect(keyword[1]!).toBeLessThan(0.6)
  for (const score of [...scores, ...keyword]) expect(score >= 0 && score <= 1).toBe(true)
})

test('finds typos, inflected forms, joined words and synonyms', async () => {
  const engine = await engineWith([
    row('m1', 'Plays the trumpet in a brass band'),
    row('m2', 'The office Wi-Fi is called Delta-6G'),
    row('m3', 'Grandfather drove her to the lake'),
    row('m4', 'Mein Bruder arbeitet in zwei Werkstätten'),
    ...Array.from({ length: 30 }, (_, i) => row(`f${i + 10}`, `Some other note about day ${i}`)),
  ])
  expect(search(engine, 'trumpett bras').ids[0]).toBe('m1')
  expect(search(engine, 'wifi').ids[0]).toBe('m2')
  expect(search(engine, 'delta 6g').ids[0]).toBe('m2')
  expect(search(engine, 'driving lessons').ids[0]).toBe('m3')
  expect(search(engine, 'grandpa').ids[0]).toBe('m3')
  expect(search(engine, 'Werkstatt').ids[0]).toBe('m4')
})

test('finds compounds written apart and words written together', async () => {
  const engine = await engineWith([
    row('m1', 'The weekly check in is at noon'),
    row('m2', 'Bought a bookshelf'),
    row('m3', 'Has a part-time job'),
    row('m4', 'Der Schlüssel zum Garten fehlt'),
  ])
  expect(search(engine, 'checkin').ids[0]).toBe('m1')
  expect(search(engine, 'book shelf').ids[0]).toBe('m2')
  expect(search(engine, 'parttime').ids[0]).toBe('m3')
  expect(search(engine, 'Gartenschlüssel').ids[0]).toBe('m4')
})

test('a query with a date prefers memories of that date', async () => {
  const engine = await engineWith([
    row('m1', 'Called the bank', { occurredAt: NOW - 40 * DAY_MS }),
    row('m2', 'Called the bank', { occurredAt: NOW - DAY_MS }),
    row('m3', 'On 3 March 2025 called the bank'),
  ])
  expect(search(engine, 'who called the bank yesterday').ids[0]).toBe('m2')
  expect(search(engine, 'bank in March 2025').ids[0]).toBe('m3')
})

test('a pinned memory is always a candidate and never outranks a better match', async () => {
  const engine = await engineWith([
    row('m1', 'keeps bees on the roof'),
    row('m2', 'has a spare key', { pinned: true }),
    row('m3', 'unrelated'),
  ])
  expect(search(engine, 'bees roof').ids).toEqual(['m1', 'm2'])
})

test('neighbours in a conversation raise each other, unrelated rows of a batch do not', async () => {
  const story = ['Ada and the trip to Norway', 'Ada saw whales there', 'The trip took days', 'A lamp broke']
  const rows = Array.from({ length: 40 }, (_, i) =>
    row(`x${i}`, `Filler number ${i} about cooking with Ada`, { batch: 100 + i }),
  )
  const conversation = story.map((content, position) => row(`s${position}`, content, { batch: 7, position }))
  const engine = await engineWith([...rows, ...conversation])
  expect(search(engine, 'trip Norway').ids).toContain('s1')
  // It has no word in common with its neighbours.
  expect(search(engine, 'trip Norway').ids).not.toContain('s3')
  expect(search(await engineWith([...conversation.toReversed(), ...rows]), 'trip Norway')).toEqual(
    search(engine, 'trip Norway'),
  )
  const unrelated = conversation.map((row, i) => ({ ...row, batch: 100 + i * 10, position: 1 }))
  const apart = await engineWith([...rows, ...unrelated])
  expect(search(apart, 'trip Norway').ids).not.toContain('s1')
})

test('results do not depend on unreadable rows', async () => {
  const words = fc.constantFrom(
    ...'violin violn orchestra almond almonds almondd regatta norway trip the of in may 2026 yesterday mum mother 图书 wifi wi-fi'.split(
      ' ',
    ),
  )
  const text = fc.array(words, { maxLength: 6 }).map((list) => list.join(' '))
  const rows = fc.array(
    fc.record({
      content: text,
      scope: fc.constantFrom('note', 'health', 'fitness', 'fitness.trail', 'work'),
      source: fc.constantFrom(undefined, null, 'coach', 'diary'),
      age: fc.integer({ min: 0, max: 400 }),
      importance: fc.integer({ min: 0, max: 100 }),
      pinned: fc.boolean(),
      batch: fc.integer({ min: 1, max: 6 }),
    }),
    { maxLength: 40 },
  )
  const readable = fc.subarray(['note', 'fitness', 'fitness.*', 'health'])
  const within = fc.constantFrom(undefined, 'fitness.*', 'note')
  const muted = fc.subarray(['coach', 'diary', 'unknown'])
  await fc.assert(
    fc.asyncProperty(
      rows,
      readable,
      within,
      muted,
      fc.array(text, { minLength: 1, maxLength: 4 }),
      async (made, readable, within, muted, queries) => {
        const all = made.map(({ age, ...rest }, i) =>
          row(`m${i}`, rest.content, {
            ...rest,
            position: i,
            occurredAt: NOW - age * DAY_MS,
            createdAt: NOW - age * DAY_MS,
          }),
        )
        // Positions without gaps, as if the other rows had never been written.
        const mine = all
          .filter(({ scope }) => coversAny(readable, scope) && (!within || coversAny([within], scope)))
          .filter(({ source }) => source == null || !muted.includes(source))
          .map((row, position) => ({ ...row, position }))
        const [whole, alone] = [await engineWith(all), await engineWith(mine)]
        for (const query of queries) {
          const found = search(whole, query, { readable, within, muted })
          expect(found).toEqual(search(alone, query, { readable, within }))
          for (const id of found.ids) expect(mine.some((row) => row.id === id)).toBe(true)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('an updated index equals a rebuilt one', async () => {
  const text = fc.array(fc.constantFrom('cello', 'marathon', 'norway', 'trip', 'tea', 'may', 'last'), { maxLength: 5 })
  const change = fc.record({
    id: fc.integer({ min: 0, max: 12 }),
    words: fc.option(text),
    call: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 6 }), async (updates) => {
      const engine = await engineWith([])
      const expected = new Map<string, IndexRow>()
      let version = 1
      for (const update of updates) {
        const removed: string[] = []
        const rows = new Map<string, IndexRow>()
        for (const { id, words, call } of update) {
          if (words) rows.set(`m${id}`, row(`m${id}`, words.join(' '), { batch: call, position: id }))
          else if (!rows.has(`m${id}`)) removed.push(`m${id}`)
        }
        for (const id of removed) expected.delete(id)
        for (const [id, row] of rows) expected.set(id, row)
        expect(await engine.apply('u', { from: version, to: ++version, rows: [...rows.values()], removed })).toBe(true)
      }
      const rebuilt = await engineWith([...expected.values()], { version })
      for (const query of ['cello trip', 'norway last may', 'tea', '?', 'marathn'])
        expect(search(engine, query)).toEqual(search(rebuilt, query))
      expect(engine.stats().docs).toBe(expected.size)
    }),
    { numRuns: 100 },
  )
})

test('rejects an update from another version, and does not search an index older than atLeast', async () => {
  const engine = await engineWith([row('m1', 'tea')], { version: 5 })
  expect(await engine.apply('u', { from: 4, to: 6, rows: [], removed: ['m1'] })).toBe(false)
  expect(search(engine, 'tea', { atLeast: 6 })).toMatchObject({ version: 5, ids: [], scores: [], keyword: [] })
  expect(search(engine, 'tea', { atLeast: 5 }).ids).toEqual(['m1'])
  expect(engine.search({ user: 'unknown', query: 'tea', readable: ['*'], now: NOW, limit: 3 })).toBeUndefined()
})

test('a second concurrent build waits for the first and is rejected', async () => {
  const engine = newEngine()
  const page = (build: string, page: number, last: boolean, id: string) =>
    engine.apply('u', { from: null, to: 3, build, page, rows: [row(id, `tea ${id}`)], last })
  expect(await page('a', 0, false, 'm1')).toBe(true)
  let accepted: boolean | undefined
  const second = page('b', 0, true, 'other').then((result) => {
    accepted = result
  })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(accepted).toBeUndefined()
  expect(engine.versionOf('u')).toBeUndefined()
  expect(await page('b', 1, true, 'other')).toBe(false)
  expect(await page('a', 1, true, 'm2')).toBe(true)
  await second
  expect(accepted).toBe(false)
  expect(search(engine, 'tea').ids.sort()).toEqual(['m1', 'm2'])
})

test('searches of other users are served during a build', async () => {
  const engine = await engineWith([row('m1', 'tea')])
  const rows = Array.from({ length: 4000 }, (_, i) =>
    row(`m${i}`, `tea number ${i} with biscuits and word${i}`, { position: i }),
  )
  let built = false
  const build = engine.apply('big', { from: null, to: 1, build: 'b', page: 0, rows, last: true }).then(() => {
    built = true
  })
  let served = 0
  while (!built) {
    if (search(engine, 'tea').ids.length) served++
    await new Promise((resolve) => setImmediate(resolve))
  }
  await build
  expect(served).toBeGreaterThan(2)
})

test('evicts the least recently used index first', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => row(`m${i}`, `note number ${i}`))
  const empty = newEngine().stats().bytes
  const one = (await engineWith(rows)).stats().bytes - empty
  const engine = newEngine(one * 2.5)
  for (const user of ['a', 'b']) await engineWith(rows, { engine, user })
  engine.search({ user: 'a', query: 'note', readable: ['*'], now: NOW, limit: 1 })
  await engineWith(rows, { engine, user: 'c' })
  expect(['a', 'b', 'c'].map((user) => engine.versionOf(user))).toEqual([1, undefined, 1])
})

test('evicts an index larger than the budget after its first searches', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const engine = await engineWith([row('m1', 'tea')], { engine: newEngine(10) })
  expect(search(engine, 'tea').ids).toEqual(['m1'])
  vi.advanceTimersByTime(2_000)
  expect(engine.versionOf('u')).toBeUndefined()
})

test('no query throws', async () => {
  const engine = await engineWith([row('m1', 'tea at 8:45'), row('m2', ''), row('m3', '\ud800 \u0000 𠮷')])
  const odd = [
    '',
    '\t',
    '…',
    '🦊',
    '%00',
    '{}[]$^',
    '--',
    '~*',
    'z'.repeat(4096),
    'tea '.repeat(1000),
    '\u200fxyz',
    '६',
    'ﬂ',
  ]
  for (const query of odd) expect(Array.isArray(search(engine, query).ids)).toBe(true)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), fc.integer({ min: 0, max: 5 }), (query, limit) => {
      expect(search(engine, query, { limit }).ids.length).toBeLessThanOrEqual(limit)
    }),
  )
})
