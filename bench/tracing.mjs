// Measures the cost of tracing: CPU time of the service per request without traces, with a tenth, with all, and with a
// collector that never responds; and the cost of scraping metrics every second. Optionally compares another build.
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
const QUESTIONS = questions(200, 7)

function openCollector(responds) {
  const server = createServer((request, response) => {
    request.resume()
    if (responds) request.on('end', () => response.end('{}'))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`))
    server.unref()
  })
}

const [responding, silent] = [await openCollector(true), await openCollector(false)]
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
  'off, metrics scraped every second': { scrapeMs: SCRAPE_MS },
  'a tenth': { env: traced(responding, '0.1') },
  all: { env: traced(responding, '1') },
  'all, silent collector': { env: traced(silent, '1') },
}

/** CPU time of the service per request, in microseconds. */
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
  for (const [mode, settings] of Object.entries(modes))
    running.push({ mode, ...settings, ...(await start(fresh, settings)) })
  // Modes alternate, so that other load on the machine affects all of them. The first round is the warm-up.
  for (let pass = 0; pass <= options.rounds; pass++)
    for (const { service, token, scrapeMs, recalls, writes } of running) {
      const recall = (n) =>
        call(service.base, 'GET', `/v1/memories?query=${encodeURIComponent(QUESTIONS[n % QUESTIONS.length])}`, {
          token,
        })
      const body = { memories: [{ content: 'Runs along the river on Tuesdays.', scope: 'fitness' }] }
      const write = () => call(service.base, 'POST', '/v1/memories', { token, body })
      const costs = [await cost(service, recall, scrapeMs), await cost(service, write, scrapeMs)]
      if (pass) for (const [at, list] of [recalls, writes].entries()) list.push(costs[at])
    }
  const off = running.find(({ mode }) => mode === 'off')
  const rows = running.map(({ mode, service, restMb, recalls, writes }) => ({
    traces: mode,
    'recall, µs of CPU time': round(median(recalls)),
    'vs. off': round(median(recalls) / median(off.recalls)),
    'write, µs of CPU time': round(median(writes)),
    'vs. off ': round(median(writes) / median(off.writes)),
    'MB at rest': round(restMb),
    'MB after': round(residentMb(service.pid)),
  }))
  for (const { service } of running) await service.stop()
  return rows
}

const run = begin(options.result)
const [rows] = await onEngines(['postgres'], measure)
console.log(table(Object.keys(rows[0]), rows))
run.save({ rows })
