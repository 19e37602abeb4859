// How well and how fast the nearest rows by meaning are found by estimates from signs, compared with comparing all rows.
//
//   node packages/recall/bench/nearest.mjs [--rows 100000] [--dimension 384] [--vectors file.json]
//
// `file.json` maps texts to vectors of a real model: numbers, or little-endian floats in base64. Each row is then a random
// mixture of two of them, and the last tenth of the texts are the queries. Without a file, vectors are made up: a common
// direction, topics, and components of uneven variance, as embeddings have.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Arena } from '../dist/arena.js'
import { nearestByEstimate, nearestOfAll } from '../dist/cosines.js'
import { quantise } from '../dist/quantise.js'
import { UserIndex } from '../dist/user-index.js'
import { View } from '../dist/view.js'
import { madeUpVectors, randomFrom } from './vectors.mjs'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    dimension: { type: 'string', default: '384' },
    vectors: { type: 'string' },
  },
})
const ROWS = Number(options.rows)
const QUERIES = 200
const DEPTHS = [20, 200]
const random = randomFrom(7)
const { rowOf, queryOf } = options.vectors
  ? realVectors(JSON.parse(readFileSync(options.vectors, 'utf8')))
  : madeUpVectors(Number(options.dimension), random)

function realVectors(byText) {
  const floats = (vector) =>
    typeof vector === 'string' ? new Float32Array(new Uint8Array(Buffer.from(vector, 'base64')).buffer) : vector
  const all = Object.values(byText).map((vector) => Float32Array.from(floats(vector)))
  const known = all.slice(0, Math.floor(all.length * 0.9))
  const asked = all.slice(known.length)
  const pick = (from) => from[Math.floor(random() * from.length)]
  const mixture = () => {
    const [a, b, share] = [pick(known), pick(known), 0.5 * random()]
    return a.map((component, at) => (1 - share) * component + share * b[at])
  }
  return { rowOf: mixture, queryOf: () => pick(asked) }
}

const index = new UserIndex(new Arena())
for (let at = 0; at < ROWS; at++) {
  const scope = at % 5 ? 'note' : 'health'
  const row = { id: `mem_${at}`, scope, content: 'x', occurredAt: at, createdAt: at }
  index.add({ ...row, importance: 50, pinned: false, batch: at, position: 0 })
  index.setVector(row.id, quantise(rowOf()))
}
const queries = Array.from({ length: QUERIES }, () => quantise(queryOf()))
const { signs } = index.vectors
const results = []
for (const readable of [['*'], ['note']]) {
  const view = () => new View(index, { readable, now: 0 })
  const times = { estimated: [], exact: [] }
  const found = Object.fromEntries(DEPTHS.map((depth) => [depth, 0]))
  let [meanError, deviationError, compared, poor] = [0, 0, 0, 0]
  for (const query of queries) {
    const run = (name, find) => {
      const given = view()
      const from = performance.now()
      const nearest = find(query, DEPTHS.at(-1), given)
      times[name].push(performance.now() - from)
      return nearest
    }
    const exact = run('exact', nearestOfAll)
    const estimated = run('estimated', nearestByEstimate)
    if (!estimated) {
      poor++
      continue
    }
    compared++
    for (const depth of DEPTHS) {
      const expected = new Set(exact.slots.slice(0, depth))
      found[depth] += estimated.slots.slice(0, depth).filter((slot) => expected.has(slot)).length / depth
    }
    meanError = Math.max(meanError, Math.abs(estimated.mean - exact.mean) / exact.deviation)
    deviationError = Math.max(deviationError, Math.abs(estimated.deviation / exact.deviation - 1))
  }
  const p50 = (list) => Number(list.toSorted((a, b) => a - b)[list.length >> 1]?.toFixed(2))
  results.push({
    readable: readable.join(),
    'estimates too poor': poor,
    ...Object.fromEntries(DEPTHS.map((depth) => [`recall@${depth}`, Number((found[depth] / compared).toFixed(4))])),
    'largest error of mean, deviations': Number(meanError.toFixed(4)),
    'of deviation': Number(deviationError.toFixed(4)),
    'estimated, p50 ms': p50(times.estimated),
    'exact, p50 ms': p50(times.exact),
  })
}
console.log(`${ROWS} rows of ${index.vectors.dimension} components, ${signs ? 'with' : 'without'} signs`)
console.table(results)
