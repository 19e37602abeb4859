// How well the search engine alone answers questions, by keyword, without service or database.
//
//   npm run bench --workspace packages/recall [-- data.json …]
//
// Without a file it uses the conversation under examples/. `now` in the data is the time of the searches.

import { RecallEngine } from '@memory-service/recall/engine'
import { CONVERSATION, readData, sessionsOf } from './data.mjs'
import { FIGURES, LIMIT, score, summarise } from './scores.mjs'

const CALL_MEMORIES_MAX = 100

for (const file of process.argv.length > 2 ? process.argv.slice(2) : [CONVERSATION]) {
  const { now, main, users } = readData(file)
  const { rows, times } = await run(users, Date.parse(now ?? new Date().toISOString()))
  times.sort((a, b) => a - b)
  const [p50, p95] = [times[times.length >> 1], times[Math.floor(times.length * 0.95)]]
  console.log(`${String(file).split('/').at(-1)}: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`)
  console.table(
    Object.fromEntries(
      summarise(rows, main).map(({ '': name, questions, ...means }) => [
        name,
        { questions, ...Object.fromEntries(FIGURES.map((figure) => [figure, means[figure]])) },
      ]),
    ),
  )
}

async function run(users, now) {
  const engine = new RecallEngine({ bytesMax: 2 ** 30 })
  const rows = []
  const times = []
  for (const [at, { memories, queries }] of users.entries()) {
    const user = String(at)
    await engine.apply(user, { from: null, to: 1, build: 'bench', page: 0, rows: rowsOf(memories), last: true })
    for (const { query, category, relevant } of queries.filter(({ relevant }) => relevant.length)) {
      const from = performance.now()
      const { ids } = engine.search({ user, query, readable: ['*'], now, limit: LIMIT })
      times.push(performance.now() - from)
      rows.push({ category, ...score(ids, relevant) })
    }
    engine.evict(user)
  }
  return { rows, times }
}

/** Rows for the index. A session is one batch, or several if it exceeds the limit of a call. */
function rowsOf(memories) {
  let batch = 0
  return sessionsOf(memories).flatMap((session) =>
    session.map(({ id, content, occurredAt, scope = 'note' }, at) => {
      const position = at % CALL_MEMORIES_MAX
      if (position === 0) batch++
      const time = Date.parse(occurredAt)
      return { id, content, scope, occurredAt: time, createdAt: time, importance: 50, pinned: false, batch, position }
    }),
  )
}
