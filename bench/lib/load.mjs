// The load generator, a process of its own: so many connections, each sending its next request when the answer to the
// last has arrived.

import { open, spread, textOf } from './connection.mjs'

/** What each connection sends, again and again: a request of the list at a time, each connection at a place of its own. */
function requestsOf({ requests, headers }, client) {
  const own = Object.entries(headers[client % headers.length] ?? {})
  const head = own.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const step = Math.max(1, Math.floor(requests.length / 32))
  let at = client * step
  return () => textOf(requests[at++ % requests.length], `host: bench\r\n${head}`)
}

let stopped = false

/**
 * Runs one round against these ports, each connection at one of them. `ms` how long (until `stop` when left out),
 * `warmMs` before it, `max` requests at most, `paceMs` between an answer and the next request.
 */
async function run(job) {
  stopped = false
  const times = []
  const failures = { count: 0, first: undefined }
  let sample
  let from = performance.now() + (job.warmMs ?? 0)
  const until = job.ms === undefined ? Number.POSITIVE_INFINITY : from + job.ms
  const one = async (client) => {
    const next = requestsOf(job, client)
    const connection = open(job.ports[client % job.ports.length])
    await connection.opened
    while (!stopped && performance.now() < until && times.length < (job.max ?? Number.POSITIVE_INFINITY)) {
      const { ms, status, body } = await connection.send(next())
      if (status !== 200) {
        failures.count++
        failures.first ??= `${status} ${body()}`
      } else if (performance.now() >= from) {
        times.push(ms)
        sample ??= body()
      }
      if (job.paceMs) await new Promise((resolve) => setTimeout(resolve, job.paceMs))
    }
    connection.close()
  }
  from = performance.now() + (job.warmMs ?? 0)
  await Promise.all(Array.from({ length: job.clients }, (_, client) => one(client)))
  const seconds = (performance.now() - from) / 1000
  return { ...spread(times), perSecond: times.length / seconds, failures, sample }
}

process.on('message', (message) => {
  if (message.stop) {
    stopped = true
    return
  }
  run(message).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())
