// Compares single calls over HTTP with another build of this repository and with a bare handler, in one run on one engine.
// The sides take turns in short blocks, so that other load affects all alike; CPU time is that of service and database.
//
//   npm run build && node bench/calls.mjs --before <folder> [--engine postgres|embedded] [--only recall,write,…]

import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { newApp, newToken, remember } from './lib/client.mjs'
import { open, textOf } from './lib/connection.mjs'
import { backendClock, threadSeconds } from './lib/cpu.mjs'
import { startScript } from './lib/processes.mjs'
import { median, round, table } from './lib/report.mjs'
import { begin, enginesOf, onEngines, readOptions } from './lib/run.mjs'
import { memories, questions } from './lib/text.mjs'

const options = readOptions({
  before: undefined,
  engine: undefined,
  only: ['recall', 'context', 'brief context', 'list', 'read', 'write'],
  size: 500,
  rounds: 30,
  result: 'calls',
})
const LIMIT = 20
const BLOCK = 50
const WARM_BLOCKS = 24
const EMBEDDED_SETTLE_MS = 12_000
const IDLE_MS_MAX = 3_000
const QUESTIONS = questions(400, 7)
const HERE = new URL('..', import.meta.url).pathname

/** The request of a call number `n` to the service, and to the bare handler where it has one. */
const CALLS = {
  recall: {
    service: (n) => get(`/v1/memories?limit=${LIMIT}&query=${encodeURIComponent(QUESTIONS[n % QUESTIONS.length])}`),
    bare: (n) => get(`/search/ada?limit=${LIMIT}&query=${encodeURIComponent(QUESTIONS[n % QUESTIONS.length])}`),
  },
  context: {
    service: (n) => get(`/v1/context?intent=assistant&query=${encodeURIComponent(QUESTIONS[n % QUESTIONS.length])}`),
  },
  'brief context': { service: () => get('/v1/context?intent=assistant') },
  list: { service: () => get(`/v1/memories?limit=${LIMIT}`), bare: () => get(`/memories/ada?limit=${LIMIT}`) },
  read: {
    service: (n, ids) => get(`/v1/memories/${ids[n % ids.length]}`),
    bare: (n, ids) => get(`/memories/ada/${ids[n % ids.length]}`),
  },
  write: {
    service: (n) => ({ method: 'POST', path: '/v1/memories', body: bodyOf(n) }),
    bare: (n) => ({ method: 'POST', path: '/memories/ada', body: bodyOf(n) }),
  },
}

const get = (path) => ({ method: 'GET', path })
const WRITTEN = [...memories(1_000, 3)].map(({ occurredAt, ...memory }) => memory)
const bodyOf = (n) => JSON.stringify({ memories: [WRITTEN[n % WRITTEN.length]] })

/** Starts the service of a build on its own database, with a store of `--size` memories. */
async function startSide(name, folder, engine) {
  const { startService } = await import(pathToFileURL(join(folder, 'bench/lib/processes.mjs')).href)
  const service = await startService(engine)
  const scopes = ['memory:read:*', 'memory:write:*', 'context:read:*']
  const app = await newApp(service.base, { scopes })
  const token = await newToken(service.base, app)
  const ids = await remember(service.base, token, [...memories(options.size, 1)])
  await settle(engine)
  // Writes go to another store, so that those of other calls keep their size.
  const writer = await newToken(service.base, app)
  const headOf = (token) => `host: localhost\r\nauthorization: Bearer ${token}\r\n`
  const heads = { write: headOf(writer) }
  const { pid, port, stop } = service
  return { name, engine, kind: 'service', pid, port, stop, ids, head: (call) => heads[call] ?? headOf(token) }
}

