// How often recall finds what it should: node bench/recall-engine.mjs data.json [limit]  (after npm run build)
//
// data.json: { now?, users: [{ userId, memories: [{ id, content, occurredAt, scope?, session? }],
//                              queries: [{ query, category, relevant: [id, …] }] }] }
// `session` names the call a memory is written in. Recall at 5, 10 and the limit, in percent, by category.
import { readFileSync } from 'node:fs'
import { RecallEngine } from '../server/dist/domain/memories/recall/engine.js'

const CALL_MEMORIES_MAX = 100
const [file, limitText] = process.argv.slice(2)
if (!file) {
  console.error('usage: node bench/recall-engine.mjs data.json [limit]')
  process.exit(2)
}
const limit = Number(limitText ?? 20)
const data = JSON.parse(readFileSync(file, 'utf8'))
const now = Date.parse(data.now ?? new Date().toISOString())
const engine = new RecallEngine({ bytesMax: 2 ** 30 })
const depths = [5, 10, limit]
const found = new Map()
const times = []

for (const { userId, memories, queries } of data.users) {
  await engine.apply(userId, { from: null, to: 1, build: 'bench', page: 0, rows: rowsOf(memories), last: true })
  for (const { query, category, relevant } of queries) {
    const start = performance.now()
    const { ids } = engine.search({ user: userId, query, readable: ['*'], now, limit })
    times.push(performance.now() - start)
    const shares = depths.map(
      (depth) => relevant.filter((id) => ids.slice(0, depth).includes(id)).length / relevant.length,
    )
    for (const name of [category, 'all']) found.set(name, [...(found.get(name) ?? []), shares])
  }
}

times.sort((a, b) => a - b)
for (const [category, rows] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const means = depths.map(
    (depth, i) => `R@${depth} ${((100 * rows.reduce((sum, row) => sum + row[i], 0)) / rows.length).toFixed(1)}`,
  )
  console.log(category.padEnd(14), String(rows.length).padStart(5), means.join('  '))
}
console.log(
  `p50 ${times[times.length >> 1].toFixed(2)} ms, p95 ${times[Math.floor(times.length * 0.95)].toFixed(2)} ms`,
)

function rowsOf(memories) {
  let born = 0
  let place = 0
  let session
  return memories.map(({ id, content, occurredAt, scope = 'note', session: own }) => {
    if (own === undefined || own !== session || ++place >= CALL_MEMORIES_MAX) {
      born++
      place = 0
      session = own
    }
    const at = Date.parse(occurredAt)
    return { id, content, scope, occurredAt: at, createdAt: at, importance: 50, pinned: false, born, place }
  })
}
