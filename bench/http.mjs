// Compares the service over HTTP with a bare handler in the same run, on both engines; see README.md.
//
//   npm run build && node bench/http.mjs [--quick] [--engine postgres|embedded] [--processes 2] [--only write,read,…]

import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { newApp, newToken, recall, remember } from './lib/client.mjs'
import { residentMb, serviceEnvironment, startScript, startService } from './lib/processes.mjs'
import { median, medianOf, round } from './lib/report.mjs'
import { begin, enginesOf, onEngines, readOptions } from './lib/run.mjs'
import { memories, questions } from './lib/text.mjs'
import { show, verdicts } from './lib/verdicts.mjs'

const options = readOptions({ quick: false, engine: undefined, processes: 1, only: [], result: 'http' })
const isSelected = (name) => !options.only.length || options.only.includes(name)

const PLAN = options.quick
  ? { sizes: [500, 10_000], rounds: 2, ms: 500, warmMs: 150, restarts: 1, idleWrites: 40 }
  : { sizes: [500, 10_000, 100_000], rounds: 3, ms: 1_300, warmMs: 200, restarts: 2, idleWrites: 150 }
const MANY = 32
const LIMIT = 20
const QUESTIONS = 500
const REST_MS = 2_000
const WRITES_BEFORE_RSS = 1_000
const IDLE_PACE_MS = 20
const HEALTH_PACE_MS = 2
const LOAD_AT_ONCE = 2_000
// The store used for reads and lists, and for recalls while other users' rows grow.
const MIDDLE = 10_000
const QUESTION_LIST = questions(QUESTIONS, 7)

const load = startScript('./load.mjs')

/** Runs one round of the load generator; throws if a request failed. */
async function runRound(target, requests, clients, more = {}) {
  const { ports, headers = [{}] } = target
  const job = { ports, headers, requests, clients, ms: PLAN.ms, warmMs: PLAN.warmMs, ...more }
  const result = await load.request(job)
  if (result.failures.count || !result.requests)
    throw new Error(`${result.failures.count} of ${result.requests} failed, first: ${result.failures.first}`)
  return result
}

/** Warms up both sides, then alternates rounds between them; returns `{ service, baseline, ratio }` of the medians. */
async function compare(clients, service, baseline) {
  const rounds = { service: [], baseline: [] }
  for (const side of baseline ? [service, baseline] : [service]) await runRound(side, side.requests, clients)
  for (let i = 0; i < PLAN.rounds; i++) {
    // With several processes, a single client uses a different one in each round.
    const ports = service.ports.map((_, at) => service.ports[(at + i) % service.ports.length])
    rounds.service.push(await runRound({ ...service, ports }, service.requests, clients))
    if (baseline) rounds.baseline.push(await runRound(baseline, baseline.requests, clients))
  }
  const response = JSON.parse(rounds.service[0].sample)
  if (response.memories && !response.memories.length) throw new Error('the service found nothing')
  const ours = medianOf(rounds.service)
  if (!baseline) return { clients, service: ours }
  const theirs = medianOf(rounds.baseline)
  return { clients, service: ours, baseline: theirs, ratio: round(ours.perSecond / theirs.perSecond) }
}

const bearer = (token) => ({ authorization: `Bearer ${token}` })
const recallPath = (query) => `/v1/memories?${new URLSearchParams({ query, limit: String(LIMIT) })}`

/** Starts `--processes` processes; `base` and `pid` are those of the first. */
async function startAll(engine) {
  const all = []
  for (let n = 0; n < options.processes; n++) all.push(await startService(engine))
  const [{ base, pid }] = all
  return { base, pid, ports: all.map(({ port }) => port), stop: () => Promise.all(all.map((each) => each.stop())) }
}

