import { afterAll, describe, expect, test } from 'vitest'
import { openRecall } from './client.ts'
import { TooManySearches } from './fair-queue.ts'
import type { IndexRow } from './types.ts'

/** Runs the compiled worker: build before the tests. */
const recall = openRecall({ bytesMax: 1e8, warmUp: true })
const request = { query: 'tea', readable: ['*'], now: Date.UTC(2026, 10, 20), limit: 5 }

afterAll(() => recall.close())

function rows(count: number): IndexRow[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `m${i}`,
    scope: 'note',
    content: `tea number ${i}`,
    occurredAt: i,
    createdAt: i,
    importance: 50,
    pinned: false,
    batch: i,
    position: 0,
  }))
}

async function* pages(count: number) {
  for (let i = 0; i < count; i += 700) yield { version: 9, rows: rows(count).slice(i, i + 700) }
}

test('searches an index in the worker and returns undefined without one', async () => {
  expect(await recall.search({ user: 'unknown', ...request })).toBeUndefined()
  expect(await recall.build('u', () => pages(2500))).toBe(true)
  expect((await recall.search({ user: 'u', ...request }))?.ids).toHaveLength(5)
  expect(await recall.versionOf('u')).toBe(9)
  expect((await recall.stats()).docs).toBe(2500)
  expect(await recall.apply('u', { from: 9, to: 10, rows: [], removed: ['m1'] })).toBe(true)
  await recall.evict('u')
  expect(await recall.versionOf('u')).toBeUndefined()
})

describe('a small store', () => {
  const search = (user: string, limit = 5) => recall.search({ user, ...request, limit })

  test('is searched, changed and evicted like a large one', async () => {
    expect(await recall.build('small', () => pages(40))).toBe(true)
    expect((await search('small'))?.ids).toHaveLength(5)
    expect(await recall.versionOf('small')).toBe(9)
    const [row] = rows(1)
    const change = { from: 9, to: 10, rows: [{ ...row!, id: 'new', content: 'green tea' }], removed: ['m1'] }
    expect(await recall.apply('small', change)).toBe(true)
    expect(await recall.apply('small', change)).toBe(false)
    const found = await search('small', 50)
    expect([found?.version, found?.ids.length, found?.ids.includes('new'), found?.ids.includes('m1')]).toEqual([
      10,
      40,
      true,
      false,
    ])
    await recall.evict('small')
    expect(await search('small')).toBeUndefined()
  })

  test('moves to the worker when it grows, or when a long text is added', async () => {
    const long = { ...rows(1)[0]!, id: 'long', content: 'tea '.repeat(2_000) }
    for (const added of [rows(2_500), [long]]) {
      await recall.build('growing', () => pages(40))
      expect(await recall.apply('growing', { from: 9, to: 10, rows: added, removed: [] })).toBe(false)
      expect(await search('growing')).toBeUndefined()
      async function* grown() {
        yield { version: 10, rows: added }
      }
      expect(await recall.build('growing', grown)).toBe(true)
      expect((await search('growing'))?.version).toBe(10)
      await recall.evict('growing')
    }
  })

  test('moves to the worker when it grows in characters', async () => {
    const content = Array.from({ length: 600 }, (_, i) => `tea${i}`).join(' ')
    const added = rows(400).map((row) => ({ ...row, id: `long ${row.id}`, content }))
    await recall.build('wordy', () => pages(40))
    expect(await recall.apply('wordy', { from: 9, to: 10, rows: added, removed: [] })).toBe(false)
    expect(await search('wordy')).toBeUndefined()
    expect(await recall.build('wordy', () => pages(40))).toBe(true)
    expect((await search('wordy'))?.version).toBe(9)
  })

  test('moves to the worker when a long text is searched for', async () => {
    await recall.build('asking', () => pages(40))
    const long = { user: 'asking', ...request, query: 'tea or coffee '.repeat(100) }
    expect(await recall.search(long)).toBeUndefined()
    expect(await recall.build('asking', () => pages(40))).toBe(true)
    expect((await recall.search(long))?.ids).toHaveLength(5)
    expect((await search('asking'))?.ids).toHaveLength(5)
  })

  test('does not wait for all searches of another', async () => {
    for (const user of ['loud small', 'quiet small']) await recall.build(user, () => pages(900))
    const order: string[] = []
    const loud = Array.from({ length: 200 }, () => search('loud small').then(() => order.push('loud')))
    await Promise.all([...loud, search('quiet small').then(() => order.push('quiet'))])
    expect(order.indexOf('quiet')).toBeLessThan(150)
  })

  test('lets other work go on between its searches', async () => {
    await recall.build('busy', () => pages(900))
    let [turns, isDone] = [0, false]
    const searches = Promise.all(Array.from({ length: 200 }, () => search('busy'))).then(() => {
      isDone = true
    })
    while (!isDone) {
      turns++
      await new Promise((resolve) => setImmediate(resolve))
    }
    await searches
    expect(turns).toBeGreaterThan(3)
  })
})

test('concurrent builds for one user read the store once', async () => {
  let reads = 0
  const read = () => {
    reads++
    return pages(1500)
  }
  expect(await Promise.all([recall.build('v', read), recall.build('v', read)])).toEqual([true, true])
  expect(reads).toBe(1)
})

test('a failed build leaves no index and can be repeated', async () => {
  async function* broken() {
    yield* pages(1500)
    throw new Error('the database is unreachable')
  }
  await expect(recall.build('w', broken)).rejects.toThrow('unreachable')
  expect(await recall.versionOf('w')).toBeUndefined()
  expect(await recall.build('w', () => pages(10))).toBe(true)
})

test('a search does not wait for all searches that another user sent before', async () => {
  for (const user of ['loud', 'quiet']) await recall.build(user, () => pages(2500))
  const order: string[] = []
  const search = (user: string) => recall.search({ user, ...request }).then(() => order.push(user))
  const loud = Array.from({ length: 100 }, () => search('loud'))
  await Promise.all([...loud, search('quiet')])
  // Two of the other user's searches are in the worker already, and one has its turn first.
  expect(order.indexOf('quiet')).toBeLessThanOrEqual(3)
})

test('rejects searches of a user of whom too many wait, and no others', async () => {
  const search = (user: string) => recall.search({ user, ...request })
  const loud = Array.from({ length: 300 }, () => search('loud'))
  const quiet = search('quiet')
  const settled = await Promise.allSettled(loud)
  const rejected = settled.filter((each) => each.status === 'rejected')
  expect(rejected).toHaveLength(300 - 256 - 2)
  for (const { reason } of rejected) expect(reason).toBeInstanceOf(TooManySearches)
  expect((await quiet)?.ids).toHaveLength(5)
  expect((await search('loud'))?.ids).toHaveLength(5)
})

test('rejects calls after close', async () => {
  const other = openRecall({ bytesMax: 1e6, warmUp: false })
  await other.versionOf('u')
  await other.close()
  await expect(other.search({ user: 'u', ...request })).rejects.toThrow('closed')
})
