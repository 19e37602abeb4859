// The load generator, in its own process: a closed loop of connections, each sending its next request after a response.

import { open, percentiles, textOf } from './connection.mjs'

/** The next request of a connection. Each connection cycles through the list from a different position. */
function requestsOf({ requests, headers }, client) {
  const headerList = Object.entries(headers[client % headers.length] ?? {})
  const head = headerList.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const step = Math.max(1, Math.floor(requests.length / 32))
  let at = client * step
  return () => textOf(requests[at++ % requests.length], `host: localhost\r\n${head}`)
}

let stopped = false

/**
 * Runs one round; connections are distributed over the ports. It lasts `ms` (without it, until a `stop` message) after
 * `warmMs` of warm-up, or `max` requests; `paceMs` is the pause between a response and the next request.
 */
async function run(job) {
  stopped = false
  const times = []
  const failures = { count: 0, first: undefined }
  let sample
  let from = performance.now() + (job.warmMs ?? 0)
  const until = job.ms === undefined ? Number.POSITIVE_INFINITY : from + job.ms
  const runClient = async (client) => {
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
  await Promise.all(Array.from({ length: job.clients }, (_, client) => runClient(client)))
  const seconds = (performance.now() - from) / 1000
  return { ...percentiles(times), perSecond: times.length / seconds, failures, sample }
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
