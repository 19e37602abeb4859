// Many people's apps at once for some minutes: 70 % recalls, 20 % writes, 10 % context, in a closed loop and at a rate;
// how long each took, and what it cost. See README.md for what is measured.
//
//   npm run build && node bench/mixed.mjs [--engine postgres|embedded] [--processes 2] [--minutes 10] [--clients 32]
//     [--rate 200] [--embeddings off|scripted|tiny] [--price 0.04] [--result mixed]

import { loadavg } from 'node:os'
import { call, newApp } from './lib/client.mjs'
import { cpuSeconds, databaseClock } from './lib/cpu.mjs'
import { residentMb, serviceEnvironment, startScript, startService } from './lib/processes.mjs'
import { round, table } from './lib/report.mjs'
import { begin, enginesOf, onEngines, readOptions } from './lib/run.mjs'
import { noneBehind, openVectors } from './lib/vectors.mjs'

const options = readOptions({
  engine: undefined,
  processes: 1,
  minutes: 10,
  clients: 32,
  rate: 0,
  embeddings: 'off',
  // Dollars for an hour of one core, as the larger clouds ask for shared machines.
  price: 0.04,
  result: 'mixed',
})

const PEOPLE = 1_000
const APPS = 200
/** Of one developer. */
const APPS_OF_ONE = 50
/** Connected to each person. */
const APPS_EACH = 3
const MEMORIES_EACH = 200
const SHARES = { recall: 0.7, write: 0.2, context: 0.1 }
/** Before anything counts: compilers have compiled, and most search indexes are there. */
const WARM_MS = 15_000
/** Of the minutes; the rest is at a rate. */
const CLOSED_SHARE = 0.2
/** Well under saturation: this much of what the closed loop reached, where no rate is given. */
const RATE_SHARE = 0.4

const say = (what) => console.error(`${what} (load ${loadavg()[0].toFixed(1)})`)

/** The apps, the people and their memories; tokens of every connection. */
async function populate(engine) {
  const inside = startScript('./inprocess.mjs', { ...serviceEnvironment(engine), PORT: '0' })
  const base = `http://127.0.0.1:${await inside.ask({ kind: 'port' })}`
  const apps = []
  while (apps.length < APPS) {
    const { id, cookie } = await newApp(base)
    apps.push(id)
    while (apps.length % APPS_OF_ONE && apps.length < APPS) {
      const body = { name: `Mixed ${apps.length}`, manifest: { scopes: ['memory:read:*', 'memory:write:*'] } }
      apps.push((await call(base, 'POST', '/v1/dev/apps', { cookie, body })).body.app.id)
    }
  }
  const tokens = await inside.ask({ kind: 'people', count: PEOPLE, size: MEMORIES_EACH, apps, appsEach: APPS_EACH })
  await inside.stop()
  return tokens
}

/** One round of the load, and the seconds of CPU it took on both sides. */
async function roundOf(load, services, databaseSeconds, job) {
  const seconds = () => ({
    service: services.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    database: databaseSeconds(),
  })
  const before = seconds()
  const result = await load.ask({ shares: SHARES, ports: services.map(({ port }) => port), ...job })
  const after = seconds()
  const cpu = { service: after.service - before.service, database: after.database - before.database }
  return { ...result, cpu }
}

async function measure(name, fresh) {
  const vectors = await openVectors(options.embeddings)
  const engine = { ...(await fresh()), embeddings: vectors.embeddings }
  const tokens = await populate(engine)
  say(`${name}: ${PEOPLE} people, ${APPS} apps, ${tokens.length} connections, ${PEOPLE * MEMORIES_EACH} memories`)
  const services = []
  for (let n = 0; n < options.processes; n++) services.push(await startService(engine))
  if (options.embeddings !== 'off') await noneBehind(services[0].base, PEOPLE * MEMORIES_EACH)
  const databaseSeconds = await databaseClock(engine)
  const load = startScript('./mixed-load.mjs')
  const ms = options.minutes * 60_000
  const go = async (what, job) => {
    const result = await roundOf(load, services, databaseSeconds, { tokens, ...job })
    say(
      `${name}: ${what}: ${round(result.perSecond)}/s, ${result.errors.count} errors, p99 ${round(result.all.p99)} ms`,
    )
    return result
  }
  const { clients } = options
  await go('warming up', { clients, ms: WARM_MS, seed: 1 })
  const closed = await go(`closed loop of ${clients}`, { clients, ms: ms * CLOSED_SHARE, seed: 2 })
  const perSecond = options.rate || Math.round(RATE_SHARE * closed.perSecond)
  const steady = await go(`${perSecond} a second`, { perSecond, ms: ms * (1 - CLOSED_SHARE), seed: 3 })
  const resident = services.map(({ pid }) => round(residentMb(pid)))
  await load.stop()
  for (const service of services) await service.stop()
  await vectors.stop()
  return { engine: name, processes: options.processes, resident, closed: { clients, ...closed }, steady }
}

/** What a million calls cost: seconds of CPU for each call, times a million, at so much an hour of a core. */
function costOf({ all, cpu }) {
  const hours = (seconds) => (1e6 * seconds) / all.requests / 3_600
  const [service, database] = [hours(cpu.service), hours(cpu.database)]
  return { service, database, dollars: (service + database) * options.price }
}

function show({ engine, processes, resident, closed, steady }) {
  const processesOf = processes === 1 ? 'one process' : `${processes} processes`
  console.log(`\n### ${engine}, ${processesOf}: ms, from when a request was due\n`)
  const loads = { [`closed loop of ${closed.clients}`]: closed, 'at a rate': steady }
  const rows = Object.entries(loads).flatMap(([load, result]) =>
    [...Object.keys(SHARES), 'all'].map((kind) => {
      const { requests, p50, p95, p99, max } = result[kind]
      const figures = Object.fromEntries(Object.entries({ p50, p95, p99, max }).map(([at, ms]) => [at, round(ms)]))
      const perSecond = round((requests / result.all.requests) * result.perSecond)
      return { load, call: kind, 'a second': perSecond, requests, ...figures }
    }),
  )
  console.log(table(['load', 'call', 'a second', 'requests', 'p50', 'p95', 'p99', 'max'], rows))
  for (const [load, result] of Object.entries(loads)) {
    const { all, cpu, errors } = result
    const { service, database, dollars } = costOf(result)
    console.log(
      `\n${load}: ${errors.count} errors${errors.first ? `, first: ${errors.first}` : ''}; ` +
        `${round(cpu.service)} s of CPU of the service and ${round(cpu.database)} s of the database for ` +
        `${all.requests} calls: ${round((1e3 * cpu.service) / all.requests)} and ` +
        `${round((1e3 * cpu.database) / all.requests)} ms each, so a million calls take ${round(service)} and ` +
        `${round(database)} core hours, $${dollars.toFixed(3)} at $${options.price} an hour`,
    )
  }
  console.log(`\nresident: ${resident.join(' and ')} MB`)
}

const run = begin(options.result)
const reports = await onEngines(enginesOf(options.engine), measure)
for (const report of reports) show(report)
const toReach = reports.flatMap(({ engine, closed, steady }) =>
  Object.entries({ closed, steady }).map(([what, { errors, all }]) => ({
    engine,
    what: `mixed, ${what}: errors of ${all.requests + errors.count}`,
    value: errors.count,
    bar: 0,
    ok: errors.count === 0,
  })),
)
run.keep({ options, reports: reports.map((each) => ({ ...each, cost: costOf(each.steady) })), toReach })
if (toReach.some(({ ok }) => !ok)) process.exitCode = 1
