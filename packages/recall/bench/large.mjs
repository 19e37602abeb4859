// What a large store costs: building its index, memory, and searches by words and by meaning.
//
//   node --expose-gc packages/recall/bench/large.mjs [--rows 100000] [--dimension 384] [--searches 200]
//
// A million rows take minutes and 2 GB. Texts and questions are those of bench/lib/text.mjs; vectors are made up
// (`vectors.mjs`), so the results of searches by meaning mean nothing.

import { parseArgs } from 'node:util'
import { memories, questions } from '../../../bench/lib/text.mjs'
import { RecallEngine } from '../dist/engine.js'
import { packRows } from '../dist/pack.js'
import { quantise } from '../dist/quantise.js'
import { madeUpVectors, randomFrom } from './vectors.mjs'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    dimension: { type: 'string', default: '384' },
    searches: { type: 'string', default: '200' },
  },
})
const [ROWS, SEARCHES] = [Number(options.rows), Number(options.searches)]
const PAGE_ROWS = 5_000
const CALL_ROWS = 100
/** The first searches compile the code. */
const WARM_UP = 50
const NOW = Date.parse('2026-06-01T12:00:00Z')
const { rowOf, queryOf } = madeUpVectors(Number(options.dimension), randomFrom(3))
const engine = new RecallEngine({ bytesMax: Infinity })

let page = 0
let buildMicros = 0
async function add(rows, last) {
  const from = process.cpuUsage()
  await engine.apply('ada', { from: null, to: 1, build: 'b', page: page++, ownName: 'Ada', ...packRows(rows), last })
  buildMicros += cpuMicros(from)
}

function cpuMicros(from) {
  const { user, system } = process.cpuUsage(from)
  return user + system
}

let rows = []
let at = 0
for (const { content, scope, occurredAt } of memories(ROWS, 1)) {
  const time = Date.parse(occurredAt)
  const id = `mem_${String(at).padStart(8, '0')}`
  const place = { batch: Math.floor(at / CALL_ROWS), position: at % CALL_ROWS }
  rows.push({ id, scope, content, occurredAt: time, createdAt: time, importance: 50, pinned: false, ...place })
  rows.at(-1).codes = quantise(rowOf())
  at++
  if (rows.length < PAGE_ROWS && at < ROWS) continue
  await add(rows, at === ROWS)
  rows = []
}
globalThis.gc?.()

const asked = questions(SEARCHES + WARM_UP, 7)
const results = []
for (const kind of ['words', 'meaning']) {
  const times = []
  let micros = 0
  for (const [at, query] of asked.entries()) {
    const vector = kind === 'meaning' ? quantise(queryOf()) : undefined
    const [start, from] = [performance.now(), process.cpuUsage()]
    engine.search({ user: 'ada', query, vector, readable: ['*'], now: NOW, limit: 20 })
    if (at < WARM_UP) continue
    micros += cpuMicros(from)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const quantile = (share) => Number(times[Math.floor(share * times.length)].toFixed(2))
  const cpu = Number((micros / SEARCHES / 1_000).toFixed(2))
  results.push({
    by: kind,
    'fastest tenth, ms': quantile(0.1),
    'p50, ms': quantile(0.5),
    'p95, ms': quantile(0.95),
    'CPU, ms': cpu,
  })
}
console.log(
  `${ROWS} rows: index built in ${(buildMicros / 1e6).toFixed(1)} s of CPU, ${Math.round(engine.stats().bytes / ROWS)} bytes a row ` +
    `by estimate, ${Math.round(process.memoryUsage().rss / 1e6)} MB in the process`,
)
console.table(results)
