// How well recall answers questions: loads memories through the public API, asks, and scores the results.
//
//   node bench/recall-quality.mjs [--data file.json]… [--embeddings off|scripted|random|tiny|<folder>|<address>]
//   node bench/recall-quality.mjs [--data file.json]… --base http://127.0.0.1:8787
//
// Without --data it uses the conversation under examples/. Without --base it starts its own service on the embedded
// engine. With --embeddings every question is asked twice: by keyword, and again when every memory has its vector.

import { CONVERSATION, readData, sessionsOf } from '../packages/recall/bench/data.mjs'
import { FIGURES, LIMIT, score, summarise } from '../packages/recall/bench/scores.mjs'
import { newApp, newToken, remember, search } from './lib/client.mjs'
import { startService, temporaryFolder } from './lib/processes.mjs'
import { median, round, table } from './lib/report.mjs'
import { begin, readOptions } from './lib/run.mjs'
import { openVectors, vectorsComplete, vectorsCreated } from './lib/vectors.mjs'

const options = readOptions({ data: [], base: undefined, embeddings: 'off' })
const kind = options.embeddings
if (options.base && kind !== 'off') {
  console.error('--embeddings needs its own service: with --base, the running service decides where vectors come from')
  process.exit(2)
}

/** Writes a user's memories, one call per session. Returns a map from their new ids to the ids in the data. */
async function loadUser(base, token, memories) {
  const dataIds = new Map()
  for (const session of sessionsOf(memories)) {
    const inputs = session.map(({ content, occurredAt, kind, scope = 'general' }) => ({
      content,
      occurredAt,
      kind,
      scope,
    }))
    const ids = await remember(base, token, inputs)
    ids.forEach((id, at) => {
      dataIds.set(id, session[at].id)
    })
  }
  return dataIds
}

/** Writes the memories of all users of a data set. */
async function loadData(base, file) {
  const data = readData(file)
  const app = await newApp(base)
  const users = []
  for (const { memories, queries } of data.users) {
    const token = await newToken(base, app)
    const dataIds = await loadUser(base, token, memories)
    users.push({ token, dataIds, queries: queries.filter(({ relevant }) => relevant.length) })
  }
  return { name: data.name ?? String(file).split('/').at(-1), main: data.main, users }
}

/** Asks every question of a data set and scores the results. */
async function askAll(base, { main, users }) {
  const rows = []
  const times = []
  let hybrid = 0
  for (const { token, dataIds, queries } of users) {
    for (const { query, category, relevant } of queries) {
      const from = performance.now()
      const { memories, retrieval } = await search(base, token, query, LIMIT)
      times.push(performance.now() - from)
      if (retrieval === 'hybrid') hybrid++
      const ids = memories.map(({ id }) => dataIds.get(id))
      rows.push({ category, ...score(ids, relevant) })
    }
  }
  return { p50Ms: round(median(times)), hybridShare: round(hybrid / rows.length), summary: summarise(rows, main) }
}

function showKeyword(name, { p50Ms, summary }) {
  console.log(`\n### ${name} (p50 of a recall: ${p50Ms} ms)\n`)
  console.log(table(Object.keys(summary[0]), summary))
}

/** Shows keyword beside hybrid, with differences in percentage points. */
function showComparison(name, keyword, hybrid) {
  const share = Math.round(100 * hybrid.hybridShare)
  console.log(
    `\n### ${name}: keyword → with ${kind} vectors (difference in points); ${share} % of the responses were hybrid; ` +
      `p50 of a recall: ${keyword.p50Ms} → ${hybrid.p50Ms} ms\n`,
  )
  const rows = keyword.summary.map((before, at) => {
    const after = hybrid.summary[at]
    const cell = (figure) => {
      const points = (100 * (after[figure] - before[figure])).toFixed(1)
      return `${before[figure]} → ${after[figure]} (${points > 0 ? '+' : ''}${points})`
    }
    return {
      '': before[''],
      questions: before.questions,
      ...Object.fromEntries(FIGURES.map((figure) => [figure, cell(figure)])),
    }
  })
  console.log(table(Object.keys(rows[0]), rows))
}

const folder = options.base ? undefined : temporaryFolder()
let service = folder && (await startService({ dataDir: folder.path }))
const base = options.base ?? service.base
const vectors = await openVectors(kind)
const run = begin(kind === 'off' ? 'recall-quality' : 'recall-quality-hybrid')
const results = []
try {
  const sets = []
  for (const file of options.data.length ? options.data : [CONVERSATION]) {
    const set = await loadData(base, file)
    sets.push(set)
    results.push({ name: set.name, ...(await askAll(base, set)) })
    if (kind === 'off') showKeyword(set.name, results.at(-1))
  }
  if (kind !== 'off') {
    await service.stop()
    service = await startService({ dataDir: folder.path, embeddings: vectors.embeddings })
    const written = sets.flatMap(({ users }) => users).reduce((sum, { dataIds }) => sum + dataIds.size, 0)
    await vectorsCreated(service.base, written)
    await vectorsComplete(service.base, written)
    for (const [at, set] of sets.entries()) {
      const hybrid = await askAll(service.base, set)
      showComparison(set.name, results[at], hybrid)
      results[at].hybrid = hybrid
    }
  }
} finally {
  await service?.stop()
  await vectors.stop()
  folder?.remove()
}
run.save({ embeddings: kind, sets: results })
