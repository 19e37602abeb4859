// Mixed load of many users' apps: 70 % recalls, 20 % writes, 10 % context bundles, in a closed loop and at a fixed rate.
// Measures latency, CPU time and its cost; see README.md.
//
//   npm run build && node bench/mixed.mjs [--engine postgres|embedded] [--processes 2] [--minutes 10] [--clients 32]
//     [--users 1000] [--rate 200] [--embeddings off|scripted|tiny] [--price 0.04] [--result mixed]

import { loadavg } from 'node:os'
import { call, newApp } from './lib/client.mjs'
import { cpuSeconds, databaseClock } from './lib/cpu.mjs'
import { residentMb, serviceEnvironment, startScript, startService } from './lib/processes.mjs'
import { round, table } from './lib/report.mjs'
import { begin, enginesOf, onEngines, readOptions } from './lib/run.mjs'
import { openVectors, vectorsComplete } from './lib/vectors.mjs'

const options = readOptions({
  engine: undefined,
  processes: 1,
  minutes: 10,
  users: 1_000,
  clients: 32,
  rate: 0,
  embeddings: 'off',
  // US dollars per core hour, the price of shared machines at large cloud providers.
  price: 0.04,
  result: 'mixed',
})

const USERS = options.users
const APPS = 200
/** Apps per developer. */
const APPS_PER_DEVELOPER = 50
/** Apps connected to each user. */
const APPS_PER_USER = 3
const MEMORIES_PER_USER = 200
const SHARES = { recall: 0.7, write: 0.2, context: 0.1 }
/** Not counted: compiles code and builds most search indexes. */
const WARM_MS = 15_000
/** The share of the time spent in the closed loop; the rest runs at a fixed rate. */
const CLOSED_SHARE = 0.2
/** The default rate as a share of what the closed loop reached, well below saturation. */
const RATE_SHARE = 0.4

const progress = (line) => console.error(`${line} (load ${loadavg()[0].toFixed(1)})`)

/** Creates apps, users and memories; returns the tokens of all connections. */
async function populate(engine) {
  const inside = startScript('./inprocess.mjs', { ...serviceEnvironment(engine), PORT: '0' })
  const base = `http://127.0.0.1:${await inside.request({ kind: 'port' })}`
  const apps = []
  while (apps.length < APPS) {
    const { id, cookie } = await newApp(base)
    apps.push(id)
    while (apps.length % APPS_PER_DEVELOPER && apps.length < APPS) {
      const body = { name: `Mixed ${apps.length}`, manifest: { scopes: ['memory:read:*', 'memory:write:*'] } }
      apps.push((await call(base, 'POST', '/v1/dev/apps', { cookie, body })).body.app.id)
    }
  }
  const tokens = await inside.request({
    kind: 'users',
    count: USERS,
    size: MEMORIES_PER_USER,
    apps,
    appsPerUser: APPS_PER_USER,
  })
  await inside.stop()
  return tokens
}

/** Runs one round of load and measures the CPU time of service and database. */
async function runRound(load, services, databaseSeconds, job) {
  const seconds = () => ({
    service: services.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    database: databaseSeconds(),
  })
  const before = seconds()
  const result = await load.request({ shares: SHARES, ports: services.map(({ port }) => port), ...job })
  const after = seconds()
  const cpu = { service: after.service - before.service, database: after.database - before.database }
  return { ...result, cpu }
}

