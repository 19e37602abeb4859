// Recall over HTTP by words and by meaning, beside naive SQL and mem0, on both engines; see README.md.
//
//   npm run build && node bench/recall.mjs [--quick] [--engine postgres|embedded] [--modes keyword,scripted,tiny] [--no-mem0]

import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { newApp, newToken, recall, remember } from './lib/client.mjs'
import { measureMem0 } from './lib/mem0.mjs'
import { residentMb, serviceEnvironment, startScript, startService } from './lib/processes.mjs'
import { recallVerdicts, showRecall } from './lib/recall-report.mjs'
import { median, round } from './lib/report.mjs'
import { begin, enginesOf, onEngines, readOptions } from './lib/run.mjs'
import { memories, questions } from './lib/text.mjs'
import { metrics, openVectors, vectorsComplete, vectorsCreated } from './lib/vectors.mjs'

const options = readOptions({
  quick: false,
  engine: undefined,
  modes: ['keyword', 'scripted', 'tiny'],
  'no-mem0': false,
  result: 'recall',
})

// `others`: so many people with as many memories each as the smallest store holds, before and after they grow tenfold.
const PLAN = options.quick
  ? { sizes: [500, 10_000], others: [4, 40], asked: 200, rounds: 2, restarts: 1 }
  : { sizes: [500, 10_000, 100_000], others: [100, 1_000], asked: 500, rounds: 3, restarts: 2 }
const [SMALLEST] = PLAN.sizes
const LARGEST = PLAN.sizes.at(-1)
// The store watched while the others' rows grow.
const MIDDLE = 10_000
const WARM_UP = 400
const WRITTEN = PLAN.sizes.reduce((sum, size) => sum + size, WARM_UP)
const LIMIT = 20
const REST_MS = 2_000
const HEALTH_PACE_MS = 2
const LOAD_AT_ONCE = 2_000
const ASKED = questions(PLAN.asked, 7)

const load = startScript('./load.mjs')
const vectors = {}
for (const mode of options.modes) vectors[mode] = await openVectors(mode === 'keyword' ? 'off' : mode)

const get = (path) => ({ method: 'GET', path })
const search = (query) => new URLSearchParams({ query, limit: String(LIMIT) })
const progress = (what) => console.error(`${what} (load ${loadavg()[0].toFixed(1)})`)

/** Asks each question once, one client; p50 and p95 in ms, and the first answer. */
async function pass(port, paths, headers = {}) {
  const job = { ports: [port], headers: [headers], requests: paths.map(get) }
  const { failures, p50, p95, sample } = await load.request({ ...job, clients: 1, max: paths.length })
  if (failures.count) throw new Error(`${failures.count} failed, first: ${failures.first}`)
  return { p50, p95, sample: JSON.parse(sample) }
}

const middle = (rounds) => ({
  p50: round(median(rounds.map(({ p50 }) => p50))),
  p95: round(median(rounds.map(({ p95 }) => p95))),
})

// The same words with a wider gap: another text to the cache of queries, the same search.
let gap = 0
const askedAnew = () => {
  gap++
  return ASKED.map((question) => question.replace(' ', ' '.repeat(gap)))
}

/** Warm recalls of one store: each query new to the service, then each asked before. */
async function warm(service, mode, { token }) {
  const one = (asked) =>
    pass(
      service.port,
      asked.map((query) => `/v1/memories?${search(query)}`),
      { authorization: `Bearer ${token}` },
    )
  await one(askedAnew())
  const rounds = { fresh: [], cached: [] }
  for (let i = 0; i < PLAN.rounds; i++) {
    const asked = askedAnew()
    const fresh = await one(asked)
    if (!fresh.sample.memories.length) throw new Error('the service found nothing')
    const expected = mode === 'keyword' ? 'keyword' : 'hybrid'
    if (fresh.sample.retrieval !== expected) throw new Error(`${mode}: an answer by ${fresh.sample.retrieval}`)
    rounds.fresh.push(fresh)
    if (mode !== 'keyword') rounds.cached.push(await one(asked))
  }
  return { fresh: middle(rounds.fresh), ...(rounds.cached.length && { cached: middle(rounds.cached) }) }
}

/** The first recall of each store by a process just started; `/healthz` is asked while the largest index is built. */
async function cold(service, stores, spare) {
  // What the process itself is still slow at, another store's recall pays for.
  await recall(service.base, spare.token, ASKED[0], LIMIT)
  const ms = {}
  let health
  for (const size of PLAN.sizes) {
    const job = { ports: [service.port], headers: [{}], requests: [get('/healthz')] }
    const probe = size === LARGEST && load.request({ ...job, clients: 1, paceMs: HEALTH_PACE_MS })
    const from = performance.now()
    await recall(service.base, stores.get(size).token, ASKED[1], LIMIT)
    ms[size] = performance.now() - from
    if (!probe) continue
    load.send({ stop: true })
    health = await probe
  }
  return { ms, health }
}

