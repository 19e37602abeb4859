// Compares recall and context with another build of this repository, in one run: index build and size, search in process,
// and recall and context over HTTP. Both builds take turns in short blocks, so that other load affects both alike.
//
//   npm run build && node bench/compare.mjs --before <folder> [--sizes 500,10000,100000] [--only index,search,http]

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { newApp, newToken, remember } from './lib/client.mjs'
import { open, textOf } from './lib/connection.mjs'
import { cpuSeconds } from './lib/cpu.mjs'
import { temporaryFolder } from './lib/processes.mjs'
import { median, round, table } from './lib/report.mjs'
import { begin, readOptions } from './lib/run.mjs'
import { memories, questions } from './lib/text.mjs'

const options = readOptions({
  before: undefined,
  sizes: ['500', '10000', '100000'],
  only: ['index', 'search', 'http'],
  rounds: 40,
  result: 'compare',
})
if (!options.before) {
  console.error('--before must be a folder with another build; bench/README.md explains it.')
  process.exit(2)
}
const BUILDS = [resolve(options.before), new URL('..', import.meta.url).pathname]
/** The engine of today's layout, and of the one before packages. */
const ENGINES = ['packages/recall/dist/engine.js', 'server/dist/domain/memories/recall/engine.js']
const BUILT_ROWS = 20_000
const BUILDS_MIN = 3
const BLOCK_SEARCHES = 20
const HTTP_MEMORIES = 500
const HTTP_BLOCK = 10
const HTTP_ROUNDS = 100
const LIMIT = 20
const MEMORIES_PER_CALL = 100
const QUESTIONS = questions(400, 7)
const NOW = Date.parse('2026-06-01T12:00:00Z')

function rowsOf(count) {
  const rows = []
  for (const { content, scope, occurredAt } of memories(count, 1)) {
    const [time, at] = [Date.parse(occurredAt), rows.length]
    const [call, position] = [Math.floor(at / MEMORIES_PER_CALL), at % MEMORIES_PER_CALL]
    const id = `mem_${String(at).padStart(8, '0')}`
    const row = { id, scope, content, occurredAt: time, createdAt: time, importance: 50, pinned: false }
    // `born` and `place` are the earlier names of `batch` and `position`.
    rows.push({ ...row, batch: call, position, born: call, place: position })
  }
  return rows
}

async function enginesOf() {
  return Promise.all(
    BUILDS.map(async (folder) => {
      const file = ENGINES.map((each) => join(folder, each)).find(existsSync)
      const { RecallEngine } = await import(pathToFileURL(file).href)
      return RecallEngine
    }),
  )
}

async function build(engine, rows) {
  await engine.apply('ada', { from: null, to: 1, build: 'bench', page: 0, ownName: 'Ada Byron', rows, last: true })
}

/** CPU time of this process in microseconds. */
function cpuMicros(from = { user: 0, system: 0 }) {
  const { user, system } = process.cpuUsage(from)
  return user + system
}

async function measureIndex(engines, size) {
  const rows = rowsOf(size)
  const costs = engines.map(() => [])
  const times = Math.max(BUILDS_MIN, Math.ceil(BUILT_ROWS / size)) + 1
  const bytes = []
  for (let pass = 0; pass < times; pass++)
    for (const [at, Engine] of engines.entries()) {
      const engine = new Engine({ bytesMax: 2 ** 31 })
      const empty = engine.stats().bytes
      const from = process.cpuUsage()
      await build(engine, rows)
      if (pass) costs[at].push(cpuMicros(from) / size)
      bytes[at] = (engine.stats().bytes - empty) / size
    }
  const [before, after] = costs.map(median)
  return {
    size,
    'build, µs CPU a row': `${round(before)} → ${round(after)}`,
    ratio: round(after / before),
    'bytes a row': `${Math.round(bytes[0])} → ${Math.round(bytes[1])}`,
    'ratio ': round(bytes[1] / bytes[0]),
  }
}

