// A mixed load of many users' apps, in its own process. In a closed loop, each client waits for a response before the
// next request. At a fixed rate, requests are sent when they are due and timed from then, so that a stalled service is
// charged for all requests that became due meanwhile.

import { Worker } from 'node:worker_threads'
import { open, percentiles, textOf } from './connection.mjs'
import { memories, questions, randomFrom } from './text.mjs'

const LIMIT = 20
const TEXTS = 20_000
const CONNECTIONS_MAX = 256
// Well before the service closes idle connections.
const IDLE_MS_MAX = 5_000
const INTENTS = ['coach', 'companion', 'assistant', 'planner']

// A clock of the machine, which the clock thread reads as well.
const now = () => Number(process.hrtime.bigint()) / 1e6

const written = [...memories(TEXTS, 11)].map(({ occurredAt, ...memory }) => memory)
const queries = questions(TEXTS, 12)

const requests = {
  recall: (n) => ({
    method: 'GET',
    path: `/v1/memories?${new URLSearchParams({ query: queries[n % TEXTS], limit: LIMIT })}`,
  }),
  write: (n) => ({ method: 'POST', path: '/v1/memories', body: JSON.stringify({ memories: [written[n % TEXTS]] }) }),
  context: (n) => ({
    method: 'GET',
    path: `/v1/context?${new URLSearchParams({ intent: INTENTS[n % INTENTS.length], query: queries[n % TEXTS] })}`,
  }),
}

/** Random requests: a kind by its share, and a random connection. */
function* randomRequests({ tokens, shares, ports, seed }) {
  const random = randomFrom(seed)
  for (let n = 0; ; n++) {
    let left = random()
    const kind = Object.keys(shares).find((each) => (left -= shares[each]) < 0) ?? Object.keys(shares)[0]
    const at = Math.floor(random() * tokens.length)
    const head = `host: localhost\r\nauthorization: Bearer ${tokens[at]}\r\n`
    // A token always reaches the same process, as behind the load balancer.
    yield { kind, text: textOf(requests[kind](n), head), port: ports[at % ports.length] }
  }
}

/**
 * A pool of connections per port. Callers without a free connection open one, up to a bound, and then wait. Connections
 * that were idle for a while are closed, since the service may close them at the same moment.
 */
function openConnections() {
  const free = new Map()
  const waiting = new Map()
  const opened = new Map()
  const all = new Set()
  const listOf = (map, port) => map.get(port) ?? map.set(port, []).get(port)
  const close = (port, connections) => {
    opened.set(port, opened.get(port) - connections.length)
    for (const connection of connections) {
      all.delete(connection)
      connection.close()
    }
  }
  return {
    async acquire(port) {
      const idle = listOf(free, port).pop()
      if (idle && idle.idleMs < IDLE_MS_MAX) return idle
      if (idle) close(port, [idle, ...listOf(free, port).splice(0)])
      const count = opened.get(port) ?? 0
      if (count >= CONNECTIONS_MAX) return new Promise((resolve) => listOf(waiting, port).push(resolve))
      opened.set(port, count + 1)
      const connection = open(port)
      all.add(connection)
      await connection.opened
      return connection
    },
    release(port, connection) {
      const next = listOf(waiting, port).shift()
      if (next) next(connection)
      else listOf(free, port).push(connection)
    },
    close() {
      for (const connection of all) connection.close()
    },
  }
}

/** Runs one round for `ms`: a closed loop of `clients`, or `perSecond` requests at a fixed rate. */
async function run(job) {
  const { clients, perSecond, ms } = job
  const times = Object.fromEntries(Object.keys(job.shares).map((kind) => [kind, []]))
  const errors = { count: 0, first: undefined }
  const connections = openConnections()
  const source = randomRequests(job)
  const startAt = now()
  let delayMs = 0

  const send = async ({ kind, text, port }, due) => {
    delayMs = Math.max(delayMs, now() - due)
    try {
      const connection = await connections.acquire(port)
      const { status, body } = await connection.send(text)
      connections.release(port, connection)
      if (status !== 200) throw new Error(`${kind}: ${status} ${body()}`)
      times[kind].push(now() - due)
    } catch (error) {
      errors.count++
      errors.first ??= error.message
    }
  }
  const loop = async () => {
    while (now() < startAt + ms) await send(source.next().value, now())
  }
  const fixedRate = async () => {
    const clock = new Worker(new URL('./clock.mjs', import.meta.url), {
      workerData: { perSecond, ms, startAt, seed: job.seed },
    })
    const pending = new Set()
    await new Promise((resolve, reject) => {
      clock.once('error', reject)
      clock.on('message', (due) => {
        if (due === null) return resolve()
        const request = send(source.next().value, due).finally(() => pending.delete(request))
        pending.add(request)
      })
    })
    await Promise.all(pending)
  }
  if (clients) await Promise.all(Array.from({ length: clients }, loop))
  else await fixedRate()
  const seconds = (now() - startAt) / 1_000
  connections.close()
  const all = Object.values(times).flat()
  const kinds = Object.fromEntries(Object.entries(times).map(([kind, list]) => [kind, percentiles(list)]))
  return { ...kinds, all: percentiles(all), perSecond: all.length / seconds, errors, delayMs }
}

process.on('message', (job) =>
  run(job).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  ),
)
process.on('disconnect', () => process.exit())
