import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Arena } from './arena.ts'
import { packRows } from './client.ts'
import { RecallEngine } from './engine.ts'

const STORES = 20
const ROWS = 2_000
const WORDS = 12
const DIMENSION = 256

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Memory use of the process without WebAssembly memory, in bytes. */
function heapBytes(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function rowsOf(store: number) {
  return Array.from({ length: ROWS }, (_, i) => ({
    ...{ id: `mem_${store}_${i}`, scope: i % 3 ? 'note' : 'work', occurredAt: i, createdAt: i, importance: 50 },
    ...{ pinned: false, batch: i, position: 0 },
    content: Array.from({ length: WORDS }, (_, j) => `word${(i * 31 + j * j * 17 + store) % 3_000}`).join(' '),
    codes: new Int8Array(DIMENSION).fill(1 + (i % 100)),
  }))
}

test('the estimated size of indexes is close to the memory use of the process', async () => {
  const arena = new Arena()
  const engine = new RecallEngine({ bytesMax: Infinity, arena })
  const build = (store: number) =>
    engine.apply(String(store), { from: null, to: 1, build: 'b', page: 0, ...packRows(rowsOf(store)), last: true })
  await build(0)
  const [before, estimate, vectors] = [heapBytes(), engine.stats().bytes, arena.bytes]
  for (let store = 1; store <= STORES; store++) await build(store)
  const words = heapBytes() - before
  const gained = engine.stats().bytes - estimate
  expect(arena.bytes - vectors).toBeGreaterThan(STORES * ROWS * DIMENSION)
  const share = (gained - (arena.bytes - vectors)) / words
  expect(share).toBeGreaterThan(0.7)
  expect(share).toBeLessThan(1.4)
})