/** Collects statistics, as autovacuum does within a minute; the embedded engine does so by itself within seconds. */
async function settle({ databaseUrl }) {
  if (!databaseUrl) return sleep(EMBEDDED_SETTLE_MS)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

async function startBare(engine, isPostgres) {
  const { databaseUrl, dataDir } = engine
  const script = startScript('./baseline.mjs', databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir })
  const port = await script.request({ kind: 'port' })
  const texts = [...memories(options.size, 1)]
  const ids = texts.map((_, at) => `mem_${String(at).padStart(24, '0')}`)
  await script.request({ kind: 'load', user: 'ada', ids, memories: texts, texts: isPostgres })
  if (isPostgres) await script.request({ kind: 'index' })
  await script.request({ kind: 'settle' })
  const { pid, stop } = script
  return { name: 'bare', engine, kind: 'bare', pid, port, stop, ids, head: () => 'host: localhost\r\n' }
}

/** Sends a block of requests, one at a time; returns their durations. */
async function runBlock(side, call, from) {
  const times = []
  const request = CALLS[call][side.kind]
  // A server closes connections that it has not heard from for a while.
  if (!side.connection || side.connection.idleMs > IDLE_MS_MAX) {
    side.connection?.close()
    side.connection = open(side.port)
    await side.connection.opened
  }
  for (let n = from; n < from + BLOCK; n++) {
    const { ms, status, body } = await side.connection.send(textOf(request(n, side.ids), side.head(call)))
    if (status !== 200) throw new Error(`${side.name}, ${call}: ${status} ${body()}`)
    times.push(ms)
  }
  return times
}

async function measureCall(sides, call) {
  const measured = sides.filter(({ kind, hasNo }) => CALLS[call][kind] && !hasNo?.includes(call))
  const figures = new Map(measured.map((side) => [side, { times: [], p50: [], service: [], database: [] }]))
  for (let pass = -WARM_BLOCKS; pass < options.rounds; pass++)
    for (const side of pass % 2 ? measured : measured.toReversed()) {
      if (!pass) side.database = await backendClock(side.engine)
      const read = () => [threadSeconds(side.pid), side.database?.() ?? 0]
      const from = read()
      const times = await runBlock(side, call, (pass + WARM_BLOCKS) * BLOCK)
      const to = read()
      if (pass < 0) continue
      const { service, database, p50, times: all } = figures.get(side)
      const [ours, theirs] = to.map((value, at) => (1_000 * (value - from[at])) / BLOCK)
      service.push(ours)
      database.push(theirs)
      p50.push(median(times))
      all.push(...times)
    }
  return { call, figures: [...figures].map(([{ name }, figure]) => ({ name, ...figure })) }
}

function rowOf({ call, figures }) {
  const find = (name) => figures.find((each) => each.name === name)
  const after = find('after')
  const row = { call }
  const show = (side) => {
    if (!side) return {}
    return {
      [`${side.name}: p50 ms`]: round(median(side.times)),
      [`${side.name}: CPU ms`]: `${round(median(side.service))} + ${round(median(side.database))}`,
    }
  }
  const ratioTo = (side, of) => round(median(side[of].map((value, at) => after[of][at] / value)))
  for (const side of figures) Object.assign(row, show(side))
  const before = find('before')
  if (before) {
    row['p50, after / before'] = ratioTo(before, 'p50')
    row['CPU, after / before'] = ratioTo(before, 'service')
  }
  const bare = find('bare')
  const speed = (side) => round(median(side.p50.map((value, at) => bare.p50[at] / value)))
  if (bare) {
    if (before) row['before: calls of bare'] = speed(before)
    row['after: calls of bare'] = speed(after)
  }
  return row
}

async function measure(name, fresh) {
  const isPostgres = name === 'postgres'
  const sides = []
  if (options.before) sides.push(await startSide('before', resolve(options.before), await fresh()))
  sides.push(await startSide('after', HERE, await fresh()))
  sides.push({ ...(await startBare(await fresh(), isPostgres)), hasNo: isPostgres ? [] : ['recall'] })
  const measured = []
  for (const call of options.only) {
    const figures = await measureCall(sides, call)
    measured.push(figures)
    console.error(`${name}: ${call}`)
  }
  for (const { connection } of sides) connection?.close()
  for (const { stop } of sides) await stop()
  const rows = measured.map(rowOf)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  console.log(`\n${name}, ${options.size} memories\n${table(columns, rows)}`)
  return { name, rows }
}

const run = begin(options.result)
run.save({ reports: await onEngines(enginesOf(options.engine), measure) })
