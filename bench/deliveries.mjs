// Measures webhooks per second to a local receiver, and the delay of triggers; see README.md.
//
//   npm run build && node bench/deliveries.mjs [--engine postgres|embedded]

import { loadavg } from 'node:os'
import { call, newApp, newToken, remember } from './lib/client.mjs'
import { startScript, startService } from './lib/processes.mjs'
import { round, table } from './lib/report.mjs'
import { begin, enginesOf, onEngines, readOptions } from './lib/run.mjs'
import { memories } from './lib/text.mjs'
import { targetTable } from './lib/verdicts.mjs'

const options = readOptions({ engine: undefined, result: 'deliveries' })

const DELIVERIES = 4_000
const ENDPOINTS = [1, 8]
const TRIGGERS = 1_000
const TRIGGERS_AT_ONCE = 20
const AHEAD_MS = 15_000
const DELAY_P95_MS = 2_000

const receiver = startScript('./receiver.mjs')
const port = await receiver.request({ kind: 'port' })

/** Creates an app with this many endpoints at the receiver; returns the token of one user. */
async function subscribedToken(base, events, endpoints) {
  const app = await newApp(base)
  for (let n = 0; n < endpoints; n++) {
    const body = { url: `http://127.0.0.1:${port}/${app.id}/${n}`, events }
    await call(base, 'POST', `/v1/dev/apps/${app.id}/subscriptions`, { cookie: app.cookie, body })
  }
  return newToken(base, app)
}

async function throughput(base, endpoints) {
  const token = await subscribedToken(base, ['memory.created'], endpoints)
  const received = receiver.request({ kind: 'times', count: DELIVERIES })
  await remember(base, token, [...memories(DELIVERIES / endpoints, endpoints)])
  const times = await received
  return {
    what: `to ${endpoints} endpoint${endpoints > 1 ? 's' : ''}`,
    perSecond: round(DELIVERIES / ((times.at(-1) - times[0]) / 1_000)),
  }
}

async function delays(base) {
  const token = await subscribedToken(base, ['schedule.fired'], 1)
  const due = Date.now() + AHEAD_MS
  const body = { fireAt: new Date(due).toISOString(), kind: 'bench' }
  for (let n = 0; n < TRIGGERS; n += TRIGGERS_AT_ONCE)
    await Promise.all(
      Array.from({ length: TRIGGERS_AT_ONCE }, () => call(base, 'POST', '/v1/schedule', { token, body })),
    )
  if (Date.now() >= due)
    throw new Error(`creating the triggers took longer than ${AHEAD_MS} ms, so some were already due`)
  const delayMs = (await receiver.request({ kind: 'times', count: TRIGGERS }))
    .map((time) => time - due)
    .sort((a, b) => a - b)
  const [p50, p95] = [0.5, 0.95].map((share) => delayMs[Math.floor(share * TRIGGERS)])
  return { p50, p95, max: delayMs.at(-1) }
}

async function measure(name, fresh) {
  const service = await startService(await fresh())
  const report = { engine: name, throughput: [] }
  for (const endpoints of ENDPOINTS) report.throughput.push(await throughput(service.base, endpoints))
  report.delayMs = await delays(service.base)
  await service.stop()
  console.error(`${name}: ${JSON.stringify(report)} (load ${loadavg()[0].toFixed(1)})`)
  return report
}

const run = begin(options.result)
const reports = await onEngines(enginesOf(options.engine), measure)
await receiver.stop()

const targets = reports.map(({ engine, delayMs: { p95 } }) => ({
  engine,
  what: `${TRIGGERS} simultaneous triggers: delay p95, ms`,
  value: p95,
  target: `≤ ${DELAY_P95_MS}`,
  ok: p95 <= DELAY_P95_MS,
}))
const rows = reports.flatMap(({ engine, throughput, delayMs }) => [
  ...throughput.map(({ what, perSecond }) => ({ '': what, engine, 'deliveries/s': perSecond })),
  { '': `${TRIGGERS} simultaneous triggers: delay, ms`, engine, ...delayMs },
])
console.log(table(['', 'engine', 'deliveries/s', 'p50', 'p95', 'max'], rows))
console.log(`\n${targetTable(targets)}`)
run.save({ reports, targets })
