import { afterAll, expect, test } from 'vitest'
import { openRecall } from './client.ts'
import type { IndexRow } from './types.ts'

/** The thread is the compiled one: `npm run build` comes before the tests. */
const recall = openRecall({ bytesMax: 1e8, practice: true })
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
    born: i,
    place: 0,
  }))
}

async function* pages(count: number) {
  for (let i = 0; i < count; i += 700) yield { version: 9, rows: rows(count).slice(i, i + 700) }
}

test('the thread answers searches, and says when an index is not held', async () => {
  expect(await recall.search({ user: 'nobody', ...request })).toBeUndefined()
  expect(await recall.build('u', () => pages(2500))).toBe(true)
  expect((await recall.search({ user: 'u', ...request }))?.ids).toHaveLength(5)
  expect(await recall.held('u')).toBe(9)
  expect((await recall.stats()).docs).toBe(2500)
  expect(await recall.apply('u', { from: 9, to: 10, rows: [], gone: ['m1'] })).toBe(true)
  await recall.forget('u')
  expect(await recall.held('u')).toBeUndefined()
})

test('builds of one user at once read the store once', async () => {
  let reads = 0
  const read = () => {
    reads++
    return pages(1500)
  }
  expect(await Promise.all([recall.build('v', read), recall.build('v', read)])).toEqual([true, true])
  expect(reads).toBe(1)
})

test('a build that breaks off leaves nothing behind and may be tried again', async () => {
  async function* broken() {
    yield* pages(1500)
    throw new Error('the database went away')
  }
  await expect(recall.build('w', broken)).rejects.toThrow('went away')
  expect(await recall.held('w')).toBeUndefined()
  expect(await recall.build('w', () => pages(10))).toBe(true)
})

test('a closed recall refuses calls at once', async () => {
  const other = openRecall({ bytesMax: 1e6, practice: false })
  await other.held('u')
  await other.close()
  await expect(other.search({ user: 'u', ...request })).rejects.toThrow('closed')
})
