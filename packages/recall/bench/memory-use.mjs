import { Arena } from '../dist/arena.js'
import { RecallEngine } from '../dist/engine.js'
import { packRows } from '../dist/pack.js'

/*
 * Compares the estimated size of indexes with the memory use of this process, and prints both in bytes as JSON:
 * `node --expose-gc memory-use.mjs`. A process of its own, since garbage of other code would be measured, too.
 */

const STORES = 20
const ROWS = 2_000
const WORDS = 12
const DIMENSION = 256

const COLLECTIONS_MAX = 50
const PAUSE_MS = 20
/** Two measurements that differ by less are the same. */
const SAME_SHARE = 0.001

/**
 * Memory use of the process without WebAssembly memory, in bytes, once it no longer falls: buffers are freed by another
 * thread after a collection.
 */
async function heapBytes() {
  let least = Number.POSITIVE_INFINITY
  let same = 0
  for (let times = 0; times < COLLECTIONS_MAX && same < 3; times++) {
    globalThis.gc()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    same = heapUsed + arrayBuffers > least * (1 - SAME_SHARE) ? same + 1 : 0
    least = Math.min(least, heapUsed + arrayBuffers)
  }
  return least
}

function rowsOf(store) {
  return Array.from({ length: ROWS }, (_, i) => ({
    ...{ id: `mem_${store}_${i}`, scope: i % 3 ? 'note' : 'work', occurredAt: i, createdAt: i, importance: 50 },
    ...{ pinned: false, batch: i, position: 0 },
    content: Array.from({ length: WORDS }, (_, j) => `word${(i * 31 + j * j * 17 + store) % 3_000}`).join(' '),
    codes: new Int8Array(DIMENSION).fill(1 + (i % 100)),
  }))
}

const arena = new Arena()
const engine = new RecallEngine({ bytesMax: Infinity, arena })
const build = (store) =>
  engine.apply(String(store), { from: null, to: 1, build: 'b', page: 0, ...packRows(rowsOf(store)), last: true })
await build(0)
const [before, estimate, vectors] = [await heapBytes(), engine.stats().bytes, arena.bytes]
for (let store = 1; store <= STORES; store++) await build(store)
const used = (await heapBytes()) - before
const vectorBytes = arena.bytes - vectors
const estimated = engine.stats().bytes - estimate - vectorBytes
console.log(JSON.stringify({ used, estimated, vectorBytes, vectorBytesMin: STORES * ROWS * DIMENSION }))