/** Everything about one way of searching, with all the others' rows there. */
async function measureMode(engine, mode, stores, spare, total) {
  const begin = async () => {
    const service = await startService({ ...engine, embeddings: vectors[mode].embeddings })
    gap = 0
    if (mode !== 'keyword') await vectorsComplete(service.base, total)
    return service
  }
  const colds = []
  let service
  for (let i = 0; i < PLAN.restarts; i++) {
    await service?.stop()
    service = await begin()
    await sleep(REST_MS)
    const restMb = round(residentMb(service.pid))
    colds.push({ ...(await cold(service, stores, spare)), restMb })
  }
  const rows = []
  for (const size of PLAN.sizes) {
    const coldMs = round(median(colds.map(({ ms }) => ms[size])))
    rows.push({ size, coldMs, ...(await warm(service, mode, stores.get(size))) })
    progress(`${mode}: ${JSON.stringify(rows.at(-1))}`)
  }
  const queries = await metrics(service.base, 'query_vectors_total')
  const memoryMb = { rest: colds.at(-1).restMb, after: round(residentMb(service.pid)) }
  await service.stop()
  const healths = colds.map(({ health }) => health)
  const healthMs = {
    p99: round(median(healths.map(({ p99 }) => p99))),
    max: round(Math.max(...healths.map(({ max }) => max))),
    asked: healths.map(({ requests }) => requests),
  }
  return { rows, memoryMb, healthMs, queries }
}

async function measure(name, fresh) {
  const engine = await fresh()
  const bareUrl = name === 'postgres' ? (await fresh()).databaseUrl : undefined
  const modes = Object.keys(vectors).map((mode) => ({ mode }))
  const facts = {}
  let service = await startService(engine)
  const app = await newApp(service.base)
  const baseline = bareUrl && startScript('./baseline.mjs', { DATABASE_URL: bareUrl })
  const fill = async (size) => {
    const token = await newToken(service.base, app)
    const texts = [...memories(size, size)]
    const from = performance.now()
    const ids = await remember(service.base, token, texts)
    facts.writtenPerSecond = round(size / ((performance.now() - from) / 1_000))
    for (let at = 0; baseline && size !== WARM_UP && at < size; at += LOAD_AT_ONCE) {
      const part = { ids: ids.slice(at, at + LOAD_AT_ONCE), memories: texts.slice(at, at + LOAD_AT_ONCE) }
      await baseline.request({ kind: 'load', user: `store_${size}`, ...part, texts: true })
    }
    return { token }
  }
  const spare = await fill(WARM_UP)
  const stores = new Map()
  for (const size of PLAN.sizes) stores.set(size, await fill(size))
  await service.stop()
  progress(`${name}: ${WRITTEN} memories written, ${facts.writtenPerSecond}/s`)

  for (const each of modes.filter(({ mode }) => mode !== 'keyword')) {
    service = await startService({ ...engine, embeddings: vectors[each.mode].embeddings })
    each.embeddedPerSecond = round(WRITTEN / ((await vectorsCreated(service.base, WRITTEN)) / 1_000))
    await vectorsComplete(service.base, WRITTEN)
    await service.stop()
    progress(`${name}: ${each.mode}: ${each.embeddedPerSecond} memories/s embedded`)
  }

  const grow = async (from, to) => {
    const inside = startScript('./inprocess.mjs', { ...serviceEnvironment(engine), PORT: '0' })
    await inside.request({ kind: 'copies', size: SMALLEST, from, to })
    await inside.stop()
    await baseline?.request({ kind: 'copies', user: `store_${SMALLEST}`, from, to })
    progress(`${name}: ${to * SMALLEST} rows of others`)
  }
  const [few, many] = PLAN.others
  await grow(0, few)
  for (const each of modes) {
    service = await startService({ ...engine, embeddings: vectors[each.mode].embeddings })
    gap = 0
    if (each.mode !== 'keyword') await vectorsComplete(service.base, WRITTEN + few * SMALLEST)
    each.flat = { before: (await warm(service, each.mode, stores.get(MIDDLE))).fresh.p50 }
    await service.stop()
  }
  await grow(few, many)
  for (const each of modes) {
    Object.assign(each, await measureMode(engine, each.mode, stores, spare, WRITTEN + many * SMALLEST))
    each.flat.after = each.rows.find(({ size }) => size === MIDDLE).fresh.p50
    each.flat.ratio = round(each.flat.after / each.flat.before)
  }

  const naive = []
  if (baseline) {
    await baseline.request({ kind: 'index' })
    await baseline.request({ kind: 'settle' })
    const port = await baseline.request({ kind: 'port' })
    for (const size of PLAN.sizes) {
      const paths = ASKED.map((query) => `/search/store_${size}?${search(query)}`)
      await pass(port, paths)
      const rounds = []
      for (let i = 0; i < PLAN.rounds; i++) rounds.push(await pass(port, paths))
      naive.push({ size, ...middle(rounds) })
      progress(`naive SQL: ${JSON.stringify(naive.at(-1))}`)
    }
    await baseline.stop()
  }
  return { engine: name, modes, naive, facts }
}

const run = begin(options.result)
const reports = await onEngines(enginesOf(options.engine), measure)
const { scripted } = vectors
const asks = { sizes: PLAN.sizes, url: scripted?.url, questions: ASKED, limit: LIMIT, progress }
const mem0 = scripted && !options['no-mem0'] ? await measureMem0(asks) : []
load.stop()
for (const each of Object.values(vectors)) await each.stop()
const figures = { quick: options.quick, others: PLAN.others[1] * SMALLEST, reports, mem0 }
const targets = recallVerdicts(figures)
showRecall({ ...figures, targets })
run.save({ ...figures, targets })
