// What traces cost: CPU of the service for a request, without them, with a tenth and with all of them, and with a
// collector that never answers; and what it costs to be asked for metrics every second. Beside another build of the
// service where its folder is named.
//
//   npm run build && node bench/tracing.mjs [--before <folder>] [--rounds 5]

import { createServer } from 'node:http'
import { call, newApp, newToken, remember } from './lib/client.mjs'
import { cpuSeconds } from './lib/cpu.mjs'
import { residentMb, startService } from './lib/processes.mjs'
import { median, round, table } from './lib/report.mjs'
import { begin, onEngines, readOptions } from './lib/run.mjs'
import { memories, questions } from './lib/text.mjs'

const options = readOptions({ before: undefined, rounds: 5, result: 'tracing' })
const MEMORIES = 1_000
const REQUESTS = 1_000
const CLIENTS = 8
const SCRAPE_MS = 1_000
const ASKED = questions(200, 7)

function collector(answers) {
  const server = createServer((request, response) => {
    request.resume()
    if (answers) request.on('end', () => response.end('{}'))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`))
    server.unref()
  })
}

const [answering, silent] = [await collector(true), await collector(false)]
const traced = (endpoint, ratio) => ({
  EMBEDDINGS: 'off',
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER_ARG: ratio,
})
const modes = {
  ...(options.before
    ? { before: { start: (await import(`${options.before}/bench/lib/processes.mjs`)).startService } }
    : {}),
  off: {},
  'off, metrics read every second': { scrapeMs: SCRAPE_MS },
  'a tenth': { env: traced(answering, '0.1') },
  all: { env: traced(answering, '1') },
  'all, silent collector': { env: traced(silent, '1') },
}

/** Microseconds of CPU of the service for each of so many requests. */
async function cost({ base, pid }, request, scrapeMs) {
  const scraping = scrapeMs && setInterval(() => fetch(`${base}/metrics`).then((each) => each.text()), scrapeMs)
  const from = cpuSeconds(pid)
  let sent = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (sent < REQUESTS) await request(sent++)
    }),
  )
  const seconds = cpuSeconds(pid) - from
  clearInterval(scraping)
  return (1e6 * seconds) / REQUESTS
}

async function start(fresh, { start = startService, env }) {
  const service = await start({ ...(await fresh()), ...(env ? { embeddings: env } : {}) })
  const restMb = residentMb(service.pid)
  const token = await newToken(service.base, await newApp(service.base))
  await remember(service.base, token, [...memories(MEMORIES, 1)])
  return { service, token, restMb, recalls: [], writes: [] }
}

async function measure(_, fresh) {
  const running = []
  for (const [mode, how] of Object.entries(modes)) running.push({ mode, ...how, ...(await start(fresh, how)) })
  // In turn, so that what else the machine does falls on all alike; the first round warms up.
  for (let turn = 0; turn <= options.rounds; turn++)
    for (const { service, token, scrapeMs, recalls, writes } of running) {
      const recall = (n) =>
        call(service.base, 'GET', `/v1/memories?query=${encodeURIComponent(ASKED[n % ASKED.length])}`, { token })
      const body = { memories: [{ content: 'Runs along the river on Tuesdays.', scope: 'fitness' }] }
      const write = () => call(service.base, 'POST', '/v1/memories', { token, body })
      const costs = [await cost(service, recall, scrapeMs), await cost(service, write, scrapeMs)]
      if (turn) for (const [at, list] of [recalls, writes].entries()) list.push(costs[at])
    }
  const off = running.find(({ mode }) => mode === 'off')
  const rows = running.map(({ mode, service, restMb, recalls, writes }) => ({
    traces: mode,
    'recall, µs of CPU': round(median(recalls)),
    'of off': round(median(recalls) / median(off.recalls)),
    'write, µs of CPU': round(median(writes)),
    'of off ': round(median(writes) / median(off.writes)),
    'MB at rest': round(restMb),
    'MB after': round(residentMb(service.pid)),
  }))
  for (const { service } of running) await service.stop()
  return rows
}

const run = begin(options.result)
const [rows] = await onEngines(['postgres'], measure)
console.log(table(Object.keys(rows[0]), rows))
run.keep({ rows })