async function measure(name, fresh) {
  const report = { engine: name, processes: options.processes, rows: [], facts: {} }
  const progress = (line) => console.error(`${name}: ${line} (load ${loadavg()[0].toFixed(1)})`)
  const row = (what, result, against = 'bare handler') => {
    report.rows.push({ what, against, ...result })
    progress(`${what} at ${result.clients}: ${result.service.perSecond}/s, ratio ${result.ratio ?? '-'}`)
  }
  const { facts } = report
  progress('starting')
  const engine = await fresh()
  let service = await startAll(engine)
  const baseline = startScript('./baseline.mjs', environment(await fresh()))
  const bare = { ports: [await baseline.request({ kind: 'port' })] }
  const app = await newApp(service.base)
  const token = () => newToken(service.base, app)

  await sleep(REST_MS)
  facts.restMb = round(residentMb(service.pid))
  const writer = await token()
  const written = [...memories(WRITES_BEFORE_RSS, 1)]
  const one = (memory) => ({ method: 'POST', path: '/v1/memories', body: JSON.stringify({ memories: [memory] }) })
  await runRound({ ports: service.ports, headers: [bearer(writer)] }, written.map(one), 4, {
    ms: undefined,
    warmMs: 0,
    max: WRITES_BEFORE_RSS,
  })
  await sleep(REST_MS)
  facts.restAfterWritesMb = round(residentMb(service.pid))
  progress(`${facts.restMb} MB at rest, ${facts.restAfterWritesMb} MB after ${WRITES_BEFORE_RSS} writes`)

  // One app writes for as many users as there are clients, then all clients write for one user.
  const users = await Promise.all(Array.from({ length: MANY }, token))
  if (isSelected('write')) {
    const idle = await runRound({ ports: service.ports, headers: [bearer(users[0])] }, written.map(one), 1, {
      ms: undefined,
      max: PLAN.idleWrites,
      paceMs: IDLE_PACE_MS,
    })
    facts.idleWriteMs = { p50: round(idle.p50), p95: round(idle.p95) }
    const bodies = written.map(({ occurredAt, ...memory }) => memory)
    const ours = (headers) => ({ ports: service.ports, headers, requests: bodies.map(one) })
    const theirs = (baselineUsers) => ({
      ...bare,
      requests: bodies.map((memory, at) => ({
        ...one(memory),
        path: `/memories/${baselineUsers[at % baselineUsers.length]}`,
      })),
    })
    const baselineUsers = users.map((_, at) => `usr_${at}`)
    row('write', await compare(1, ours(users.slice(0, 1).map(bearer)), theirs(baselineUsers.slice(0, 1))))
    row('write, 32 users', await compare(MANY, ours(users.map(bearer)), theirs(baselineUsers)))
    row('write, one user', await compare(MANY, ours(users.slice(0, 1).map(bearer)), theirs(baselineUsers.slice(0, 1))))
  }

  const stores = new Map()
  const fill = async (size) => {
    const mine = await token()
    const texts = [...memories(size, size)]
    const from = performance.now()
    const ids = await remember(service.base, mine, texts)
    const perSecond = round(size / ((performance.now() - from) / 1000))
    const user = `store_${size}`
    for (let at = 0; at < size; at += LOAD_AT_ONCE) {
      const part = { ids: ids.slice(at, at + LOAD_AT_ONCE), memories: texts.slice(at, at + LOAD_AT_ONCE) }
      await baseline.request({ kind: 'load', user, ...part, texts: name === 'postgres' })
    }
    stores.set(size, { token: mine, ids, user })
    progress(`${size} memories written in batches of 100: ${perSecond} memories/s`)
    return perSecond
  }
  const target = (size) => ({ ports: service.ports, headers: [bearer(stores.get(size).token)] })
  const recalls = (size) => ({ ...target(size), requests: QUESTION_LIST.map((query) => get(recallPath(query))) })

  for (const size of PLAN.sizes.filter((size) => size <= MIDDLE)) facts.loadedPerSecond = await fill(size)
  await baseline.request({ kind: 'settle' })

  const { ids, user } = stores.get(MIDDLE)
  for (const clients of [1, MANY]) {
    if (isSelected('read'))
      row(
        'read by id',
        await compare(
          clients,
          { ...target(MIDDLE), requests: ids.map((id) => get(`/v1/memories/${id}`)) },
          { ...bare, requests: ids.map((id) => get(`/memories/${user}/${id}`)) },
        ),
      )
    if (isSelected('list'))
      row(
        'list of 20',
        await compare(
          clients,
          { ...target(MIDDLE), requests: [get(`/v1/memories?limit=${LIMIT}`)] },
          { ...bare, requests: [get(`/memories/${user}?limit=${LIMIT}`)] },
        ),
      )
  }

  if (isSelected('recall')) {
    const before = await compare(1, recalls(MIDDLE))
    for (const size of PLAN.sizes.filter((size) => size > MIDDLE)) facts.loadedPerSecond = await fill(size)
    if (PLAN.sizes.at(-1) > MIDDLE) {
      const after = await compare(1, recalls(MIDDLE))
      facts.flat = { before: before.service.p50, after: after.service.p50 }
      facts.flat.ratio = round(facts.flat.after / facts.flat.before)
    }
    if (name === 'postgres') await baseline.request({ kind: 'index' })
    await baseline.request({ kind: 'settle' })
    for (const size of PLAN.sizes)
      for (const clients of [1, MANY]) {
        const path = (query) =>
          `/search/${stores.get(size).user}?${new URLSearchParams({ query, limit: String(LIMIT) })}`
        const search = name === 'postgres' && { ...bare, requests: QUESTION_LIST.map((query) => get(path(query))) }
        row(`recall of ${size}`, await compare(clients, recalls(size), search), 'tsvector, ts_rank_cd')
      }
    facts.afterAllMb = round(residentMb(service.pid))

    facts.coldMs = {}
    for (let i = 0; i < PLAN.restarts; i++) {
      await service.stop()
      service = await startAll(engine)
      // Another store's recall comes first, so that the warm-up of the process is not counted.
      const started = performance.now()
      await recall(service.base, writer, QUESTION_LIST[0], LIMIT)
      ;(facts.firstAfterStartMs ??= []).push(round(performance.now() - started))
      for (const size of PLAN.sizes) {
        const last = size === PLAN.sizes.at(-1)
        const health = { ports: service.ports }
        const probe =
          last && runRound(health, [get('/healthz')], 1, { ms: undefined, warmMs: 0, paceMs: HEALTH_PACE_MS })
        const from = performance.now()
        await recall(service.base, stores.get(size).token, QUESTION_LIST[0], LIMIT)
        ;(facts.coldMs[size] ??= []).push(performance.now() - from)
        if (!probe) continue
        load.send({ stop: true })
        const { p99, max, requests } = await probe
        ;(facts.healthMs ??= []).push({ p99: round(p99), max: round(max), requests })
      }
    }
    for (const size of PLAN.sizes) facts.coldMs[size] = round(median(facts.coldMs[size]))

    await service.stop()
    if (options.processes === 1) facts.overInProcess = await compareInProcess(engine, recalls, stores)
    progress(`cold ${JSON.stringify(facts.coldMs)}, HTTP over in-process ${JSON.stringify(facts.overInProcess)}`)
  }
  await service.stop()
  await baseline.stop()
  return report
}

