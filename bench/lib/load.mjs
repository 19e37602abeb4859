// The load generator, a process of its own: so many connections, each sending its next request when the answer to the
// last has arrived. Plain sockets, so that the tool takes as little as it can of the cores it shares with what it
// measures, and times to the microsecond.

import { connect } from 'node:net'

const NOT_FOUND = -1
const CHUNK = 'transfer-encoding: chunked'

/** What each connection sends, again and again: a request of the list at a time, each connection at a place of its own. */
function requestsOf({ host, requests, headers }, client) {
  const own = headers[client % headers.length] ?? {}
  const common = Object.entries(own)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const step = Math.max(1, Math.floor(requests.length / 32))
  let at = client * step
  return () => {
    const { method, path, body } = requests[at++ % requests.length]
    const sized = body
      ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      : '\r\n'
    return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${common}${sized}`
  }
}

/** One connection. `send` resolves with the milliseconds it took, the status and the body. */
function open(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let waiting = []
  let size = 0
  let needed = NOT_FOUND
  let head = 0
  let done
  let failed
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(new Error('the connection was closed')))
  socket.on('data', (chunk) => {
    waiting.push(chunk)
    size += chunk.length
    if (needed === NOT_FOUND) {
      const all = waiting.length === 1 ? chunk : Buffer.concat(waiting)
      waiting = [all]
      head = all.indexOf('\r\n\r\n')
      if (head === NOT_FOUND) return
      const text = all.latin1Slice(0, head).toLowerCase()
      const length = /\r\ncontent-length: *(\d+)/.exec(text)
      if (!length) return failed(new Error(text.includes(CHUNK) ? 'a chunked answer' : 'an answer without length'))
      needed = head + 4 + Number(length[1])
    }
    if (size < needed) return
    const all = waiting.length === 1 ? waiting[0] : Buffer.concat(waiting)
    waiting = []
    size = 0
    const end = needed
    needed = NOT_FOUND
    done({ status: Number(all.latin1Slice(9, 12)), body: () => all.toString('utf8', head + 4, end) })
  })
  return {
    opened: new Promise((resolve) => socket.once('connect', resolve)),
    send(text) {
      return new Promise((resolve, reject) => {
        const from = performance.now()
        failed = reject
        done = (answer) => resolve({ ms: performance.now() - from, ...answer })
        socket.write(text)
      })
    },
    close() {
      failed = undefined
      socket.destroy()
    },
  }
}

let stopped = false

/**
 * Runs one round. `ms` how long (until `stop` when left out), `warmMs` before it, `max` requests at most, `paceMs`
 * between an answer and the next request.
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
    const connection = open(job.port)
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
  const sorted = Float64Array.from(times).sort()
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
    failures,
    sample,
  }
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
