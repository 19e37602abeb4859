import { Arena } from '../dist/arena.js'
import { packRows } from '../dist/client.js'
import { RecallEngine } from '../dist/engine.js'

/*
 * Compares the estimated size of indexes with the memory use of this process, and prints both in bytes as JSON:
 * `node --expose-gc memory-use.mjs`. A process of its own, since garbage of other code would be measured, too.
 */

const STORES = 20
const ROWS = 2_000
const WORDS = 12
const DIMENSION = 256

/** Memory use of the process without WebAssembly memory, in bytes. */
function heapBytes() {
  globalThis.gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
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
const [before, estimate, vectors] = [heapBytes(), engine.stats().bytes, arena.bytes]
for (let store = 1; store <= STORES; store++) await build(store)
const used = heapBytes() - before
const vectorBytes = arena.bytes - vectors
const estimated = engine.stats().bytes - estimate - vectorBytes
console.log(JSON.stringify({ used, estimated, vectorBytes, vectorBytesMin: STORES * ROWS * DIMENSION }))
