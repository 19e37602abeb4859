// What traces cost: CPU of the service for a request, without them, with a tenth and with all of them, and with a
// collector that never answers; beside another build of the service where its folder is named.
//
//   npm run build && node bench/tracing.mjs [--before <folder>] [--rounds 5]

import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { call, newApp, newToken, remember } from './lib/client.mjs'
import { postgresTools, residentMb, startService } from './lib/processes.mjs'
import { median, round, table } from './lib/report.mjs'
import { memories, questions } from './lib/text.mjs'

const { values: options } = parseArgs({ options: { before: { type: 'string' }, rounds: { type: 'string' } } })
const ROUNDS = Number(options.rounds ?? 5)
const MEMORIES = 1_000
const REQUESTS = 300
const CLIENTS = 8
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
  'a tenth': { env: traced(answering, '0.1') },
  all: { env: traced(answering, '1') },
  'all, silent collector': { env: traced(silent, '1') },
}

/** Seconds of CPU the process has used, its threads included. */
async function cpuSeconds(base) {
  const text = await (await fetch(`${base}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)[1])
}

/** Microseconds of CPU for each of so many requests. */
async function cost({ base }, request) {
  const from = await cpuSeconds(base)
  let sent = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (sent < REQUESTS) await request(sent++)
    }),
  )
  return (1e6 * ((await cpuSeconds(base)) - from)) / REQUESTS
}

const { startPostgres, freshDatabase } = await postgresTools()
const postgres = await startPostgres({ durable: false })
try {
  const running = []
  for (const [mode, { start = startService, env }] of Object.entries(modes)) {
    const databaseUrl = await freshDatabase(postgres.url)
    const service = await start({ databaseUrl, ...(env ? { embeddings: env } : {}) })
    const restMb = residentMb(service.pid)
    const token = await newToken(service.base, await newApp(service.base))
    await remember(service.base, token, [...memories(MEMORIES, 1)])
    running.push({ mode, service, token, restMb, read: [], write: [] })
  }
  // In turn, so that what else the machine does falls on all alike; the first round warms up.
  for (let turn = 0; turn <= ROUNDS; turn++)
    for (const { service, token, read, write } of running) {
      const recall = (n) =>
        call(service.base, 'GET', `/v1/memories?query=${encodeURIComponent(ASKED[n % ASKED.length])}`, { token })
      const body = { memories: [{ content: 'Runs along the river on Tuesdays.', scope: 'fitness' }] }
      const costs = [
        await cost(service, recall),
        await cost(service, () => call(service.base, 'POST', '/v1/memories', { token, body })),
      ]
      if (turn) for (const [at, list] of [read, write].entries()) list.push(costs[at])
    }
  const rows = running.map(({ mode, service, restMb, read, write }) => [
    mode,
    round(median(read)),
    round(median(write)),
    round(restMb),
    round(residentMb(service.pid)),
  ])
  console.log(table(['traces', 'recall, µs of CPU', 'write, µs of CPU', 'MB at rest', 'MB after'], rows))
  for (const { service } of running) await service.stop()
} finally {
  await postgres.stop()
}