async function measure(name, fresh) {
  const vectors = await openVectors(options.embeddings)
  const engine = { ...(await fresh()), embeddings: vectors.embeddings }
  const tokens = await populate(engine)
  progress(`${name}: ${USERS} users, ${APPS} apps, ${tokens.length} connections, ${USERS * MEMORIES_PER_USER} memories`)
  const services = []
  for (let n = 0; n < options.processes; n++) services.push(await startService(engine))
  if (options.embeddings !== 'off') await vectorsComplete(services[0].base, USERS * MEMORIES_PER_USER)
  const databaseSeconds = await databaseClock(engine)
  const load = startScript('./mixed-load.mjs')
  const ms = options.minutes * 60_000
  const measureRound = async (label, job) => {
    const result = await runRound(load, services, databaseSeconds, { tokens, ...job })
    progress(
      `${name}: ${label}: ${round(result.perSecond)}/s, ${result.errors.count} errors, p99 ${round(result.all.p99)} ms`,
    )
    return result
  }
  const { clients } = options
  await measureRound('warming up', { clients, ms: WARM_MS, seed: 1 })
  const closed = await measureRound(`closed loop of ${clients}`, { clients, ms: ms * CLOSED_SHARE, seed: 2 })
  const perSecond = options.rate || Math.round(RATE_SHARE * closed.perSecond)
  const steady = await measureRound(`${perSecond}/s`, { perSecond, ms: ms * (1 - CLOSED_SHARE), seed: 3 })
  const resident = services.map(({ pid }) => round(residentMb(pid)))
  await load.stop()
  for (const service of services) await service.stop()
  await vectors.stop()
  return { engine: name, processes: options.processes, resident, closed: { clients, ...closed }, steady }
}

/** The cost of a million calls: CPU time per call, times a million, times the price of a core hour. */
function costOf({ all, cpu }) {
  const hours = (seconds) => (1e6 * seconds) / all.requests / 3_600
  const [service, database] = [hours(cpu.service), hours(cpu.database)]
  return { service, database, dollars: (service + database) * options.price }
}

function show({ engine, processes, resident, closed, steady }) {
  const processCount = processes === 1 ? 'one process' : `${processes} processes`
  console.log(`\n### ${engine}, ${processCount}: milliseconds since a request was due\n`)
  const loads = { [`closed loop of ${closed.clients}`]: closed, 'fixed rate': steady }
  const rows = Object.entries(loads).flatMap(([load, result]) =>
    [...Object.keys(SHARES), 'all'].map((kind) => {
      const { requests, p50, p95, p99, max } = result[kind]
      const figures = Object.fromEntries(Object.entries({ p50, p95, p99, max }).map(([at, ms]) => [at, round(ms)]))
      const perSecond = round((requests / result.all.requests) * result.perSecond)
      return { load, call: kind, 'req/s': perSecond, requests, ...figures }
    }),
  )
  console.log(table(['load', 'call', 'req/s', 'requests', 'p50', 'p95', 'p99', 'max'], rows))
  for (const [load, result] of Object.entries(loads)) {
    const { all, cpu, errors } = result
    const { service, database, dollars } = costOf(result)
    console.log(
      `\n${load}: ${errors.count} errors${errors.first ? `, first: ${errors.first}` : ''}; ` +
        `${round(cpu.service)} s of CPU time of the service and ${round(cpu.database)} s of the database for ` +
        `${all.requests} calls: ${round((1e3 * cpu.service) / all.requests)} and ` +
        `${round((1e3 * cpu.database) / all.requests)} ms each, so a million calls take ${round(service)} and ` +
        `${round(database)} core hours, $${dollars.toFixed(3)} at $${options.price} per hour`,
    )
  }
  console.log(`\nresident: ${resident.join(' and ')} MB`)
}

const run = begin(options.result)
const reports = await onEngines(enginesOf(options.engine), measure)
for (const report of reports) show(report)
const targets = reports.flatMap(({ engine, closed, steady }) =>
  Object.entries({ closed, steady }).map(([what, { errors, all }]) => ({
    engine,
    what: `mixed, ${what}: errors of ${all.requests + errors.count}`,
    value: errors.count,
    target: 0,
    ok: errors.count === 0,
  })),
)
run.save({ options, reports: reports.map((each) => ({ ...each, cost: costOf(each.steady) })), targets })
if (targets.some(({ ok }) => !ok)) process.exitCode = 1
