// How well recall finds what answers a question: loads people's memories through the public API and asks.
//
//   node bench/recall-quality.mjs [--data file.json]… [--base http://127.0.0.1:8787]
//
// Without --data it takes the conversation under examples/; without --base it starts a service of its own, embedded.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { newApp, newToken, recall, remember } from './lib/client.mjs'
import { startService, temporaryFolder } from './lib/processes.mjs'
import { machine, median, round, table } from './lib/report.mjs'

const LIMIT = 20
const DEPTHS = [5, 10, 20]
const NDCG_DEPTH = 10

const { values: options } = parseArgs({
  options: { data: { type: 'string', multiple: true }, base: { type: 'string' } },
})
const files = options.data ?? shipped()
if (!files.length) {
  console.log('There is no data: name a file with --data (bench/README.md tells its form).')
  process.exit(0)
}

/** Whatever under examples/ has the form of a data set. */
function shipped() {
  const folder = new URL('../examples/', import.meta.url)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.json') && !name.includes('node_modules'))
    .map((name) => new URL(name, folder))
    .filter((file) => read(file).users)
}

/** A data set; the conversation under examples/ is one person's, its sessions the calls, its turns the memories. */
function read(file) {
  const data = JSON.parse(readFileSync(file, 'utf8'))
  if (!data.sessions) return data
  const memories = data.sessions.flatMap(({ at, turns }, session) =>
    turns.map(({ id, speaker, text }) => ({ id, content: `${speaker}: ${text}`, occurredAt: at, session })),
  )
  const queries = data.questions.map(({ question, answers }) => ({
    query: question,
    category: 'conversation',
    relevant: answers,
  }))
  return { users: [{ memories, queries }] }
}

/** What one session wrote goes into one call, as the app would have sent it: neighbours lend each other weight. */
function sessionsOf(memories) {
  const sessions = []
  for (const memory of memories) {
    const last = sessions.at(-1)
    if (last && memory.session !== undefined && last[0].session === memory.session) last.push(memory)
    else if (last && memory.session === undefined && last[0].session === undefined) last.push(memory)
    else sessions.push([memory])
  }
  return sessions
}

/** Loads a person's memories; from the ids they were given to those of the data. */
async function loadPerson(base, token, memories) {
  const names = new Map()
  for (const session of sessionsOf(memories)) {
    const inputs = session.map(({ content, occurredAt, kind, scope = 'general' }) => ({
      content,
      occurredAt,
      kind,
      scope,
    }))
    const ids = await remember(base, token, inputs)
    ids.forEach((id, at) => {
      names.set(id, session[at].id)
    })
  }
  return names
}

function score(found, relevant) {
  const wanted = new Set(relevant)
  const hits = found.map((id) => wanted.has(id))
  const first = hits.indexOf(true)
  const gain = (list) => list.slice(0, NDCG_DEPTH).reduce((sum, hit, at) => sum + (hit ? 1 / Math.log2(at + 2) : 0), 0)
  const best = gain(Array.from({ length: wanted.size }, () => true))
  return {
    ...Object.fromEntries(DEPTHS.map((k) => [`R@${k}`, hits.slice(0, k).filter(Boolean).length / wanted.size])),
    MRR: first < 0 ? 0 : 1 / (first + 1),
    'nDCG@10': gain(hits) / best,
  }
}

async function measure(base, file) {
  const data = read(file)
  const app = await newApp(base)
  const rows = []
  const times = []
  for (const { memories, queries } of data.users) {
    const token = await newToken(base, app)
    const names = await loadPerson(base, token, memories)
    for (const { query, category, relevant } of queries) {
      if (!relevant.length) continue
      const from = performance.now()
      const found = await recall(base, token, query, LIMIT)
      times.push(performance.now() - from)
      rows.push({
        category,
        ...score(
          found.map(({ id }) => names.get(id)),
          relevant,
        ),
      })
    }
  }
  const categories = [...new Set(rows.map(({ category }) => category))].sort()
  const main = data.main ?? categories
  const name = data.name ?? String(file).split('/').at(-1)
  return {
    name,
    p50Ms: round(median(times)),
    summary: [
      { '': 'all that count', ...mean(rows.filter(({ category }) => main.includes(category))) },
      ...categories.map((each) => ({ '': each, ...mean(rows.filter(({ category }) => category === each)) })),
    ],
  }
}

function mean(rows) {
  const of = (name) => round(rows.reduce((sum, row) => sum + row[name], 0) / rows.length)
  const names = [...DEPTHS.map((k) => `R@${k}`), 'MRR', 'nDCG@10']
  return { questions: rows.length, ...Object.fromEntries(names.map((name) => [name, of(name)])) }
}

const folder = options.base ? undefined : temporaryFolder()
const service = folder && (await startService({ dataDir: folder.path }))
const base = options.base ?? service.base
const result = { ...machine(), sets: [] }
try {
  for (const file of files) {
    const set = await measure(base, file)
    result.sets.push(set)
    console.log(`\n### ${set.name} (a recall, p50: ${set.p50Ms} ms)\n`)
    console.log(table(Object.keys(set.summary[0]), set.summary))
  }
} finally {
  await service?.stop()
  folder?.remove()
}
const results = new URL('results/', import.meta.url)
mkdirSync(results, { recursive: true })
writeFileSync(new URL('recall-quality.json', results), `${JSON.stringify(result, null, 2)}\n`)
