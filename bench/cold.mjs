// First recalls after a restart, with and without snapshots of search indexes: of stores of three sizes, and of many people
// at once; see README.md.
//
//   npm run build && node bench/cold.mjs [--engine postgres|embedded] [--people 1000] [--quick]

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newApp, recall } from './lib/client.mjs'
import { cpuSeconds, databaseClock } from './lib/cpu.mjs'
import { serviceEnvironment, startScript, startService } from './lib/processes.mjs'
import { median, round, table } from './lib/report.mjs'
import { begin, enginesOf, onEngines, readOptions } from './lib/run.mjs'
import { questions } from './lib/text.mjs'

const options = readOptions({ engine: undefined, people: 1_000, memories: 300, quick: false, result: 'cold' })
const SIZES = options.quick ? [500, 10_000] : [500, 10_000, 100_000]
const RESTARTS = options.quick ? 1 : 5
const REST_MS = 2_000
const CLIENTS = 16
const LIMIT = 20
const [QUESTION] = questions(1, 7)
const SETTINGS = { 'from rows': 'off', 'from snapshots': 'on' }

async function populate(engine) {
  const inside = startScript('./inprocess.mjs', { ...serviceEnvironment(engine), PORT: '0' })
  const base = `http://127.0.0.1:${await inside.request({ kind: 'port' })}`
  const { id } = await newApp(base)
  const make = (count, size) => inside.request({ kind: 'users', count, size, apps: [id], appsPerUser: 1 })
  const [spare] = await make(1, options.memories)
  const stores = []
  for (const size of SIZES) stores.push({ size, token: (await make(1, size))[0] })
  const people = await make(options.people, options.memories)
  const snapshots = await inside.request({ kind: 'snapshots' })
  await inside.stop()
  return { spare, stores, people, snapshots }
}

/** Counts what a database does: transactions, each of which is one statement here, and rows read. */
async function openCounts({ databaseUrl }) {
  if (!databaseUrl) return { read: async () => undefined, close: async () => {} }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const read = async () => {
    // Statistics are reported within a second.
    await sleep(1_500)
    const { rows } = await client.query(`
      select xact_commit::int as statements, (tup_returned + tup_fetched)::bigint::float8 as rows
      from pg_stat_database where datname = current_database()`)
    return rows[0]
  }
  return { read, close: () => client.end() }
}

async function timeRecall(base, token) {
  const from = performance.now()
  await recall(base, token, QUESTION, LIMIT)
  return performance.now() - from
}

async function startRested(engine, setting, spare) {
  const service = await startService({ ...engine, environment: { RECALL_SNAPSHOTS: setting } })
  await sleep(REST_MS)
  // What the process itself is still slow at, another store's recall pays for.
  await recall(service.base, spare, QUESTION, LIMIT)
  return service
}

async function firstRecalls(engine, { spare, stores }) {
  const times = {}
  for (let n = 0; n < RESTARTS; n++)
    for (const [name, setting] of Object.entries(SETTINGS)) {
      const service = await startRested(engine, setting, spare)
      for (const { size, token } of stores)
        ((times[name] ??= {})[size] ??= []).push(await timeRecall(service.base, token))
      await service.stop()
    }
  return Object.entries(times).map(([name, bySize]) => ({
    '': name,
    ...Object.fromEntries(Object.entries(bySize).map(([size, ms]) => [size, round(median(ms))])),
  }))
}

/** The first recalls of many people by one process, as fast as it answers. */
async function storm(engine, { spare, people }) {
  const rows = []
  const databaseSeconds = await databaseClock(engine)
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const service = await startRested(engine, setting, spare)
    const counts = await openCounts(engine)
    const before = { ...(await counts.read()), cpu: cpuSeconds(service.pid), database: databaseSeconds() }
    const left = [...people]
    const times = []
    const from = performance.now()
    const ask = async () => {
      for (let token = left.pop(); token; token = left.pop()) times.push(await timeRecall(service.base, token))
    }
    await Promise.all(Array.from({ length: CLIENTS }, ask))
    const seconds = (performance.now() - from) / 1_000
    const cpu = cpuSeconds(service.pid) - before.cpu
    const database = databaseSeconds() - before.database
    const after = await counts.read()
    await counts.close()
    await service.stop()
    times.sort((a, b) => a - b)
    rows.push({
      '': name,
      seconds: round(seconds),
      'p50 ms': round(times[times.length >> 1]),
      'p99 ms': round(times[Math.floor(0.99 * times.length)]),
      'CPU s of the service': round(cpu),
      'of the database': round(database),
      ...(after && { statements: after.statements - before.statements, 'rows read': after.rows - before.rows }),
    })
  }
  return rows
}

const run = begin(options.result)
const reports = await onEngines(enginesOf(options.engine), async (name, fresh) => {
  const engine = await fresh()
  const stored = await populate(engine)
  return {
    engine: name,
    snapshots: stored.snapshots,
    first: await firstRecalls(engine, stored),
    storm: await storm(engine, stored),
  }
})
for (const { engine, snapshots, first, storm } of reports) {
  console.log(`\n### ${engine}: first recall after a restart, by memories; milliseconds\n`)
  console.log(table(['', ...SIZES.map(String)], first))
  console.log(`\n### ${engine}: first recalls of ${options.people} people with ${options.memories} memories each\n`)
  console.log(table(Object.keys(storm[0]), storm))
  console.log(`\n${snapshots.count} snapshots, ${round(snapshots.bytes / 1024 ** 2)} MB`)
}
run.save({ people: options.people, memories: options.memories, reports })
