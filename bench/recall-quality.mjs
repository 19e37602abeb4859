// How well recall finds what answers a question: loads people's memories through the public API and asks.
//
//   node bench/recall-quality.mjs [--data file.json]… [--embeddings off|scripted|random|tiny|<folder>]
//   node bench/recall-quality.mjs [--data file.json]… --base http://127.0.0.1:8787
//
// Without --data it takes the conversation under examples/; without --base it starts a service of its own, embedded.
// With --embeddings the same store is asked twice: by keyword alone, and again when every memory has its vector.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { newApp, newToken, remember, search } from './lib/client.mjs'
import { startService, temporaryFolder } from './lib/processes.mjs'
import { median, round, table } from './lib/report.mjs'
import { begin, readOptions } from './lib/run.mjs'
import { embeddedHere, noneBehind, openVectors } from './lib/vectors.mjs'

const LIMIT = 20
const DEPTHS = [5, 10, 20]
const NDCG_DEPTH = 10
const FIGURES = [...DEPTHS.map((k) => `R@${k}`), 'MRR', 'nDCG@10']

const options = readOptions({ data: [], base: undefined, embeddings: 'off' })
const kind = options.embeddings
if (options.base && kind !== 'off') {
  console.error('--embeddings starts a service of its own; with --base that service decides where vectors come from.')
  process.exit(2)
}
const files = options.data.length ? options.data : shipped()
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

/** Loads every person of a data set; each with a token, the names of their memories and their questions. */
async function loadSet(base, file) {
  const data = read(file)
  const app = await newApp(base)
  const people = []
  for (const { memories, queries } of data.users) {
    const token = await newToken(base, app)
    const names = await loadPerson(base, token, memories)
    people.push({ token, names, queries: queries.filter(({ relevant }) => relevant.length) })
  }
  return { name: data.name ?? String(file).split('/').at(-1), main: data.main, people }
}

/** Asks every question of a data set. */
async function ask(base, { main, people }) {
  const rows = []
  const times = []
  let hybrid = 0
  for (const { token, names, queries } of people) {
    for (const { query, category, relevant } of queries) {
      const from = performance.now()
      const { memories, retrieval } = await search(base, token, query, LIMIT)
      times.push(performance.now() - from)
      if (retrieval === 'hybrid') hybrid++
      const found = memories.map(({ id }) => names.get(id))
      rows.push({ category, ...score(found, relevant) })
    }
  }
  const categories = [...new Set(rows.map(({ category }) => category))].sort()
  const counted = main ?? categories
  return {
    p50Ms: round(median(times)),
    hybridShare: round(hybrid / rows.length),
    summary: [
      { '': 'all that count', ...mean(rows.filter(({ category }) => counted.includes(category))) },
      ...categories.map((each) => ({ '': each, ...mean(rows.filter(({ category }) => category === each)) })),
    ],
  }
}

function mean(rows) {
  const of = (name) => round(rows.reduce((sum, row) => sum + row[name], 0) / rows.length)
  return { questions: rows.length, ...Object.fromEntries(FIGURES.map((name) => [name, of(name)])) }
}

function showOne(name, { p50Ms, summary }) {
  console.log(`\n### ${name} (a recall, p50: ${p50Ms} ms)\n`)
  console.log(table(Object.keys(summary[0]), summary))
}

/** Keyword beside hybrid, and the difference in points of a hundred. */
function showBoth(name, keyword, hybrid) {
  const share = Math.round(100 * hybrid.hybridShare)
  console.log(
    `\n### ${name}: keyword → with ${kind} vectors (points of difference); ${share} % of the answers were hybrid; ` +
      `a recall, p50: ${keyword.p50Ms} → ${hybrid.p50Ms} ms\n`,
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
  for (const file of files) {
    const set = await loadSet(base, file)
    sets.push(set)
    results.push({ name: set.name, ...(await ask(base, set)) })
    if (kind === 'off') showOne(set.name, results.at(-1))
  }
  if (kind !== 'off') {
    await service.stop()
    service = await startService({ dataDir: folder.path, embeddings: vectors.embeddings })
    const written = sets.flatMap(({ people }) => people).reduce((sum, { names }) => sum + names.size, 0)
    await embeddedHere(service.base, written)
    await noneBehind(service.base, written)
    for (const [at, set] of sets.entries()) {
      const hybrid = await ask(service.base, set)
      showBoth(set.name, results[at], hybrid)
      results[at].hybrid = hybrid
    }
  }
} finally {
  await service?.stop()
  await vectors.stop()
  folder?.remove()
}
run.keep({ embeddings: kind, sets: results })