/** Compares a recall over HTTP with the same function called inside the serving process, per store size. */
async function compareInProcess(engine, recalls, stores) {
  const inside = startScript('./inprocess.mjs', { ...serviceEnvironment(engine), PORT: '0' })
  const ports = [await inside.request({ kind: 'port' })]
  const figures = {}
  for (const size of PLAN.sizes) {
    const { token } = stores.get(size)
    const call = () => inside.request({ kind: 'recall', token, questions: QUESTION_LIST, limit: LIMIT, ms: PLAN.ms })
    await call()
    const rounds = { inside: [], http: [] }
    for (let i = 0; i < PLAN.rounds; i++) {
      rounds.inside.push(await call())
      rounds.http.push((await runRound({ ...recalls(size), ports }, recalls(size).requests, 1)).p50)
    }
    const [p50, http] = [median(rounds.inside), median(rounds.http)].map(round)
    figures[size] = { inProcess: p50, http, ratio: round(http / p50) }
  }
  await inside.stop()
  return figures
}

const get = (path) => ({ method: 'GET', path })

function environment({ databaseUrl, dataDir }) {
  return databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }
}

const run = begin(options.result)
const reports = await onEngines(enginesOf(options.engine), measure)
load.stop()
show(reports)
run.save({ quick: options.quick, reports, targets: reports.flatMap(verdicts) })
