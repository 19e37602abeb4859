// How well the search engine alone answers questions, by keyword, without service or database.
//
//   npm run bench --workspace packages/recall [-- [--misses] [--engine file.js] data.json …]
//
// Without a file it uses the conversation under examples/. `now` in the data is the time of the searches. --misses lists
// questions whose best row is wrong; --engine uses another build of the engine.

import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { CONVERSATION, readData } from './data.mjs'
import { rowsOf } from './rows.mjs'
import { FIGURES, LIMIT, score, summarise } from './scores.mjs'
import { silence } from './silence.mjs'

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'boolean' }, engine: { type: 'string' } },
})
const { RecallEngine } = await import(options.engine ? pathToFileURL(options.engine) : '@memory-service/recall/engine')

const all = []
for (const file of files.length ? files : [CONVERSATION]) {
  const { now, main, users } = readData(file)
  const time = now ? new Date(now) : new Date()
  const { rows, times, buildMs, bytes, memories } = await run(users, time.getTime())
  times.sort((a, b) => a - b)
  const [p50, p95] = [times[times.length >> 1], times[Math.floor(times.length * 0.95)]]
  console.log(
    `${String(file).split('/').at(-1)}: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, ` +
      `build ${((buildMs * 1000) / memories).toFixed(0)} µs and ${Math.round(bytes / memories)} bytes a row`,
  )
  const answerable = rows.filter(({ relevant }) => relevant)
  console.table(
    Object.fromEntries(
      summarise(answerable, main).map(({ '': name, questions, ...means }) => [
        name,
        { questions, ...Object.fromEntries(FIGURES.map((figure) => [figure, means[figure]])) },
      ]),
    ),
  )
  all.push(...rows)
  if (options.misses)
    for (const { category, query, 'hit@1': hit, relevance, best, expected } of rows)
      if (!(hit > 0)) console.log([category, query, relevance?.toFixed(2), best, expected].join(' | '))
}

if (all.some(({ yes }) => yes === false)) console.table(silence(all.map((row) => ({ ...row, yes: row.yes ?? true }))))

async function run(users, now) {
  const engine = new RecallEngine({ bytesMax: 2 ** 30 })
  const rows = []
  const times = []
  let [buildMs, bytes, memoryCount] = [0, 0, 0]
  for (const [at, { name, memories, queries }] of users.entries()) {
    const user = String(at)
    const contents = new Map(memories.map(({ id, content }) => [id, content]))
    const indexRows = rowsOf(memories)
    const from = performance.now()
    await engine.apply(user, { from: null, to: 1, build: 'bench', page: 0, ownName: name, rows: indexRows, last: true })
    buildMs += performance.now() - from
    memoryCount += memories.length
    for (const { query, category, kind, yes, relevant } of queries) {
      if (!relevant.length && yes === undefined) continue
      const from = performance.now()
      const { ids, relevance } = engine.search({
        user,
        query,
        readable: ['*'],
        now,
        limit: LIMIT,
        name,
      })
      times.push(performance.now() - from)
      const [best, expected] = [ids[0], relevant[0]].map((id) => contents.get(id) ?? '–')
      const figures = relevant.length ? score(ids, relevant) : {}
      rows.push({
        category,
        kind,
        relevant: relevant.length > 0,
        yes,
        query,
        relevance,
        correct: ids.map((id) => relevant.includes(id)),
        best,
        expected,
        ...figures,
      })
    }
    bytes += engine.stats().bytes
    engine.evict(user)
    bytes -= engine.stats().bytes
  }
  return { rows, times, buildMs, bytes, memories: memoryCount }
}