async function measureSearch(engines, size) {
  const rows = rowsOf(size)
  const running = engines.map((Engine) => ({ engine: new Engine({ bytesMax: 2 ** 31 }), times: [], p50: [], cpu: [] }))
  for (const { engine } of running) await build(engine, rows)
  let next = 0
  for (let pass = -5; pass < options.rounds; pass++) {
    const block = Array.from({ length: BLOCK_SEARCHES }, () => QUESTIONS[next++ % QUESTIONS.length])
    for (const each of pass % 2 ? running : running.toReversed()) {
      const { engine, times, cpu, p50 } = each
      const own = []
      const from = process.cpuUsage()
      for (const query of block) {
        const from = performance.now()
        engine.search({ user: 'ada', query, readable: ['*'], now: NOW, limit: LIMIT })
        own.push(performance.now() - from)
      }
      if (pass < 0) continue
      cpu.push(cpuMicros(from) / BLOCK_SEARCHES)
      p50.push(median(own))
      times.push(...own)
    }
  }
  const at = (share) => running.map(({ times }) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)])
  const [b50, a50] = at(0.5)
  const [b95, a95] = at(0.95)
  const ratioOf = (name) => round(median(running[1][name].map((value, i) => value / running[0][name][i])))
  return {
    size,
    'p50 ms': `${round(b50)} → ${round(a50)}`,
    ratio: round(a50 / b50),
    'of blocks': ratioOf('p50'),
    'p95 ms': `${round(b95)} → ${round(a95)}`,
    'ratio ': round(a95 / b95),
    'CPU of blocks': ratioOf('cpu'),
  }
}

async function measureHttp() {
  const folders = []
  const running = []
  for (const folder of BUILDS) {
    const { startService } = await import(pathToFileURL(join(folder, 'bench/lib/processes.mjs')).href)
    const data = temporaryFolder()
    folders.push(data)
    const service = await startService({ dataDir: data.path })
    const scopes = ['memory:read:*', 'memory:write:*', 'context:read:*']
    const token = await newToken(service.base, await newApp(service.base, { scopes }))
    await remember(service.base, token, [...memories(HTTP_MEMORIES, 1)])
    const head = `host: localhost\r\nauthorization: Bearer ${token}\r\n`
    running.push({ service, head })
  }
  // Not before: a service closes connections on which no request arrives while the next one starts.
  for (const each of running) {
    each.connection = open(each.service.port)
    await each.connection.opened
  }
  const paths = {
    recall: (query) => `/v1/memories?limit=${LIMIT}&query=${encodeURIComponent(query)}`,
    context: (query) => `/v1/context?intent=assistant&query=${encodeURIComponent(query)}`,
    'context without a query': () => '/v1/context?intent=assistant',
  }
  const rows = []
  for (const [name, pathOf] of Object.entries(paths)) {
    const figures = running.map(() => ({ times: [], p50: [], cpu: [] }))
    let next = 0
    for (let pass = -20; pass < HTTP_ROUNDS; pass++) {
      const block = Array.from({ length: HTTP_BLOCK }, () => QUESTIONS[next++ % QUESTIONS.length])
      for (const at of pass % 2 ? [0, 1] : [1, 0]) {
        const { service, connection, head } = running[at]
        const own = []
        const from = cpuSeconds(service.pid)
        for (const query of block) {
          const { ms, status } = await connection.send(textOf({ method: 'GET', path: pathOf(query) }, head))
          if (status !== 200) throw new Error(`${name}: ${status}`)
          own.push(ms)
        }
        if (pass < 0) continue
        figures[at].cpu.push((1_000 * (cpuSeconds(service.pid) - from)) / HTTP_BLOCK)
        figures[at].p50.push(median(own))
        figures[at].times.push(...own)
      }
    }
    const at = (share) => figures.map(({ times }) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)])
    const [b50, a50] = at(0.5)
    const [b95, a95] = at(0.95)
    const sum = (values) => values.reduce((total, value) => total + value, 0)
    rows.push({
      call: name,
      'p50 ms': `${round(b50)} → ${round(a50)}`,
      ratio: round(a50 / b50),
      'of blocks': round(median(figures[1].p50.map((value, i) => value / figures[0].p50[i]))),
      'p95 ms': `${round(b95)} → ${round(a95)}`,
      'ratio ': round(a95 / b95),
      'CPU ms': `${round(sum(figures[0].cpu) / HTTP_ROUNDS)} → ${round(sum(figures[1].cpu) / HTTP_ROUNDS)}`,
      'ratio  ': round(sum(figures[1].cpu) / sum(figures[0].cpu)),
    })
  }
  for (const { connection } of running) connection.close()
  for (const { service } of running) await service.stop()
  for (const folder of folders) folder.remove()
  return rows
}

const run = begin(options.result)
const engines = await enginesOf()
const sizes = options.sizes.map(Number)
const figures = {}
const forSizes = async (measure) => {
  const rows = []
  for (const size of sizes) rows.push(await measure(engines, size))
  return rows
}
const measured = {
  index: () => forSizes(measureIndex),
  search: () => forSizes(measureSearch),
  http: measureHttp,
}
for (const name of options.only) {
  figures[name] = await measured[name]()
  console.log(`\n${name}\n${table(Object.keys(figures[name][0]), figures[name])}`)
}
run.save(figures)
