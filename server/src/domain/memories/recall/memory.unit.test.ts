import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Arena } from './arena.ts'
import { packed } from './client.ts'
import { RecallEngine } from './engine.ts'

const STORES = 20
const ROWS = 2_000
const WORDS = 12
const DIMENSION = 256

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What the process holds by its own account, without the memory of the vectors, in bytes. */
function inUse(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function rowsOf(store: number) {
  return Array.from({ length: ROWS }, (_, i) => ({
    ...{ id: `mem_${store}_${i}`, scope: i % 3 ? 'note' : 'work', occurredAt: i, createdAt: i, importance: 50 },
    ...{ pinned: false, born: i, place: 0 },
    content: Array.from({ length: WORDS }, (_, j) => `word${(i * 31 + j * j * 17 + store) % 3_000}`).join(' '),
    codes: new Int8Array(DIMENSION).fill(1 + (i % 100)),
  }))
}

test('what indexes say they hold is near what the process holds', async () => {
  const arena = new Arena()
  const engine = new RecallEngine({ bytesMax: Infinity, arena })
  const build = (store: number) =>
    engine.apply(String(store), { from: null, to: 1, build: 'b', page: 0, ...packed(rowsOf(store)), last: true })
  await build(0)
  const [before, told, vectors] = [inUse(), engine.stats().bytes, arena.bytes]
  for (let store = 1; store <= STORES; store++) await build(store)
  const words = inUse() - before
  const gained = engine.stats().bytes - told
  expect(arena.bytes - vectors).toBeGreaterThan(STORES * ROWS * DIMENSION)
  const share = (gained - (arena.bytes - vectors)) / words
  expect(share).toBeGreaterThan(0.7)
  expect(share).toBeLessThan(1.4)
})
