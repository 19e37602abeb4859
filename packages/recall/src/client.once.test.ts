import { afterAll, expect, test } from 'vitest'
import { openRecall, TooManySearches } from './client.ts'
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
